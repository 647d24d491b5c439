import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ArchiveDouble } from '../support/archive-double.ts';
import { runServer } from '../support/running-server.ts';

const KINDS = [
  ['AR8', 'addresses'],
  ['AR9', 'calls'],
] as const;

test.each(KINDS)('[%s] POST /api/%s hands over the text as it was sent', async (_rule, kind) => {
  const { post, archive } = await runServer();
  const text = '[{"number":"030 23125-001", "n":1.0,"n":12345678901234567890}]';
  const answer = await post(`/api/${kind}`, `\uFEFF ${text}\n`, { 'content-type': 'text/plain' });
  expect(answer.status).toBe(202);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(await answer.json()).toEqual({ accepted: 1, skipped: 0 });
  await post(`/api/${kind}`, gzipSync(text), { 'content-encoding': 'gzip' });
  expect(archive.reports).toEqual([
    { kind, json: text },
    { kind, json: text },
  ]);
});

test.each(KINDS)('[%s] POST /api/%s answers what the archive counted', async (_rule, kind) => {
  const countReport = async () => ({ accepted: 3, skipped: 2 });
  const archive = ArchiveDouble.with({ countReport });
  const { post } = await runServer({}, { archive });
  expect(await (await post(`/api/${kind}`, '[]')).json()).toEqual({ accepted: 3, skipped: 2 });
});

test.each(
  KINDS.flatMap(([rule, kind]) =>
    (
      [
        ['nothing', '', {}, 400, 'empty_body'],
        ['half a list', '[', {}, 400, 'invalid_json'],
        ['Latin-1', new Uint8Array([0x22, 0xe4, 0x22]), {}, 400, 'invalid_utf8'],
        ['1,001 levels', '['.repeat(1001) + ']'.repeat(1001), {}, 400, 'too_deep'],
        ['too much', `"${'x'.repeat(1_048_576)}"`, {}, 413, 'payload_too_large'],
        ['broken gzip', '[]', { 'content-encoding': 'gzip' }, 400, 'broken_encoding'],
        ['zstd', '[]', { 'content-encoding': 'zstd' }, 415, 'unsupported_encoding'],
      ] as const
    ).map((row) => [rule, kind, ...row] as const),
  ),
)(
  '[%s] POST /api/%s with %s is refused',
  async (_rule, kind, _what, body, headers, status, code) => {
    const { post, archive, url } = await runServer();
    const answer = await post(`/api/${kind}`, body, headers);
    expect(answer.status).toBe(status);
    expect(await answer.json()).toMatchObject({ code });
    expect(archive.reports).toEqual([]);
    // It is the list of refused webhooks, and a report is none.
    expect(await (await fetch(`${url}/api/webhook/rejections`)).json()).toEqual([]);
  },
);

test('[DI2] [AR8] POST /api/addresses takes the desk at which they were entered', async () => {
  const desks: unknown[] = [];
  const archive = ArchiveDouble.with({
    reportAddresses(_json, by) {
      desks.push(by);
    },
  });
  const { post } = await runServer({}, { archive });
  const plain = 'Platz 21, Käthe';
  const sent = (by: string) => `/api/addresses?by=${encodeURIComponent(by)}`;
  for (const path of ['/api/addresses', sent(plain), sent(` ${plain.normalize('NFD')} `)]) {
    expect((await post(path, '[]')).status).toBe(202);
  }
  expect(desks).toEqual([undefined, plain, plain]);
  const twice = `${sent(plain)}&by=x`;
  for (const path of [...['', ' ', 'x'.repeat(65), 'Platz\t21', '\0'].map(sent), twice]) {
    const answer = await post(path, '[]');
    expect(answer.status).toBe(400);
    expect((await answer.json()).detail).toMatch(/^by /);
  }
  expect(desks).toHaveLength(3);
});

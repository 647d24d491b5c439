import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { CHANNELS, type Receipt } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import { runServer } from './support/running-server.ts';

describe('a webhook comes in', () => {
  test.each(['{"a":1}', '[1,2]', 'null', '0', '""', 'false', '"text"'])(
    '[IN1] takes %s',
    async (json) => {
      const { post, history, archive } = await runServer();
      const answer = await post('/api/webhook', json);
      expect(answer.status).toBe(202);
      expect(await history()).toMatchObject([{ id: 1, channel: null, payload: JSON.parse(json) }]);
      expect(archive.stored).toEqual([{ id: 1, channel: null, payload: json }]);
    },
  );

  test.each(CHANNELS)('[IN2] /api/webhook/%s sets the channel', async (channel) => {
    const { post, history } = await runServer();
    const receipt = await (await post(`/api/webhook/${channel}`, '{}')).json();
    expect(receipt).toMatchObject({ id: 1, channel });
    expect(await history()).toMatchObject([{ channel }]);
  });

  test('[IN2] any other name is 404, another method 405 with Allow', async () => {
    const { post, url } = await runServer();
    for (const name of ['kunde', 'KUNDEN', 'constructor', 'kunden/x', '']) {
      const answer = await post(`/api/webhook/${name}`, '{}');
      expect(answer.status, name).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'not_found' });
    }
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND']) {
      const answer = await fetch(`${url}/api/webhook/kunden`, { method });
      expect(answer.status, method).toBe(405);
      expect(answer.headers.get('allow')).toBe('POST');
      expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' });
    }
    const answer = await post('/api/webhook/history', '{}');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('DELETE, GET, HEAD');
  });

  test.each([
    ['/api/webhook/jobs/', 'Did you mean /api/webhook/jobs?'],
    ['/api/webhook/job', 'Did you mean /api/webhook/jobs?'],
    ['/api/webhook/Kunden', 'Did you mean /api/webhook/kunden?'],
    ['/webhook/kuriere', 'Did you mean /api/webhook/kuriere?'],
    ['/api/webhooks', 'Did you mean /api/webhook?'],
    ['/api/webhook/', 'Did you mean /api/webhook?'],
    [
      '/api/webhook/orders/new',
      'Webhooks go to /api/webhook, /api/webhook/kunden, /api/webhook/kuriere and /api/webhook/jobs.',
    ],
    ['/favicon.ico', ''],
  ])('[OP4] a 404 at %s names the URL that was meant', async (path, hint) => {
    const { post } = await runServer();
    const { detail } = await (await post(path, '{}')).json();
    expect(detail).toBe(`Nothing is at this path. ${hint}`.trim());
  });

  test.each([
    'webhook_id=12',
    'payload=%7B%22a%22%3A1%7D&x=1',
    'items[0][name]=a',
    '--XyZ\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--XyZ--',
  ])('[IN5] the form %j is told to be one', async (form) => {
    const { post, url } = await runServer();
    const answer = await post('/api/webhook', form);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'invalid_json',
      detail: expect.stringMatching(/^The body is a form, .* Choose JSON/),
    });
    const { sources } = await (await fetch(`${url}/api/sources`)).json();
    expect(sources[0].refusals).toMatchObject([{ cause: 'form_data' }]);
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'json',
    '',
    'application/json; charset=utf-8',
    'application/json; charset=iso-8859-1',
    'multipart/form-data',
    '???',
  ])('[IN4] the content type "%s" is no gate', async (type) => {
    const { post } = await runServer();
    const answer = await post('/api/webhook', '{"a":"ü"}', { 'content-type': type });
    expect(answer.status).toBe(202);
  });

  test('[IN4] nor is none at all, and a BOM is dropped', async () => {
    const { post, archive } = await runServer();
    const body = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(' {"a":1}\n')]);
    const answer = await post('/api/webhook', body);
    expect(answer.status).toBe(202);
    expect(archive.stored[0]?.payload).toBe('{"a":1}');
  });

  const encoders = {
    gzip: gzipSync,
    'x-gzip': gzipSync,
    deflate: deflateSync,
    'Deflate ': deflateRawSync,
    br: brotliCompressSync,
    identity: (bytes: Buffer) => bytes,
  };
  test.each(Object.entries(encoders))('[IN4] decodes %s', async (encoding, encode) => {
    const { post, archive } = await runServer();
    const body = new Uint8Array(encode(Buffer.from('{"name":"Süß"}')));
    const answer = await post('/api/webhook', body, { 'content-encoding': encoding });
    expect(answer.status).toBe(202);
    expect(archive.stored[0]?.payload).toBe('{"name":"Süß"}');
  });

  test('[IN4] a zip bomb is 413, a broken encoding 400, any other one 415', async () => {
    const { post, archive } = await runServer();
    const bomb = gzipSync(Buffer.alloc(100 * 1024 * 1024, ' '));
    const cases: [Buffer, string, number, string][] = [
      [bomb, 'gzip', 413, 'payload_too_large'],
      [Buffer.from('{"a":1}'), 'gzip', 400, 'broken_encoding'],
      [gzipSync('{"a":1}').subarray(0, 12), 'gzip', 400, 'broken_encoding'],
      [Buffer.from('{}'), 'zstd', 415, 'unsupported_encoding'],
      [Buffer.from('{}'), 'gzip, br', 415, 'unsupported_encoding'],
      [Buffer.from('{}'), '__proto__', 415, 'unsupported_encoding'],
    ];
    for (const [body, encoding, status, code] of cases) {
      const answer = await post('/api/webhook', new Uint8Array(body), {
        'content-encoding': encoding,
      });
      expect(answer.status, encoding).toBe(status);
      expect(await answer.json()).toMatchObject({ code });
    }
    expect(archive.stored).toEqual([]);
  });

  test('[IN6] [IN7] the receipt names id, time, channel and listeners', async () => {
    const now = () => Date.parse('2026-03-01T08:00:00.007Z');
    const { post } = await runServer({}, { now });
    const answer = await post('/api/webhook/kunden', '{}');
    expect(answer.status).toBe(202);
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
    expect(await answer.json()).toEqual({
      id: 1,
      receivedAt: '2026-03-01T08:00:00.007Z',
      channel: 'kunden',
      listeners: 0,
    });
  });

  test('[IN7] ids follow the order of acceptance without gaps, refusals in between use none', async () => {
    const { post } = await runServer();
    const bodies = Array.from({ length: 60 }, (_, i) => (i % 3 === 0 ? '{' : `${i}`));
    const answers = await Promise.all(bodies.map((body) => post('/api/webhook', body)));
    const accepted = answers.filter(({ status }) => status === 202);
    const receipts: Receipt[] = await Promise.all(accepted.map((answer) => answer.json()));
    const ids = receipts.map(({ id }) => id).sort((a, b) => a - b);
    expect(ids).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });
});

import { EventSource } from 'eventsource';
import { expect, onTestFinished, test } from 'vitest';
import { startService, temporaryFolder } from './support/service.ts';

test('[AR10] [AR13] a customer comes in, calls, is found, exported and erased, over a restart', async () => {
  const data = temporaryFolder();
  const env = {
    APP_ARCHIVE_URL: `sqlite:${data}/hookline.db`,
    APP_ARCHIVE_SPOOL_DIR: `${data}/spool`,
  };
  const before = await startService([], env);
  const stream = new EventSource(`${before.url}/api/webhook/events`);
  onTestFinished(() => stream.close());
  const changed = new Set<string>();
  stream.addEventListener('changed', ({ data: text }) => changed.add(JSON.parse(text).kind));
  await new Promise((resolve) => stream.addEventListener('hello', resolve));

  await before.post(
    '/api/webhook/kunden',
    '{"kunden":[{"name":"Bäckerei Süß","telefon":"030 23125-100","konto":12345678901234567890},{"name":"Zahnlabor Nord","telefon":"030 23125-200"}]}',
  );
  await before.post(
    '/api/webhook/jobs',
    '{"delivery_id":"J-7","status":"picked_up","customer":{"phone":"+49 30 23125100"}}',
  );
  await before.post(
    '/api/calls',
    '{"callId":"c1","direction":"in","state":"ended","from":"0049 30 23125100","startedAt":"2026-03-02T08:00:00Z"}',
  );
  await expect.poll(() => [...changed].sort()).toEqual(['addresses', 'calls', 'jobs']);
  before.program.child.kill('SIGTERM');
  await before.program.outcome;
  stream.close();

  const { url, post } = await startService([], env);
  const read = async (path: string, accept = 'application/json') =>
    (await fetch(url + path, { headers: { accept } })).text();
  const caller = JSON.parse(await read('/api/callers/%2B493023125100'));
  expect(caller).toMatchObject({
    match: 'exact',
    address: { name: 'Bäckerei Süß', e164: '+493023125100', roles: ['customer'] },
    calls: [{ callId: 'c1', missed: true }],
    jobs: [{ reference: 'J-7', status: 'picked_up' }],
  });
  expect(JSON.parse(await read('/api/callers/03023125104')).match).toBe('probable');
  expect(await read('/api/addresses?q=suess')).toContain('"konto":12345678901234567890');
  expect(JSON.parse(await read('/api/addresses?q=nord')).items).toHaveLength(1);
  expect(await read('/api/archive/events?q=zahnlabor')).toContain('12345678901234567890');
  expect(await read('/api/addresses', 'text/csv')).toContain('Bäckerei Süß');
  expect(await read('/api/addresses', 'text/vcard')).toContain('FN:Bäckerei Süß');

  await post(
    '/api/webhook/kunden',
    '[{"name":"Bäckerei Süß","telefon":"030/23125100"},{"name":"Neu","telefon":"030 23125-300"}]',
  );
  const number = '{"number":"0049 30 23125-100","suppress":true}';
  const personal = await (
    await post('/api/privacy/export', '{"number":"0049 30 23125-100"}')
  ).text();
  expect(personal).toContain('J-7');
  const erased = await (await post('/api/privacy/erase', number)).json();
  expect(erased).toMatchObject({ addresses: 1, calls: 1, jobs: 1 });

  expect(JSON.parse(await read('/api/callers/%2B493023125100'))).toMatchObject({
    match: 'none',
    calls: [],
    jobs: [],
  });
  const everywhere = [
    await read('/api/addresses'),
    await read('/api/calls'),
    await read('/api/jobs'),
    await read('/api/archive/events'),
    await read('/api/webhook/history'),
  ].join('\n');
  expect(everywhere).not.toMatch(/Süß|23125-?100|J-7/);
  expect(everywhere).toContain('Zahnlabor Nord');
  expect(everywhere).toContain('Neu');

  await post(
    '/api/addresses',
    '[{"name":"Bäckerei Süß","number":"03023125100"},{"name":"Sonst","number":"101"}]',
  );
  await expect.poll(() => read('/api/addresses')).toContain('Sonst');
  expect(await read('/api/addresses')).not.toContain('Süß');
});

import type { Sources } from '@hookline/contract';
import { describe, expect, onTestFinished, test } from 'vitest';
import { presetConfig } from '../../src/config/load.ts';
import type { Config } from '../../src/config/properties.ts';
import { createLog } from '../../src/observe/log.ts';
import { createServer } from '../../src/server.ts';
import { DATABASES, databaseWithTables } from '../support/databases.ts';
import { rowsOf, temporaryFolder } from '../support/written-archive.ts';

const NOON = Date.parse('2026-03-09T11:00:00.000Z');
const MINUTE = 60_000;

describe.each(DATABASES)('[DI5] [DI6] %s', (kind) => {
  test('counts, refusals and a silence survive a restart', async () => {
    const url = await databaseWithTables(kind);
    const config = presetConfig({
      'app.server.port': 0,
      'app.archive.url': url,
      'app.archive.spool-dir': temporaryFolder(),
      'app.time-zone': 'Europe/Berlin',
      'app.log.level': 'error',
      'app.webhook.senders': [{ name: 'erp', token: 'erp-token' }],
      'app.webhook.silence': { jobs: 30 * MINUTE },
    });
    let now = NOON;
    const first = await life(config, () => now);
    await first.post('/api/webhook/jobs', '{"a":1}');
    await first.post('/api/webhook/jobs', 'a=1', 'application/x-www-form-urlencoded');
    await first.post('/api/webhook/kundne', '{}');
    now += 40 * MINUTE;
    const before = await first.sources();
    expect(before).toMatchObject({
      firstEventAt: new Date(NOON).toISOString(),
      silence: [{ name: 'jobs', isSilent: true, quietSince: new Date(NOON).toISOString() }],
      sources: [
        {
          sender: 'erp',
          url: 'jobs',
          today: 1,
          refusedToday: 1,
          isSilent: true,
          refusals: [{ cause: 'form_data', advice: 'It sends form data: ask for JSON.' }],
        },
        { sender: null, url: 'other', refusals: [{ path: '/api/webhook/kundne' }] },
      ],
    });
    await expect.poll(() => rowsOf(url, 'silences')).toHaveLength(1);
    await first.stop();
    expect(await rowsOf(url, 'sources')).toHaveLength(2);
    expect(await rowsOf(url, 'events')).toMatchObject([{ sender: 'erp', channel: 'jobs' }]);

    now += MINUTE;
    const second = await life(config, () => now);
    const restored = async () => ({ ...(await second.sources()), at: before.at });
    await expect.poll(restored).toEqual(before);
    await second.post('/api/webhook/jobs', '{"a":2}');
    expect(await second.sources()).toMatchObject({
      silence: [{ isSilent: false }],
      sources: [{ sender: 'erp', today: 2, isSilent: false }, { url: 'other' }],
    });
    await second.stop();
    expect(await rowsOf(url, 'silences')).toEqual([]);
    expect(await rowsOf(url, 'sources')).toHaveLength(2);
  });
});

async function life(config: Config, now: () => number) {
  const { log } = createLog(config, { to: { write: () => true } });
  const server = createServer(config, { now, log });
  const url = await server.start();
  onTestFinished(() => server.stop());
  return {
    stop: () => server.stop(),
    sources: async (): Promise<Sources> => (await fetch(`${url}/api/sources`)).json(),
    post: (path: string, body: string, type = 'application/json') =>
      fetch(url + path, {
        method: 'POST',
        body,
        headers: { 'content-type': type, 'x-webhook-token': 'erp-token' },
      }),
  };
}

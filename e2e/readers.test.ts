import { EventSource } from 'eventsource';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { sharedBrowser } from './support/browser.ts';
import { Program, startService } from './support/service.ts';

const multiline = '{\n  "name": "Bäckerei Süß",\r\n  "big": 12345678901234567890\n}';

describe('readers nobody here wrote', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedBrowser();
  });

  test('[ST1] [ST3] EventSource of Chromium resumes over a restart of the backend', async () => {
    const first = await startService(['--app.stream.heartbeat=200ms']);
    const page = await browser.newPage();
    await page.goto(`${first.url}/docs`);
    await page.evaluate(() => {
      const seen: { ids: string[]; names: string[]; payloads: unknown[] } = {
        ids: [],
        names: [],
        payloads: [],
      };
      const source = new window.EventSource('/api/webhook/events');
      source.onmessage = ({ lastEventId, data }) => {
        seen.ids.push(lastEventId);
        seen.payloads.push(JSON.parse(data).payload);
      };
      for (const name of ['hello', 'heartbeat', 'cleared']) {
        source.addEventListener(name, () => seen.names.push(name));
      }
      Object.assign(window, { seen });
    });
    const seen = () =>
      page.evaluate(
        () =>
          (window as unknown as { seen: { ids: string[]; names: string[]; payloads: unknown[] } })
            .seen,
      );
    await expect.poll(async () => (await seen()).names).toContain('heartbeat');
    for (let i = 0; i < 3; i++) await first.post('/api/webhook/kunden', multiline);
    await expect.poll(async () => (await seen()).ids).toEqual(['1', '2', '3']);
    expect((await seen()).payloads[0]).toMatchObject({ name: 'Bäckerei Süß' });
    await fetch(`${first.url}/api/webhook/history`, { method: 'DELETE' });
    await expect.poll(async () => (await seen()).names).toContain('cleared');

    first.program.child.kill('SIGTERM');
    await first.program.outcome;
    const second = await startService([`--app.server.port=${first.port}`]);
    await second.post('/api/webhook', '"while the browser was away"');
    // Its Last-Event-ID is 3, greater than anything this epoch has issued.
    await expect.poll(async () => (await seen()).ids).toEqual(['1', '2', '3', '1']);
  });

  test('[ST1] [ST3] the npm package eventsource', async () => {
    const { url, post } = await startService();
    for (let i = 0; i < 3; i++) await post('/api/webhook', multiline);
    const source = new EventSource(`${url}/api/webhook/events?lastEventId=1`);
    onTestFinished(() => source.close());
    const ids: string[] = [];
    source.onmessage = ({ lastEventId, data }) => {
      expect(JSON.parse(data).payload.name).toBe('Bäckerei Süß');
      ids.push(lastEventId);
    };
    await expect.poll(() => ids).toEqual(['2', '3']);
    await post('/api/webhook', multiline);
    await expect.poll(() => ids).toEqual(['2', '3', '4']);
  });

  /** @needs curl */
  test('[ST1] [ST3] curl -N', async () => {
    const { url, post } = await startService();
    await post('/api/webhook', '1');
    const curl = new Program('curl', [
      '-sN',
      '-H',
      'Last-Event-ID: 0',
      `${url}/api/webhook/events`,
    ]);
    await expect.poll(() => curl.stdout).toContain('id: 1\ndata: {"id":1,');
    await post('/api/webhook/jobs', '{"live":true}');
    await expect.poll(() => curl.stdout).toContain('"payload":{"live":true}}\n\n');
  });
});

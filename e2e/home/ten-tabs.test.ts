import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStreams } from '../../packages/client/test/support/open-streams.ts';
import { launchBrowser } from '../support/browser.ts';
import { openDesk, openHome } from '../support/home.ts';
import { startService } from '../support/service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser(['--autoplay-policy=no-user-gesture-required']);
});
afterAll(() => browser.close());

interface Alerts {
  tones: number;
  notifications: string[];
}

/** Counts what a page makes heard and shown; it is made all the same. */
async function countAlerts(desk: BrowserContext): Promise<void> {
  await desk.addInitScript(() => {
    const alerts: Alerts = { tones: 0, notifications: [] };
    Object.assign(window, { alerts });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when?: number) {
      alerts.tones++;
      start.call(this, when);
    };
    window.Notification = new Proxy(Notification, {
      construct(target, [title, options]: [string, NotificationOptions]) {
        alerts.notifications.push(`${title}: ${options.body}`);
        return new target(title, options);
      },
    });
  });
}

const alertsOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { alerts: Alerts }).alerts);

test('[HP8] ten tabs: one stream, one ring, one notification, and none for what is replayed', async () => {
  const service = await startService(['--profile', 'mock']);
  await service.post('/api/webhook/jobs', '{"delivery_id":"J-0"}');
  const desk = await openDesk(browser);
  await desk.grantPermissions(['notifications'], { origin: service.url });
  await countAlerts(desk);
  const first = await openHome(desk, service.url);
  await first.getByRole('button', { name: 'Einstellungen' }).click();
  await first.getByRole('switch', { name: 'Ton' }).check();
  await first.getByRole('switch', { name: 'Benachrichtigungen' }).check();
  await first.keyboard.press('Escape');
  const tabs = [first];
  while (tabs.length < 10) tabs.push(await openHome(desk, service.url));
  for (const tab of tabs) {
    await tab.getByRole('button', { name: /Live: Verbunden.*Telefon: Verbunden/ }).waitFor();
  }
  expect(await openStreams(service.url)).toBe(1);
  const sum = async () => {
    const all = await Promise.all(tabs.map(alertsOf));
    return {
      tabsThatRing: all.filter(({ tones }) => tones > 0).length,
      notifications: all.flatMap(({ notifications }) => notifications),
    };
  };
  expect(await sum()).toEqual({ tabsThatRing: 0, notifications: [] });

  const { callId } = await (
    await service.post('/api/mock/calls', '{"from":"030 23125-101"}')
  ).json();
  const rung = { tabsThatRing: 1, notifications: [expect.stringMatching(/^Anruf: .*030/)] };
  await expect.poll(sum).toEqual(rung);
  await service.post(`/api/mock/calls/${callId}/hangup`, '');

  await service.post('/api/webhook/jobs', '{"delivery_id":"J-1","status":"open"}');
  await service.post('/api/webhook/kunden', '{"name":"nobody asked to be told of customers"}');
  const told = [...rung.notifications, expect.stringMatching(/^Auftrag: .*J-1/)];
  await expect.poll(async () => (await sum()).notifications).toEqual(expect.arrayContaining(told));
  expect((await sum()).notifications).toHaveLength(2);
  expect(await openStreams(service.url)).toBe(1);
});

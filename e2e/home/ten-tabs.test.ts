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

/** Longer than it takes until the bell rings again, in milliseconds. */
const RING = 3500;
/** Longer than one alert stands for all that comes meanwhile. */
const PAUSE = 2500;

/** What a page has made heard and shown since somebody last asked. */
interface Alerts {
  tones: number;
  notifications: string[];
}

/** Counts alerts; they are made all the same. */
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

/** Of one tab each, and forgotten. */
async function takeAlerts(tabs: readonly Page[]): Promise<Alerts[]> {
  const take = () => {
    const { alerts } = window as unknown as { alerts: Alerts };
    const { tones, notifications } = alerts;
    Object.assign(alerts, { tones: 0, notifications: [] });
    return { tones, notifications };
  };
  return Promise.all(tabs.map((tab) => tab.evaluate(take)));
}

test('[HP8] ten tabs: one stream, one ring, one notification, and none for what is replayed', async () => {
  const service = await startService(['--profile', 'mock']);
  await service.post('/api/webhook/jobs', '{"delivery_id":"J-0"}');
  const desk = await openDesk(browser);
  await desk.grantPermissions(['notifications'], { origin: service.url });
  await countAlerts(desk);
  const first = await openHome(desk, service.url);
  await first.getByRole('button', { name: 'Einstellungen' }).click();
  await first.getByRole('checkbox', { name: 'Ton' }).check();
  await first.getByRole('checkbox', { name: 'Benachrichtigungen' }).check();
  await first.keyboard.press('Escape');
  const tabs = [first];
  while (tabs.length < 10) tabs.push(await openHome(desk, service.url));
  for (const tab of tabs) {
    await tab.getByRole('button', { name: /Live: Verbunden.*Telefon: Verbunden/ }).waitFor();
  }
  const oneStream = () => expect.poll(() => openStreams(service.url)).toBe(1);
  await oneStream();
  const silence = tabs.map(() => ({ tones: 0, notifications: [] }));
  expect(await takeAlerts(tabs)).toEqual(silence);

  const told: string[] = [];
  // A lead that moves takes the bell along, and on a busy machine it may move at any time. So it
  // is looked at, from ring to ring, until one tab alone has rung.
  const ringing = async () => {
    const alerts = await takeAlerts(tabs);
    told.push(...alerts.flatMap(({ notifications }) => notifications));
    return alerts.filter(({ tones }) => tones > 0).length;
  };
  const { callId } = await (
    await service.post('/api/mock/calls', '{"from":"030 23125-101"}')
  ).json();
  await expect.poll(ringing, { interval: RING }).toBe(1);
  // Of one call a later one takes the place of an earlier one, which may not know the name yet.
  const kinds = async () => {
    await ringing();
    return [...new Set(told.map((text) => text.replace(/:.*/s, '')))];
  };
  await expect.poll(kinds).toEqual(['Anruf']);
  await service.post(`/api/mock/calls/${callId}/hangup`, '');
  await expect.poll(ringing, { interval: RING }).toBe(0);

  let jobs = 0;
  const tabsThatTell = async () => {
    await service.post('/api/webhook/kunden', '{"name":"nobody asked to be told of customers"}');
    const job = `J-${++jobs}`;
    await service.post('/api/webhook/jobs', JSON.stringify({ delivery_id: job, status: 'open' }));
    for (const tab of tabs) await tab.getByText(job, { exact: true }).first().waitFor();
    const alerts = (await takeAlerts(tabs)).map(({ notifications }) => notifications);
    return alerts.filter(({ length }) => length > 0);
  };
  const aboutJob = [[expect.stringMatching(/^Auftrag: .*J-\d/)]];
  await expect.poll(tabsThatTell, { interval: PAUSE }).toEqual(aboutJob);
  await oneStream();
});

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { bundle } from '../packages/client/test/support/bundle.ts';
import { openStreams } from '../packages/client/test/support/open-streams.ts';
import { sharedBrowser } from './support/browser.ts';
import { servePages } from './support/page-server.ts';
import type { Service } from './support/service.ts';
import { sharedService } from './support/shared-service.ts';

interface Report {
  readonly ids: number[];
  /** Ids in the order in which this tab was told of them. */
  readonly told: number[];
  readonly state: string;
  readonly leading: boolean;
  readonly unseen: number;
}

const PAGE = `<!doctype html><title>tab</title><script type="module">
  import { liveEvents } from './client.js';
  const live = liveEvents();
  const told = [];
  live.onEvent(({ id }) => told.push(id));
  window.markSeen = () => live.markSeen();
  window.report = () => {
    const { events, state, leading, unseen } = live.getSnapshot();
    return { ids: events.map(({ id }) => id), told, state, leading, unseen };
  };
</script>`;

let browser: Browser;
let library: string;
beforeAll(async () => {
  browser = await sharedBrowser();
  library = await bundle(['liveEvents']);
});

const HOSTS = { localhost: true, 'office-pc': false };

const shared = sharedService(['--app.server.allowed-hosts=office-pc']);

/** With neither events nor streams of the tests before. */
async function start(): Promise<Service> {
  const service = await shared();
  const cleared = await fetch(`${service.url}/api/webhook/history`, { method: 'DELETE' });
  expect(cleared.status).toBe(204);
  await expect.poll(() => openStreams(service.url)).toBe(0);
  return service;
}

/** A browser of its own, with a page of the service's origin that uses the library. */
async function openDesk(service: Service, host: string): Promise<BrowserContext> {
  const port = await servePages((path) => {
    if (path === '/tab.html') return { type: 'text/html', body: PAGE };
    if (path === '/client.js') return { type: 'text/javascript', body: library };
    return undefined;
  }, service.port);
  const context = await browser.newContext({ baseURL: `http://${host}:${port}` });
  onTestFinished(() => context.close());
  return context;
}

async function openTabs(context: BrowserContext, count: number): Promise<Page[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const page = await context.newPage();
      await page.goto('/tab.html');
      return page;
    }),
  );
}

const report = (page: Page): Promise<Report> => page.evaluate('window.report()');

/** Every tab once it is live and has this event. */
async function allHave(tabs: Page[], newest: number): Promise<Report[]> {
  const reports = () => Promise.all(tabs.map(report));
  await expect
    .poll(async () => (await reports()).map(({ ids, state }) => [ids[0], state]))
    .toEqual(tabs.map(() => [newest, 'live']));
  return reports();
}

async function findLeader(tabs: Page[]): Promise<Page> {
  const reports = await Promise.all(tabs.map(report));
  const leading = tabs.filter((_tab, i) => reports[i]?.leading);
  expect(leading).toHaveLength(1);
  const [leader] = leading;
  if (!leader) throw new Error('no tab leads');
  return leader;
}

const oneStream = (service: Service) => expect.poll(() => openStreams(service.url)).toBe(1);

const up = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

async function post(service: Service): Promise<number> {
  const { id } = await (await service.post('/api/webhook/jobs', '{"delivery_id":"J-7"}')).json();
  return id;
}

describe.each(Object.entries(HOSTS))('on http://%s', (host, secure) => {
  test('[CL6] ten tabs, one connection; the leading one is closed while events arrive', async () => {
    const service = await start();
    const context = await openDesk(service, host);
    let tabs = await openTabs(context, 10);
    const first = await post(service);
    await allHave(tabs, first);
    expect(await tabs[0]?.evaluate('window.isSecureContext')).toBe(secure);
    await oneStream(service);

    for (let round = 0; round < 2; round++) {
      const leader = await findLeader(tabs);
      tabs = tabs.filter((tab) => tab !== leader);
      await post(service);
      const closing = leader.close();
      for (let i = 0; i < 5; i++) await post(service);
      await closing;
      const newest = await post(service);
      const reports = await allHave(tabs, newest);
      for (const { ids, told } of reports) {
        expect(told).toEqual(up(first, newest));
        expect(ids).toEqual(up(first, newest).reverse());
      }
      await oneStream(service);
      await findLeader(tabs);
    }
  });

  test('[CL6] a leading tab that hangs is replaced, and follows when it is back', async () => {
    const service = await start();
    const context = await openDesk(service, host);
    const tabs = await openTabs(context, 3);
    const first = await post(service);
    await allHave(tabs, first);
    const hanging = await findLeader(tabs);
    const others = tabs.filter((tab) => tab !== hanging);
    // Neither timers nor messages run in a tab that waits for somebody to press a button.
    const opening = hanging.waitForEvent('dialog');
    await hanging.evaluate('void setTimeout(() => alert("Somebody went for coffee"))');
    const dialog = await opening;
    const newest = await post(service);
    await expect
      .poll(async () => (await Promise.all(others.map(report))).some(({ leading }) => leading))
      .toBe(true);
    for (const { told } of await allHave(others, newest)) expect(told).toEqual(up(first, newest));
    await dialog.accept();
    for (const { told } of await allHave(tabs, newest)) expect(told).toEqual(up(first, newest));
    await oneStream(service);
  });

  test('[CL3] what is seen in one tab is seen in all', async () => {
    const service = await start();
    const context = await openDesk(service, host);
    const tabs = await openTabs(context, 2);
    await post(service);
    const newest = await post(service);
    for (const { unseen } of await allHave(tabs, newest)) expect(unseen).toBe(2);
    await tabs[0]?.evaluate('window.markSeen()');
    const unseen = async () => (await Promise.all(tabs.map(report))).map((tab) => tab.unseen);
    await expect.poll(unseen).toEqual([0, 0]);
    await tabs[1]?.reload();
    await allHave(tabs, newest);
    expect(await unseen()).toEqual([0, 0]);
  });
});

test('[CL5] a tab catches up when the network is back, and when the user comes back to its page', async () => {
  const service = await start();
  const context = await openDesk(service, 'localhost');
  const [tab] = await openTabs(context, 1);
  if (!tab) throw new Error('no tab');
  await allHave([tab], await post(service));
  await context.setOffline(true);
  await post(service);
  await context.setOffline(false);
  await allHave([tab], await post(service));

  await tab.goto('/docs');
  await expect.poll(() => openStreams(service.url)).toBe(0);
  await post(service);
  await tab.goBack();
  await allHave([tab], await post(service));
  await oneStream(service);
});

test('[CL6] a browser in which tabs cannot reach each other has a stream per tab', async () => {
  const service = await start();
  const context = await openDesk(service, 'localhost');
  await context.addInitScript('delete window.BroadcastChannel');
  const tabs = await openTabs(context, 2);
  await allHave(tabs, await post(service));
  expect(await openStreams(service.url)).toBe(2);
});

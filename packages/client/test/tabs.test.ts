import { expect, test } from 'vitest';
import { runServer } from '../../server/test/support/running-server.ts';
import { realTimers } from '../src/timers.ts';
import { cutLine } from './support/cut-line.ts';
import { openStreams } from './support/open-streams.ts';
import { Browser } from './support/tabs.ts';
import { down, up, watch } from './support/watched.ts';

function openTabs(baseUrl: string, browser: Browser, count: number) {
  return Array.from({ length: count }, () => {
    const tab = browser.newTab(realTimers);
    return { tab, ...watch({ baseUrl, tabs: tab.open, timers: tab.timers }) };
  });
}

const leading = ({ live }: { live: { getSnapshot(): { leading: boolean } } }) =>
  live.getSnapshot().leading;

test('[CL6] ten tabs share one stream and see the same', async () => {
  const server = await runServer();
  const line = await cutLine(server.port);
  await server.post('/api/webhook', '1');
  const browser = new Browser();
  const tabs = openTabs(line.url, browser, 9);
  for (const { until } of tabs) await until(({ events }) => events.length === 1);
  await server.post('/api/webhook', '2');
  tabs.push(...openTabs(line.url, browser, 1));
  for (const { until } of tabs) await until(({ events }) => events.length === 2);
  for (const { live, ids, until } of tabs) {
    await until(({ state }) => state === 'live');
    expect(ids()).toEqual([2, 1]);
    expect(live.events[0]).toMatchObject({ payload: 2 });
  }
  expect(tabs.filter(leading)).toHaveLength(1);
  expect(line.connections).toBe(1);

  await server.post('/api/webhook/kunden', '3');
  for (const { until } of tabs) await until(({ events }) => events.length === 3);
  await fetch(`${server.url}/api/webhook/history`, { method: 'DELETE' });
  for (const { until } of tabs) await until(({ events }) => events.length === 0);
});

test.each(['closed', 'killed', 'frozen'])(
  '[CL6] the leading tab is %s while events arrive: nothing is lost or told twice',
  async (how) => {
    const server = await runServer();
    const browser = new Browser();
    const tabs = openTabs(server.url, browser, 5);
    await server.post('/api/webhook', '1');
    for (const { until } of tabs) await until(({ events }) => events.length === 1);
    let done = false;
    const posting = (async () => {
      while (!done) {
        await server.post('/api/webhook', '1');
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
    })();
    const [first] = tabs.filter(leading);
    if (!first) throw new Error('no tab leads');
    const others = tabs.filter((tab) => tab !== first);
    if (how === 'closed') first.live.stop();
    if (how !== 'closed') first.tab.freeze();
    if (how === 'killed') browser.tabs.delete(first.tab);
    await first.until(() => others.some(leading));
    await first.until(() => others.every(({ live }) => live.state === 'live'));
    if (how === 'frozen') first.tab.thaw();
    done = true;
    await posting;

    const { id: newest } = await (await server.post('/api/webhook', '"last"')).json();
    for (const { until, ids, arrived } of others) {
      await until(({ events }) => events[0]?.id === newest);
      expect(ids()).toEqual(down(newest, Math.max(1, newest - 49)));
      expect(arrived.map(({ id }) => id)).toEqual(up(1, newest));
    }
    expect(others.filter(leading)).toHaveLength(1);
    if (how === 'frozen') {
      await first.until(({ events }) => events[0]?.id === newest);
      expect(first.arrived.map(({ id }) => id)).toEqual(up(1, newest));
      await first.until(() => !leading(first));
    }
    // A killed tab's connection is closed by the system; here nobody does.
    if (how === 'killed') first.live.stop();
    await expect.poll(() => openStreams(server.url)).toBe(1);
  },
);

test('[CL6] a restart of the backend reaches every tab', async () => {
  const before = await runServer();
  await before.post('/api/webhook', '"before"');
  const tabs = openTabs(before.url, new Browser(), 3);
  for (const { until } of tabs) await until(({ events }) => events.length === 1);
  await before.server.stop();
  for (const { until } of tabs) await until(({ state }) => state === 'waiting');
  const after = await runServer({ 'app.server.port': before.port });
  await after.post('/api/webhook', '"after"');
  // The user is back at a tab that may not lead.
  tabs[0]?.live.retry();
  for (const { live, until } of tabs) {
    await until(({ events }) => events[0]?.payload === 'after');
    expect(live.getSnapshot()).toMatchObject({ instance: after.server.instance });
    expect(live.events).toHaveLength(1);
  }
});

import { expect, test } from 'vitest';
import { ArchiveDouble } from '../../server/test/support/archive-double.ts';
import { runServer } from '../../server/test/support/running-server.ts';
import { temporaryFolder } from '../../server/test/support/written-archive.ts';
import { realTimers } from '../src/timers.ts';
import { cutLine } from './support/cut-line.ts';
import { Browser } from './support/tabs.ts';
import { watch } from './support/watched.ts';
import { archivedNumbers } from './telephony/support/archive-reader.ts';
import { BAKERY, phone, runOfficeWithArchive } from './telephony/support/office.ts';

const HER = '{"name":"Frau Muster","tel":"030 23125-001"}';
const HIM = '{"name":"Blitz KG","tel":"030 23125-002"}';
const GONE = { events: 1, addresses: 0, calls: 0, jobs: 0, setAside: 0, mappings: 0 };

async function office() {
  const server = await runServer(
    { 'app.stream.heartbeat': 100 },
    { archive: ArchiveDouble.with({ eraseNumber: async () => GONE }) },
  );
  for (const payload of [HIM, HER, `[${HER},${HIM}]`]) await server.post('/api/webhook', payload);
  return {
    ...server,
    erase: () => server.post('/api/privacy/erase', '{"number":"030 23125-001"}'),
  };
}

const payloads = ({ events }: { events: readonly { id: number; payload: unknown }[] }) =>
  events.map(({ id, payload }) => [id, payload]);
const LEFT = [
  [3, [JSON.parse(HIM)]],
  [1, JSON.parse(HIM)],
];

test('[ST4] what is erased is dropped, and what is left of it comes anew', async () => {
  const { url, erase } = await office();
  const { live, until } = watch({ baseUrl: url });
  const told: (readonly number[])[] = [];
  live.onErased((ids) => told.push(ids));
  await until(({ events }) => events.length === 3);
  expect(live.unseen).toBe(3);
  await erase();
  await until(() => told.length === 2);
  expect(told).toEqual([[2, 3], []]);
  expect(payloads(live)).toEqual(LEFT);
  expect(live.unseen).toBe(2);
});

test('[ST4] who had no line in that moment drops everything and reads anew', async () => {
  const { url, port, erase } = await office();
  const line = await cutLine(port);
  const { live, until } = watch({ baseUrl: line.url });
  let told = 0;
  live.onErased(() => told++);
  await until(({ events }) => events.length === 3);
  // From two heartbeats it knows how often they come.
  await until(() => line.received.split('event: heartbeat').length > 3);
  line.cut();
  await erase();
  const { live: other } = watch({ baseUrl: url });
  await expect.poll(() => payloads(other)).toEqual(LEFT);
  expect(live.events).toHaveLength(3);
  expect(told).toBe(0);
  line.mend();
  await until(() => told === 1);
  await expect.poll(() => payloads(live)).toEqual(LEFT);
});

test('[ST4] a history that was asked for before does not bring back who was erased', async () => {
  const { url: baseUrl, erase } = await office();
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { live, until } = watch({
    baseUrl,
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      if (url.endsWith('/history')) {
        asked.resolve();
        await held.promise;
      }
      return answer;
    },
  });
  await until(({ events }) => events.length === 3);
  const reading = live.refresh();
  await asked.promise;
  await erase();
  await until(({ events }) => events.length === 1);
  held.resolve();
  await reading;
  expect(payloads(live)).toEqual(LEFT);
});

test('[ST4] a tab that slept meanwhile, and one that opens later, hold nothing of it', async () => {
  const { url, erase } = await office();
  const browser = new Browser();
  const open = () => {
    const tab = browser.newTab(realTimers);
    return { tab, ...watch({ baseUrl: url, tabs: tab.open, timers: tab.timers }) };
  };
  const first = open();
  await first.until(({ events }) => events.length === 3);
  const sleeping = open();
  await sleeping.until(({ events }) => events.length === 3);
  let told = 0;
  sleeping.live.onErased(() => told++);
  sleeping.tab.freeze();
  await erase();
  await expect.poll(() => payloads(first.live)).toEqual(LEFT);
  // Its backlog is lost, as that of a tab which the browser has discarded.
  browser.tabs.delete(sleeping.tab);
  sleeping.tab.thaw();
  browser.tabs.add(sleeping.tab);
  sleeping.live.retry();
  await expect.poll(() => payloads(sleeping.live)).toEqual(LEFT);
  expect(told).toBeGreaterThan(0);
  const late = open();
  await late.until(({ events }) => events.length === 2);
  expect(payloads(late.live)).toEqual(LEFT);
});

test('[AR13] [CL7] phone book and ended calls are forgotten, and read anew without who was erased', async () => {
  const backend = await runOfficeWithArchive(temporaryFolder());
  const { url, socket, send } = backend;
  const { now, until, telephony } = phone({ url: socket, baseUrl: url, report: true });
  await until(({ phoneBook, reports }) => phoneBook.source === 'cache' && reports.waiting === 0);
  await send('POST', '/api/mock/calls', { from: BAKERY, scenario: 'missed' });
  await until(({ calls }) => calls[0]?.state === 'ended');
  await expect.poll(() => archivedNumbers(backend)).toContain(BAKERY);
  const isThere = () => now().phoneBook.entries.some(({ number }) => number === BAKERY);
  expect(isThere()).toBe(true);
  await send('POST', '/api/privacy/erase', { number: BAKERY });
  // What a page does that is told.
  telephony.forget();
  expect(now().calls).toEqual([]);
  expect(now().phoneBook.entries).toEqual([]);
  await until(({ phoneBook, reports }) => phoneBook.source === 'cache' && reports.waiting === 0);
  expect(isThere()).toBe(false);
  expect(await archivedNumbers(backend)).not.toContain(BAKERY);
});

test('[AR13] a phone book made of the archive is not reported to it', async () => {
  const server = await runServer(
    { 'app.profiles': ['mock'], 'app.mock.addresses': 'archive' },
    { archive: ArchiveDouble.with({ addresses: async () => ({ items: [ADDRESS], next: null }) }) },
  );
  const { until, now } = phone({
    url: `${server.url.replace('http', 'ws')}/ws`,
    baseUrl: server.url,
    report: true,
  });
  await until(({ phoneBook }) => phoneBook.entries.length === 1);
  expect(now().reports).toEqual({ leading: true, waiting: 0, dropped: 0 });
  expect(server.archive.reports.filter(({ kind }) => kind === 'addresses')).toEqual([]);
});

const ADDRESS = JSON.stringify({
  number: '030 23125-001',
  name: 'Frau Muster',
  display: '030 23125001',
  line: '+493023125001',
  fields: {},
});

import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { AddressCache } from '@hookline/contract';
import { expect, onTestFinished, test } from 'vitest';
import { presetConfig } from '../src/config/load.ts';
import type { Config } from '../src/config/properties.ts';
import type { Overrides } from '../src/parts.ts';
import { createServer } from '../src/server.ts';
import { realTime, type Schedule } from '../src/telephony/schedule.ts';
import { SseReader } from './support/sse-reader.ts';
import { temporaryFolder } from './support/written-archive.ts';
import { CallMonitor } from './telephony/call-monitor.ts';
import { connectTo } from './telephony/telephony-client.ts';
import { fritzboxConfig, Tr064Box } from './telephony/tr064-box.ts';

const HER = { name: 'Frau Muster', number: '030 23125-001', strasse: 'Musterweg 1' };
const HIM = { name: 'Blitz KG', number: '030 23125-002' };
const THIRD = { name: 'Dritte', number: '030 23125-003' };
const CTI = {
  'app.telephony.system': 'cti',
  'app.telephony.push.token': 'push-token-0123',
} as const;

/** A service with an archive of its own; `again` starts it once more on the same file. */
async function office(
  config: Partial<Config> = {},
  folder = temporaryFolder(),
  overrides: Overrides = {},
) {
  const server = createServer(
    presetConfig({
      'app.server.port': 0,
      'app.log.level': 'fatal',
      'app.archive.url': `sqlite:${folder}/hookline.db`,
      'app.archive.spool-dir': `${folder}/spool`,
      ...config,
    }),
    overrides,
  );
  const url = await server.start();
  onTestFinished(() => server.stop());
  const port = Number(new URL(url).port);
  const post = (path: string, body: unknown) =>
    fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
  const get = async (path: string) => (await fetch(url + path)).text();
  const erase = async (number: string, suppress = false) => {
    const answer = await post('/api/privacy/erase', { number, suppress });
    expect(answer.status).toBe(200);
  };
  const contacts = () => get('/api/addresses');
  return { server, url, port, folder, post, get, erase, contacts };
}

async function bookOf(port: number, path = '/api/telephony/ws') {
  const page = await connectTo(port, path);
  const names = async () => {
    const { addresses } = await page.result<AddressCache>('addressCache');
    return addresses.map(({ name }) => name).sort();
  };
  return { page, names };
}

test('[AR13] [TS1] a phone book made of the archive follows it, and says that it is not to be reported', async () => {
  const { post, port, erase, contacts, url } = await office(CTI);
  const { page, names } = await bookOf(port);
  expect(await page.event('hello')).toMatchObject({ addressCache: { ofArchive: true } });
  await post('/api/webhook/kunden', [HER, HIM]);
  await expect.poll(names).toHaveLength(2);

  await erase(HER.number);
  // At once: the next page that opens asks in this moment.
  expect(await names()).toEqual(['Blitz KG']);
  expect((await page.result<{ addresses: [] }>('search', { term: 'Muster' })).addresses).toEqual(
    [],
  );
  expect((await page.ask('address', { number: HER.number })).ok).toBe(false);

  // What a desk deletes is gone as soon.
  const { items } = JSON.parse(await contacts());
  expect(items).toHaveLength(1);
  await fetch(`${url}/api/addresses/${items[0].id}`, { method: 'DELETE' });
  await expect.poll(names).toEqual([]);
});

test('[AR13] a phone book from a file does not serve who is suppressed, before and after a restart', async () => {
  const folder = temporaryFolder();
  const file = `${folder}/book.json`;
  writeFileSync(file, JSON.stringify([HER, HIM]));
  const config = { ...CTI, 'app.telephony.phone-book': file };
  const first = await office(config, folder);
  const before = await bookOf(first.port);
  expect(await before.names()).toEqual(['Blitz KG', 'Frau Muster']);
  await first.erase(HER.number, true);
  expect(await before.names()).toEqual(['Blitz KG']);
  await first.server.stop();

  const second = await office(config, folder);
  const { names } = await bookOf(second.port);
  await expect.poll(names).toEqual(['Blitz KG']);
});

/** A service with the phone book of a FRITZ!Box, which is read anew when a test says so. */
async function boxOffice() {
  const [box, monitor] = [await Tr064Box.start(), await CallMonitor.start()];
  const enter = (...people: readonly { name: string; number: string }[]) => {
    const contacts = people.map(
      ({ name, number }) =>
        `<contact><person><realName>${name}</realName></person><telephony><number>${number}</number></telephony></contact>`,
    );
    const xml = `<phonebooks><phonebook>${contacts.join('')}</phonebook></phonebooks>`;
    box.books.set('0', { name: 'Kunden', xml });
  };
  enter(HER, HIM);
  const hourly: (() => void)[] = [];
  const schedule: Schedule = {
    after(milliseconds, run) {
      if (milliseconds !== 3600_000) return realTime.after(milliseconds, run);
      hourly.push(run);
      return () => {};
    },
  };
  const config: Partial<Config> = {
    ...fritzboxConfig(monitor, box),
  };
  const running = await office(config, undefined, { schedule });
  await monitor.followed();
  const { names } = await bookOf(running.port);
  await expect.poll(names).toEqual(['Blitz KG', 'Frau Muster']);
  return { ...running, box, enter, names, readAnew: () => hourly.pop()?.() };
}

test('[AR13] a phone book that is read anew does not bring back who is suppressed', async () => {
  const { post, get, erase, enter, names, readAnew } = await boxOffice();
  await erase(HER.number, true);
  // Known by what the history does not hold any longer.
  await post('/api/webhook', HER);
  await expect.poll(() => get('/api/webhook/history')).toBe('[]');
  enter(HER, HIM, THIRD);
  readAnew();
  await expect.poll(names).toContain(THIRD.name);
  expect(await names()).toEqual(['Blitz KG', 'Dritte']);
});

test('[AR13] a phone book that was being read while somebody was erased does not bring them back', async () => {
  const { erase, box, enter, names, readAnew } = await boxOffice();
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  box.meanwhileReading = async () => {
    asked.resolve();
    await held.promise;
  };
  enter(HER, HIM, THIRD);
  readAnew();
  await asked.promise;
  await erase(HER.number);
  held.resolve();
  await expect.poll(names).toContain(THIRD.name);
  expect(await names()).toEqual(['Blitz KG', 'Dritte']);
});

test('[AR13] the mock serves nobody who was erased', async () => {
  const { port, erase } = await office({ 'app.profiles': ['mock'] });
  const { page, names } = await bookOf(port, '/ws');
  const before = await names();
  const [{ number, name } = HER] = (await page.result<AddressCache>('addressCache')).addresses;
  await erase(number);
  expect(await names()).toEqual(before.filter((one) => one !== name));
});

test('[ST4] pages are told which events were erased, and at last that records were', async () => {
  const { post, port, erase } = await office();
  await post('/api/webhook', HIM);
  await post('/api/webhook/kunden', HER);
  await post('/api/webhook', [HER, HIM]);
  const page = new SseReader(port);
  await page.until(() => page.messages.length > 0);
  const [hello] = page.messages;
  expect(JSON.parse(hello?.data ?? '')).toMatchObject({ erasure: null });
  await erase(HER.number);
  const erased = () =>
    page.messages.filter(({ event }) => event === 'erased').map(({ data }) => JSON.parse(data));
  await page.until(() => erased().some(({ ids }) => ids.length === 0));
  expect(erased().map(({ ids }) => ids)).toEqual([[2, 3], []]);
  expect(page.messages.map(({ data }) => data).join()).not.toMatch(/23125.?001/);

  // Who was away meanwhile sees by the greeting that there was one.
  const late = new SseReader(port, undefined, { 'Last-Event-ID': '3' });
  await late.until(() => late.messages.length > 0);
  const { erasure } = JSON.parse(late.messages[0]?.data ?? '');
  expect(erasure).toBe(erased().at(-1).erasure);
  expect(erasure).not.toBeNull();

  // Nothing is held about somebody of whom there are only records either.
  await post('/api/addresses', THIRD);
  await erase(THIRD.number);
  await page.until(() => erased().length === 3);
  expect(erased().at(-1).ids).toEqual([]);
});

test('[AR13] later events about a suppressed number are given out and not held', async () => {
  const { post, get, port, erase } = await office();
  await erase(HER.number, true);
  const page = new SseReader(port);
  await page.until(() => page.messages.length > 0);
  await post('/api/webhook/kunden', HIM);
  await post('/api/webhook/kunden', HER);
  await post('/api/webhook', { kunden: [HER, HIM] });
  await page.until(() => page.ids.length === 3);
  const erased = () =>
    page.messages
      .filter(({ event }) => event === 'erased')
      .flatMap(({ data }) => JSON.parse(data).ids);
  await page.until(() => erased().length === 2);
  expect(erased()).toEqual([2, 3]);
  const history = JSON.parse(await get('/api/webhook/history'));
  expect(history.map(({ id, payload }: { id: number; payload: unknown }) => [id, payload])).toEqual(
    [
      [3, { kunden: [HIM] }],
      [1, HIM],
    ],
  );
  expect(await get('/api/archive/events')).not.toContain('Muster');
});

test('[AR13] who is suppressed stays so when a damaged file is set aside', async () => {
  const { server, erase, folder } = await office();
  await erase(HER.number, true);
  await server.stop();
  const beside = `${folder}/hookline.db.suppressed`;
  expect(readFileSync(beside, 'utf8')).toBe('+493023125001\n');
  expect(statSync(beside).mode & 0o777).toBe(0o600);
  writeFileSync(`${folder}/hookline.db`, 'no database any more');

  const again = await office({}, folder);
  await expect.poll(() => again.get('/readyz')).toContain('damaged');
  await again.post('/api/addresses', [HER, HIM]);
  await expect.poll(again.contacts).toContain('Blitz');
  expect(await again.contacts()).not.toContain('Muster');
});

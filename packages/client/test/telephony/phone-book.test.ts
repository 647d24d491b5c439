import { expect, test } from 'vitest';
import { TOLD_STOCK } from '../../../server/test/telephony/telephony-client.ts';
import { phone, runOffice } from './support/office.ts';

const TOTAL = TOLD_STOCK.length;

test('[CL7] first way: the address cache', async () => {
  const office = await runOffice();
  const { now, until, progress } = phone({ url: office.socket });
  await until(({ phoneBook }) => phoneBook.source !== null);
  expect(now()).toMatchObject({ state: 'live', extension: '21', progress: null });
  expect(now().phoneBook).toEqual({ source: 'cache', entries: TOLD_STOCK, failed: 0 });
  expect(new Set(progress.map(({ source }) => source))).toEqual(new Set(['cache']));
});

test('[CL7] second way: without the cache, the command addresses, page by page', async () => {
  const office = await runOffice();
  await office.send('DELETE', '/api/mock/address-cache');
  const { now, until, progress } = phone({ url: office.socket });
  await until(({ phoneBook }) => phoneBook.source !== null);
  expect(now().phoneBook).toEqual({ source: 'command', entries: TOLD_STOCK, failed: 0 });
  const pages = progress.filter(({ source, done }) => source === 'command' && done > 0);
  expect(pages[0]).toEqual({ source: 'command', done: 50, total: TOTAL });
  expect(new Set(progress.map(({ source }) => source))).toEqual(new Set(['cache', 'command']));
});

test('[CL7] third way: single look-ups, with progress', async () => {
  const office = await runOffice();
  await office.send('DELETE', '/api/mock/address-cache');
  await office.send('PUT', '/api/mock/switches', { addresses: false });
  const { now, until, progress } = phone({ url: office.socket });
  await until(({ phoneBook }) => phoneBook.source !== null);
  expect(now().phoneBook).toEqual({ source: 'lookups', entries: TOLD_STOCK, failed: 0 });
  const sources = progress.map(({ source }) => source);
  expect([...new Set(sources)]).toEqual(['cache', 'command', 'lookups']);
  const done = progress.filter(({ source }) => source === 'lookups').map((one) => one.done);
  expect(done).toEqual(done.toSorted((a, b) => a - b));
  expect(done.length).toBeGreaterThan(10);
});

test('[CL7] a changed cache is read again, and the old book stays until the new one is there', async () => {
  const office = await runOffice();
  const { now, until, telephony } = phone({ url: office.socket });
  await until(({ phoneBook }) => phoneBook.source === 'cache');
  const sizes = new Set<number>();
  telephony.subscribe(() => sizes.add(now().phoneBook.entries.length));
  await office.send('PUT', '/api/mock/switches', { addresses: false });
  await office.send('DELETE', '/api/mock/address-cache');
  await until(({ phoneBook }) => phoneBook.source === 'lookups');
  await office.send('POST', '/api/mock/address-cache/fill');
  await until(({ phoneBook }) => phoneBook.source === 'cache');
  expect(sizes).toEqual(new Set([TOTAL]));
});

test('[CL7] the telephony app is restarted: the book stays, then it is read again', async () => {
  const before = await runOffice();
  const { now, until, telephony } = phone({ url: before.socket });
  await until(({ phoneBook }) => phoneBook.source === 'cache');
  const { phoneBook } = now();
  await before.stop();
  await until(({ state }) => state === 'waiting');
  expect(now().phoneBook).toBe(phoneBook);
  await runOffice(before.port);
  telephony.retry();
  await until(({ state, phoneBook: book }) => state === 'live' && book !== phoneBook);
  expect(now().phoneBook.entries).toEqual(TOLD_STOCK);
});

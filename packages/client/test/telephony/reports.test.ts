import { expect, test } from 'vitest';
import { STOCK } from '../../../server/src/telephony/systems/mock/stock.ts';
import { runServer } from '../../../server/test/support/running-server.ts';
import { temporaryFolder } from '../../../server/test/support/written-archive.ts';
import { archivedAddresses, archivedCalls, archivedNumbers } from './support/archive-reader.ts';
import { BAKERY, type Office, phone, runOffice, runOfficeWithArchive } from './support/office.ts';

const NUMBERS = STOCK.map(({ number }) => number).sort();

const ring = (office: Office, scenario: string) =>
  office.send('POST', '/api/mock/calls', { from: BAKERY, scenario });

test('[CL7] phone book and calls arrive in the archive, each call once', async () => {
  const office = await runOfficeWithArchive(temporaryFolder());
  const { now, until } = phone({ url: office.socket, baseUrl: office.url, report: true });
  await until(({ phoneBook }) => phoneBook.source === 'cache');
  for (const scenario of ['answered', 'missed', 'no-answer-event', 'changed-id']) {
    const { length } = now().calls;
    await ring(office, scenario);
    await until(({ calls }) => calls.length > length && calls[0]?.state === 'ended');
  }
  await until(({ reports }) => reports.waiting === 0);
  await expect
    .poll(async () => (await archivedCalls(office)).map(({ state }) => state))
    .toEqual(['ended', 'ended', 'ended', 'ended']);
  expect((await archivedCalls(office)).map(({ missed }) => missed)).toEqual([
    false,
    false,
    true,
    false,
  ]);
  await expect.poll(async () => (await archivedNumbers(office)).sort()).toEqual(NUMBERS);
  // What Hookline adds for comparing is nothing that the phone book says.
  for (const { fields } of await archivedAddresses(office)) {
    expect(fields).not.toHaveProperty('line');
  }
  expect(now().reports).toEqual({ leading: true, waiting: 0, dropped: 0 });
});

test('[CL7] what happens while the backend is away arrives when it is back', async () => {
  const folder = temporaryFolder();
  // The telephony app is on the dispatcher's own machine and stays.
  const office = await runOffice();
  const backend = await runOfficeWithArchive(folder);
  const { now, until } = phone({ url: office.socket, baseUrl: backend.url, report: true });
  await until(({ phoneBook, reports }) => phoneBook.source === 'cache' && reports.waiting === 0);
  await backend.stop();
  await ring(office, 'late-name');
  await ring(office, 'overlapping');
  await until(({ calls }) => calls.length === 3 && calls.every(({ state }) => state === 'ended'));
  expect(now().reports.waiting).toBeGreaterThan(6);

  const again = await runOfficeWithArchive(folder, backend.port);
  // By itself: nobody tells the client that the backend is back.
  await until(({ reports }) => reports.waiting === 0);
  await expect
    .poll(async () => (await archivedCalls(again)).map(({ state }) => state))
    .toEqual(['ended', 'ended', 'ended']);
  const calls = await archivedCalls(again);
  expect(calls.filter(({ missed }) => missed)).toHaveLength(1);
  expect(calls.every(({ name }) => name === 'Bäckerei Krumenglück')).toBe(true);
  expect(now().reports.dropped).toBe(0);
});

test('[CL7] a report that is refused is given up, and the others arrive', async () => {
  const office = await runOffice();
  const taken: string[] = [];
  const refusing = async (url: string, init: RequestInit) => {
    const text = String(init.body);
    if (text.includes('call.connected')) return new Response(null, { status: 400 });
    if (url.endsWith('/api/calls')) taken.push(...(text.match(/call\.\w+/g) ?? []));
    return new Response('{}', { status: 202 });
  };
  const { now, until } = phone({ url: office.socket, fetch: refusing, report: true });
  await until(({ phoneBook }) => phoneBook.source === 'cache');
  await ring(office, 'answered');
  await until(({ calls, reports }) => calls[0]?.state === 'ended' && reports.waiting === 0);
  expect(taken).toEqual(['call.ringing', 'call.ended']);
  expect(now().reports.dropped).toBe(1);
});

test('[CL7] [SE1] where nobody may report, reports are given up at once and not tried again', async () => {
  const office = await runOffice();
  const closed = await runServer({ 'app.server.host': '0.0.0.0' });
  const told: string[] = [];
  const listening = async (url: string, init: RequestInit) => {
    told.push(...(String(init.body).match(/call\.\w+|addresses/g) ?? []));
    return fetch(url, init);
  };
  const backend = { baseUrl: `http://127.0.0.1:${closed.port}`, fetch: listening };
  const { now, until } = phone({ url: office.socket, ...backend, report: true });
  await until(({ phoneBook }) => phoneBook.source === 'cache');
  await ring(office, 'answered');
  await until(({ calls, reports }) => calls[0]?.state === 'ended' && reports.waiting === 0);
  expect(now().reports.dropped).toBe(4);
  expect(told.sort()).toEqual(['addresses', 'call.connected', 'call.ended', 'call.ringing']);
  expect(closed.archive.reports).toEqual([]);
});

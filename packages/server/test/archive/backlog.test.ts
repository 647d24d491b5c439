import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { Backlog } from '../../src/archive/backlog.ts';
import type { ToWriter } from '../../src/archive/threads/messages.ts';
import { unpackBatch } from '../../src/archive/write/batch.ts';
import { SpoolInlet } from '../../src/archive/write/spool-inlet.ts';
import { temporaryFolder } from '../support/written-archive.ts';

/** A backlog, what its writing thread was told, and what was said of it. */
function backlogIn(folder: string) {
  const told: ToWriter[] = [];
  const said: string[] = [];
  const backlog = new Backlog(folder, {
    behind: (isBehind) => said.push(isBehind ? 'behind' : 'caught up'),
    dropping: () => said.push('dropping'),
    spoolFails: () => said.push('spool fails'),
    setAside: (name) => said.push(name),
  });
  backlog.start('i');
  const connect = () => backlog.connect((message) => told.push(message));
  let last = 0;
  const add = (text: string) => {
    const eventId = ++last;
    const head = { id: `${eventId}`, kind: 'event' as const, receivedAt: '', channel: null };
    backlog.add({ ...head, eventId }, Buffer.from(text));
  };
  return { backlog, told, said, connect, add };
}

afterEach(() => void vi.useRealTimers());

test('[AR10] a reader waits for what came before, but not for long and not for a database that is away', async () => {
  vi.useFakeTimers();
  const { backlog, connect, add } = backlogIn(temporaryFolder());
  connect();
  let read = 0;
  const ask = () => backlog.stored().then(() => read++);
  await ask();
  add('"first"');
  const asked = ask();
  await vi.advanceTimersByTimeAsync(500);
  add('"second"');
  await vi.advanceTimersByTimeAsync(100);
  expect(read).toBe(1);
  backlog.settled(1);
  await asked;
  const impatient = ask();
  await vi.advanceTimersByTimeAsync(3000);
  await impatient;
  const other = ask();
  backlog.setAway(true);
  await other;
  expect(read).toBe(4);
});

type Backlogged = ReturnType<typeof backlogIn>;

/** Each in a batch of its own. */
async function addApart({ backlog, add }: Backlogged, count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) {
    add(`"${turn}"`);
    await backlog.passed();
  }
}

function handedOver(told: readonly ToWriter[]): number[] {
  return told.flatMap((message) => (message.type === 'batch' ? [message.place] : []));
}

function eventsIn(folder: string): number[] {
  return readdirSync(folder)
    .toSorted()
    .flatMap((name) => unpackBatch(readFileSync(join(folder, name))).entries)
    .map(({ eventId }) => eventId);
}

test('[AR12] what comes in is handed on well within 100 ms, though there is never a pause', () => {
  vi.useFakeTimers();
  const { backlog, told, connect, add } = backlogIn(temporaryFolder());
  connect();
  const handedOn = () =>
    told.flatMap((message) =>
      message.type === 'batch' ? unpackBatch(message.packed).entries.map((one) => one.eventId) : [],
    );
  for (let added = 1; added <= 100; added++) {
    add('1');
    vi.advanceTimersByTime(5);
    for (const place of handedOver(told)) backlog.settled(place);
    // Half of the time is left for the database.
    expect(handedOn().length).toBeGreaterThanOrEqual(added - 50 / 5);
  }
});

test('[AR12] what a busy writing thread does not settle goes to the spool, in order', async () => {
  const folder = temporaryFolder();
  const backlogged = backlogIn(folder);
  const { backlog, told, said, connect, add } = backlogged;
  connect();
  await addApart(backlogged, 3);
  expect(handedOver(told)).toEqual([1, 2, 3]);
  backlog.settled(1);
  await expect.poll(() => eventsIn(folder)).toEqual([2, 3]);
  await expect.poll(() => said).toEqual(['behind']);
  expect(backlog.lag()).toMatchObject({ records: 2 });
  // Behind those that wait on disk, and not past them.
  add('"later"');
  await expect.poll(() => eventsIn(folder)).toEqual([2, 3, 4]);
  expect(handedOver(told)).toEqual([1, 2, 3]);
  expect(backlog.queuedBytes).toBe(0);

  for (const name of readdirSync(folder).toSorted()) backlog.unspooled(name);
  expect(said).toEqual(['behind', 'caught up']);
  add('"directly"');
  await backlog.passed();
  expect(handedOver(told)).toEqual([1, 2, 3, 5]);
});

test('[AR12] what a writing thread had when it ended is handed to the next one', async () => {
  const backlogged = backlogIn(temporaryFolder());
  const { backlog, told, connect } = backlogged;
  connect();
  await addApart(backlogged, 2);
  backlog.settled(1);
  backlog.disconnect(true);
  told.length = 0;
  connect();
  expect(handedOver(told)).toEqual([2]);
});

test('[AR14] a batch that ends every writing thread does not block the others', async () => {
  const folder = temporaryFolder();
  const inlet = new SpoolInlet(folder);
  for (const text of ['bad', 'good']) await inlet.add(Buffer.from(text));
  const { backlog, told, said, connect } = backlogIn(folder);
  for (let life = 0; life < 3; life++) {
    connect();
    backlog.disconnect(true);
  }
  told.length = 0;
  connect();
  expect(told).toEqual([{ type: 'spooled', names: ['000000000000001.batch'] }]);
  expect(said).toEqual(['000000000000000.batch']);
  expect(readdirSync(folder).toSorted()).toEqual([
    '000000000000000.batch.unreadable',
    '000000000000001.batch',
  ]);
});

test('[AR12] what an earlier run has left is told to the writing thread, and nothing written over it', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '000000000000007.batch'), '');
  writeFileSync(join(folder, '000000000000008.batch.unreadable'), '');
  const { backlog, told, connect, add } = backlogIn(folder);
  connect();
  expect(told).toEqual([{ type: 'spooled', names: ['000000000000007.batch'] }]);
  add('1');
  await expect.poll(() => backlog.spooledBatches).toBe(2);
  expect(readdirSync(folder)).toContain('000000000000009.batch');
});

test('[AR12] without a spool, large records leave room for small ones, and what is dropped is counted', async () => {
  const folder = temporaryFolder();
  const inTheWay = join(folder, 'spool');
  writeFileSync(inTheWay, 'a file where the folder should be');
  const { backlog, said, add } = backlogIn(inTheWay);
  const large = 'x'.repeat(1_000_000);
  for (let turn = 0; turn < 70; turn++) add(large);
  const dropped = backlog.dropped;
  expect(dropped).toBeGreaterThan(0);
  expect(said).toContain('dropping');
  for (let turn = 0; turn < 1000; turn++) add('"small"');
  expect(backlog.dropped).toBe(dropped);
  expect(backlog.queuedBytes).toBeLessThan(64 * 1024 * 1024);

  // Once it can be written, everything that is still held goes there.
  rmSync(inTheWay);
  mkdirSync(inTheWay);
  await expect.poll(() => backlog.queuedBytes).toBe(0);
  expect(eventsIn(inTheWay)).toHaveLength(1070 - dropped);
  expect(said).toContain('spool fails');
});

test('[AR12] at the end everything is spooled, or the number of lost records is said', async () => {
  const folder = temporaryFolder();
  const kept = backlogIn(folder);
  kept.connect();
  for (let turn = 0; turn < 5; turn++) kept.add('1');
  expect(await kept.backlog.drain()).toBe(0);
  expect(eventsIn(folder)).toEqual([1, 2, 3, 4, 5]);

  const inTheWay = join(folder, 'spool');
  writeFileSync(inTheWay, 'a file where the folder should be');
  const lost = backlogIn(inTheWay);
  lost.connect();
  for (let turn = 0; turn < 5; turn++) lost.add('1');
  expect(await lost.backlog.drain()).toBe(5);
});

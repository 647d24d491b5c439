import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { FRAME_BYTES, framedAt, unpackBatch } from '../../../src/archive/engine/journal/batch.ts';
import { Outbox, type OutboxOptions } from '../../../src/archive/engine/journal/outbox.ts';
import type { ToWriter } from '../../../src/archive/threads/messages.ts';
import { temporaryFolder } from '../../support/written-archive.ts';

/** An outbox with its journal, what its writing thread was told, and what was said of it. */
async function outboxIn(folder: string, options: Partial<OutboxOptions> = {}) {
  const told: ToWriter[] = [];
  const said: string[] = [];
  const outbox = new Outbox({
    folder,
    run: 'r',
    isAwaited: true,
    mostBytes: Number.POSITIVE_INFINITY,
    onBehind: (isBehind) => said.push(isBehind ? 'behind' : 'caught up'),
    onDropping: () => said.push('dropping'),
    onProblem: (problem) => said.push(problem ?? 'written again'),
    ...options,
  });
  onTestFinished(async () => void (await outbox.close()));
  await outbox.open('i');
  let last = 0;
  const add = (text: string) => {
    const eventId = ++last;
    const head = { id: `${eventId}`, kind: 'event' as const, receivedAt: '', channel: null };
    outbox.add({ ...head, eventId }, Buffer.from(text));
  };
  /** Answered when that is due. */
  const kept = () =>
    new Promise<void>((resolve) => {
      if (!outbox.whenKept(resolve)) resolve();
    });
  /** Answered, and all of it handed on. */
  const turn = async () => {
    await kept();
    await setImmediate();
  };
  const connect = () => outbox.connect((message) => told.push(message));
  return { outbox, told, said, add, kept, turn, connect };
}

/** The events in the files of a journal, a list for each batch. */
function batchesIn(folder: string): number[][] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.journal'))
    .toSorted()
    .flatMap((name) => {
      const bytes = readFileSync(join(folder, name));
      const batches: number[][] = [];
      for (let offset = 0; ; ) {
        const packed = framedAt(bytes, offset);
        if (!packed) return batches;
        batches.push(unpackBatch(packed).entries.map(({ eventId }) => eventId));
        offset += FRAME_BYTES + packed.length;
      }
    });
}

/** The events that the writing thread got from memory. */
function handedOver(told: readonly ToWriter[]): number[] {
  return told.flatMap((message) =>
    message.type === 'batch' ? unpackBatch(message.packed).entries.map((one) => one.eventId) : [],
  );
}

test('[AR12] what one turn accepts is one batch in the journal, and who waits is told when it is there', async () => {
  const folder = temporaryFolder();
  const { add, kept, outbox, told, connect } = await outboxIn(folder);
  connect();
  expect(outbox.whenKept(() => {})).toBe(false);
  const order: string[] = [];
  const first = [1, 2, 3].map((each) => {
    add(`${each}`);
    return kept().then(() => order.push(`${each}: ${batchesIn(folder).length}`));
  });
  expect(readdirSync(folder)).toEqual([]);
  await Promise.all(first);
  expect(order).toEqual(['1: 1', '2: 1', '3: 1']);
  add('4');
  await kept();
  expect(batchesIn(folder)).toEqual([[1, 2, 3], [4]]);
  expect(outbox.queuedBytes).toBe(0);
  expect(outbox.waiting).toBe(4);
  const [name = ''] = readdirSync(folder);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  await expect
    .poll(() => told.at(-1))
    .toMatchObject({ type: 'file', name, end: outbox.journalBytes, isClosed: false });
  expect(handedOver(told)).toEqual([]);
});

test('[AR12] without waiting, the journal is written all the same', async () => {
  const folder = temporaryFolder();
  const { add, outbox } = await outboxIn(folder, { isAwaited: false });
  add('1');
  expect(outbox.whenKept(() => {})).toBe(false);
  await expect.poll(() => batchesIn(folder)).toEqual([[1]]);
});

test('[AR12] a file is closed when it is large, and all of them when everything is stored', async () => {
  const folder = temporaryFolder();
  const { add, kept, outbox, told, connect } = await outboxIn(folder);
  connect();
  for (let each = 0; each < 3; each++) {
    add(`"${'x'.repeat(700_000)}"`);
    await kept();
  }
  expect(readdirSync(folder)).toHaveLength(2);
  const closed = () =>
    told.flatMap((message) => (message.type === 'file' && message.isClosed ? [message.name] : []));
  await expect.poll(closed).toEqual(['000000000000000.journal']);
  outbox.settled(3);
  await expect.poll(closed).toEqual(['000000000000000.journal', '000000000000001.journal']);
  for (const name of closed()) outbox.read(name);
  expect(outbox.journalBytes).toBe(0);
});

test('[AR12] what an earlier run has left is told to every writing thread, and nothing written over it', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, '000000000000007.batch'), 'x');
  writeFileSync(join(folder, '000000000000008.batch.unreadable'), '');
  const { add, kept, outbox, told, connect } = await outboxIn(folder);
  add('1');
  await kept();
  const all = [
    { type: 'file', name: '000000000000007.batch', end: 1, isClosed: true },
    expect.objectContaining({ name: '000000000000009.journal', isClosed: false }),
  ];
  for (let thread = 0; thread < 2; thread++) {
    told.length = 0;
    connect();
    expect(told).toEqual(all);
    outbox.disconnect();
  }
  expect(outbox.waiting).toBe(2);
});

/** A file where the folder should be. */
function blockedFolder(): string {
  const inTheWay = join(temporaryFolder(), 'spool');
  writeFileSync(inTheWay, '');
  return inTheWay;
}

test('[AR2] [AR12] a journal that cannot be written keeps nobody waiting; the writing thread gets everything from memory', async () => {
  const folder = blockedFolder();
  const { add, kept, turn, outbox, told, said, connect } = await outboxIn(folder);
  connect();
  for (let each = 0; each < 3; each++) {
    add('1');
    await turn();
  }
  await expect.poll(() => handedOver(told)).toEqual([1, 2, 3]);
  expect(outbox.troubles(undefined)).toEqual([
    expect.stringContaining('journal cannot be written'),
  ]);
  outbox.settled(2);
  expect(outbox.waiting).toBe(1);

  // What is not stored goes there when it can, before all that comes then.
  rmSync(folder);
  // Unless the journal was quicker.
  mkdirSync(folder, { recursive: true });
  await expect.poll(() => said.at(-1)).toBe('written again');
  add('1');
  await kept();
  // One that was just being tried again may be there, too; stored, it counts once.
  expect(batchesIn(folder).slice(-2)).toEqual([[3], [4]]);
  expect(said).toHaveLength(2);
  expect(outbox.troubles(undefined)).toEqual([]);
});

test('[AR12] the next writing thread gets from memory what the last one has not stored', async () => {
  const { add, turn, outbox, told, connect } = await outboxIn(blockedFolder());
  connect();
  for (let each = 0; each < 3; each++) {
    add('1');
    await turn();
  }
  await expect.poll(() => handedOver(told)).toEqual([1, 2, 3]);
  outbox.settled(1);
  outbox.disconnect();
  told.length = 0;
  connect();
  expect(handedOver(told)).toEqual([2, 3]);
});

test('[AR12] beyond its bound on disk, and then in memory, records are dropped and counted', async () => {
  const folder = temporaryFolder();
  const { add, kept, outbox, said } = await outboxIn(folder, { mostBytes: 2_100_000 });
  const large = 'x'.repeat(1_000_000);
  for (let each = 0; each < 70; each++) {
    add(large);
    await kept();
    // Before it is full it is said.
    if (each === 1) {
      expect(outbox.troubles(undefined)).toEqual(['the journal has room for 0 MiB only']);
    }
  }
  expect(batchesIn(folder)).toEqual([[1], [2]]);
  expect(said).toEqual(['it has reached app.archive.journal-bytes', 'dropping']);
  expect(outbox.dropped).toBeGreaterThan(0);
  expect(outbox.queuedBytes).toBeLessThan(64 * 1024 * 1024);
  expect(outbox.waiting).toBe(70 - outbox.dropped);
  expect(outbox.troubles(undefined).join()).toContain('reached app.archive.journal-bytes');
});

test('[AR12] a file that somebody removes is not written to any more', async () => {
  const folder = temporaryFolder();
  const { add, kept } = await outboxIn(folder);
  add('1');
  await kept();
  rmSync(join(folder, '000000000000000.journal'));
  add('1');
  await kept();
  expect(batchesIn(folder)).toEqual([[2]]);
  // Nor is a folder needed that was there before.
  rmSync(folder, { recursive: true });
  add('1');
  await kept();
  expect(batchesIn(folder)).toEqual([[3]]);
});

test('[AR12] a writing thread that does not store is said to be behind, until it has caught up', async () => {
  const { add, turn, outbox, said, connect } = await outboxIn(temporaryFolder());
  connect();
  for (let each = 0; each < 3; each++) {
    add('1');
    await turn();
  }
  expect(outbox.settled(1)).toBe(1);
  expect(outbox.lag()).toBeUndefined();
  await expect.poll(() => said).toEqual(['behind']);
  expect(outbox.lag()).toMatchObject({ records: 2 });
  expect(outbox.troubles(undefined)).toEqual([
    expect.stringMatching(/^the archive is behind: 2 records wait.*\d KiB wait in the journal$/),
  ]);
  expect(outbox.settled(3)).toBe(2);
  expect(said).toEqual(['behind', 'caught up']);
  expect(outbox.troubles(undefined)).toEqual([]);
});

test('[AR10] a reader waits for what came before, but not for long and not for a database that is away', async () => {
  const { add, outbox, connect } = await outboxIn(temporaryFolder());
  connect();
  const read: string[] = [];
  await outbox.stored();
  add('1');
  const first = outbox.stored().then(() => read.push('first'));
  await outbox.passed();
  expect(read).toEqual([]);
  outbox.settled(1);
  await first;
  add('2');
  // Nobody stores it.
  expect(await outbox.stored()).toBe(false);
  const caughtUp = outbox.caughtUp();
  outbox.settled(2);
  await caughtUp;
  expect(await outbox.stored()).toBe(true);
  add('3');
  const third = outbox.stored().then((isStored) => read.push(`third ${isStored}`));
  outbox.setAway(true);
  await third;
  expect(read).toEqual(['first', 'third false']);
});

test('[AR13] what was accepted before an erasure is in files that nothing more comes into', async () => {
  const folder = temporaryFolder();
  const { add, kept, outbox, told, connect } = await outboxIn(folder);
  connect();
  add('1');
  await outbox.passed();
  const [name] = readdirSync(folder);
  expect(told.at(-1)).toMatchObject({ type: 'file', name, isClosed: true });
  add('2');
  await kept();
  expect(readdirSync(folder)).toHaveLength(2);
});

test('[AR12] at the end everything is in the journal, or the number of lost records is said', async () => {
  const folder = temporaryFolder();
  const { add, outbox } = await outboxIn(folder);
  for (let each = 0; each < 5; each++) add('1');
  expect(await outbox.drain()).toBe(0);
  expect(batchesIn(folder)).toEqual([[1, 2, 3, 4, 5]]);

  const lost = await outboxIn(blockedFolder());
  for (let each = 0; each < 5; each++) lost.add('1');
  expect(await lost.outbox.drain()).toBe(5);
});

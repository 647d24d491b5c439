import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { Reading } from '../../../src/archive/threads/reading.ts';

const MINUTE = 60_000;
/** Answers with what it was asked, and how often so far; ends when asked to fail. */
const THREAD = `
  const { parentPort } = require('node:worker_threads');
  let calls = 0;
  parentPort.on('message', ({ id, name }) => {
    if (name === 'lines') process.exit(1);
    calls++;
    if (name === 'summary') return;
    const value = name === 'nextPiece' ? (calls < 3 ? { list: 'calls', items: [String(calls)] } : undefined) : calls;
    parentPort.postMessage({ type: 'reply', id, value });
  });`;

afterEach(() => void vi.useRealTimers());

function reading() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const threads: Worker[] = [];
  const read = new Reading(
    () => {
      const thread = new Worker(THREAD, { eval: true });
      threads.push(thread);
      return thread;
    },
    { damaged: () => {}, failed: () => {} },
  );
  onTestFinished(() => read.close());
  return { read, threads };
}

test('the reading thread runs only while somebody reads', async () => {
  const { read, threads } = reading();
  expect(threads).toHaveLength(0);
  expect(await read.call('couriers', [])).toBe(1);
  vi.advanceTimersByTime(4 * MINUTE);
  expect(await read.call('couriers', [])).toBe(2);
  vi.advanceTimersByTime(4 * MINUTE);
  expect(await read.call('couriers', [])).toBe(3);
  const ended = once(threads[0] as Worker, 'exit');
  vi.advanceTimersByTime(5 * MINUTE);
  await ended;
  // Another thread, which knows nothing of the first.
  expect(await read.call('couriers', [])).toBe(1);
  expect(threads).toHaveLength(2);
});

test('it does not go while an answer or the rest of an export is awaited', async () => {
  const { read, threads } = reading();
  const pieces = read.exportNumber('1');
  expect(await pieces.next()).toMatchObject({ value: { items: ['1'] } });
  vi.advanceTimersByTime(30 * MINUTE);
  expect(await pieces.next()).toMatchObject({ value: { items: ['2'] } });
  expect(await pieces.next()).toMatchObject({ done: true });
  const answer = read.call('summary', []);
  vi.advanceTimersByTime(30 * MINUTE);
  expect(await read.call('couriers', [])).toBeGreaterThan(3);
  expect(threads).toHaveLength(1);
  const turnedAway = expect(answer).rejects.toMatchObject({ reason: 'unavailable' });
  await read.close();
  await turnedAway;
});

test('one that fails turns away who waits, and is not started again for each that asks', async () => {
  const { read, threads } = reading();
  const unavailable = { reason: 'unavailable' };
  await expect(read.call('lines', [[]])).rejects.toMatchObject(unavailable);
  await expect(read.call('couriers', [])).rejects.toMatchObject(unavailable);
  expect(threads).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  expect(await read.call('couriers', [])).toBe(1);
  expect(threads).toHaveLength(2);
});

import { expect, test } from 'vitest';
import { Hub } from '../src/hub/hub.ts';
import { ALL_CHANNELS } from '../src/hub/relay-event.ts';
import { Batches } from '../src/stream/batches.ts';
import { eventEncoder } from '../src/stream/frames.ts';

test('[AR13] what is erased is gone from history and ring, and the ids of the rest stay', async () => {
  const hub = new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
  const batches = new Batches(hub.log);
  for (const payload of ['"a"', '"secret"', '["secret","b"]', '"c"']) {
    hub.append(null, Buffer.from(payload));
  }
  batches.read(1, 4, ALL_CHANNELS);
  await hub.redact((payload) => {
    if (payload === '"secret"') return { outcome: 'removed' };
    return payload.includes('secret')
      ? { outcome: 'cut', text: '["b"]' }
      : { outcome: 'untouched' };
  });
  batches.forget();
  expect(hub.log.history().map(({ id, payload }) => [id, payload.toString()])).toEqual([
    [4, '"c"'],
    [3, '["b"]'],
    [1, '"a"'],
  ]);
  const { bytes, events, next } = batches.read(1, 4, ALL_CHANNELS);
  expect({ events, next }).toEqual({ events: 3, next: 5 });
  expect(bytes?.toString()).not.toContain('secret');
  hub.append(null, Buffer.from('"d"'));
  expect(hub.log.head).toBe(5);
});

test('[AR13] a ring full of payloads is judged in turns, whatever comes and goes between', async () => {
  const hub = new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
  const batches = new Batches(hub.log);
  hub.listen({ wake: () => {}, cleared: () => {}, redacted: () => batches.forget() });
  const padding = 'x'.repeat(10_000);
  for (let i = 0; i < 700; i++) hub.append(null, Buffer.from(`"secret ${i} other ${padding}"`));
  const first = hub.log.firstInRing;
  const held = hub.log.head;
  // Remembered by the streams that read them before.
  for (let id = first; id <= held; ) id = batches.read(id, held, ALL_CHANNELS).next;

  let turns = 0;
  let isOver = false;
  const judged = new Set<string>();
  const eachTurn = () => {
    if (isOver) return;
    turns++;
    hub.append(null, Buffer.from(`"late ${turns} ${padding}${padding}"`));
    setImmediate(eachTurn);
  };
  setImmediate(eachTurn);
  const without = (word: string) => (payload: string) => {
    if (!payload.includes(word)) return { outcome: 'untouched' } as const;
    judged.add(payload);
    return { outcome: 'cut', text: payload.replace(word, '') } as const;
  };
  await Promise.all([hub.redact(without('secret')), hub.redact(without('other'))]);
  isOver = true;

  expect(turns).toBeGreaterThan(20);
  expect(hub.log.firstInRing).toBeGreaterThan(first);
  expect(judged.size).toBeGreaterThan(500);
  for (let id = hub.log.firstInRing; id <= hub.log.head; ) {
    const { bytes, next } = batches.read(id, hub.log.head, ALL_CHANNELS);
    expect(bytes?.toString()).not.toMatch(/secret|other/);
    id = next;
  }
});

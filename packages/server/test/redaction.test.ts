import { expect, test } from 'vitest';
import { Hub } from '../src/hub/hub.ts';
import { ALL_CHANNELS } from '../src/hub/relay-event.ts';
import { Batches } from '../src/stream/batches.ts';
import { eventEncoder } from '../src/stream/frames.ts';

test('[AR13] what is erased is gone from history and ring, and the ids of the rest stay', () => {
  const hub = new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
  const batches = new Batches(hub.log);
  for (const payload of ['"a"', '"secret"', '["secret","b"]', '"c"']) {
    hub.append(null, Buffer.from(payload));
  }
  batches.read(1, 4, ALL_CHANNELS);
  hub.redact((payload) => {
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

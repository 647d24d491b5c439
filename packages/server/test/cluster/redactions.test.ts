import { expect, test } from 'vitest';
import { Redactions } from '../../src/cluster/redactions.ts';
import { Hub } from '../../src/hub/hub.ts';
import { eventEncoder } from '../../src/stream/frames.ts';

const AT = '2026-03-01T12:00:00.000Z';

function newHub(): { hub: Hub; told: string[]; take: (id: number) => void } {
  const hub = new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
  const told: string[] = [];
  hub.listen({
    wake() {},
    cleared: (through) => told.push(`cleared ${through} at ${hub.log.head}`),
    redacted() {},
    begunAnew() {},
  });
  hub.beginAnew('life', 0);
  return { hub, told, take: (id) => hub.take(id, AT, null, Buffer.from(String(id))) };
}

test('[CM1] what was cleared elsewhere is cleared here once it is here, and told once', () => {
  const { hub, told, take } = newHub();
  const redactions = new Redactions();
  for (const id of [1, 2]) take(id);
  redactions.clear('life', 4, hub);
  expect([told, hub.log.clearedThrough]).toEqual([[], 0]);
  for (const id of [3, 4, 5]) {
    take(id);
    redactions.clearReached(hub);
  }
  expect(told).toEqual(['cleared 4 at 4']);
  expect(hub.log.history().map(({ id }) => id)).toEqual([5]);
  // An earlier one that comes late, one of another epoch, and the same again change nothing.
  redactions.clear('life', 3, hub);
  redactions.clear('another', 5, hub);
  redactions.clear('life', 4, hub);
  expect(told).toHaveLength(1);
});

test('[CM1] what was erased is known by its epoch and its id, for what is not here yet too', () => {
  const { hub, take } = newHub();
  const redactions = new Redactions();
  take(1);
  const note = (id: number, text: string | null) => ({ id, receivedAt: AT, channel: null, text });
  redactions.add('life', note(9, '"rest"'), hub);
  redactions.add('life', note(1, null), hub);
  redactions.add('another', note(5, null), hub);
  redactions.add('life', note(4, null), hub);
  expect(hub.log.history()).toEqual([]);
  expect(redactions.of('life', 0, 9).map(({ id }) => id)).toEqual([1, 4, 9]);
  expect(redactions.of('life', 3, 4).map(({ id }) => id)).toEqual([4]);
  expect(redactions.of('life', 4, 8)).toEqual([]);
  expect(redactions.of('next', 0, 9)).toEqual([]);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countUnseen, isSeen, memorySeenStorage, mergeEvents, seenIn } from '../src/index.ts';
import { joined, sumOf, tallyOf, unseenByChannel } from '../src/tally.ts';
import { seenThrough, seenToo } from '../src/unseen.ts';
import { apply, EMPTY } from '../src/view.ts';

test('[CL3] unseen is what is newer than the last seen id of this epoch of the backend', () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 200 }), { maxLength: 80 });
  const seen = fc.record({
    instance: fc.constantFrom('a', 'b'),
    id: fc.integer({ min: 0, max: 200 }),
  });
  fc.assert(
    fc.property(ids, fc.option(seen, { nil: undefined }), (all, last) => {
      const list = mergeEvents(
        [],
        all.map((id) => ({ id })),
      );
      const count = countUnseen(list, seenIn('a', last));
      if (last?.instance !== 'a') expect(count).toBe(list.length);
      else expect(count).toBe(list.filter(({ id }) => id > last.id).length);
      expect(countUnseen(list, list[0]?.id ?? 0)).toBe(0);
    }),
  );
});

test('[CL3] nothing was seen of a backend that nobody has heard of', () => {
  expect(seenIn(undefined, { instance: 'a', id: 7 })).toBe(0);
  expect(seenIn('a', memorySeenStorage().read())).toBe(0);
});

const event = (id: number, channel?: 'jobs' | 'kunden') =>
  ({ id, receivedAt: '', payload: null, ...(channel && { channel }) }) as const;

test('[CL3] what was seen of one channel, or one by one, leaves the rest unseen', () => {
  const tally = tallyOf([event(1, 'kunden'), ...[2, 3, 4, 5, 6].map((id) => event(id, 'jobs'))]);
  const none = { instance: 'a', id: 0 };
  const jobs = seenThrough(none, 6, 'jobs');
  expect(unseenByChannel(tally, jobs, 0)).toEqual({ kunden: 1, jobs: 0 });
  expect([isSeen(jobs, event(6, 'jobs')), isSeen(jobs, event(1, 'kunden'))]).toEqual([true, false]);
  const some = seenToo(none, [3, 5, 3]);
  expect(unseenByChannel(tally, some, 0)).toEqual({ kunden: 1, jobs: 3 });
  expect(unseenByChannel(tally, some, 3)).toEqual({ kunden: 0, jobs: 2 });
  // Marks that say nothing more are let go.
  expect(seenThrough(seenToo(jobs, [8]), 7)).toEqual({
    instance: 'a',
    id: 7,
    channels: {},
    also: [8],
  });
});

test('[CL3] what is told of another epoch of the backend is not counted in this one', () => {
  const view = { ...EMPTY, instance: 'a' };
  const told = (instance: string) =>
    apply(view, { type: 'ids', instance, ids: { jobs: [1, 2] } }).tally;
  expect([told('a'), told('b')]).toEqual([{ jobs: [1, 2] }, {}]);
});

test('[CL3] counts are those of all that came, to a thousand and one more', () => {
  const arrivals = fc.uniqueArray(fc.integer({ min: 1, max: 3000 }), { maxLength: 1500 });
  fc.assert(
    fc.property(arrivals, fc.integer({ min: 0, max: 3000 }), (ids, id) => {
      const half = ids.length >> 1;
      // Told by the stream and by the answer about what was missed, some of it by both.
      const told = joined({ jobs: ids.slice(0, half + 5).sort((a, b) => a - b) }, {});
      const tally = joined(told, { jobs: ids.slice(half) });
      const count = ids.filter((each) => each > id).length;
      const counted = unseenByChannel(tally, { instance: 'a', id }, 0);
      expect(counted['jobs'] ?? 0).toBe(Math.min(count, 1001));
      expect(sumOf({ ...counted, kunden: 600 })).toBe(Math.min(count + 600, 1001));
    }),
    { numRuns: 30 },
  );
});

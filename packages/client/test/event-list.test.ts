import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dropThrough, LIMIT, mergeEvents } from '../src/index.ts';

/** Few ids, so that duplicates are common, and often more than a list takes. */
const events = fc.array(
  fc.record({ id: fc.integer({ min: 1, max: 120 }), payload: fc.integer() }),
  { maxLength: 150, size: 'max' },
);

test('[CL2] merging leaves one event per id, newest first, 50 at most, the arrived one wins', () => {
  fc.assert(
    fc.property(events, events, (before, arrived) => {
      const list = mergeEvents([], before);
      const frozen = structuredClone(list);
      const merged = mergeEvents(list, arrived);
      expect(list).toEqual(frozen);

      const ids = merged.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
      const all = new Set([...list, ...arrived].map(({ id }) => id));
      expect(ids).toEqual([...all].sort((a, b) => b - a).slice(0, LIMIT));
      for (const event of merged) {
        const last = arrived.findLast(({ id }) => id === event.id);
        expect(event).toEqual(last ?? list.find(({ id }) => id === event.id));
      }
    }),
  );
});

test('[CL2] in which portions and how often events arrive makes no difference', () => {
  fc.assert(
    fc.property(events, fc.integer({ min: 1, max: 20 }), (arrived, size) => {
      const distinct = mergeEvents([], arrived).toReversed();
      let list: typeof distinct = [];
      for (let i = 0; i < distinct.length; i += size) {
        list = mergeEvents(list, distinct.slice(i, i + size));
        list = mergeEvents(list, distinct.slice(Math.max(0, i - size), i + size));
      }
      expect(list).toEqual(mergeEvents([], arrived));
    }),
  );
});

test('[CL5] dropping leaves what is newer, and the same list when nothing is dropped', () => {
  fc.assert(
    fc.property(events, fc.integer({ min: 0, max: 130 }), (arrived, through) => {
      const list = mergeEvents([], arrived);
      const left = dropThrough(list, through);
      expect(left).toEqual(list.filter(({ id }) => id > through));
      if (left.length === list.length) expect(left).toBe(list);
    }),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countUnseen, memorySeenStorage, mergeEvents, seenIn } from '../src/index.ts';

test('[CL3] unseen is what is newer than the last seen id of this life of the backend', () => {
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

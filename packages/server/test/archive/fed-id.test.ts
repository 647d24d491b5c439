import { expect, test } from 'vitest';
import { fedId } from '../../src/archive/ordered-id.ts';
import { versionId } from '../../src/archive/write/job-rows.ts';

const AT = '2026-03-01T12:00:00.123Z';

test('[CM1] ids of one millisecond are in the order of the stream, for events and for versions of jobs', () => {
  const sequences = [1, 2, 9, 10, 255, 256, 4095, 4096, 65_536, 1_000_000, 16_777_215];
  const ids = sequences.map((sequence) => fedId(AT, sequence, 'a'));
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  expect(ids.toSorted()).toEqual(ids);
  const versions = ids.flatMap((id) => [versionId(id, 0), versionId(id, 1), versionId(id, 70)]);
  expect(versions.toSorted()).toEqual(versions);
  expect(new Set(versions).size).toBe(versions.length);
  // The same place in another life, or a round later, is another event.
  expect(fedId(AT, 7, 'a')).not.toBe(fedId(AT, 7, 'b'));
  expect(fedId(AT, 7, 'a')).not.toBe(fedId(AT, 7 + 0x1000000, 'a'));
  expect(fedId('2026-03-01T12:00:00.122Z', 900, 'a') < fedId(AT, 1, 'a')).toBe(true);
});

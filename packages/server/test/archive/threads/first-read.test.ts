import { afterEach, expect, test, vi } from 'vitest';
import { DATABASES, emptyDatabase } from '../../support/databases.ts';
import { WrittenArchive } from '../../support/written-archive.ts';

afterEach(() => void vi.useRealTimers());

test.each(DATABASES)(
  '[AR10] %s: who reads while the first start makes the tables gets an answer',
  async (kind) => {
    for (let start = 0; start < 3; start++) {
      // Nobody is kept waiting for ever; how long it takes to make the tables is up to the machine.
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      const written = await WrittenArchive.at(await emptyDatabase(kind));
      expect(await written.events()).toEqual([]);
      vi.useRealTimers();
      await written.close();
    }
  },
);

import { expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { WrittenArchive } from '../support/written-archive.ts';

test.each(DATABASES)(
  '[AR10] %s: who reads while the first start makes the tables gets an answer',
  async (kind) => {
    for (let start = 0; start < 3; start++) {
      const written = await WrittenArchive.on(kind);
      expect(await written.events()).toEqual([]);
      await written.close();
    }
  },
);

import { describe, expect, test } from 'vitest';
import { RECORD_TABLES } from '../../../src/archive/engine/store/schema.ts';
import { archiveContext } from '../../support/archive-context.ts';
import { DATABASES } from '../../support/databases.ts';

/** Tables that hold nothing that was sent, and why. */
const OTHERS = {
  readings: 'hold versions of rules',
  sources: 'hold names of systems, times and numbers of events',
  silences: 'hold names of systems and times',
  erasure_marks: 'hold times, and hashes of numbers that were erased',
  erasure_key: 'holds what is hashed with',
  event_names: 'hold hashes of what requests were called',
  suppressed_numbers: 'keep erased numbers from coming back',
  applied_batches: 'hold ids and times',
  archive_feed: 'holds ids',
};

describe.each(DATABASES)('%s', (kind) => {
  test('[AR13] no table is missing among those that export, erasure and retention know', async () => {
    const { store } = await archiveContext(kind);
    const tables = await store.db.introspection.getTables();
    const names = tables
      .map(({ name }) => name)
      // Those of the search are an index in the form of tables.
      .filter((name) => !name.startsWith('kysely_') && !/_search(?:_|$)/.test(name));
    expect(names.toSorted()).toEqual([...RECORD_TABLES, ...Object.keys(OTHERS)].toSorted());
  });
});

import { describe, expect, test } from 'vitest';
import { PERSONAL_TABLES } from '../../src/archive/personal-tables.ts';
import { archiveContext } from '../support/archive-context.ts';
import { DATABASES } from '../support/databases.ts';

/** Tables without rows of their own about people, and why. */
const OTHERS = {
  address_numbers: 'point to addresses and go with them',
  jobs: 'made anew from the versions that are left',
  job_names: 'names of jobs: gone with them, and erased where a name is a number',
  job_numbers: 'point to jobs and go with them',
  stale_jobs: 'hold keys of jobs until these are made anew',
  readings: 'hold versions of rules',
  suppressed_numbers: 'keep erased numbers from coming back',
  applied_batches: 'hold ids and times',
};

describe.each(DATABASES)('%s', (kind) => {
  test('[AR13] no table is missing among those that export, erasure and retention know', async () => {
    const { store } = await archiveContext(kind);
    const tables = await store.db.introspection.getTables();
    const names = tables
      .map(({ name }) => name)
      // Those of the search are an index in the form of tables.
      .filter((name) => !name.startsWith('kysely_') && !/_search(?:_|$)/.test(name));
    expect(names.toSorted()).toEqual(
      [...Object.keys(PERSONAL_TABLES), ...Object.keys(OTHERS)].toSorted(),
    );
  });
});

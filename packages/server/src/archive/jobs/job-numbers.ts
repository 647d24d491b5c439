import { parsedJson } from '@hookline/records';
import { type Selectable, sql } from 'kysely';
import { scanStep } from '../engine/lists/scan.ts';
import { BulkInsert, overwriting } from '../engine/store/bulk-insert.ts';
import type { Schema } from '../engine/store/schema.ts';
import type { Db } from '../engine/store/transaction.ts';
import { carriedKeys, type JobReading } from './job-reports.ts';
import { VERSION_TEXT } from './version-text.ts';

type NumberRow = Selectable<Schema['job_numbers']>;

const NUMBERS = new BulkInsert(
  'job_numbers',
  `${overwriting('job_numbers', 'number_key, name')}
    where job_numbers.received_at < excluded.received_at`,
);

/** A version with the keys of the phone numbers in it. */
export interface Carrying {
  readonly name: string;
  readonly received_at: string;
  readonly phoneKeys: readonly string[];
}

export async function writeNumbers(db: Db, versions: readonly Carrying[]): Promise<void> {
  const newest = new Map<string, NumberRow>();
  for (const { name, received_at, phoneKeys } of versions) {
    for (const number_key of phoneKeys) {
      const key = `${name}\0${number_key}`;
      const known = newest.get(key);
      // No statement may change a row twice.
      if (!known || known.received_at <= received_at)
        newest.set(key, { number_key, name, received_at });
    }
  }
  // In the order of their keys, so that two writers do not wait for each other in a circle.
  const numbers = [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await NUMBERS.write(db, numbers);
}

/**
 * A number that only stood in a version that is gone is kept no longer. For the versions of a name
 * after this one, not too many at once; answers where to go on.
 */
export async function renewNumbers(
  db: Db,
  { rules }: JobReading,
  name: string,
  after: string,
): Promise<string | undefined> {
  if (after === '') await db.deleteFrom('job_numbers').where('name', '=', name).execute();
  const { rows, last } = await scanStep(db, 'job_versions', after, {
    which: sql`name = ${name}`,
    elsewhere: { payload: VERSION_TEXT },
  });
  await writeNumbers(
    db,
    rows.map(({ payload, received_at }) => ({
      name,
      received_at,
      phoneKeys: carriedKeys(parsedJson(payload), rules),
    })),
  );
  return last;
}

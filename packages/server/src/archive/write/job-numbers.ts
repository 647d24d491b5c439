import { parsedJson } from '@hookline/records';
import { type Selectable, sql } from 'kysely';
import { carriedKeys } from '../normalise/carried-numbers.ts';
import type { JobReading } from '../normalise/jobs.ts';
import { scanStep } from '../read/scan.ts';
import type { Schema } from '../store/schema.ts';
import { inSteps } from './in-steps.ts';
import { ManyRows, overwriting } from './many-rows.ts';
import type { Db } from './transaction.ts';

const NUMBERS = new ManyRows<Selectable<Schema['job_numbers']>>(
  'job_numbers',
  { number_key: 'text', job_key: 'text', received_at: 'text' },
  `${overwriting('number_key, job_key', { received_at: 'text' })}
    where job_numbers.received_at < excluded.received_at`,
);

interface CarriedNumbers {
  readonly job_key: string;
  readonly received_at: string;
  readonly phoneKeys: readonly string[];
}

/** The numbers that these jobs carry. */
export async function numbersOf(
  db: Db,
  keys: readonly string[],
): Promise<readonly CarriedNumbers[]> {
  const found: CarriedNumbers[] = [];
  await inSteps(keys, async (some) => {
    const rows = await db
      .selectFrom('job_numbers')
      .select(['job_key', 'number_key', 'received_at'])
      .where('job_key', 'in', some)
      .execute();
    found.push(...rows.map(({ number_key, ...row }) => ({ ...row, phoneKeys: [number_key] })));
  });
  return found;
}

export async function writeNumbers(db: Db, versions: readonly CarriedNumbers[]): Promise<void> {
  const newest = new Map<string, { number_key: string; job_key: string; received_at: string }>();
  for (const { job_key, received_at, phoneKeys } of versions) {
    for (const number_key of phoneKeys) {
      const key = `${job_key}\0${number_key}`;
      const known = newest.get(key);
      // No statement may change a row twice.
      if (!known || known.received_at <= received_at)
        newest.set(key, { number_key, job_key, received_at });
    }
  }
  // In the order of their keys, so that two writers do not wait for each other in a circle.
  const numbers = [...newest].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  await NUMBERS.write(db, numbers);
}

/** A number that only stood in a version that is gone is kept no longer. */
export async function renewNumbers(db: Db, reading: JobReading, key: string): Promise<void> {
  let after: string | undefined = '';
  while (after !== undefined) after = await renewSomeNumbers(db, reading, key, after);
}

/** The same for the versions after this one, not too many at once; answers where to go on. */
export async function renewSomeNumbers(
  db: Db,
  { rules }: JobReading,
  key: string,
  after: string,
): Promise<string | undefined> {
  if (after === '') await db.deleteFrom('job_numbers').where('job_key', '=', key).execute();
  const { rows, last } = await scanStep(db, 'job_versions', after, sql`job_key = ${key}`);
  await writeNumbers(
    db,
    rows.map(({ payload, received_at }) => ({
      job_key: key,
      received_at,
      phoneKeys: carriedKeys(parsedJson(payload), rules),
    })),
  );
  return last;
}

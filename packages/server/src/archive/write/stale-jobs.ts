import { sql } from 'kysely';
import type { JobReading } from '../normalise/jobs.ts';
import { renewSomeNumbers } from './job-numbers.ts';
import { type Merged, mergedFurther, NOTHING_MERGED, writeMerged } from './job-state.ts';
import { type Db, inTransaction } from './transaction.ts';
import type { Turn } from './turn.ts';

/**
 * Merges jobs anew whose versions have changed, and finds the numbers they carry. In turns of a few
 * versions: a job may have a hundred thousand, and batches wait meanwhile. What is left when the
 * service ends is done after its next start.
 */
export async function settleStaleJobs(turn: Turn): Promise<void> {
  for (;;) {
    const key = await turn(({ store }) => nextOf(store.db));
    if (key === undefined) return;
    let merged: Merged | undefined = NOTHING_MERGED;
    while (merged) {
      const before: Merged = merged;
      merged = await turn(({ store, jobs }) =>
        inTransaction(store, (db) => mergeFurther(db, jobs, key, before)),
      );
    }
    let after: string | undefined = '';
    while (after !== undefined) {
      const from: string = after;
      after = await turn(({ store, jobs }) =>
        inTransaction(store, (db) => renewSomeNumbers(db, jobs, key, from)),
      );
    }
    await turn(({ store }) =>
      store.db.deleteFrom('stale_jobs').where('job_key', '=', key).execute(),
    );
  }
}

async function nextOf(db: Db): Promise<string | undefined> {
  const row = await db.selectFrom('stale_jobs').select('job_key').limit(1).executeTakeFirst();
  return row?.job_key;
}

/** Answers what to go on with; undefined when the row is written. */
async function mergeFurther(
  db: Db,
  reading: JobReading,
  key: string,
  before: Merged,
): Promise<Merged | undefined> {
  const merged = await mergedFurther(db, key, before);
  if (!merged.isAll) return merged;
  const { count } = await db
    .selectFrom('job_versions')
    .select(sql<number>`count(*)`.as('count'))
    .where('job_key', '=', key)
    .executeTakeFirstOrThrow();
  // Some that were merged already are gone: erased, they must not live on in the facts.
  if (Number(count) !== merged.count) return NOTHING_MERGED;
  await writeMerged(db, reading, key, merged.state);
  return undefined;
}

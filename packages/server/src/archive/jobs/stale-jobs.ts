import { sql } from 'kysely';
import type { Store } from '../engine/store/store.ts';
import { type Db, inTransaction, type Turn } from '../engine/store/transaction.ts';
import { jobsMeant, namesOfJobs } from './job-names.ts';
import { renewNumbers } from './job-numbers.ts';
import type { JobReading } from './job-reports.ts';
import { type Merged, mergedFurther, NOTHING_MERGED, writeMerged } from './job-state.ts';

/**
 * Merges jobs anew whose versions have changed, and finds the numbers they carry. In turns of a few
 * versions: a job may have a hundred thousand, and batches wait meanwhile. What is left when the
 * service ends is done after its next start.
 */
export async function settleStaleJobs(
  turn: Turn<{ readonly store: Store; readonly jobs: JobReading }>,
): Promise<void> {
  for (;;) {
    const stale = await turn(({ store }) => nextOf(store.db));
    if (!stale) return;
    let merged: Merged | undefined = NOTHING_MERGED;
    while (merged) {
      const before: Merged = merged;
      merged = await turn(({ store, jobs }) =>
        inTransaction(store, (db) => mergeFurther(db, jobs, stale.job, before)),
      );
    }
    for (const name of stale.names) {
      let after: string | undefined = '';
      while (after !== undefined) {
        const from: string = after;
        after = await turn(({ store, jobs }) =>
          inTransaction(store, (db) => renewNumbers(db, jobs, name, from)),
        );
      }
    }
    await turn(({ store }) =>
      store.db.deleteFrom('stale_jobs').where('name', '=', stale.name).execute(),
    );
  }
}

async function nextOf(db: Db) {
  const row = await db.selectFrom('stale_jobs').select('name').limit(1).executeTakeFirst();
  if (!row) return undefined;
  // It may have become another one since.
  const job = (await jobsMeant(db, [row.name]))(row.name);
  return { name: row.name, job, names: (await namesOfJobs(db, [job])).get(job) ?? [] };
}

/** Answers what to go on with; undefined when the row is written. */
async function mergeFurther(
  db: Db,
  reading: JobReading,
  job: string,
  before: Merged,
): Promise<Merged | undefined> {
  const merged = await mergedFurther(db, job, before);
  if (!merged.isAll) return merged;
  const { count } = await db
    .selectFrom('job_versions')
    .select(sql<number>`count(*)`.as('count'))
    .where('name', 'in', (await namesOfJobs(db, [job])).get(job) ?? [job])
    .executeTakeFirstOrThrow();
  // Some that were merged already are gone: erased, they must not live on in the facts.
  if (Number(count) !== merged.count) return NOTHING_MERGED;
  await writeMerged(db, reading, job, merged);
  return undefined;
}

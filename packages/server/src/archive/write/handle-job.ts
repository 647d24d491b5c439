import { randomUUIDv7 } from 'node:crypto';
import type { JobChange } from '@hookline/contract';
import { sql } from 'kysely';
import type { JobReading } from '../normalise/jobs.ts';
import { jobKeyOf } from '../read/job-homes.ts';
import { currentJobs } from '../read/job-list.ts';
import { withCouriers } from '../read/known-couriers.ts';
import { isStorable, storable } from '../read/page.ts';
import { jobText } from '../read/shapes.ts';
import { claimedSince, mayChange, refusal } from './desk-claims.ts';
import { handlingOf } from './job-handling.ts';
import { jobRow, stateOf, writeJobRows } from './job-state.ts';
import type { Db } from './transaction.ts';

/** What a desk does to a job. Answers the job as JSON text; undefined if there is none. */
export async function handleJob(
  db: Db,
  reading: JobReading,
  name: string,
  change: JobChange,
  now: number,
): Promise<string | undefined> {
  const key = isStorable(name) ? await keyOf(db, name) : undefined;
  const job =
    key === undefined
      ? undefined
      : await db.selectFrom('jobs').selectAll().where('job_key', '=', key).executeTakeFirst();
  if (!job) return undefined;
  const version = await db
    .selectFrom('job_versions')
    .select(['id as version_id', 'received_at as version_at', 'event'])
    .where('id', '=', job.version_id)
    .executeTakeFirstOrThrow();
  const handling = await writeHandling(db, job.job_key, version, change, new Date(now));
  if (!handling) {
    const handled = (await handlingOf(db, [job.job_key])).get(job.job_key);
    if (!handled) return undefined;
    throw refusal(handled, change);
  }
  await writeJobRows(db, [jobRow(reading, { ...job, id: job.version_id }, stateOf(job), handling)]);
  const shown = currentJobs(db, now).where('jobs.job_key', '=', job.job_key);
  const [known] = await withCouriers(db, await shown.execute());
  return known && jobText(known);
}

/** Any of its names, or the id of a version: a job without a reference has nothing else. */
async function keyOf(db: Db, name: string): Promise<string | undefined> {
  const named = await jobKeyOf(db, name);
  if (named !== undefined) return named;
  const version = await db
    .selectFrom('job_versions')
    .select('job_key')
    .where('id', '=', name)
    .executeTakeFirst();
  return version?.job_key;
}

interface Newest {
  readonly version_id: string;
  readonly version_at: string;
  readonly event: string | null;
}

/** Undefined if another desk has done something that this would undo. */
function writeHandling(db: Db, job_key: string, version: Newest, change: JobChange, now: Date) {
  const { note, closed, claimedBy, by } = change;
  const at = now.toISOString();
  const noted = {
    note: note === undefined ? null : storable(note),
    note_by: note == null ? null : by,
    note_at: note == null ? null : at,
  };
  const claim = { claimed_by: claimedBy ?? null, claimed_at: claimedBy == null ? null : at };
  const closing = { closed_by: closed ? by : null, closed_at: closed ? at : null };
  const first = { id: randomUUIDv7(), job_key, ...version, ...noted, ...claim, ...closing };
  return db
    .insertInto('job_handling')
    .values(first)
    .onConflict((conflict) =>
      conflict
        .column('job_key')
        .doUpdateSet({
          ...version,
          ...(note !== undefined && noted),
          ...(claimedBy !== undefined && {
            claimed_by: claimedBy,
            claimed_at: claimedSince('job_handling', change, at),
          }),
          ...(closed === false && closing),
          // What is closed twice was closed by the first.
          ...(closed === true && {
            closed_by: sql<string>`coalesce(job_handling.closed_by, ${by})`,
            closed_at: sql<string>`coalesce(job_handling.closed_at, ${at})`,
          }),
        })
        .where(mayChange('job_handling', change)),
    )
    .returningAll()
    .executeTakeFirst();
}

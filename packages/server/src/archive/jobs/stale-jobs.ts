import { sql } from 'kysely';
import type { Store } from '../engine/store/store.ts';
import { type Db, inTurn, type Turn } from '../engine/store/transaction.ts';
import { assignmentOf } from './job-assignment.ts';
import { jobsMeant, namesOfJobs } from './job-names.ts';
import { renewNumbers } from './job-numbers.ts';
import type { JobReading } from './job-reports.ts';
import { keepPlaces, reportedBy, TOLD, writeMerged } from './job-state.ts';
import { NOT_BEGUN, type Replay, replayed } from './merge-job.ts';
import { VersionOrder } from './version-order.ts';

/** Versions that are merged at once. */
const STEP = 500;

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
    let merging: Merging | undefined = begun();
    while (merging) {
      const before: Merging = merging;
      merging = await inTurn(turn, (db, { jobs }) => mergeFurther(db, jobs, stale.job, before));
    }
    for (const name of stale.names) {
      let after: string | undefined = '';
      while (after !== undefined) {
        const from: string = after;
        after = await inTurn(turn, (db, { jobs }) => renewNumbers(db, jobs, name, from));
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

/** How far the versions of a job are merged. */
interface Merging {
  readonly order: VersionOrder;
  /** The last that is in the order; empty before the first. */
  readonly last: string;
  /** How many are merged, in that order. */
  readonly merged: number;
  readonly replay: Replay;
}

function begun(order = new VersionOrder(), last = ''): Merging {
  return { order, last, merged: 0, replay: NOT_BEGUN };
}

/**
 * First all of them are put in order, then they are merged: the last one may belong before the
 * first. Those that come meanwhile are taken in at each step, so that the row has all of them when
 * it is written. Answers what to go on with; undefined when that is done.
 */
async function mergeFurther(
  db: Db,
  reading: JobReading,
  job: string,
  { order, merged, replay, ...before }: Merging,
): Promise<Merging | undefined> {
  const names = await namesOfJobs(db, [job]);
  const versions = db.selectFrom('job_versions').where('name', 'in', names.get(job) ?? [job]);
  const fresh = await versions
    .select(['id', 'happened_in', 'happened_at', 'before_id'])
    .where('id', '>', before.last)
    .orderBy('id')
    .limit(STEP)
    .execute();
  const placed = fresh.map((version) => order.add(version));
  await keepPlaces(db, fresh, placed);
  const last = fresh.at(-1)?.id ?? before.last;
  if (merged > 0 && placed.some(({ before_id }) => before_id !== null)) return begun(order, last);
  if (fresh.length === STEP) return { order, last, merged, replay };

  const ids = order.ids(merged, STEP);
  const rows = ids.length === 0 ? [] : await versions.select(TOLD).where('id', 'in', ids).execute();
  // Erased meanwhile, they must not live on in the facts; nor may those that were merged already.
  if (rows.length < ids.length) return begun();
  const closedWith = (await assignmentOf(db, names)).get(job)?.closed_with ?? null;
  const byId = new Map(rows.map((row) => [row.id, reportedBy(row)]));
  const next = ids
    .flatMap((id) => byId.get(id) ?? [])
    .reduce((so, version) => replayed(so, version, closedWith), replay);
  const count = merged + ids.length;
  if (count < order.size) return { order, last, merged: count, replay: next };
  const { all } = await versions.select(sql<number>`count(*)`.as('all')).executeTakeFirstOrThrow();
  if (Number(all) !== count) return begun();
  await writeMerged(db, reading, job, { replay: next, newest: ids.at(-1) ?? last });
  return undefined;
}

import type { ChangedKind } from '@hookline/contract';
import { sql } from 'kysely';
import { restoreCouriers } from '../addresses/address-rows.ts';
import { RUNS } from '../engine/journal/batch.ts';
import { SCANNED, type Scanned } from '../engine/store/schema.ts';
import { type Db, inTurn, type Turn } from '../engine/store/transaction.ts';
import { namesOfJobs } from '../jobs/job-names.ts';
import type { JobReading } from '../jobs/job-reports.ts';
import { leaveTexts } from '../jobs/job-rows.ts';
import { forgetJobs, renewJobs } from '../jobs/job-state.ts';
import { settleStaleJobs } from '../jobs/stale-jobs.ts';
import { forgetNames, withVersions } from '../jobs/write-job-names.ts';
import { emptyLog } from './empty-log.ts';
import { forgetMarks, MARKS_KEPT, timeIn } from './erasure-marks.ts';
import { PERSONAL_TABLES, type Retention } from './personal-tables.ts';
import type { WriterContext } from './writer-context.ts';

/** Rows deleted in one turn; between two turns batches are stored. */
const STEP = 500;
const DAY = 24 * 60 * 60 * 1000;
/** What was spooled by an earlier version is remembered for as long as it could come again. */
const BATCHES_KEPT = 7 * DAY;
/** Of a run that was killed, how far its journal was stored; nobody starts one that late again. */
const RUNS_KEPT = 400 * DAY;
/** After a start, so that a restart every night does not mean that nothing is ever purged. */
const FIRST_AFTER = 60_000;

/** Purges once a day, in small steps. Answers how to stop. */
export function startRetention(
  turn: Turn<WriterContext>,
  retention: Retention,
  changed: (kind: ChangedKind) => void,
  isOurs: () => boolean = () => true,
): () => void {
  const purge = () => {
    if (!isOurs()) return;
    // By the clock of one node that is wrong, all that the others have stored would be too old.
    turn(({ store }) => timeIn(store))
      .then((now) => purgeAll(turn, retention, now, changed))
      // The database may be away just now; tomorrow is another day.
      .catch(() => {});
  };
  const first = setTimeout(purge, FIRST_AFTER);
  const daily = setInterval(purge, DAY);
  return () => {
    clearTimeout(first);
    clearInterval(daily);
  };
}

export async function purgeAll(
  turn: Turn<WriterContext>,
  retention: Retention,
  now: number,
  changed: (kind: ChangedKind) => void,
): Promise<void> {
  const before = (age: number) => new Date(now - age).toISOString();
  const { events, calls, jobs, addresses } = retention;
  for (const table of SCANNED) {
    const { kept } = PERSONAL_TABLES[table];
    const age = kept && retention[kept.kind];
    if (!kept || age === undefined) continue;
    const any =
      table === 'job_versions'
        ? await untilDone(() =>
            inTurn(turn, (db, context) => purgeSomeJobs(db, context.jobs, before(age))),
          )
        : await purge(turn, table, kept, before(age));
    if (any && table === 'addresses') await inTurn(turn, restoreCouriers);
    if (any) changed(kept.kind);
  }
  // What the database refused is kept no longer than what it took.
  for (const [kind, age] of Object.entries({
    event: events,
    calls,
    jobs,
    addresses,
    kunden: addresses,
    kuriere: addresses,
  })) {
    if (age === undefined) continue;
    await turn(({ store }) => {
      const kept = store.db.deleteFrom('dead_letters').where('kind', '=', kind);
      return kept.where('at', '<', before(age)).execute();
    });
  }
  await settleStaleJobs(turn);
  await purge(turn, 'applied_batches', { since: 'applied_at' }, before(BATCHES_KEPT));
  await turn(({ store }) => forgetRuns(store.db, now - RUNS_KEPT));
  await inTurn(turn, (db) => forgetMarks(db, before(MARKS_KEPT)));
  await turn(({ store, suppression }) => suppression.marks.load(store));
  await emptyLog(turn);
}

async function forgetRuns(db: Db, before: number): Promise<void> {
  const hex = before.toString(16).padStart(12, '0');
  await db
    .deleteFrom('archive_feed')
    .where('instance', '>=', RUNS)
    .where('instance', '<', `${RUNS}${hex.slice(0, 8)}-${hex.slice(8)}`)
    .execute();
}

async function purge(
  turn: Turn<WriterContext>,
  table: Scanned | 'applied_batches',
  { since, orSince }: { readonly since: string; readonly orSince?: string },
  before: string,
): Promise<boolean> {
  const isOld = sql`${sql.ref(since)} < ${before}`;
  const isUnseen = orSince
    ? sql`and (${sql.ref(orSince)} is null or ${sql.ref(orSince)} < ${before})`
    : sql``;
  return untilDone(() =>
    inTurn(turn, async (db) => {
      const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)}
        where ${isOld} ${isUnseen} limit ${STEP}`.execute(db);
      const ids = rows.map(({ id }) => id);
      if (table === 'events') await leaveTexts(db, ids);
      if (ids.length > 0) await db.deleteFrom(table).where('id', 'in', ids).execute();
      return ids.length;
    }),
  );
}

/** Steps until one finds nothing more to delete; answers whether there was anything. */
async function untilDone(step: () => Promise<number>): Promise<boolean> {
  let any = false;
  while ((await step()) > 0) any = true;
  return any;
}

/** Jobs go whole, by the age of their newest version; those with very many versions in steps. */
async function purgeSomeJobs(db: Db, reading: JobReading, before: string): Promise<number> {
  const old = await db
    .selectFrom('jobs')
    .select('name')
    .where('received_at', '<', before)
    .orderBy('received_at')
    .limit(STEP)
    .execute();
  if (old.length === 0) return 0;
  const names = await namesOfJobs(
    db,
    old.map(({ name }) => name),
  );
  const all = [...names.values()].flat();
  const versions = await db
    .selectFrom('job_versions')
    .select('id')
    .where('name', 'in', all)
    .limit(STEP)
    .execute();
  const ids = versions.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('job_versions').where('id', 'in', ids).execute();
  const left = new Set(ids.length < STEP ? [] : await withVersions(db, all));
  const whole = [...names].filter(([, some]) => !some.some((name) => left.has(name)));
  const gone = whole.flatMap(([, some]) => some);
  await forgetJobs(db, gone);
  await renewJobs(db, reading, await forgetNames(db, gone));
  return ids.length + gone.length;
}

import {
  type FactsState,
  foldedText,
  foldedTexts,
  parsedJson,
  searchedTexts,
} from '@hookline/records';
import { type Selectable, sql } from 'kysely';
import { courierKey } from '../normalise/courier-key.ts';
import { dueOrder } from '../normalise/due-order.ts';
import type { JobReading } from '../normalise/jobs.ts';
import {
  ANNOUNCED,
  dueOf,
  factsState,
  isOpen,
  type JobState,
  type VersionSaid,
  withNewer,
} from '../normalise/merge-job.ts';
import { bytesIn, fitting } from '../read/page.ts';
import type { Schema } from '../store/schema.ts';
import { inSteps } from './in-steps.ts';
import { forgetHandling, type HandlingRow, handlingSince, moveHandling } from './job-handling.ts';
import { ManyRows, overwriting } from './many-rows.ts';
import type { Db } from './transaction.ts';

/** Versions that are merged at once. */
const STEP = 500;
/** A job with more is only merged anew when there is time for it. */
const AT_ONCE = 2000;

type VersionRow = Selectable<Schema['job_versions']>;
type JobRow = Selectable<Schema['jobs']>;

/** What a version says, as it is stored. */
export function saidBy(row: Pick<VersionRow, 'status' | 'status_class' | 'facts'>): VersionSaid {
  return { status: row.status, statusClass: row.status_class, facts: JSON.parse(row.facts) };
}

/** How a job is, as it is stored. */
export function stateOf(
  row: Pick<
    JobRow,
    'status' | 'status_class' | 'closed_by_hand' | 'told_class' | 'was_underway' | 'facts'
  >,
): JobState {
  return {
    status: row.status,
    statusClass: row.closed_by_hand === 1 ? row.told_class : row.status_class,
    wasUnderway: row.was_underway === 1,
    facts: factsState(row.facts),
  };
}

/** The row of a job that is so, with this one as its newest version, after what desks did to it. */
export function jobRow(
  reading: JobReading,
  newest: Pick<VersionRow, 'id' | 'job_key' | 'reference' | 'received_at' | 'payload'>,
  state: JobState,
  handling: Pick<HandlingRow, 'note' | 'claimed_by' | 'closed_at'> | undefined,
): JobRow {
  const isClosed = handling?.closed_at != null && isOpen(state);
  const { id, job_key, received_at, payload } = newest;
  const reference = newest.reference === null ? null : job_key;
  const { pickup, dropoff, courier } = state.facts;
  const texts = [pickup, dropoff, courier].flatMap((party) => Object.values(party ?? {}));
  const due_at = dueOf(state, reading.timeZone);
  return {
    job_key,
    reference,
    version_id: id,
    received_at,
    payload,
    status: state.status,
    status_class: isClosed ? 'done' : state.statusClass,
    is_open: isOpen(state) && !isClosed ? 1 : 0,
    closed_by_hand: isClosed ? 1 : 0,
    told_class: isClosed ? state.statusClass : null,
    claimed_by: handling?.claimed_by ?? null,
    was_underway: state.wasUnderway ? 1 : 0,
    facts: JSON.stringify(state.facts),
    due_at,
    due_order: dueOrder(due_at, received_at),
    ...courierColumns(courier, reading),
    search: foldedTexts(
      [reference, ...searchedTexts(parsedJson(payload)), ...texts, handling?.note].filter(
        (text) => text != null,
      ),
    ),
  };
}

function courierColumns(courier: FactsState['courier'], { rules }: JobReading) {
  const name = foldedText(courier?.name ?? '') || null;
  const line = courier?.phone ? rules.read(courier.phone).key : null;
  return {
    courier_name: name,
    courier_line: line,
    courier_key: courierKey({ line, ownId: courier?.id ?? null, name }),
  };
}

const COLUMNS = {
  job_key: 'text',
  reference: 'text',
  version_id: 'text',
  received_at: 'text',
  payload: 'text',
  status: 'text',
  status_class: 'text',
  is_open: 'integer',
  closed_by_hand: 'integer',
  told_class: 'text',
  claimed_by: 'text',
  was_underway: 'integer',
  facts: 'text',
  due_at: 'text',
  due_order: 'text',
  courier_name: 'text',
  courier_line: 'text',
  courier_key: 'text',
  search: 'text',
} as const;
const JOB_ROWS = new ManyRows<JobRow>('jobs', COLUMNS, overwriting('job_key', COLUMNS, 'job_key'));

export async function writeJobRows(db: Db, rows: readonly JobRow[]): Promise<void> {
  // In the order of their keys, so that two writers do not wait for each other in a circle.
  const sorted = rows.toSorted((a, b) => (a.job_key < b.job_key ? -1 : 1));
  await JOB_ROWS.write(db, sorted);
}

/** How far the versions of a job are merged. */
export interface Merged {
  readonly state: JobState;
  /** The id of the newest of them, empty before the first. */
  readonly last: string;
  readonly count: number;
  readonly isAll: boolean;
}

export const NOTHING_MERGED: Merged = {
  state: ANNOUNCED,
  last: '',
  count: 0,
  isAll: false,
};

/** Goes on with the next versions, the oldest first. */
export async function mergedFurther(
  db: Db,
  key: string,
  { state, last, count }: Merged,
): Promise<Merged> {
  const rows = await db
    .selectFrom('job_versions')
    .select(['id', 'status', 'status_class', 'facts'])
    .where('job_key', '=', key)
    .where('id', '>', last)
    .orderBy('id')
    .limit(STEP)
    .execute();
  return {
    state: rows.map(saidBy).reduce(withNewer, state),
    last: rows.at(-1)?.id ?? last,
    count: count + rows.length,
    isAll: rows.length < STEP,
  };
}

/**
 * Makes the rows of jobs what their versions say; without any a job is gone. Of one with very many
 * the row shows what its newest version says, until there is time to merge them. Answers the keys
 * of those that are left.
 */
export async function renewJobs(
  db: Db,
  reading: JobReading,
  keys: Iterable<string>,
): Promise<Set<string>> {
  const left = new Set<string>();
  const touched = [...new Set(keys)];
  const homes = await moveHandling(db, touched);
  await inSteps([...new Set([...touched, ...homes])].sort(), async (some) => {
    const counts = await db
      .selectFrom('job_versions')
      .select(['job_key', sql<number>`count(*)`.as('count')])
      .where('job_key', 'in', some)
      .groupBy('job_key')
      .execute();
    for (const { job_key } of counts) left.add(job_key);
    const gone = some.filter((key) => !left.has(key));
    if (gone.length > 0) await db.deleteFrom('jobs').where('job_key', 'in', gone).execute();
    for (const group of groupsOf(counts, AT_ONCE)) await mergeAll(db, reading, group);
    for (const { job_key, count } of counts) {
      if (Number(count) <= AT_ONCE) continue;
      await markStale(db, job_key);
      await writeMerged(db, reading, job_key, undefined);
    }
  });
  return left;
}

/** So many jobs at a time as have not too many versions together. */
function* groupsOf(
  counts: readonly { readonly job_key: string; readonly count: number }[],
  most: number,
): Generator<readonly string[]> {
  let keys: string[] = [];
  let versions = 0;
  for (const { job_key, count } of counts) {
    if (Number(count) > most) continue;
    if (versions + Number(count) > most) {
      yield keys;
      keys = [];
      versions = 0;
    }
    keys.push(job_key);
    versions += Number(count);
  }
  if (keys.length > 0) yield keys;
}

async function mergeAll(db: Db, reading: JobReading, keys: readonly string[]): Promise<void> {
  const versions = await db
    .selectFrom('job_versions')
    .select(['id as key', 'job_key', 'reference', 'received_at', 'status', 'status_class', 'facts'])
    .select(bytesIn('payload'))
    .where('job_key', 'in', keys)
    .orderBy('job_key')
    .orderBy('id')
    .execute();
  const merged = Map.groupBy(versions, ({ job_key }) => job_key)
    .values()
    .flatMap((all) => {
      const newest = all.at(-1);
      return newest ? [{ ...newest, state: all.map(saidBy).reduce(withNewer, ANNOUNCED) }] : [];
    });
  const handling = await handlingSince(db, keys);
  // By their size: five hundred payloads may be half a gigabyte.
  let rest = [...merged];
  while (rest.length > 0) {
    const some = fitting(rest);
    rest = rest.slice(some.length);
    const payloads = await db
      .selectFrom('job_versions')
      .select(['id', 'payload'])
      .where(
        'id',
        'in',
        some.map(({ key }) => key),
      )
      .execute();
    const byId = new Map(payloads.map(({ id, payload }) => [id, payload]));
    await writeJobRows(
      db,
      some.map(({ key: id, state, ...newest }) => {
        const version = { ...newest, id, payload: byId.get(id) ?? 'null' };
        return jobRow(reading, version, state, handling.get(newest.job_key));
      }),
    );
  }
}

/** Writes the row with its newest version, and what that one says unless all is known. */
export async function writeMerged(
  db: Db,
  reading: JobReading,
  key: string,
  state: JobState | undefined,
): Promise<void> {
  const newest = await db
    .selectFrom('job_versions')
    .selectAll()
    .where('job_key', '=', key)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (newest) {
    const known = state ?? withNewer(ANNOUNCED, saidBy(newest));
    const handling = (await handlingSince(db, [key])).get(key);
    await writeJobRows(db, [jobRow(reading, newest, known, handling)]);
  } else {
    await forgetHandling(db, [key]);
    await db.deleteFrom('jobs').where('job_key', '=', key).execute();
  }
}

export async function markStale(db: Db, key: string): Promise<void> {
  await db
    .insertInto('stale_jobs')
    .values({ job_key: key })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

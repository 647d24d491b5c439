import {
  type FactsState,
  foldedText,
  foldedTexts,
  parsedJson,
  searchedTexts,
} from '@hookline/records';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { fitting } from '../engine/lists/page.ts';
import { BulkInsert, inSteps, overwriting, readInSteps } from '../engine/store/bulk-insert.ts';
import type { Schema } from '../engine/store/schema.ts';
import type { Db } from '../engine/store/transaction.ts';
import { courierKey } from './courier-names.ts';
import {
  type Assignment,
  assignmentColumns,
  assignmentOf,
  clearAssignment,
} from './job-assignment.ts';
import { jobsMeant, namesOfJobs, referenceOf } from './job-names.ts';
import type { JobReading } from './job-reports.ts';
import {
  dueOf,
  dueSortKey,
  factsState,
  isOpen,
  type JobState,
  NOT_BEGUN,
  type Replay,
  replayed,
  type VersionReport,
} from './merge-job.ts';
import { type Placed, VersionOrder } from './version-order.ts';
import { VERSION_TEXT } from './version-text.ts';

/** A job with more is only merged anew when there is time for it. */
const AT_ONCE = 2000;

type VersionRow = Selectable<Schema['job_versions']>;
type JobRow = Selectable<Schema['jobs']>;

/** What tells what a version says. */
export const TOLD = [
  'id',
  'status',
  'status_class',
  'facts',
  'happened_in',
  'happened_at',
  'before_id',
] as const;

/** What a version says, as it is stored. */
export function reportedBy<Row extends Pick<VersionRow, (typeof TOLD)[number]>>(row: Row) {
  const facts: VersionReport['facts'] = JSON.parse(row.facts);
  return { ...row, statusClass: row.status_class, facts };
}

/** How a job is, as it is stored. */
export function stateOf(
  row: Pick<
    JobRow,
    | 'status'
    | 'status_class'
    | 'closed_by_hand'
    | 'reported_class'
    | 'was_underway'
    | 'facts'
    | 'latest_times'
  >,
): JobState {
  return {
    status: row.status,
    statusClass: row.closed_by_hand === 1 ? row.reported_class : row.status_class,
    wasUnderway: row.was_underway === 1,
    facts: factsState(row.facts),
    latestTimes: JSON.parse(row.latest_times),
  };
}

/** What a row of a job says beside its state. */
export interface JobOf {
  /** That of its first version. */
  readonly id: string;
  readonly name: string;
  readonly newest: Pick<VersionRow, 'id' | 'received_at'> & { readonly text: string };
  readonly assignment: Omit<Assignment, 'closed_with'> | undefined;
}

export function jobRow(
  reading: JobReading,
  { id, name, newest, assignment }: JobOf,
  state: JobState,
): JobRow {
  const isClosed = assignment?.closed_at != null && isOpen(state);
  const { received_at, text } = newest;
  const { pickup, dropoff, courier, stops } = state.facts;
  const texts = [pickup, dropoff, courier, ...(stops ?? [])].flatMap((party) =>
    Object.values(party ?? {}),
  );
  const due_at = dueOf(state, reading.timeZone);
  return {
    name,
    id,
    version_id: newest.id,
    received_at,
    bytes: Buffer.byteLength(text),
    status: state.status,
    status_class: isClosed ? 'done' : state.statusClass,
    is_open: isOpen(state) && !isClosed ? 1 : 0,
    closed_by_hand: isClosed ? 1 : 0,
    reported_class: isClosed ? state.statusClass : null,
    ...assignmentColumns(assignment),
    was_underway: state.wasUnderway ? 1 : 0,
    facts: JSON.stringify(state.facts),
    latest_times: JSON.stringify(state.latestTimes),
    due_at,
    due_sort_key: dueSortKey(due_at, received_at),
    ...courierColumns(courier, reading),
    search: foldedTexts(
      [
        referenceOf({ id, name }),
        ...searchedTexts(parsedJson(text)),
        ...texts,
        assignment?.note,
      ].filter((one) => one != null),
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

const JOB_ROWS = new BulkInsert('jobs', overwriting('jobs', 'name'));

/** Of jobs that are merged anew: two may have become one, and an id that of another. */
async function rewriteJobRows(db: Db, rows: readonly JobRow[]): Promise<void> {
  const nameOf = new Map(rows.map(({ id, name }) => [id, name]));
  await inSteps([...nameOf.keys()], async (ids) => {
    const known = await db
      .selectFrom('jobs')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .execute();
    const others = known.filter(({ id, name }) => nameOf.get(id) !== name).map(({ name }) => name);
    if (others.length > 0) await db.deleteFrom('jobs').where('name', 'in', others).execute();
  });
  await writeJobRows(db, rows);
}

export async function writeJobRows(db: Db, rows: readonly JobRow[]): Promise<void> {
  // In the order of their keys, so that two writers do not wait for each other in a circle.
  const sorted = rows.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  await JOB_ROWS.write(db, sorted);
}

/**
 * Makes the rows of jobs what their versions say; without any a job is gone. Of one with very many
 * the row shows what its newest version says, until there is time to merge them. Answers those that
 * are left.
 */
export async function renewJobs(
  db: Db,
  reading: JobReading,
  jobs: Iterable<string>,
): Promise<Set<string>> {
  const left = new Set<string>();
  const touched = [...new Set(jobs)].sort();
  const jobOf = await jobsMeant(db, touched);
  const names = await namesOfJobs(
    db,
    touched.filter((job) => jobOf(job) === job),
  );
  await inSteps([...names.keys()], async (some) => {
    const own = new Map(some.map((job) => [job, names.get(job) ?? [job]]));
    const counts = await countVersions(db, own);
    for (const job of counts.keys()) left.add(job);
    for (const group of groupsOf(counts, AT_ONCE)) {
      await mergeAll(db, reading, new Map(group.map((job) => [job, own.get(job) ?? [job]])));
    }
    for (const [job, count] of counts) {
      if (count <= AT_ONCE) continue;
      await markStale(db, job);
      await writeMerged(db, reading, job);
    }
  });
  // Those without versions, and those that have become another one.
  const gone = touched.filter((job) => !left.has(job));
  await inSteps(gone, (some) => db.deleteFrom('jobs').where('name', 'in', some).execute());
  await forgetJobs(
    db,
    gone.flatMap((job) => names.get(job) ?? []),
  );
  return left;
}

/** Takes what was made of versions with these names, of which none is left. */
export async function forgetJobs(db: Db, names: readonly string[]): Promise<void> {
  for (const table of ['jobs', 'job_numbers', 'job_assignments'] as const) {
    await inSteps(names, (some) => db.deleteFrom(table).where('name', 'in', some).execute());
  }
}

/** How many versions each of these jobs has, those without any left out. */
async function countVersions(
  db: Db,
  jobs: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, number>> {
  const rows = await readInSteps([...jobs.values()].flat(), (some) =>
    db
      .selectFrom('job_versions')
      .select(['name', sql<number>`count(*)`.as('count')])
      .where('name', 'in', some)
      .groupBy('name')
      .execute(),
  );
  const byName = new Map(rows.map(({ name, count }) => [name, Number(count)]));
  const counts = Array.from(jobs, ([job, names]): [string, number] => [
    job,
    names.reduce((sum, name) => sum + (byName.get(name) ?? 0), 0),
  ]);
  return new Map(counts.filter(([, count]) => count > 0));
}

/** So many jobs at a time as have not too many versions together. */
function* groupsOf(
  counts: ReadonlyMap<string, number>,
  most: number,
): Generator<readonly string[]> {
  let jobs: string[] = [];
  let versions = 0;
  for (const [job, count] of counts) {
    if (count > most) continue;
    if (versions + count > most) {
      yield jobs;
      jobs = [];
      versions = 0;
    }
    jobs.push(job);
    versions += count;
  }
  if (jobs.length > 0) yield jobs;
}

async function mergeAll(
  db: Db,
  reading: JobReading,
  jobs: ReadonlyMap<string, readonly string[]>,
): Promise<void> {
  const jobOf = new Map([...jobs].flatMap(([job, names]) => names.map((name) => [name, job])));
  const versions = await readInSteps([...jobOf.keys()], (some) =>
    db
      .selectFrom('job_versions')
      .select([...TOLD, 'name', 'received_at'])
      .where('name', 'in', some)
      .execute(),
  );
  const assignment = await assignmentOf(db, jobs);
  const merged: Omit<Unwritten, 'bytes'>[] = [];
  for (const [job, some] of Map.groupBy(versions, ({ name }) => jobOf.get(name) ?? name)) {
    const accepted = some.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const order = new VersionOrder();
    const placed = accepted.map((version) => ({ ...version, ...order.add(version) }));
    await keepPlaces(db, accepted, placed);
    const byId = new Map(placed.map((version) => [version.id, version]));
    const sorted = order.ids().flatMap((id) => byId.get(id) ?? []);
    const [first, newest] = [accepted[0], sorted.at(-1)];
    if (!first || !newest) continue;
    const desks = assignment.get(job);
    const closedWith = desks?.closed_with ?? null;
    const { state, isReopened } = sorted.reduce<Replay>(
      (replay, version) => replayed(replay, reportedBy(version), closedWith),
      NOT_BEGUN,
    );
    if (isReopened) await clearAssignment(db, jobs.get(job) ?? [job], 'closing');
    const open = { closed_by: null, closed_at: null };
    merged.push({
      ...newest,
      key: newest.id,
      id: first.id,
      job,
      state,
      assignment: desks && (isReopened ? { ...desks, ...open } : desks),
    });
  }
  const sizes = await sizesOf(
    db,
    merged.map(({ key }) => key),
  );
  const rest: Unwritten[] = merged.map((job) => ({ ...job, bytes: sizes.get(job.key) ?? 0 }));
  // By their size: five hundred payloads may be half a gigabyte.
  while (rest.length > 0) {
    const some = rest.splice(0, fitting(rest).length);
    const texts = await textsOf(
      db,
      some.map(({ key }) => key),
    );
    await rewriteJobRows(
      db,
      some.map(({ key, job, id, received_at, state, assignment: desks }) => {
        const newest = { id: key, received_at, text: texts.get(key) ?? 'null' };
        return jobRow(reading, { id, name: job, newest, assignment: desks }, state);
      }),
    );
  }
}

/** Notes which versions have come late, for whoever looks at them. */
export async function keepPlaces(
  db: Db,
  before: readonly Placed[],
  now: readonly Placed[],
): Promise<void> {
  const known = new Map(before.map(({ id, before_id }) => [id, before_id]));
  for (const { id, before_id } of now) {
    if (known.get(id) === before_id) continue;
    await db.updateTable('job_versions').set({ before_id }).where('id', '=', id).execute();
  }
}

type VersionPlace = Pick<VersionRow, 'id' | 'name' | 'received_at'>;

/** A job with its newest version, before the text of that is fetched. */
interface Unwritten extends VersionPlace {
  /** Of its newest version. */
  readonly key: string;
  readonly bytes: number;
  readonly job: string;
  readonly state: JobState;
  readonly assignment: JobOf['assignment'];
}

export function textsOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  return ofVersions(db, ids, VERSION_TEXT);
}

/** How large they are, without reading them. */
function sizesOf(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  return ofVersions(db, ids, sql<number>`octet_length(${VERSION_TEXT})`);
}

async function ofVersions<T>(
  db: Db,
  ids: readonly string[],
  what: RawBuilder<T>,
): Promise<ReadonlyMap<string, T>> {
  const found = await readInSteps(ids, async (some) => {
    const { rows } = await sql<{ id: string; value: T }>`select id, ${what} as value
      from job_versions where id in (${sql.join(some)})`.execute(db);
    return rows;
  });
  return new Map(found.map(({ id, value }) => [id, value]));
}

/** Writes the row with its newest version, and what that one says unless all is known. */
export async function writeMerged(
  db: Db,
  reading: JobReading,
  job: string,
  merged?: { readonly replay: Replay; readonly newest: string },
): Promise<void> {
  const all = await namesOfJobs(db, [job]);
  const names = all.get(job) ?? [job];
  const versions = db
    .selectFrom('job_versions')
    .select([...TOLD, 'received_at'])
    .select(VERSION_TEXT.as('text'))
    .where('name', 'in', names)
    .limit(1);
  const newest = await (merged
    ? versions.where('id', '=', merged.newest)
    : versions.orderBy('id', 'desc')
  ).executeTakeFirst();
  const first = await versions.orderBy('id').executeTakeFirst();
  if (!first || !newest) {
    await forgetJobs(db, names);
    return;
  }
  if (merged?.replay.isReopened) await clearAssignment(db, names, 'closing');
  const assignment = (await assignmentOf(db, all)).get(job);
  const { state } = merged?.replay ?? replayed(NOT_BEGUN, reportedBy(newest), null);
  await rewriteJobRows(db, [
    jobRow(reading, { id: first.id, name: job, newest, assignment }, state),
  ]);
}

export async function markStale(db: Db, job: string): Promise<void> {
  await db
    .insertInto('stale_jobs')
    .values({ name: job })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

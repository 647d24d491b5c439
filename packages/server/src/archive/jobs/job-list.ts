import type { JobFilter, JobStatuses } from '@hookline/contract';
import { type JobOrder, NO_COURIER } from '@hookline/contract/words';
import { foldedText, queryWords } from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';
import { type Expression, type SqlBool, sql } from 'kysely';
import {
  bounded,
  bytesIn,
  firstRows,
  type ItemFormat,
  inOrderFrom,
  isStorable,
  isWithin,
  type List,
  MOST_COUNTED,
  type PageReading,
  type PageRequest,
  type Place,
  type Places,
  type Position,
  type TextPage,
  textPage,
  type View,
} from '../engine/lists/page.ts';
import { membersOf } from '../engine/lists/shape.ts';
import type { Order } from '../engine/store/search.ts';
import type { Store } from '../engine/store/store.ts';
import { withCouriers } from './courier-names.ts';
import {
  ASSIGNMENT_COLUMNS,
  JOB,
  JOB_NOW,
  type JobRow,
  type PastRow,
  versionText,
} from './job-fields.ts';
import { jobCalled, namesOfJobs } from './job-names.ts';
import { VERSION_TEXT } from './version-text.ts';

/** Versions of a job, with how it is now: the members of a `JobHistory` before them, as JSON. */
export interface VersionPage extends TextPage {
  readonly now: string;
}

interface JobPlace extends Place {
  readonly received_at: string;
  readonly version_id: string;
  readonly due_sort_key: string;
}

type Keyed<Row> = Row & { readonly key: string };

/** Each order has cursors of its own. */
const JOBS: Readonly<Record<JobOrder, List<JobPlace, Keyed<JobRow>>>> = {
  changed: { name: 'jobs', position: ['received_at', 'version_id'], ...JOB },
  due: { name: 'due jobs', position: ['due_sort_key', 'key'], ...JOB },
};
const ORDERS: Readonly<Record<JobOrder, Order>> = {
  changed: { columns: ['jobs.received_at', 'jobs.version_id'], direction: 'backwards' },
  due: { columns: ['jobs.due_sort_key', 'jobs.name'], direction: 'forwards' },
};

const VERSIONS: List<Place, Keyed<PastRow>> = {
  name: 'versions',
  position: ['key'],
  write: { json: versionText },
};
const NEWEST_FIRST: Order = { columns: ['id'], direction: 'backwards' };

export interface JobReader {
  jobs(filter: JobFilter, page: PageRequest, format: ItemFormat): Promise<TextPage>;
  /** The versions of a job with this name, newest first; undefined if there is none. */
  job(reference: string, page: PageRequest): Promise<VersionPage | undefined>;
  /** `JobStatuses` as JSON text. */
  jobStatuses(): Promise<string>;
}

export function jobReader(view: () => View): JobReader {
  return {
    // One item per job, as it is now.
    async jobs(filter, page, format) {
      const { store, now } = view();
      const current = currentJobs(store.db, now).select('jobs.name as key');
      return textPage(JOBS[filter.sort ?? 'changed'], page, format, {
        places: jobPlaces(view(), filter),
        rows: async (keys) =>
          withCouriers(store.db, await current.where('jobs.name', 'in', keys).execute()),
      });
    },
    job: (reference, page) => jobVersions(view(), reference, page),
    jobStatuses: () => statusesText(view().store),
  };
}

export function jobPlaces(view: View, filter: JobFilter): Places<JobPlace> {
  const { reference, status = '', courier = '', claimedBy = '' } = filter;
  return async (after, rows) => {
    if (![status, courier, claimedBy].every(isStorable)) return [];
    const key = reference === undefined ? undefined : await keyOf(view.store.db, reference);
    if (reference !== undefined && key === undefined) return [];
    return firstRows(
      view.store,
      jobList(view, { ...filter, reference: key }, after),
      queryWords(filter.q ?? ''),
      rows,
    );
  };
}

/** Its filter names a job by its key. */
export function jobList(
  { store, rules, now }: View,
  filter: JobFilter,
  after: Position | undefined,
) {
  const { reference, status, class: statusClass, open, late, courier, claimedBy } = filter;
  const { sort = 'changed' } = filter;
  let query = store.db
    .selectFrom('jobs')
    .select(['jobs.name as key', 'jobs.received_at', 'jobs.version_id', 'jobs.due_sort_key'])
    .select(sql<number>`jobs.bytes + octet_length(jobs.facts)`.as('bytes'))
    .where((eb) => eb.and(isWithin('jobs.received_at', filter)));
  if (reference !== undefined) query = query.where('jobs.name', '=', reference);
  if (status !== undefined) query = query.where('jobs.status', '=', status);
  if (statusClass !== undefined) query = query.where('jobs.status_class', '=', statusClass);
  if (courier !== undefined) query = query.where(isWith(courier, rules));
  if (claimedBy !== undefined) query = query.where('jobs.claimed_by', '=', claimedBy);
  if (late !== undefined) {
    // Asked for plainly, a database fetches all that are late and sorts them.
    const due =
      sort === 'changed' ? sql`coalesce(jobs.due_sort_key, '')` : sql.ref('jobs.due_sort_key');
    query = query.where(late ? isLate(now, due) : sql<SqlBool>`not ${isLate(now, due)}`);
  }
  // Asked for both, PostgreSQL would go through all the open jobs for the few of a status.
  const one = courier === NO_COURIER ? undefined : courier;
  const isNarrow = [status, statusClass, one].some((value) => value !== undefined);
  const isOpen =
    claimedBy !== undefined || (isNarrow && sort === 'changed')
      ? sql`jobs.is_open + 0`
      : sql.ref('jobs.is_open');
  if (open !== undefined) query = query.where(sql<SqlBool>`${isOpen} = ${open ? 1 : 0}`);
  const order = ORDERS[sort];
  return { table: 'jobs', query: inOrderFrom(query, order, after), order } as const;
}

/** Who a courier is: a number in any spelling, or a name whatever its case and umlauts. */
function isWith(courier: string, rules: PhoneRules): Expression<SqlBool> {
  if (courier === NO_COURIER) return sql<SqlBool>`jobs.courier_key is null`;
  const { key } = /\p{L}/u.test(courier) ? { key: null } : rules.read(courier);
  return key === null
    ? sql<SqlBool>`jobs.courier_name = ${foldedText(courier)}`
    : sql<SqlBool>`jobs.courier_line = ${key}`;
}

function isLate(
  now: number,
  due: Expression<unknown> = sql.ref('jobs.due_sort_key'),
): Expression<SqlBool> {
  return sql<SqlBool>`(jobs.is_open = 1 and ${due} < ${new Date(now).toISOString()})`;
}

export function currentJobs(db: Store['db'], now: number) {
  return db
    .selectFrom('jobs')
    .innerJoin('job_versions', 'job_versions.id', 'jobs.version_id')
    .select([
      'jobs.id',
      'jobs.name',
      'jobs.status',
      'jobs.status_class',
      'jobs.received_at',
      'jobs.facts',
      'jobs.due_at',
      'jobs.courier_key',
    ])
    .select(VERSION_TEXT.as('payload'))
    .select(ASSIGNMENT_COLUMNS.map((column) => `jobs.${column}` as const))
    .select(sql<number>`case when ${isLate(now)} then 1 else 0 end`.as('late'));
}

async function keyOf(db: Store['db'], called: string): Promise<string | undefined> {
  return isStorable(called) ? jobCalled(db, called) : undefined;
}

/** The versions of the job with this name, newest first; undefined if there is none. */
async function jobVersions(
  { store: { db }, now }: View,
  name: string,
  page: PageRequest,
): Promise<VersionPage | undefined> {
  const key = await keyOf(db, name);
  if (key === undefined) return undefined;
  const current = await currentJobs(db, now).where('jobs.name', '=', key).execute();
  const [job] = await withCouriers(db, current);
  if (!job) return undefined;
  const names = (await namesOfJobs(db, [key])).get(key) ?? [key];
  const versions = db
    .selectFrom('job_versions')
    .where('name', 'in', names)
    .select(['id as key', bytesIn(VERSION_TEXT)]);
  const reading: PageReading<Place, Keyed<PastRow>> = {
    places: (after, rows) => inOrderFrom(versions, NEWEST_FIRST, after).limit(rows).execute(),
    rows: (keys) =>
      db
        .selectFrom('job_versions')
        .select([
          'id',
          'id as key',
          'name',
          'status',
          'status_class',
          'received_at',
          'before_id',
          'sender',
          VERSION_TEXT.as('payload'),
        ])
        .where('id', 'in', keys)
        .execute(),
  };
  const { items, next } = await textPage(VERSIONS, page, 'json', reading);
  return { now: membersOf(JOB_NOW, job), items, next };
}

/** A system that puts anything into its status must not make a list of thousands. */
const MOST_STATUSES = 200;

interface StatusRow {
  readonly status: string;
  readonly status_class: JobStatuses['statuses'][number]['statusClass'];
  readonly is_open: number;
  readonly count: number | string;
}

/**
 * Every status that a job has now. From one to the next goes a step of the index, or a million jobs
 * would be read for ten words. What a status means is the same for all that have it, also for those
 * that a desk has closed.
 */
async function statusesText({ db }: Store): Promise<string> {
  const { rows } = await statusQuery.execute(db);
  const answer: JobStatuses = {
    statuses: rows.map(({ status, status_class, is_open, count }) => ({
      status,
      statusClass: status_class,
      open: is_open === 1,
      ...bounded(Number(count)),
    })),
  };
  return JSON.stringify(answer);
}

export const statusQuery = sql<StatusRow>`with recursive found (status) as (
    select min(status) from jobs
    union all
    select (select min(jobs.status) from jobs where jobs.status > found.status)
      from found where found.status is not null
  ), few as (select status from found where status is not null limit ${sql.lit(MOST_STATUSES)})
  select few.status,
    (select case jobs.closed_by_hand when 1 then jobs.reported_class else jobs.status_class end
      from jobs where jobs.status = few.status
      order by jobs.received_at desc, jobs.version_id desc limit 1) as status_class,
    (select jobs.is_open + jobs.closed_by_hand from jobs where jobs.status = few.status
      order by jobs.received_at desc, jobs.version_id desc limit 1) as is_open,
    (select count(*) from (select 1 from jobs where jobs.status = few.status
      limit ${sql.lit(MOST_COUNTED + 1)}) as some_of_them) as count
  from few order by few.status`;

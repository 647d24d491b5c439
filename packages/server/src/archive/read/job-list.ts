import type { ItemFormat, JobFilter, PageRequest, TextPage, VersionPage } from '../archive.ts';
import { isOpen } from '../normalise/job-status.ts';
import type { Store } from '../store/store.ts';
import { csvOf } from './csv.ts';
import type { Position } from './cursor.ts';
import { bytesIn, isAfter, isStorable, type List, noVcard, type Place, textPage } from './page.ts';
import { JOB, type JobRow, jobText } from './shapes.ts';
import { isWithin } from './time-window.ts';
import { firstRows } from './words.ts';

type JobPlace = Place & { readonly received_at: string; readonly version_id: string };

const write = { json: jobText, csv: (row: JobRow) => csvOf(JOB, row), vcard: noVcard };

const JOBS: List<JobPlace, JobRow & { readonly key: string }> = {
  name: 'jobs',
  position: ({ received_at, version_id }) => [received_at, version_id],
  write,
};

const VERSIONS: List<Place & { readonly received_at: string }, JobRow & { readonly key: string }> =
  {
    name: 'versions',
    position: ({ received_at, key }) => [received_at, key],
    write,
  };

const ORDER = ['jobs.received_at', 'jobs.version_id'] as const;

/** One item per job: its newest version. */
export function jobPage(
  store: Store,
  filter: JobFilter,
  page: PageRequest,
  format: ItemFormat,
): Promise<TextPage> {
  const { reference = '', status, open } = filter;
  const isPossible =
    isStorable(reference) &&
    (status === undefined || (isStorable(status) && isOpen(status) === (open ?? isOpen(status))));
  return textPage(JOBS, page, format, {
    places: async (after, rows) =>
      isPossible ? firstRows(store, jobList(store, filter, after), filter.q, rows) : [],
    rows: (keys) =>
      currentJobs(store.db)
        .select('jobs.job_key as key')
        .where('jobs.job_key', 'in', keys)
        .execute(),
  });
}

export function jobList(store: Store, filter: JobFilter, after: Position | undefined) {
  const { reference, status, open } = filter;
  let query = store.db
    .selectFrom('jobs')
    .select(['jobs.job_key as key', 'jobs.received_at', 'jobs.version_id'])
    .select(bytesIn('jobs.payload'))
    .where((eb) => eb.and(isWithin('jobs.received_at', filter)))
    .orderBy('jobs.received_at', 'desc')
    .orderBy('jobs.version_id', 'desc');
  if (reference !== undefined) {
    // The key is what has an index; a job without a reference has its version's id as key.
    query = query.where('jobs.job_key', '=', reference).where('jobs.reference', '=', reference);
  }
  if (status !== undefined) query = query.where('jobs.status', '=', status);
  // A status tells it already; asked for both, PostgreSQL goes through all the open jobs.
  else if (open !== undefined) query = query.where('jobs.is_open', '=', open ? 1 : 0);
  if (after) query = query.where(isAfter(ORDER, after));
  return { table: 'jobs', query, order: ORDER } as const;
}

export function currentJobs(db: Store['db']) {
  return db
    .selectFrom('jobs')
    .select([
      'jobs.version_id as id',
      'jobs.reference',
      'jobs.status',
      'jobs.received_at',
      'jobs.payload',
    ]);
}

/** The versions of a job, newest first; undefined if there is no such job. */
export async function jobVersions(
  { db }: Store,
  reference: string,
  page: PageRequest,
): Promise<VersionPage | undefined> {
  if (!isStorable(reference)) return undefined;
  const versions = db
    .selectFrom('job_versions')
    .where('job_key', '=', reference)
    .where('reference', '=', reference)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc');
  const newest = await versions.select('status').limit(1).executeTakeFirst();
  if (!newest) return undefined;
  const { items, next } = await textPage(VERSIONS, page, 'json', {
    places: (after, rows) => {
      const places = versions.select(['id as key', 'received_at', bytesIn('payload')]).limit(rows);
      return (after ? places.where(isAfter(['received_at', 'id'], after)) : places).execute();
    },
    rows: (keys) =>
      db
        .selectFrom('job_versions')
        .select(['id', 'id as key', 'reference', 'status', 'received_at', 'payload'])
        .where('id', 'in', keys)
        .execute(),
  });
  return { status: newest.status, items, next };
}

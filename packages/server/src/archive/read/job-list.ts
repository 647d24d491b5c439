import type { ItemFormat, JobFilter, PageRequest, TextPage } from '../archive.ts';
import { isOpen } from '../normalise/job-status.ts';
import type { Store } from '../store/store.ts';
import { csvOf } from './csv.ts';
import type { Position } from './cursor.ts';
import { isAfter, isStorable, type List, noVcard, textPage } from './page.ts';
import { JOB, type JobRow, jobText } from './shapes.ts';
import { isWithin } from './time-window.ts';
import { firstRows } from './words.ts';

const JOBS: List<JobRow> = {
  name: 'jobs',
  position: (row) => [row.received_at, row.id],
  write: { json: jobText, csv: (row) => csvOf(JOB, row), vcard: noVcard },
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
  return textPage(JOBS, page, format, async (after, rows) =>
    isPossible ? firstRows(store, jobList(store, filter, after), filter.q, rows) : [],
  );
}

export function jobList(store: Store, filter: JobFilter, after: Position | undefined) {
  const { reference, status, open } = filter;
  let query = currentJobs(store.db)
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

/** A `JobHistory` as JSON text. */
export async function jobHistory({ db }: Store, reference: string): Promise<string | undefined> {
  if (!isStorable(reference)) return undefined;
  const versions = await db
    .selectFrom('job_versions')
    .select(['id', 'reference', 'status', 'received_at', 'payload'])
    .where('job_key', '=', reference)
    .where('reference', '=', reference)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  const [newest] = versions;
  if (!newest) return undefined;
  const head = `"reference":${JSON.stringify(reference)},"status":${JSON.stringify(newest.status)}`;
  return `{${head},"versions":[${versions.map(jobText).join(',')}]}`;
}

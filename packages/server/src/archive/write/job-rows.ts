import { foldedText, parsedJson, searchedText } from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';
import { type SqlBool, sql } from 'kysely';
import { carriedKeys } from '../normalise/carried-numbers.ts';
import { isOpen } from '../normalise/job-status.ts';
import type { JobReport } from '../normalise/jobs.ts';
import { orderedId } from '../ordered-id.ts';
import { scan } from '../read/scan.ts';
import { inSteps } from './in-steps.ts';
import type { Db } from './transaction.ts';

function currentState(
  version: { id: string; status: string | null; received_at: string; payload: string },
  reference: string | null,
) {
  const { id, status, received_at, payload } = version;
  return {
    version_id: id,
    status,
    is_open: isOpen(status) ? 1 : 0,
    received_at,
    payload,
    search: foldedText([reference ?? '', searchedText(parsedJson(payload))].join(' ')),
  };
}

/** Makes the newest version that is left the current state; without one the job is gone. */
export async function renewState(db: Db, key: string): Promise<void> {
  const newest = await db
    .selectFrom('job_versions')
    .select(['id', 'reference', 'status', 'received_at', 'payload'])
    .where('job_key', '=', key)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!newest) {
    await db.deleteFrom('jobs').where('job_key', '=', key).execute();
    return;
  }
  const state = currentState(newest, newest.reference);
  await db.updateTable('jobs').set(state).where('job_key', '=', key).execute();
}

/** A number that only stood in a version that is gone is kept no longer. */
export async function renewNumbers(db: Db, key: string, rules: PhoneRules): Promise<void> {
  await db.deleteFrom('job_numbers').where('job_key', '=', key).execute();
  const isOfJob = sql<SqlBool>`job_key = ${key}`;
  for await (const versions of scan(db, 'job_versions', isOfJob)) {
    const carried = versions.map(({ payload, received_at }) => ({
      job_key: key,
      received_at,
      phoneKeys: carriedKeys(parsedJson(payload), rules),
    }));
    await writeNumbers(db, carried);
  }
}

interface CarriedNumbers {
  readonly job_key: string;
  readonly received_at: string;
  readonly phoneKeys: readonly string[];
}

async function writeNumbers(db: Db, versions: readonly CarriedNumbers[]): Promise<void> {
  const carried = versions.flatMap(({ job_key, received_at, phoneKeys }) =>
    phoneKeys.map((number_key) => ({ number_key, job_key, received_at })),
  );
  const numbers = newestOf(carried, ({ number_key, job_key }) => `${job_key}\0${number_key}`);
  await inSteps(numbers, (rows) =>
    db
      .insertInto('job_numbers')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(['number_key', 'job_key'])
          .doUpdateSet(({ ref }) => ({ received_at: ref('excluded.received_at') }))
          .whereRef('job_numbers.received_at', '<', 'excluded.received_at'),
      )
      .execute(),
  );
}

/** A version of a job and when it came. */
export interface ReceivedJob extends JobReport {
  readonly receivedAt: string;
}

/** Keeps every version and makes the newest of each job its current state. */
export async function writeJobs(db: Db, reports: readonly ReceivedJob[]): Promise<void> {
  const versions = reports.map(({ reference, status, receivedAt, payload, phoneKeys }) => {
    const id = orderedId();
    const job_key = reference ?? `#${id}`;
    return { id, job_key, reference, status, received_at: receivedAt, payload, phoneKeys };
  });
  await inSteps(
    versions.map(({ phoneKeys: _, ...row }) => row),
    (rows) => db.insertInto('job_versions').values(rows).execute(),
  );

  const jobs = newestOf(versions, ({ job_key }) => job_key).map((version) => ({
    job_key: version.job_key,
    reference: version.reference,
    ...currentState(version, version.reference),
  }));
  await inSteps(jobs, (rows) =>
    db
      .insertInto('jobs')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('job_key')
          .doUpdateSet(({ ref }) => ({
            version_id: ref('excluded.version_id'),
            status: ref('excluded.status'),
            is_open: ref('excluded.is_open'),
            received_at: ref('excluded.received_at'),
            payload: ref('excluded.payload'),
            search: ref('excluded.search'),
          }))
          // A batch that waited in the spool must not turn a job back.
          .whereRef('jobs.received_at', '<=', 'excluded.received_at'),
      )
      .execute(),
  );

  await writeNumbers(db, versions);
}

/**
 * The newest row of each key: no statement may change a row twice. Sorted by the key, so that two
 * writers do not wait for each other's rows in a circle.
 */
function newestOf<Row extends { readonly received_at: string }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): readonly Row[] {
  const newest = new Map<string, Row>();
  for (const row of rows) {
    const known = newest.get(keyOf(row));
    if (!known || known.received_at <= row.received_at) newest.set(keyOf(row), row);
  }
  return Array.from(newest)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row);
}

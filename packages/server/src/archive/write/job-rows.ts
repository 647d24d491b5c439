import type { Selectable } from 'kysely';
import type { JobReading, JobReport } from '../normalise/jobs.ts';
import { ANNOUNCED, withNewer } from '../normalise/merge-job.ts';
import { homesOf } from '../read/job-homes.ts';
import type { Schema } from '../store/schema.ts';
import { inSteps } from './in-steps.ts';
import { handlingSince } from './job-handling.ts';
import { movedKeys, noteNames } from './job-names.ts';
import { numbersOf, renewNumbers, writeNumbers } from './job-numbers.ts';
import { jobRow, renewJobs, stateOf, writeJobRows } from './job-state.ts';
import { ManyRows } from './many-rows.ts';
import type { Db } from './transaction.ts';

const VERSIONS = new ManyRows<Selectable<Schema['job_versions']>>('job_versions', {
  id: 'text',
  job_key: 'text',
  reference: 'text',
  status: 'text',
  status_class: 'text',
  facts: 'text',
  received_at: 'text',
  payload: 'text',
  event: 'text',
});

/** A version of a job and when it came. */
export interface ReceivedJob extends JobReport {
  readonly id: string;
  readonly receivedAt: string;
  /** The event that it came with, as long as that is held. */
  readonly event: string | null;
}

/**
 * The id of the n-th record that an event carries. Made of that of the event: versions are in the
 * order in which they were accepted, however late they are stored or read anew.
 */
export function versionId(event: string, n: number): string {
  return `${event.slice(0, -12)}${n.toString(16).padStart(7, '0')}${event.slice(-5)}`;
}

/** Keeps every version, and makes each job what all of its versions say. */
export async function writeJobs(
  db: Db,
  reading: JobReading,
  reports: readonly ReceivedJob[],
): Promise<void> {
  const moves = await noteNames(db, reports);
  const carried = await numbersOf(db, [...moves.keys()]);
  const versions = await insertVersions(db, reports);
  const known = await knownJobs(
    db,
    versions.map(({ row }) => row.job_key),
  );
  const byJob = Map.groupBy(versions, ({ row }) => row.job_key);
  const handling = await handlingSince(db, known.keys());
  const rows = [];
  const unsettled = movedKeys(moves);
  for (const [key, some] of byJob) {
    const sorted = some.toSorted((a, b) => (a.row.id < b.row.id ? -1 : 1));
    const [oldest, newest] = [sorted[0]?.row, sorted.at(-1)?.row];
    const job = known.get(key);
    // One that waited in the journal of another service must not turn a job back.
    const isLate = job && oldest && oldest.id < job.version_id;
    if (isLate) unsettled.add(key);
    if (!newest || unsettled.has(key)) continue;
    const state = sorted.map(({ said }) => said).reduce(withNewer, job ? stateOf(job) : ANNOUNCED);
    rows.push(jobRow(reading, newest, state, handling.get(key)));
  }
  await writeJobRows(db, rows);
  const left = unsettled.size > 0 ? await renewJobs(db, reading, unsettled) : unsettled;
  // Of a job that has gone to another, the numbers go with it. Which of them went where is only
  // seen in the versions, if some have stayed or gone to a third one.
  const hasGone = (key: string) => !left.has(key) && moves.get(key)?.size === 1;
  const gone = carried.filter(({ job_key }) => hasGone(job_key));
  await writeNumbers(db, [
    ...versions.map(carriedBy),
    ...gone.flatMap((row) =>
      [...(moves.get(row.job_key) ?? [])].map((job_key) => ({ ...row, job_key })),
    ),
  ]);
  for (const [key, homes] of moves) {
    if (hasGone(key)) continue;
    for (const one of [key, ...homes]) await renewNumbers(db, reading, one);
  }
}

/** Stores them with their jobs. */
export async function insertVersions(db: Db, reports: readonly ReceivedJob[]) {
  const homeOf = await homesOf(
    db,
    reports.flatMap(({ reference }) => reference ?? []),
  );
  const versions = reports.map((said) => ({
    row: {
      id: said.id,
      reference: said.reference,
      status: said.status,
      status_class: said.statusClass,
      job_key: said.reference === null ? `#${said.id}` : homeOf(said.reference),
      facts: JSON.stringify(said.facts),
      received_at: said.receivedAt,
      payload: said.payload,
      event: said.event,
    },
    said,
  }));
  await VERSIONS.write(
    db,
    versions.map(({ row }) => row),
  );
  return versions;
}

type Version = Awaited<ReturnType<typeof insertVersions>>[number];

/** The numbers that a version brings to its job. */
export function carriedBy({ row: { job_key, received_at }, said: { phoneKeys } }: Version) {
  return { job_key, received_at, phoneKeys };
}

async function knownJobs(db: Db, keys: readonly string[]) {
  const columns = [
    'job_key',
    'version_id',
    'status',
    'status_class',
    'closed_by_hand',
    'told_class',
    'was_underway',
    'facts',
  ] as const;
  const select = (some: readonly string[]) =>
    db.selectFrom('jobs').select(columns).where('job_key', 'in', some).execute();
  const known = new Map<string, Awaited<ReturnType<typeof select>>[number]>();
  await inSteps([...new Set(keys)], async (some) => {
    for (const row of await select(some)) known.set(row.job_key, row);
  });
  return known;
}

import { BulkInsert, inSteps, readInSteps } from '../engine/store/bulk-insert.ts';
import { type Schema, TABLES } from '../engine/store/schema.ts';
import type { Db } from '../engine/store/transaction.ts';
import { jobsMeant, ownName } from './job-names.ts';
import { type Carrying, writeNumbers } from './job-numbers.ts';
import type { JobReading, JobReport } from './job-reports.ts';
import { jobRow, renewJobs, stateOf, writeJobRows } from './job-state.ts';
import { ANNOUNCED, reportsOther, withNewer } from './merge-job.ts';
import { hasHappened, isOvertaken, type Telling } from './version-order.ts';
import { AS_ITS_EVENT } from './version-text.ts';
import { noteNames } from './write-job-names.ts';

// Whether one has come late is seen when its job is merged.
const VERSIONS = new BulkInsert('job_versions', '', ['before_id']);

/** A version of a job and when it came. */
export interface ReceivedJob extends JobReport {
  readonly id: string;
  readonly receivedAt: string;
  /** Who sent it; null for one without a name. */
  readonly sender: string | null;
  /** The event that it came with, as long as that is held. */
  readonly event: string | null;
  /** It is all that its event says, and is held once with it. */
  readonly isWhole: boolean;
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
  const unsettled = await noteNames(db, reports);
  const versions = await insertVersions(db, reports);
  await writeNumbers(db, versions);
  const jobOf = await jobsMeant(
    db,
    versions.map(({ name }) => name),
  );
  const byJob = Map.groupBy(versions, ({ name }) => jobOf(name));
  const known = await knownJobs(db, [...byJob.keys()]);
  const rows = [];
  for (const [name, some] of byJob) {
    const sorted = some.toSorted((a, b) => (a.id < b.id ? -1 : 1));
    const [oldest, newest] = [sorted[0], sorted.at(-1)];
    if (!oldest || !newest) continue;
    const job = known.get(name);
    const before = job ? stateOf(job) : ANNOUNCED;
    // One that waited in the journal of another service must not turn a job back, nor one that its
    // sender kept for itself.
    let state = before;
    let isLate = job !== undefined && oldest.id < job.version_id;
    for (const version of sorted) {
      isLate ||= isOvertaken(version, state.latestTimes);
      state = withNewer(state, version);
    }
    const isReopened = job?.closed_at && sorted.some((version) => reportsOther(version, before));
    if (isLate || isReopened) unsettled.add(name);
    if (unsettled.has(name)) continue;
    const row = { id: job?.id ?? oldest.id, name, newest, assignment: job };
    rows.push(jobRow(reading, row, state));
  }
  await writeJobRows(db, rows);
  if (unsettled.size > 0) await renewJobs(db, reading, unsettled);
}

export interface StoredVersion extends ReceivedJob, Carrying, Telling {
  readonly text: string;
}

export async function insertVersions(
  db: Db,
  reports: readonly ReceivedJob[],
): Promise<readonly StoredVersion[]> {
  const versions = reports.map((report) => ({
    ...report,
    name: ownName(report.reference, report.id),
    received_at: report.receivedAt,
    text: report.payload,
    ...toldTime(report),
  }));
  await VERSIONS.write(
    db,
    versions.map(({ id, name, status, statusClass, facts, received_at, event, ...version }) => ({
      id,
      name,
      status,
      status_class: statusClass,
      facts: JSON.stringify(facts),
      happened_in: version.happened_in,
      happened_at: version.happened_at,
      received_at,
      payload: version.isWhole ? AS_ITS_EVENT : version.text,
      event,
      sender: version.sender,
    })),
  );
  return versions;
}

/** When it says that what it tells happened, and where: another sender may mean another clock. */
function toldTime({ happened, sender, receivedAt }: ReceivedJob): Telling {
  return happened && hasHappened(happened.at, receivedAt)
    ? { happened_in: `${sender ?? ''} ${happened.path}`, happened_at: happened.at }
    : { happened_in: null, happened_at: null };
}

/** Events that are about to go leave their text to the versions that have none of their own. */
export async function leaveTexts(db: Db, events: readonly string[]): Promise<void> {
  await inSteps(events, (some) =>
    db
      .updateTable('job_versions')
      .set(({ selectFrom }) => ({
        payload: selectFrom('events')
          .select('events.payload')
          .whereRef('events.id', '=', 'job_versions.event')
          .$asScalar()
          .$notNull(),
      }))
      .where(
        'id',
        'in',
        some.map((event) => versionId(event, 0)),
      )
      .where('payload', '=', AS_ITS_EVENT)
      .execute(),
  );
}

/** All of a job but the texts that it is found by. */
const STATE = Object.keys(TABLES.jobs).filter((name) => name !== 'search') as Exclude<
  keyof Schema['jobs'],
  'search'
>[];

async function knownJobs(db: Db, names: readonly string[]) {
  const rows = await readInSteps(names, (some) =>
    db.selectFrom('jobs').select(STATE).where('name', 'in', some).execute(),
  );
  return new Map(rows.map((row) => [row.name, row]));
}

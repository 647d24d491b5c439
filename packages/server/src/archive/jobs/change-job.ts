import type { JobChange } from '@hookline/contract';
import { assignedBy, refuse } from '../engine/desk-claims.ts';
import { isStorable } from '../engine/lists/page.ts';
import type { Store } from '../engine/store/store.ts';
import { type Db, type Editing, edited } from '../engine/store/transaction.ts';
import { withCouriers } from './courier-names.ts';
import { type ASSIGNED, type Assignment, assignmentOf, clearAssignment } from './job-assignment.ts';
import { jobText } from './job-fields.ts';
import { currentJobs } from './job-list.ts';
import { jobCalled, namesOfJobs } from './job-names.ts';
import type { JobReading } from './job-reports.ts';
import { jobRow, stateOf, textsOf, writeJobRows } from './job-state.ts';

export interface JobEditor {
  /** The changed job as JSON text; it is named as in `job`, or by the id of one of its versions. */
  changeJob(name: string, change: JobChange): Promise<string | undefined>;
}

interface Context {
  readonly store: Store;
  readonly jobs: JobReading;
}

export function jobEditor(editing: Editing<Context>): JobEditor {
  return {
    changeJob: (name, change) =>
      edited(editing, 'jobs', (db, { jobs }) => changeJob(db, jobs, name, change, editing.now())),
  };
}

/** What a desk does to a job. Answers the job as JSON text; undefined if there is none. */
async function changeJob(
  db: Db,
  reading: JobReading,
  called: string,
  change: JobChange,
  now: number,
): Promise<string | undefined> {
  const name = isStorable(called) ? await jobCalled(db, called) : undefined;
  const job =
    name === undefined
      ? undefined
      : await db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirst();
  if (!job) return undefined;
  refuse(job, change);
  const version = await db
    .selectFrom('job_versions')
    .select(['id', 'name', 'received_at'])
    .where('id', '=', job.version_id)
    .executeTakeFirstOrThrow();
  const names = await namesOfJobs(db, [job.name]);
  const parts = partsOf(job, change, new Date(now).toISOString());
  for (const part of Object.keys(parts) as (keyof typeof ASSIGNED)[]) {
    await clearAssignment(db, names.get(job.name) ?? [], part);
  }
  const { note, claim, closing } = parts;
  const row = { ...note, ...claim, ...closing };
  // What is closed twice says nothing new, and would be kept as a row of nothing.
  if (Object.keys(row).length > 0) {
    await db
      .insertInto('job_assignments')
      .values({ id: version.id, name: version.name, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
  }
  const assignment = (await assignmentOf(db, names)).get(job.name);
  const text = (await textsOf(db, [version.id])).get(version.id) ?? 'null';
  const newest = { ...version, text };
  await writeJobRows(db, [jobRow(reading, { ...job, newest, assignment }, stateOf(job))]);
  const shown = currentJobs(db, now).where('jobs.name', '=', job.name);
  const [known] = await withCouriers(db, await shown.execute());
  return known && jobText(known);
}

/** The parts that a change is about, as they are after it. */
function partsOf(job: Omit<Assignment, 'closed_with'>, change: JobChange, at: string) {
  const { closed, by } = change;
  // What is closed twice was closed by the first.
  const isClosing = closed === false || (closed === true && job.closed_at === null);
  return {
    ...assignedBy(job, change, at),
    ...(isClosing && {
      closing: { closed_by: closed ? by : null, closed_at: closed ? at : null },
    }),
  };
}

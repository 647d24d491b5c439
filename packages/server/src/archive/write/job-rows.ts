import type { JobReport } from '../normalise/jobs.ts';
import { foldedText, searchedText } from '../normalise/search-text.ts';
import { orderedId } from '../ordered-id.ts';
import type { Db } from './transaction.ts';

/** Words for a job that nobody has to care about any more. */
const CLOSED =
  /^(?:delivered|completed?|done|finished|closed|cancell?ed|failed|returned|expired|zugestellt|geliefert|erledigt|abgeschlossen|beendet|fertig|storniert|abgebrochen|fehlgeschlagen)$/i;

function currentState(
  version: { id: string; status: string | null; received_at: string; payload: string },
  reference: string | null,
) {
  const { id, status, received_at, payload } = version;
  return {
    version_id: id,
    status,
    is_open: status !== null && CLOSED.test(status.trim()) ? 0 : 1,
    received_at,
    payload,
    search: foldedText([reference ?? '', searchedText(JSON.parse(payload))].join(' ')),
  };
}

/** Makes the newest version that is left the current state; without one the job is gone. */
export async function rebuildJob(db: Db, key: string): Promise<void> {
  const newest = await db
    .selectFrom('job_versions')
    .select(['id', 'reference', 'status', 'received_at', 'payload'])
    .where('job_key', '=', key)
    .orderBy('received_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!newest) {
    await db.deleteFrom('jobs').where('job_key', '=', key).execute();
    return;
  }
  const state = currentState(newest, newest.reference);
  await db.updateTable('jobs').set(state).where('job_key', '=', key).execute();
}

/** Keeps a version of each job and makes it the current state. */
export async function writeJobs(
  db: Db,
  reports: readonly JobReport[],
  receivedAt: string,
): Promise<void> {
  for (const { reference, status, phoneKeys, payload } of reports) {
    const id = orderedId();
    const key = reference ?? `#${id}`;
    const version = { id, status, received_at: receivedAt, payload };
    await db
      .insertInto('job_versions')
      .values({ ...version, job_key: key, reference })
      .execute();
    const state = currentState(version, reference);
    await db
      .insertInto('jobs')
      .values({ job_key: key, reference, ...state })
      .onConflict((conflict) =>
        conflict
          .column('job_key')
          .doUpdateSet(state)
          // A batch that waited in the spool must not turn a job back.
          .where('jobs.received_at', '<=', receivedAt),
      )
      .execute();
    if (phoneKeys.length > 0) {
      const rows = phoneKeys.map((number_key) => ({
        number_key,
        job_key: key,
        received_at: receivedAt,
      }));
      await db
        .insertInto('job_numbers')
        .values(rows)
        .onConflict((conflict) =>
          conflict.columns(['number_key', 'job_key']).doUpdateSet({ received_at: receivedAt }),
        )
        .execute();
    }
  }
}

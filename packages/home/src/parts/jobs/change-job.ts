import type { JobChange } from '@hookline/contract';
import type { QueryClient } from '@tanstack/react-query';
import { type Job, type JobHistory, storeChange } from '../../backend/archive.ts';
import { jobName } from './job-facts.ts';

/** Shows it in the job's history, too. */
export async function changeJob(
  queries: QueryClient | undefined,
  job: string,
  change: JobChange,
): Promise<void> {
  const changed = await storeChange(
    queries,
    'jobs',
    job,
    change,
    (one, now) => jobName(one) === jobName(now),
  );
  queries?.setQueriesData<JobHistory>({ queryKey: ['jobs', 'one'] }, (data) =>
    data?.reference === changed.reference ? { ...data, ...stateOf(changed) } : data,
  );
}

/** What a job and its history both say. */
function stateOf({ id: _id, receivedAt: _at, payload: _sent, reference: _name, ...state }: Job) {
  return state;
}

import type { JobChange } from '@hookline/contract';
import type { QueryClient } from '@tanstack/react-query';
import { type Job, type JobHistory, storeChange } from '../../backend/archive.ts';

/** Shows it in the job's history, too. */
export async function changeJob(
  queries: QueryClient | undefined,
  job: string,
  change: JobChange,
): Promise<void> {
  const changed = await storeChange(queries, 'jobs', job, change);
  queries?.setQueriesData<JobHistory>({ queryKey: ['jobs', 'one'] }, (data) =>
    data?.id === changed.id ? { ...data, ...stateOf(changed) } : data,
  );
}

/** What a job and its history both say. */
function stateOf({ receivedAt: _at, payload: _sent, ...state }: Job) {
  return state;
}

import type { JobChange } from '@hookline/contract';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Job, JobHistory } from '../../backend/archive.ts';
import { request } from '../../backend/request.ts';
import { jobName } from './job-facts.ts';

type Listed = InfiniteData<{ items: Job[] }>;

/**
 * Stores a change, and shows it in every list before the archive has announced it. Without
 * `queries`, nothing was read yet.
 */
export async function changeJob(
  queries: QueryClient | undefined,
  job: string,
  change: JobChange,
): Promise<void> {
  const changed = await request<Job>('PATCH', `/api/jobs/${encodeURIComponent(job)}`, {
    body: change,
  }).catch((error: unknown) => {
    // What refuses it is not on screen yet: another desk, or that it is gone.
    void queries?.invalidateQueries({ queryKey: ['jobs'] });
    throw error;
  });
  if (!queries) return;
  // An answer that is on its way may be older than the change, and would turn it back on screen.
  await queries.cancelQueries({ queryKey: ['jobs'] });
  queries.setQueriesData<Listed | JobHistory>({ queryKey: ['jobs'] }, (data) => {
    if (data && 'pages' in data) return listedWith(data, changed);
    if (data && 'versions' in data && data.reference === changed.reference) {
      return { ...data, ...stateOf(changed) };
    }
    return data;
  });
  void queries.invalidateQueries({ queryKey: ['jobs'] });
}

function listedWith(list: Listed, changed: Job): Listed {
  const name = jobName(changed);
  return {
    ...list,
    pages: list.pages.map((page) => ({
      ...page,
      items: page.items.map((job) => (jobName(job) === name ? changed : job)),
    })),
  };
}

/** What a job and its history both say. */
function stateOf({ id: _id, receivedAt: _at, payload: _sent, reference: _name, ...state }: Job) {
  return state;
}

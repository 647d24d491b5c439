import type { JobOrder } from '@hookline/contract';
import { useArchiveList } from '../../backend/archive.ts';
import { useListCount } from '../../parts/list-count.ts';
import { type JobFilter, parametersOf } from './job-filter.ts';

/** Milliseconds. Time alone makes a job late, of which nobody tells. */
const LOOK_AGAIN = 15_000;

/** The jobs of a filter. Open ones come by their deadline, unless somebody has chosen otherwise. */
export function useJobs(filter: JobFilter, desk: string) {
  const order: JobOrder = filter.sort || (filter.scope === 'open' ? 'due' : 'changed');
  const parameters = parametersOf(filter, order, desk);
  const jobs = useArchiveList('jobs', parameters, {
    keepsTrying: true,
    isEndless: true,
    ...(filter.late !== '' && { every: LOOK_AGAIN }),
  });
  const count = useListCount('jobs', parameters, jobs);
  return { jobs, count, order };
}

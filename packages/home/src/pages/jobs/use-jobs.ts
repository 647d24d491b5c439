import type { JobOrder } from '@hookline/contract';
import { useEffect, useRef } from 'react';
import { type Job, useArchiveList } from '../../backend/archive.ts';
import { jobName } from '../../parts/jobs/job-facts.ts';
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
    ...(filter.late !== '' && { every: LOOK_AGAIN }),
  });
  const count = useListCount('jobs', parameters, jobs);
  return { jobs, count, order };
}

/**
 * The job that is open, if it has no reference by which it could be asked for: as it was last
 * listed, since one that is closed by hand leaves the list.
 */
export function useListed(jobs: readonly Job[], selected: string | undefined): Job | undefined {
  const last = useRef<Job>(undefined);
  const found = jobs.find((job) => job.reference === null && jobName(job) === selected);
  useEffect(() => {
    if (found) last.current = found;
  });
  const { current } = last;
  return found ?? (current && jobName(current) === selected ? current : undefined);
}

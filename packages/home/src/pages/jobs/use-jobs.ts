import type { JobOrder } from '@hookline/contract';
import { useEffect, useRef, useState } from 'react';
import { type Job, useArchiveList } from '../../backend/archive.ts';
import { jobName } from '../../parts/jobs/job-facts.ts';
import { useListCount } from '../../parts/list-count.ts';
import { type JobFilter, parametersOf } from './job-filter.ts';

/** Milliseconds. Time alone makes a job late, of which nobody tells. */
const LOOK_AGAIN = 15_000;

/**
 * The jobs of a filter. Open ones come by their deadline, unless somebody has chosen otherwise; but
 * where none of them has one, that would be no order at all, and those changed last come first.
 */
export function useJobs(filter: JobFilter, desk: string) {
  const [known, setKnown] = useState({ hasDeadlines: true, at: 0, turned: '' });
  const isByDeadline = filter.scope === 'open' && known.hasDeadlines;
  const order: JobOrder = filter.sort !== '' ? filter.sort : isByDeadline ? 'due' : 'changed';
  const parameters = parametersOf(filter, order, desk);
  const jobs = useArchiveList('jobs', parameters, {
    keepsTrying: true,
    ...(filter.late !== '' && { every: LOOK_AGAIN }),
  });
  const count = useListCount('jobs', parameters, jobs);
  const isRead = filter.sort === '' && jobs.items.length > 0 && !jobs.isPlaceholderData;
  // By deadline the first has one if any has.
  const hasDeadlines = jobs.items.some(({ dueAt }) => dueAt !== null);
  const at = jobs.dataUpdatedAt;
  // What was read later decides: two orders that were read at different times may contradict.
  const isNews = hasDeadlines !== known.hasDeadlines && at > known.at;
  const name = JSON.stringify(filter);
  if (isRead && filter.scope === 'open' && isNews) {
    setKnown({ hasDeadlines, at, turned: known.at === 0 ? name : '' });
  }
  // Rows that are shown and at once put into another order would move under the pointer.
  const isTurning = known.turned === name && jobs.isPlaceholderData;
  return { jobs, count, order, isTurning };
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

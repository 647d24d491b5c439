import type { JobOrder } from '@hookline/contract';
import { useState } from 'react';
import { useArchiveList } from '../../backend/archive.ts';
import { useListCount } from '../../parts/list-count.ts';
import { type JobFilter, parametersOf } from './job-filter.ts';

/** Milliseconds. Time alone makes a job late, of which nobody tells. */
const LOOK_AGAIN = 15_000;

/**
 * The jobs of a filter. Open ones come by their deadline, unless somebody has chosen otherwise; but
 * where none of them has one, that would be no order at all, and those changed last come first.
 */
export function useJobs(filter: JobFilter, desk: string) {
  const [hasDeadlines, setHasDeadlines] = useState(true);
  const isByDeadline = filter.scope === 'open' && hasDeadlines;
  const order: JobOrder = filter.sort !== '' ? filter.sort : isByDeadline ? 'due' : 'changed';
  const parameters = parametersOf(filter, order, desk);
  const jobs = useArchiveList('jobs', parameters, {
    keepsTrying: true,
    ...(filter.late !== '' && { every: LOOK_AGAIN }),
  });
  const count = useListCount('jobs', parameters, jobs);
  const isRead = filter.sort === '' && jobs.items.length > 0 && !jobs.isPlaceholderData;
  // By deadline the first has one if any has.
  const isDated = jobs.items.some(({ dueAt }) => dueAt !== null);
  if (isRead && filter.scope === 'open' && isDated !== hasDeadlines) setHasDeadlines(isDated);
  return { jobs, count, order };
}

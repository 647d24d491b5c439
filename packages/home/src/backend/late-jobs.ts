import type { Count } from '@hookline/contract';
import { useQuery } from '@tanstack/react-query';
import { useReadAgain } from './app-context.ts';
import { asking } from './request.ts';

/** Time alone makes a job late, of which nobody tells. */
const EVERY = 15_000;

/** How many open jobs are late, counted to a thousand; 0 while nobody knows. */
export function useLateJobs(): number {
  const { data, refetch } = useQuery({
    queryKey: ['late jobs'],
    queryFn: asking<Count>('/api/archive/counts/jobs', { open: true, late: true }),
    refetchInterval: EVERY,
    // The title of a page that nobody looks at tells of it too.
    refetchIntervalInBackground: true,
    staleTime: 0,
  });
  useReadAgain(refetch);
  return data === undefined ? 0 : data.count + Number(data.isMore);
}

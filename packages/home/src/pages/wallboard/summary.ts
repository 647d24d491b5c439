import type { Summary } from '@hookline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useOffice } from '../../backend/office.ts';
import { request, withParameters } from '../../backend/request.ts';

/** In the morning rush something changes all the time; the eye does not need every step. */
const PAUSE = 2000;
const EVERY = 30_000;

/** The day in numbers, kept up to date. */
export function useSummary(since: string) {
  const { live } = useOffice();
  const query = useQuery({
    queryKey: ['summary', since],
    queryFn: ({ signal }) =>
      request<Summary>('GET', withParameters('/api/archive/summary', { since }), { signal }),
    // What nobody told, such as a job that retention has removed.
    refetchInterval: EVERY,
    refetchIntervalInBackground: true,
    staleTime: 0,
    placeholderData: (before) => before,
  });
  const { refetch } = query;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refetch();
      }, PAUSE);
    };
    const leave = [live.onChanged(soon), live.onEvent(soon)];
    return () => {
      clearTimeout(timer);
      for (const each of leave) each();
    };
  }, [live, refetch]);
  return query;
}

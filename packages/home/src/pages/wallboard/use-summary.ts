import type { Summary } from '@hookline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useReadAgain } from '../../backend/app-context.ts';
import { request, withParameters } from '../../backend/request.ts';

const EVERY = 30_000;

/** The day in numbers, kept up to date. */
export function useSummary(since: string) {
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
  useReadAgain(query.refetch);
  return query;
}

/** The time, again at the beginning of every minute. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    // A timer that runs late after a sleep finds the right minute too.
    const timer = setTimeout(() => setNow(Date.now()), 60_000 - (now % 60_000) + 20);
    return () => clearTimeout(timer);
  }, [now]);
  return now;
}

/** The beginning of the day here, as a moment. */
export function startOfDay(now: number): string {
  const day = new Date(now);
  day.setHours(0, 0, 0, 0);
  return day.toISOString();
}

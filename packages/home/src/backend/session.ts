import type { SessionState } from '@hookline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLive } from './app-context.ts';
import { asking, goToLogin } from './request.ts';

/** A stream keeps no login alive; a page that is only looked at would lose it over night. */
const LEAST = 10_000;
const MOST = 30 * 60_000;

const QUERY = {
  queryKey: ['session'],
  queryFn: asking<SessionState>('/api/session'),
};

/** Whether readers have to log in here, and whether this one has. */
export function useSession(): SessionState | undefined {
  return useQuery(QUERY).data;
}

/** Keeps the login for as long as the page is open; without one, leads to where there is one. */
export function useKeptSession(): void {
  const { state } = useLive();
  const { data, refetch } = useQuery({
    ...QUERY,
    // It is renewed when half of it is over.
    refetchInterval: ({ state: { data: last } }) =>
      last?.lifetime ? Math.min(Math.max(last.lifetime * 250, LEAST), MOST) : false,
    refetchIntervalInBackground: true,
  });
  useEffect(() => {
    if (state === 'unauthorised') void refetch();
  }, [state, refetch]);
  useEffect(() => {
    if (data?.required && !data.active) goToLogin();
  }, [data]);
}

import type { Sources } from '@hookline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAppContext } from '../../backend/app-context.ts';
import { request } from '../../backend/request.ts';

/** In the morning rush something comes in all the time; the eye does not need every step. */
const PAUSE = 1000;
/** What no event tells of: refusals, and silence. */
const EVERY = 10_000;

export function useSources() {
  const { live } = useAppContext();
  const query = useQuery({
    queryKey: ['sources'],
    queryFn: ({ signal }) => request<Sources>('GET', '/api/sources', { signal }),
    refetchInterval: EVERY,
    staleTime: 0,
  });
  const { refetch } = query;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = live.onEvent(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refetch();
      }, PAUSE);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [live, refetch]);
  return query;
}

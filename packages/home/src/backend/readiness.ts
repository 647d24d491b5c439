import type { Readiness } from '@hookline/contract';
import { useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';

const EVERY = 15_000;
/** What moves is looked at more often. */
const EVERY_WHILE_REBUILDING = 3000;

export type { Readiness };

/** What the server says about itself; undefined while it cannot be asked. */
export function useReadiness(): Readiness | undefined {
  const { data, isError } = useQuery({
    queryKey: ['readiness'],
    // 503 is an answer here: the server is starting or shutting down.
    queryFn: async ({ signal }) => complete(await (await fetch('/readyz', { signal })).json()),
    refetchInterval: ({ state }) =>
      typeof state.data?.rereading === 'number' ? EVERY_WHILE_REBUILDING : EVERY,
    refetchIntervalInBackground: true,
    staleTime: 0,
    retry: 1,
  });
  return isError ? undefined : data;
}

/** Of an earlier version, while a cluster is upgraded or after a way back: all was about the archive. */
function complete(told: Pick<Readiness, 'status' | 'reasons'> & Partial<Readiness>): Readiness {
  const concerns = told.status === 'degraded' ? (['archive'] as const) : [];
  return { rereading: null, concerns: [...concerns], ...told };
}

/** Whether this computer is in a network at all. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(onNetwork, () => navigator.onLine);
}

function onNetwork(listener: () => void): () => void {
  for (const each of ['online', 'offline']) window.addEventListener(each, listener);
  return () => {
    for (const each of ['online', 'offline']) window.removeEventListener(each, listener);
  };
}

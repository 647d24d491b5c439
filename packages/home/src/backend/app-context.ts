import { QueryClient } from '@tanstack/react-query';
import { type LiveEvents, liveEvents, type Snapshot } from 'hookline-client';
import { createContext, use, useEffect, useSyncExternalStore } from 'react';
import { Store } from '../store.ts';
import { Phone, type PhoneSnapshot } from './phone.ts';
import { RequestError } from './request.ts';

/** Everything the page is connected to, opened once and kept for the life of the page. */
interface AppContextValue {
  readonly live: LiveEvents;
  readonly phone: Phone;
  readonly queries: QueryClient;
}

/** How often somebody was erased since the page was opened: what was read before may tell of them. */
export const erasures = new Store(0);

const HOUR = 60 * 60_000;

/** A thousand couriers report every second, and all of them are read anew. */
const COURIERS_EVERY = 2000;

/** Does it at once, and for all that comes soon after, once again. */
function atMostEvery(milliseconds: number, work: () => void): () => void {
  let isWaiting = false;
  let isWanted = false;
  const run = () => {
    isWaiting = true;
    isWanted = false;
    work();
    setTimeout(() => {
      isWaiting = false;
      if (isWanted) run();
    }, milliseconds);
  };
  return () => {
    if (isWaiting) isWanted = true;
    else run();
  };
}

/**
 * A first answer that is still on its way may be older than what has changed. To invalidate it
 * breaks off only what was read before, so it is waited for, and read again.
 */
function readAnew(queries: QueryClient, queryKey: readonly string[]): void {
  const first = queries
    .getQueryCache()
    .findAll({ queryKey, fetchStatus: 'fetching' })
    .filter(({ state }) => state.data === undefined);
  for (const query of first) {
    const again = () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true });
    query.fetch().then(again, again);
  }
  void queries.invalidateQueries({ queryKey });
}

export function openAppContext(): AppContextValue {
  const live = liveEvents();
  const phone = new Phone();
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        // Whether to ask at all is seen from the answers: an office network without internet
        // counts as offline for the browser.
        networkMode: 'always',
        // It compares an answer with the last one and puts a new one together from both. A field
        // called __proto__ is lost on the way, and a number that was kept as it was written.
        structuralSharing: false,
        retry: (count, error) => !(error instanceof RequestError && error.isFinal) && count < 3,
      },
      mutations: { networkMode: 'always' },
    },
  });
  // Who was looked at or found is found again while the server is away.
  for (const kind of ['addresses', 'caller']) queries.setQueryDefaults([kind], { gcTime: HOUR });
  const couriersChanged = atMostEvery(COURIERS_EVERY, () => {
    readAnew(queries, ['couriers']);
  });
  // The archive says which kind of record has changed. A caller is made of all kinds, calls bear
  // the names of addresses, and couriers are addresses with jobs.
  live.onChanged((kind) => {
    readAnew(queries, [kind]);
    if (kind === 'events' || kind === 'mappings') return;
    readAnew(queries, ['caller']);
    if (kind === 'addresses') readAnew(queries, ['calls']);
    if (kind !== 'calls') couriersChanged();
  });
  live.onErased((ids) => {
    if (ids.length > 0) return;
    void queries.resetQueries();
    phone.forget();
    erasures.set(erasures.get() + 1);
  });
  let state = live.state;
  live.subscribe(() => {
    // What changed while there was no line was told to nobody. What nobody looks at now would be
    // shown as it was until it is read again, with people who are erased perhaps.
    if (live.state === 'live' && state !== 'live') {
      queries.removeQueries({ type: 'inactive' });
      readAnew(queries, []);
    }
    state = live.state;
  });
  return { live, phone, queries };
}

export const AppContext = createContext<AppContextValue | undefined>(undefined);

export function useAppContext(): AppContextValue {
  const context = use(AppContext);
  if (!context) throw new Error('outside of the page');
  return context;
}

export function useLive(): Snapshot {
  const { live } = useAppContext();
  return useSyncExternalStore(live.subscribe, live.getSnapshot);
}

/** In the morning rush something comes all the time; the eye does not need every step. */
const READ_AGAIN_AFTER = 1500;

/** Reads anew, soon, what events and changes may have made old. */
export function useReadAgain(refetch: () => unknown): void {
  const { live } = useAppContext();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void refetch();
      }, READ_AGAIN_AFTER);
    };
    const leave = [live.onChanged(soon), live.onEvent(soon)];
    return () => {
      clearTimeout(timer);
      for (const each of leave) each();
    };
  }, [live, refetch]);
}

export function usePhone(): PhoneSnapshot {
  const { phone } = useAppContext();
  return useSyncExternalStore(phone.subscribe, phone.getSnapshot);
}

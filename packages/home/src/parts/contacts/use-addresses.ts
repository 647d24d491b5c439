import type { Page } from '@hookline/contract';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAppContext } from '../../backend/app-context.ts';
import type { Address } from '../../backend/archive.ts';
import { request, withParameters } from '../../backend/request.ts';
import { atLeisure } from './at-leisure.ts';

/** The largest page that the archive gives. */
const PAGE = 500;
/** So many are held in memory; beyond that the archive is asked while somebody types. */
const MOST = 10_000;
/** While the archive does not answer. */
const ASK_AGAIN = 15_000;
const NOBODY: readonly Address[] = [];

export interface HeldAddresses {
  /** The same list until something has changed. */
  readonly addresses: readonly Address[];
  /** The archive has more than is held here. */
  readonly isMore: boolean;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/**
 * The archive's addresses, page by page. Not under the key of the other lists: those are read anew
 * with every change, and this one is long. `staleTime`: how old they may be when somebody comes.
 */
export function useAddresses(staleTime: number): HeldAddresses {
  const { live } = useAppContext();
  const query = useInfiniteQuery({
    queryKey: ['everybody'],
    queryFn: ({ pageParam, signal }) =>
      request<Page<Address>>(
        'GET',
        withParameters('/api/addresses', { limit: PAGE, cursor: pageParam }),
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime,
    refetchInterval: ({ state }) => state.status === 'error' && ASK_AGAIN,
    // Comparing thousands of addresses field by field costs more than it saves.
    structuralSharing: false,
  });
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = query;
  const addresses = data ? addressesOf(data) : NOBODY;
  const isFull = addresses.length >= MOST;
  useEffect(() => {
    if (hasNextPage && !isFull && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFull, isFetching, isError, fetchNextPage]);
  useEffect(() => {
    const again = atLeisure(() => refetch());
    return live.onChanged((kind) => {
      if (kind === 'addresses') again();
    });
  }, [live, refetch]);
  return {
    addresses,
    isMore: hasNextPage && isFull,
    isLoading: query.isPending,
    error: query.error,
    retry: () => void refetch(),
  };
}

const flat = new WeakMap<object, readonly Address[]>();

function addressesOf(data: InfiniteData<Page<Address>>): readonly Address[] {
  const known = flat.get(data) ?? data.pages.flatMap(({ items }) => items);
  flat.set(data, known);
  return known;
}

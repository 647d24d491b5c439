import type {
  Address,
  AddressOwner,
  ArchivedEvent,
  Call,
  CallChange,
  Caller,
  Count,
  Courier,
  Job,
  JobChange,
  JobHistory,
  JobVersion,
  ListFilters,
  Page,
} from '@hookline/contract';
import {
  type InfiniteData,
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useInfiniteQuery,
  useQueries,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useReadAgain } from './app-context.ts';
import { asking, type Parameters, RequestError, request, withParameters } from './request.ts';

export type {
  Address,
  AddressOwner,
  ArchivedEvent,
  Call,
  Caller,
  Courier,
  Job,
  JobHistory,
  JobVersion,
  ListFilters,
};

/** The lists of the archive. The first word of a query's key is the kind that `changed` names. */
interface Lists {
  addresses: Address;
  calls: Call;
  jobs: Job;
  events: ArchivedEvent;
}
export type ListName = keyof Lists;

const PATHS: Record<ListName, string> = {
  addresses: '/api/addresses',
  calls: '/api/calls',
  jobs: '/api/jobs',
  events: '/api/archive/events',
};

/**
 * Asks until the archive is back. What went wrong is in `failureReason` meanwhile, without the
 * flicker between loading and failure that a new attempt after an error would be.
 */
export const KEEPS_TRYING = {
  retry: (_count: number, error: Error) => !(error instanceof RequestError && error.isFinal),
  retryDelay: (count: number) => Math.min(1000 * 2 ** count, 5000),
};

/** Where a page of a list begins. */
interface Place {
  readonly cursor?: string;
  /** How many come before it, when it was read. */
  readonly at: number;
  readonly before?: Place;
}
const START: Place = { at: 0 };
/** A thousand rows at once are enough to scroll to and fro in. */
const MOST_PAGES = 20;

/** How many come before the last page that is held. */
function startOfLast(data: InfiniteData<unknown> | undefined): number | undefined {
  return (data?.pageParams.at(-1) as Place | undefined)?.at;
}

/** A list that grows by a page at a time. */
export function useArchiveList<L extends ListName>(
  list: L,
  filter: ListFilters[L] = {},
  {
    isEnabled = true,
    limit = 50,
    keepsTrying = false,
    isEndless = false,
    every,
  }: {
    isEnabled?: boolean;
    limit?: number;
    keepsTrying?: boolean;
    /** It is read on as one scrolls, and let go of far behind: what changes is not read anew by the thousand. */
    isEndless?: boolean;
    /** Milliseconds after which it is read again, for what changes without anybody telling. */
    every?: number;
  } = {},
) {
  const queries = useQueryClient();
  const queryKey = [list, filter, limit];
  const result = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam: { cursor }, signal }) => {
      const askedAt = Date.now();
      const path = listPath(list, filter, { limit, cursor });
      return { ...(await request<Page<Lists[L]>>('GET', path, { signal })), askedAt };
    },
    initialPageParam: START as Place,
    getNextPageParam: ({ next, items: { length } }, _pages, before): Place | undefined =>
      next === null ? undefined : { cursor: next, at: before.at + length, before },
    getPreviousPageParam: (_page, _pages, { before }) => before,
    ...(isEndless && { maxPages: MOST_PAGES }),
    // While another filter is being read, the list of the last one stays: no flicker while typing.
    placeholderData: keepPreviousData,
    enabled: isEnabled,
    ...(every !== undefined && { refetchInterval: every }),
    ...(keepsTrying && KEEPS_TRYING),
  });
  const items = itemsOf(result.data);
  const toStart = () => {
    const pages = result.data?.pages.slice(0, 1) ?? [];
    queries.setQueryData(queryKey, { pages, pageParams: [START] });
    void queries.invalidateQueries({ queryKey });
  };
  const fetchNextPage = async () => {
    const { isFetching, data } = result;
    const after = await result.fetchNextPage();
    // A list that is read anew meanwhile, since something has changed, breaks this off.
    const isBrokenOff =
      !after.isError && after.hasNextPage && startOfLast(after.data) === startOfLast(data);
    const read = isBrokenOff ? await result.fetchNextPage() : after;
    // And the other way round: what changed is still to be read.
    if (isFetching) void queries.invalidateQueries({ queryKey });
    return read;
  };
  return {
    ...result,
    items,
    /** How many come before those that are held. */
    skipped: (result.data?.pageParams[0] as Place | undefined)?.at ?? 0,
    toStart,
    fetchNextPage,
    trouble: result.error ?? result.failureReason,
  };
}

/**
 * Stores a change of a call or a job, and shows it in every list before the archive has announced
 * it. Without `queries`, nothing was read yet.
 */
export async function storeChange<L extends 'calls' | 'jobs'>(
  queries: QueryClient | undefined,
  list: L,
  name: string,
  body: CallChange | JobChange,
): Promise<Lists[L]> {
  const queryKey = [list];
  const path = `${PATHS[list]}/${encodeURIComponent(name)}`;
  const changed = await request<Lists[L]>('PATCH', path, { body }).catch((error: unknown) => {
    // What refuses it is not on screen yet: another desk, or that it is gone.
    void queries?.invalidateQueries({ queryKey });
    throw error;
  });
  // An answer that is on its way may be older than the change, and would turn it back on screen.
  await queries?.cancelQueries({ queryKey });
  queries?.setQueriesData<InfiniteData<{ items: Lists[L][] }>>({ queryKey }, (data) =>
    data?.pages
      ? {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            items: page.items.map((item) => (item.id === changed.id ? changed : item)),
          })),
        }
      : data,
  );
  void queries?.invalidateQueries({ queryKey });
  return changed;
}

/** Where a list can be downloaded, with the same filter. */
export function exportUrl<L extends ListName>(
  list: L,
  filter: ListFilters[L],
  format: string,
): string {
  return listPath(list, filter, { format });
}

function listPath<L extends ListName>(list: L, filter: ListFilters[L], further: Parameters) {
  return withParameters(PATHS[list], { ...filter, ...further });
}

/** Who calls, with address and last calls and jobs; nobody if the number is withheld. */
export function useCaller(number: string | null) {
  return useQuery(callerQuery(number));
}

/** The lines of several numbers, as the server names them; undefined for those not known yet. */
export function useLines(numbers: readonly (string | null)[]): readonly (string | undefined)[] {
  return useQueries({ queries: numbers.map(callerQuery) }).map(
    ({ data }) => data?.line ?? undefined,
  );
}

function callerQuery(number: string | null) {
  return queryOptions({
    queryKey: ['caller', number],
    queryFn: ({ signal }) => askCaller(number ?? '', signal),
    enabled: number !== null && number !== '',
  });
}

export function askCaller(number: string, signal?: AbortSignal): Promise<Caller> {
  return request('GET', `/api/callers/${encodeURIComponent(number)}`, signal && { signal });
}

/** Somebody has another name, number or place now. Calls bear it too. */
export function peopleChanged(queries: QueryClient): void {
  for (const kind of ['addresses', 'caller', 'calls']) {
    void queries.invalidateQueries({ queryKey: [kind] });
  }
}

/**
 * Of all pages that were read. What has moved to where the list was read on is on two of them until
 * they are read anew.
 */
export function itemsOf<Item extends { readonly id: string }>(
  data: { readonly pages: readonly Page<Item>[] } | undefined,
): readonly Item[] {
  const items = data?.pages.flatMap((page) => page.items) ?? [];
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

/** What the page was told about contacts, by any question: a page of them, one, or a caller. */
type Told = Partial<InfiniteData<Page<Address>> & Caller & Pick<Address, 'createdAt'>> | undefined;

/**
 * Whom the page has been told of in the last hour, the latest first: they are found at once, and
 * while the server is away.
 */
export function toldOfLate(queries: QueryClient): readonly Address[] {
  const told = ['addresses', 'caller']
    .flatMap((kind) => queries.getQueryCache().findAll({ queryKey: [kind] }))
    .toSorted((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => {
      const data = state.data as Told;
      if (data?.pages) return itemsOf({ pages: data.pages });
      if (data?.createdAt !== undefined) return [data as Address];
      return data?.address ? [data.address] : [];
    });
  return [...new Map(told.toReversed().map((address) => [address.id, address])).values()].reverse();
}

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

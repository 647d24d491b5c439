import type { Count } from '@hookline/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ListFilters, ListName, useArchiveList } from '../backend/archive.ts';
import { asking } from '../backend/request.ts';
import { useFormats } from '../format/formats.ts';
import { keep, kept } from '../scroll-position.ts';

/** How many a list has, in digits: not how many of them happen to be loaded. `1.000+` beyond that. */
export function useListCount<L extends ListName>(
  list: L,
  filter: ListFilters[L],
  found: Pick<
    ReturnType<typeof useArchiveList>,
    'items' | 'skipped' | 'hasNextPage' | 'isPlaceholderData'
  >,
): string {
  const { number } = useFormats();
  const { items, hasNextPage } = found;
  const known = found.skipped + items.length;
  const { data: counted } = useQuery({
    // Below the list's own key: what makes one old makes the other old.
    queryKey: [list, 'count', filter],
    queryFn: asking<Count>(`/api/archive/counts/${list}`, filter),
    enabled: hasNextPage && !found.isPlaceholderData,
  });
  if (!hasNextPage) return number(known);
  const isAll = counted?.isMore === false && counted.count > known;
  return `${number(Math.max(counted?.count ?? 0, known))}${isAll ? '' : '+'}`;
}

type List = Pick<
  ReturnType<typeof useArchiveList>,
  'data' | 'isPlaceholderData' | 'hasNextPage' | 'isFetching' | 'fetchNextPage'
>;

/**
 * A list of which one had asked for more has as many pages again when one comes back to it, also
 * after a reload. `name` is another one for another filter.
 */
export function useKeptPages(list: List, name: string): void {
  const { hasNextPage, isFetching, fetchNextPage } = list;
  const count = list.isPlaceholderData ? 0 : (list.data?.pages.length ?? 0);
  useEffect(() => {
    if (count === 0) return;
    const wanted = kept(`pages ${name}`, 1);
    if (count > wanted) keep(`pages ${name}`, count);
    else if (count < wanted && hasNextPage && !isFetching) void fetchNextPage();
  }, [name, count, hasNextPage, isFetching, fetchNextPage]);
}

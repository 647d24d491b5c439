import { useEffect } from 'react';
import type { useArchiveList } from '../backend/archive.ts';
import { keep, kept } from '../scroll-position.ts';

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

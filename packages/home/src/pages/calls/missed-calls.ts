import { useArchiveList } from '../../backend/archive.ts';

/** How many missed calls nobody has taken care of; `plus` if there are more than are counted. */
export function useOpenMissedCalls(): { readonly count: number; readonly plus: string } {
  const { items, hasNextPage } = useArchiveList('calls', { missed: true });
  const count = items.filter(({ settled }) => !settled).length;
  return { count, plus: hasNextPage && count === items.length ? '+' : '' };
}

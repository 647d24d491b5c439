import { useDeferredValue, useMemo } from 'react';
import { useAppContext, usePhone } from '../../backend/app-context.ts';
import { itemsOf, toldOfLate, useArchiveList } from '../../backend/archive.ts';
import { useFormats } from '../../format/formats.ts';
import type { Contact } from '../../parts/contacts/contact.ts';
import { byName, isContactFound, queryOf } from '../../parts/contacts/contact-search.ts';
import { everybody } from '../../parts/contacts/merged-contacts.ts';
import { useListCount } from '../../parts/list-pages.ts';

/** What the phone book is narrowed to. */
interface ContactFilter {
  readonly q: string;
  readonly role: 'all' | 'customer' | 'courier';
}

export const ROLES = ['all', 'customer', 'courier'] as const;
export const USUAL: ContactFilter = { q: '', role: 'all' };

export function filterFrom(query: URLSearchParams): ContactFilter {
  return {
    q: query.get('q') ?? '',
    role: ROLES.find((each) => each === query.get('role')) ?? USUAL.role,
  };
}

const PAGE = 200;

export interface Everybody {
  /** Those whom the filter leaves, in the order of a phone book, as far as they were read. */
  readonly found: readonly Contact[];
  readonly count: string;
  readonly countOfAll: string;
  readonly isNobody: boolean;
  readonly isLoading: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  /** Undefined if all is read, or being read. */
  readonly readOn: (() => void) | undefined;
}

/**
 * Everybody the office knows: whom the archive has, and whom only the phone book has. A book that is
 * read as a whole is narrowed here, a longer one by the archive; `asked` is what was typed a moment
 * ago.
 */
export function useEverybody(typed: string, role: ContactFilter['role'], asked: string): Everybody {
  const { queries } = useAppContext();
  const { number } = useFormats();
  const all = useArchiveList('addresses', { sort: 'name' }, { limit: PAGE, keepsTrying: true });
  const isWhole = !all.hasNextPage;
  const filter = { q: asked || undefined, role: role === 'all' ? undefined : role };
  const isFiltered = asked !== '' || typed.trim() !== '' || role !== 'all';
  const isAsked = isFiltered && !isWhole && asked === typed.trim();
  const narrowed = useArchiveList(
    'addresses',
    { ...filter, sort: 'name' },
    { limit: PAGE, isEnabled: isAsked },
  );
  const isAnswered =
    isAsked && narrowed.data !== undefined && !narrowed.isPlaceholderData && !narrowed.error;
  const list = isAnswered ? narrowed : all;
  const isMore = list.hasNextPage && (isAnswered || !isFiltered);
  // A book that is read entry by entry must not hold up who types meanwhile.
  const entries = useDeferredValue(usePhone().phoneBook.entries);
  const known = useMemo(() => everybody(itemsOf(all.data), entries), [all.data, entries]);
  const found = useMemo(() => {
    const read = itemsOf(list.data);
    const query = queryOf(typed);
    const fits = (contact: Contact) =>
      (role === 'all' || contact.roles.includes(role)) && isContactFound(query, contact);
    // Until it has answered, and while it does not.
    const late = isFiltered && !isWhole && !isAnswered ? toldOfLate(queries) : [];
    const some = [...new Map([...late, ...read].map((one) => [one.id, one])).values()];
    const last = isMore ? read.at(-1)?.id : undefined;
    // What it has found is found, by whatever it knows of them.
    const left = everybody(some, entries).filter(
      (one) => (isAnswered && one.id !== undefined) || fits(one),
    );
    return inOrder(left, last);
  }, [list.data, entries, typed, role, isFiltered, isWhole, isAnswered, isMore, queries]);
  const counted = useListCount('addresses', filter, { ...list, hasNextPage: isMore });
  const countedOfAll = useListCount('addresses', {}, all);
  return {
    found,
    count: isMore ? counted : number(found.length),
    countOfAll: isWhole ? number(known.length) : countedOfAll,
    isNobody: known.length === 0,
    isLoading: all.isPending && known.length === 0,
    error: all.trouble,
    retry: () => void all.refetch(),
    readOn: isMore && !list.isFetching ? () => void list.fetchNextPage() : undefined,
  };
}

/** Whom only the phone book has stands among the others, as far as those were read: up to `last`. */
function inOrder(contacts: readonly Contact[], last: string | undefined): readonly Contact[] {
  const end = last === undefined ? undefined : contacts.find(({ id }) => id === last)?.sortName;
  return contacts
    .filter(({ id, sortName }) => id !== undefined || end === undefined || sortName <= end)
    .toSorted(byName);
}

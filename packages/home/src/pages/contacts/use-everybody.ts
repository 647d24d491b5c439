import { useDeferredValue, useMemo } from 'react';
import { usePhone } from '../../backend/app-context.ts';
import { useArchiveList } from '../../backend/archive.ts';
import { useLanguage } from '../../language/language.tsx';
import type { Contact } from '../../parts/contacts/contact.ts';
import { queryOf, search } from '../../parts/contacts/contact-search.ts';
import { CALLING_CODE, everybody } from '../../parts/contacts/everybody.ts';
import { withArchive } from '../../parts/contacts/merged-contacts.ts';
import { type HeldAddresses, useAddresses } from '../../parts/contacts/use-addresses.ts';
import type { ContactFilter } from './contact-filter.ts';

export interface Everybody extends Omit<HeldAddresses, 'addresses'> {
  /** In the order of a phone book. */
  readonly contacts: readonly Contact[];
  /** Those whom the filter leaves. */
  readonly found: readonly Contact[];
  /** The archive has found more than it has told. */
  readonly isMoreFound: boolean;
}

/**
 * Everybody the office knows: whom the archive has, and whom only the phone book has. `asked` is
 * what was typed a moment ago: an archive that is too long to be held is asked for it.
 */
export function useEverybody(typed: string, role: ContactFilter['role'], asked: string): Everybody {
  const language = useLanguage();
  const { addresses, ...held } = useAddresses(0);
  const isAsked = held.isMore && asked !== '' && asked === typed.trim();
  const filter = { q: asked, role: role === 'all' ? undefined : role };
  const { data, isPlaceholderData, hasNextPage } = useArchiveList('addresses', filter, {
    isEnabled: isAsked,
  });
  // A book that is read entry by entry must not hold up who types meanwhile.
  const entries = useDeferredValue(usePhone().phoneBook.entries);
  const contacts = everybody(addresses, entries, language);
  const found = useMemo(() => {
    const some = role === 'all' ? contacts : contacts.filter(({ roles }) => roles.includes(role));
    const here = search(some, queryOf(typed), Number.POSITIVE_INFINITY).contacts;
    if (!isAsked || isPlaceholderData || !data) return here;
    const further = data.pages.flatMap(({ items }) => items);
    return withArchive(here, further, CALLING_CODE);
  }, [contacts, role, typed, isAsked, isPlaceholderData, data]);
  const isMoreFound = isAsked && hasNextPage;
  return {
    ...held,
    contacts,
    found,
    isMoreFound,
    isLoading: held.isLoading && contacts.length === 0,
  };
}

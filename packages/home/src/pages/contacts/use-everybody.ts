import { useDeferredValue, useMemo } from 'react';
import { useArchiveList } from '../../backend/archive.ts';
import { usePhone } from '../../backend/office.ts';
import { useLanguage } from '../../language/language.tsx';
import type { Contact } from './contact.ts';
import { everybody } from './everybody.ts';
import { type HeldAddresses, useAddresses } from './use-addresses.ts';

export interface Everybody extends Omit<HeldAddresses, 'addresses'> {
  /** In the order of a phone book. */
  readonly contacts: readonly Contact[];
}

/** Everybody the office knows: whom the archive has, and whom only the phone book has. */
export function useEverybody(typed: string): Everybody {
  const language = useLanguage();
  const { addresses, ...held } = useAddresses(0);
  const isAsked = held.isMore && typed !== '';
  const asked = useArchiveList('addresses', { q: typed }, { isEnabled: isAsked });
  // A book that is read entry by entry must not hold up who types meanwhile.
  const entries = useDeferredValue(usePhone().phoneBook.entries);
  const all = useMemo(() => {
    if (!isAsked) return addresses;
    const known = new Set(addresses.map(({ id }) => id));
    return [...addresses, ...asked.items.filter(({ id }) => !known.has(id))];
  }, [isAsked, addresses, asked.items]);
  const contacts = everybody(all, entries, language);
  return { ...held, contacts, isLoading: held.isLoading && contacts.length === 0 };
}

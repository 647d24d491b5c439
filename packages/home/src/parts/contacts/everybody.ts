import type { PhoneBookEntry } from 'hookline-client/telephony';
import type { Address } from '../../backend/archive.ts';
import { callingCodeOf } from '../../format/phone-library.ts';
import { homeCountry } from '../../format/phone-number.ts';
import type { Contact } from './contact.ts';
import { inOrder } from './contact-search.ts';
import { Contacts } from './merged-contacts.ts';

/** How the office's country is dialled from abroad. */
export const CALLING_CODE: string = callingCodeOf(homeCountry());

const contacts = new Contacts(CALLING_CODE);

interface Prepared {
  readonly addresses: readonly Address[];
  readonly entries: readonly PhoneBookEntry[];
  readonly language: string;
  readonly contacts: readonly Contact[];
}
let last: Prepared | undefined;

/**
 * Everybody once, in the order of a phone book. Prepared once for the list and for the search,
 * although the search is opened again and again.
 */
export function everybody(
  addresses: readonly Address[],
  entries: readonly PhoneBookEntry[],
  language: string,
): readonly Contact[] {
  const isSame =
    last?.addresses === addresses && last.entries === entries && last.language === language;
  if (!last || !isSame) {
    const made = inOrder(contacts.merged(addresses, entries), language);
    last = { addresses, entries, language, contacts: made };
  }
  return last.contacts;
}

import type { PhoneBookEntry } from 'hookline-client/telephony';
import type { Address } from '../../backend/archive.ts';
import { callingCodeOf } from '../../format/phone-library.ts';
import { homeCountry } from '../../format/phone-number.ts';
import { type Contact, contactOfAddress, contactOfEntry, withEntry } from './contact.ts';

/** A phone book grows entry by entry while it is read: nothing is folded twice. */
const made = new WeakMap<object, Contact>();

function once<T extends object>(from: T, make: (from: T) => Contact): Contact {
  const contact = made.get(from) ?? make(from);
  made.set(from, contact);
  return contact;
}

/**
 * Everybody once: whom the archive has told of, and whom only the phone book has. `callingCode`: how
 * the office's country is dialled from abroad.
 */
export function everybody(
  addresses: readonly Address[],
  entries: readonly PhoneBookEntry[],
  callingCode: string = callingCodeOf(homeCountry()),
): readonly Contact[] {
  const contacts = addresses.map((each) => once(each, (one) => contactOfAddress(one, callingCode)));
  const places = placesOf(addresses);
  for (const entry of entries) {
    const listed = once(entry, (one) => contactOfEntry(one, callingCode));
    // By its own key too: without a number, it may stand there twice all the same.
    const keys = [...(listed.line === undefined ? [] : [listed.line]), listed.key];
    const at = keys.map((key) => places.get(key)).find((place) => place !== undefined);
    const known = at === undefined ? undefined : contacts[at];
    if (at !== undefined && known) {
      contacts[at] = withEntry(known, listed);
      continue;
    }
    for (const key of keys) places.set(key, contacts.length);
    contacts.push(listed);
  }
  return contacts;
}

/** Whose the lines are: those who have them as their own go before all others. */
function placesOf(addresses: readonly Address[]): Map<string, number> {
  const own = addresses.map(({ line }, place) => [line, place] as const);
  const further = addresses.flatMap(({ numbers }, place) =>
    numbers.map(({ line }) => [line, place] as const),
  );
  const places = new Map<string, number>();
  for (const [line, place] of [...own, ...further]) {
    // The first that is listed has the number, whatever another one says.
    if (line !== null && !places.has(line)) places.set(line, place);
  }
  return places;
}

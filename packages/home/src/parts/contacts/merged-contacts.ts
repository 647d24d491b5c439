import type { PhoneBookEntry } from 'hookline-client/telephony';
import type { Address } from '../../backend/archive.ts';
import { type Contact, contactOfAddress, contactOfEntry, withEntry } from './contact.ts';

/**
 * Makes contacts and remembers them: a phone book grows entry by entry while it is read, and the
 * archive is read anew with every change of one address. Nothing is folded twice.
 */
export class Contacts {
  readonly #callingCode: string;
  readonly #entries = new WeakMap<PhoneBookEntry, Contact>();
  /** Anew with every reading, so that whoever was erased is not kept here. */
  #addresses: ReadonlyMap<string, { readonly version: string; readonly contact: Contact }> =
    new Map();

  constructor(callingCode: string) {
    this.#callingCode = callingCode;
  }

  #ofEntries(entries: readonly PhoneBookEntry[]): Contact[] {
    return entries.map((entry) => {
      const contact = this.#entries.get(entry) ?? contactOfEntry(entry, this.#callingCode);
      this.#entries.set(entry, contact);
      return contact;
    });
  }

  #ofAddresses(addresses: readonly Address[]): Contact[] {
    const made = new Map(
      addresses.map((address) => {
        const { id, updatedAt, others } = address;
        // Who is erased from among the others leaves it as old as it was.
        const version = `${updatedAt} ${others?.length}`;
        const known = this.#addresses.get(id);
        if (known?.version === version) return [id, known];
        return [id, { version, contact: contactOfAddress(address, this.#callingCode) }];
      }),
    );
    this.#addresses = made;
    return Array.from(made.values(), ({ contact }) => contact);
  }

  /** Everybody once: whom the archive has, and whom only the phone book has. */
  merged(addresses: readonly Address[], entries: readonly PhoneBookEntry[]): Contact[] {
    const contacts = this.#ofAddresses(addresses);
    const places = placesOf(addresses);
    for (const listed of this.#ofEntries(entries)) {
      // By its own key too: without a number, it may stand there twice all the same.
      const keys = [...(listed.line === undefined ? [] : [listed.line]), listed.key];
      const at = firstOf(keys, places);
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
}

/** Whose the lines are: those who have them as their own go before all others. */
function placesOf(addresses: readonly Address[]): Map<string, number> {
  const own = addresses.map(({ line }, place) => [line, place] as const);
  const further = addresses.flatMap(({ numbers }, place) =>
    numbers.map(({ line }) => [line, place] as const),
  );
  const places = new Map<string, number>();
  for (const [line, place] of [...own, ...further]) {
    // The newest first: that one has the number, whatever an older one says.
    if (line !== null && !places.has(line)) places.set(line, place);
  }
  return places;
}

function firstOf(keys: readonly string[], places: ReadonlyMap<string, number>) {
  for (const key of keys) {
    const place = places.get(key);
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Those found here, with what the archive says about them; then whom only the archive has found. */
export function withArchive(
  found: readonly Contact[],
  addresses: readonly Address[],
  callingCode: string,
): Contact[] {
  const contacts = [...found];
  const places = new Map<string, number>();
  for (const [place, { id, line }] of found.entries()) {
    const key = id ?? line;
    if (key !== undefined) places.set(key, place);
  }
  for (const address of addresses) {
    const at = firstOf([address.id, address.line ?? address.id], places);
    const known = at === undefined ? undefined : contacts[at];
    if (known?.id === address.id) continue;
    const contact = contactOfAddress(address, callingCode);
    // An entry that one address has claimed already is not the other's.
    const place = at !== undefined && known?.id === undefined ? at : contacts.length;
    contacts[place] = known && place === at ? withEntry(contact, known) : contact;
    places.set(address.id, place);
  }
  return contacts;
}

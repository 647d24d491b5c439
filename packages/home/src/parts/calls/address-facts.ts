import { isInternal, type JsonObject, names, partyIn, rolesIn } from '@hookline/records';

/** What a dispatcher wants to know of an address in the moment of a ring. */
export interface AddressFacts {
  /** Street with house number, postcode and town. */
  readonly place: string | undefined;
  readonly vehicle: string | undefined;
  readonly remark: string | undefined;
  /** What the phone book calls it. */
  readonly kinds: readonly ('customer' | 'courier' | 'internal')[];
}

/** A field of a foreign system may be a book. */
const MOST = 160;

export function addressFacts(fields: JsonObject): AddressFacts {
  const { address, note } = partyIn(fields);
  const roles = rolesIn(fields);
  return {
    place: shortText(address),
    vehicle: shortText(names.VEHICLES.textIn(fields)),
    remark: shortText(note),
    kinds: roles.length > 0 ? roles : isInternal(fields) ? ['internal'] : [],
  };
}

/** Cut for display; what is no text of any use is left out. */
export function shortText(value: unknown, most = MOST): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const text = String(value).trim();
  if (text === '') return undefined;
  return text.length > most ? `${text.slice(0, most)} …` : text;
}

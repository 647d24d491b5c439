import { isInternal, type JsonObject, names, partyIn, rolesIn } from '@hookline/records';
import { shortText } from '../../format/payload-text.ts';

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
export const MOST_SHOWN = 160;

export function addressFacts(fields: JsonObject): AddressFacts {
  const { address, note } = partyIn(fields);
  const roles = rolesIn(fields);
  return {
    place: address?.trim() || undefined,
    vehicle: shown(names.VEHICLES.textIn(fields)),
    remark: shown(note),
    kinds: roles.length > 0 ? roles : isInternal(fields) ? ['internal'] : [],
  };
}

function shown(text: string | null | undefined): string | undefined {
  return shortText(text ?? '', MOST_SHOWN) || undefined;
}

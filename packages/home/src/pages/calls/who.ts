import { type Address, type Caller, useCaller } from '../../backend/archive.ts';
import { usePhone } from '../../backend/office.ts';
import { type AddressFacts, addressFacts, shortText } from './address-facts.ts';
import { entryOf } from './phone-book-entry.ts';

export type Kind = 'customer' | 'courier' | 'internal' | 'contact' | 'unknown' | 'withheld';

/** Somebody on the telephone, as far as anything is known of them. */
export interface Who {
  readonly name: string | undefined;
  /** Null if it is withheld. */
  readonly number: string | null;
  readonly kinds: readonly Kind[];
  /** Only their switchboard is known. */
  readonly isProbable: boolean;
  readonly facts: AddressFacts | undefined;
  /** The record that can be corrected; a switchboard is not theirs. */
  readonly address: Address | undefined;
  readonly caller: Caller | undefined;
  readonly isLoading: boolean;
  readonly error: unknown;
}

/** Asks the archive who it is. A withheld number is nobody: nothing is asked. */
export function useWho(number: string | null, told: string | null): Who {
  const { phoneBook } = usePhone();
  const { data: caller, isPending, error } = useCaller(number);
  // Without the archive the telephony app's own book still knows something.
  const entry = number === null ? undefined : entryOf(phoneBook.entries, number);
  const facts = caller?.address
    ? addressFacts(caller.address)
    : entry && addressFacts({ fields: entry });
  // What somebody has corrected is in the archive; a switchboard's name is only the next best.
  const own = caller?.match === 'exact' ? caller.address?.name : undefined;
  const name = own ?? told ?? caller?.address?.name ?? entry?.name ?? null;
  return {
    name: shortText(name),
    number,
    kinds: kindsOf(number, caller?.address ?? undefined, facts),
    isProbable: caller?.match === 'probable',
    facts,
    address: caller?.match === 'exact' ? (caller.address ?? undefined) : undefined,
    caller,
    isLoading: number !== null && isPending,
    error: caller ? undefined : error,
  };
}

/** The archive knows roles from webhooks; of a phone book's entry its own word is all there is. */
function kindsOf(
  number: string | null,
  address: Address | undefined,
  facts: AddressFacts | undefined,
): readonly Kind[] {
  if (number === null) return ['withheld'];
  if (!facts) return ['unknown'];
  if (address && address.roles.length > 0) return address.roles;
  const { kind } = facts;
  if (kind === 'customer' || kind === 'courier' || kind === 'internal') return [kind];
  return ['contact'];
}

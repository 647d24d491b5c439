import { usePhone } from '../../backend/app-context.ts';
import { type Address, type AddressOwner, type Caller, useCaller } from '../../backend/archive.ts';
import { entryOf } from '../../backend/book-lines.ts';
import { shortText } from '../../format/payload-text.ts';
import { usePhoneFormat } from '../../format/phone-number.ts';
import { useLaterTexts } from '../../language/language.tsx';
import { type AddressFacts, addressFacts } from './address-facts.ts';

export type Kind = 'customer' | 'courier' | 'internal' | 'contact' | 'unknown' | 'withheld';

/** Somebody on the telephone, as far as anything is known of them. */
export interface Who {
  /** As it is shown. */
  readonly name: string | undefined;
  /** As it was told. */
  readonly wholeName: string | undefined;
  /** Null if it is withheld. */
  readonly number: string | null;
  readonly kinds: readonly Kind[];
  /** Only their switchboard is known. */
  readonly isProbable: boolean;
  readonly facts: AddressFacts | undefined;
  /** The record that can be corrected; a switchboard is not theirs. */
  readonly address: Address | undefined;
  /** Who else has the number. */
  readonly others: readonly AddressOwner[];
  readonly caller: Caller | undefined;
  readonly isLoading: boolean;
  readonly error: unknown;
}

/**
 * Asks the archive who it is. A withheld number is nobody: nothing is asked. `told` and `line` are
 * what the telephony app says.
 */
export function useWho(
  number: string | null,
  told: string | null,
  line?: string | null | undefined,
): Who {
  const { phoneBook } = usePhone();
  const { data: caller, isPending, error } = useCaller(number);
  const known = caller?.address ?? undefined;
  const one = known && ownerCalling(known, caller?.line);
  const own = caller?.match === 'exact' ? one : undefined;
  // Without the archive the telephony app's own book still knows something.
  const entry = entryOf(phoneBook.entries, line ?? caller?.line);
  const facts = one ? addressFacts(one.fields) : entry && addressFacts(entry);
  // What somebody has corrected is in the archive; a switchboard's name is only the next best.
  const name = own?.name ?? told ?? entry?.name ?? one?.name;
  return {
    ...named(name),
    number,
    kinds: kindsOf(number, one, facts),
    isProbable: caller?.match === 'probable',
    facts,
    address: own === known ? known : undefined,
    others: own && own === known ? (known?.others ?? []) : [],
    caller,
    isLoading: number !== null && isPending,
    error: caller ? undefined : error,
  };
}

/** With the one of several contacts that a desk has chosen for a call. */
export function asContact(who: Who, contact: string | null | undefined): Who {
  const other = contact ? who.others.find(({ name }) => name === contact) : undefined;
  if (!other) return who;
  const facts = addressFacts(other.fields);
  return { ...who, ...named(other.name), facts, kinds: kindsOf(who.number, other, facts) };
}

/** Of those who share a number one may call by another: the others do not have that. */
function ownerCalling(address: Address, line: string | null | undefined): Address | AddressOwner {
  const has = ({ numbers }: Address | AddressOwner) => numbers.some((one) => one.line === line);
  if (address.line === line || has(address)) return address;
  return address.others?.find(has) ?? address;
}

/** The archive knows roles from webhooks; of a phone book's entry its own word is all there is. */
function kindsOf(
  number: string | null,
  address: Pick<Address, 'roles'> | undefined,
  facts: AddressFacts | undefined,
): readonly Kind[] {
  if (number === null) return ['withheld'];
  if (!facts) return ['unknown'];
  if (address && address.roles.length > 0) return address.roles;
  return facts.kinds.length > 0 ? facts.kinds : ['contact'];
}

/** What a form for somebody begins with. A switchboard's name is not theirs. */
export function toBeSaved({ address, number, wholeName, isProbable }: Who) {
  return { address, number: number ?? undefined, name: isProbable ? undefined : wholeName };
}

function named(name: string | null | undefined): Pick<Who, 'name' | 'wholeName'> {
  return { name: shortText(name ?? '') || undefined, wholeName: name?.trim() || undefined };
}

/** The name that stands for somebody, whatever is known. */
export function useWhoName(): (who: Who) => string {
  const t = useLaterTexts().who;
  return ({ name, number }) => name ?? (number === null ? t.withheld : t.stranger);
}

/** The same where there is no room for a mark beside it. */
export function useWhoInWords(): (who: Who) => string {
  const t = useLaterTexts().who;
  const nameOf = useWhoName();
  const format = usePhoneFormat();
  return (who) => {
    if (who.name === undefined && who.number !== null) return format(who.number);
    return who.isProbable ? `${t.probable} ${nameOf(who)}` : nameOf(who);
  };
}

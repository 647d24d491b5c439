import {
  digitsOf,
  foldedText,
  isExtension,
  isFound,
  numberForms,
  queryWords,
  writtenNumber,
} from '@hookline/records';
import type { PhoneBookEntry } from 'hookline-client/telephony';
import type { Address } from '../backend/archive.ts';
import { contactOfAddress } from '../parts/contacts/contact.ts';
import { isContactFound, queryOf } from '../parts/contacts/contact-search.ts';

/** A number that can be dialled, or that a call can go to. */
export interface NumberOffer {
  readonly number: string;
  readonly name: string;
  readonly isInternal: boolean;
}

interface OfferOptions {
  /** Nobody calls their own desk. */
  readonly desk: string | null;
  /** Of the office's country. */
  readonly callingCode?: string | undefined;
  /** Whom the archive has found, maybe for what was typed before. */
  readonly archived?: readonly Address[];
  /** Whoever types a number to dial it means that one, and not the first that contains it. */
  readonly isTypedFirst?: boolean;
}

/** More is not read while somebody waits on the line. */
const MOST = 8;

/**
 * Whom what is typed may mean: colleagues first, then the phone book, then whom only the archive
 * knows. Without a word typed only colleagues are offered; a number that is in no book can be taken
 * as it is.
 */
export function numberOffers(
  entries: readonly PhoneBookEntry[],
  typed: string,
  { desk, callingCode = '', archived = [], isTypedFirst = false }: OfferOptions,
): readonly NumberOffer[] {
  const words = queryWords(typed);
  const digits = digitsOf(typed);
  const hasDigits = (number: string) =>
    digits !== undefined && numberForms(number, callingCode).some((form) => form.includes(digits));
  const listed: NumberOffer[] = [];
  for (const { number, name, kind } of entries) {
    const isInternal = kind === 'internal' || isExtension(number);
    if (number === desk || (words.length === 0 && !isInternal)) continue;
    if (hasDigits(number) || isFound(words, foldedText(name))) {
      listed.push({ number, name, isInternal });
    }
  }
  // They come a moment later, and must not move what somebody is about to choose.
  const further = words.length === 0 ? [] : ofArchive(archived, typed, callingCode, hasDigits);
  const inBook = new Set(entries.flatMap(({ number, line }) => [line, writtenNumber(number)]));
  const sorted = [
    ...listed.toSorted((a, b) => rank(a, digits) - rank(b, digits)),
    ...further.filter(
      ({ number, line }) => !inBook.has(line) && !inBook.has(writtenNumber(number)),
    ),
  ].slice(0, MOST);
  const isComplete = sorted.some(({ number }) => writtenNumber(number) === digits);
  if (digits === undefined || isComplete) return sorted;
  const asTyped = { number: typed.trim(), name: '', isInternal: isExtension(typed.trim()) };
  return asTyped.isInternal || isTypedFirst ? [asTyped, ...sorted] : [...sorted, asTyped];
}

/** All numbers of who is found by a name; of who is found by a number, those that have it. */
function ofArchive(
  addresses: readonly Address[],
  typed: string,
  callingCode: string,
  hasDigits: (number: string) => boolean,
): readonly (NumberOffer & { readonly line: string | undefined })[] {
  const query = queryOf(typed);
  return addresses.flatMap((address) => {
    const contact = contactOfAddress(address, callingCode);
    if (!isContactFound(query, contact)) return [];
    const own = contact.number === null ? [] : [{ number: contact.number, line: contact.line }];
    const all = [...own, ...address.numbers.map(({ number, line }) => ({ number, line }))];
    const wanted = query.digits === undefined ? all : all.filter(({ number }) => hasDigits(number));
    return wanted.map((each) => ({ ...each, name: contact.name, isInternal: false }));
  });
}

/** What was typed, then colleagues, then everybody else. */
function rank({ number, isInternal }: NumberOffer, digits: string | undefined): number {
  if (digits !== undefined && writtenNumber(number) === digits) return 0;
  return isInternal ? 1 : 2;
}

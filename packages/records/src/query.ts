import { digitsOf, numberForms } from './number-forms.ts';
import { foldedText, isFound, type QueryWords, queryWords, searchedTexts } from './search-text.ts';

/** What somebody has typed, as it is compared everywhere. */
export interface Query {
  readonly words: QueryWords;
  /** The digits, if it may be a number or the beginning of one. */
  readonly digits: string | undefined;
  /** What has neither letters nor digits, such as an emoji. */
  readonly signs: readonly string[];
}

/** What a query is compared with. */
export interface Searched {
  /** Folded. */
  readonly text: string;
  /** All ways to dial any of its numbers. */
  readonly digits: string;
  /** As it was written; left out where nobody looks for signs. */
  readonly written?: string;
}

const MAX_LENGTH = 2000;
const MAX_SIGNS = 20;
/** Fewer digits are a price, a day or the number of a house. */
const SHORTEST_NUMBER = 6;

export function queryOf(text: string): Query {
  const signs = text
    .slice(0, MAX_LENGTH)
    .split(/\s+/)
    .filter((word) => word !== '' && !/[\p{L}\p{N}]/u.test(word));
  return {
    words: queryWords(text),
    digits: digitsOf(text),
    signs: [...new Set(signs)].slice(0, MAX_SIGNS),
  };
}

/** A number in any spelling, or else every word and every sign. */
export function isQueryFound({ words, digits, signs }: Query, searched: Searched): boolean {
  if (digits !== undefined && searched.digits.includes(digits)) return true;
  if (!isFound(words, searched.text)) return false;
  const { written } = searched;
  return written === undefined || signs.every((sign) => written.includes(sign));
}

/** All texts and numbers of a payload, as they are searched. */
export function searchedPayload(payload: unknown, callingCode: string): Searched {
  const texts = searchedTexts(payload);
  const written = texts.join(' ');
  const forms = texts
    .filter((text) => dialledDigits(text) !== undefined)
    .flatMap((text) => numberForms(text, callingCode));
  return { text: foldedText(written), digits: forms.join(' '), written };
}

/** The digits of a text that begins as what is dialled does and is as long; else undefined. */
export function dialledDigits(text: string): string | undefined {
  const digits = /^\s*(?:\+|\(?0)/.test(text) ? digitsOf(text) : undefined;
  return digits !== undefined && digits.length >= SHORTEST_NUMBER ? digits : undefined;
}

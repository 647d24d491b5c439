import {
  inOneLetter,
  inTwoLetters,
  isJsonObject,
  remembered,
  scalarText,
  spelled,
} from './fields.ts';
import { digitsOf, numberForms } from './number-forms.ts';
import { Recent } from './recent.ts';

const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const ASCII_WORD = /[a-z0-9]+/g;
const ASCII = /^\p{ASCII}*$/u;
/** Nothing that could be an umlaut, as in nearly all numbers and most words. */
const HAS_ONE_SPELLING = /^[a-df-z0-9]*$/;
/** `ue` as in Mueller, but not as in neue, Bauer or Quelle, and not where a word breaks off. */
const WRITTEN_OUT = /(?<![aeiouyq])([aou])e(?=[\p{L}\p{N}])/gu;
const MAX_WORDS = 20;
const MAX_WORD_LENGTH = 100;
const MAX_SEARCHED_LENGTH = 20_000;
/** What is searched and a name before it. */
const MAX_FOLDED_LENGTH = 2 * MAX_SEARCHED_LENGTH;
/** To normalise takes quadratic time in the marks of one letter, of which a text may have a million. */
const MARKS_TOO_MANY = /(\p{M}{4})\p{M}+/gu;

/** The words of a query, each in all its spellings. */
export type QueryWords = readonly (readonly string[])[];

/**
 * A text as it is searched: its words in small letters without accents, and after them each word
 * with an umlaut in its other spellings, `ü` as `ue` and as `u`, `ue` also as `u`. A word of a
 * query is then found by looking for a part of the text, which an index can do.
 */
export function foldedText(text: string): string {
  return foldedWords(text).join(' ');
}

export function foldedWords(text: string): readonly string[] {
  const { words, others } = folded(text);
  return [...words, ...others];
}

/**
 * The words of several texts, each once: half of what a message says of a place it says twice, and
 * an index takes as long for the second time. The same names and places come again and again.
 */
export function foldedTexts(texts: readonly string[]): string {
  const words = new Set<string>();
  const others = new Set<string>();
  let left = MAX_FOLDED_LENGTH;
  for (const text of new Set(texts)) {
    if (left <= 0) break;
    const searched = text.slice(0, left);
    const known = KNOWN.of(searched, folded);
    for (const word of known.words) words.add(word);
    for (const other of known.others) others.add(other);
    left -= text.length + 1;
  }
  for (const other of others) words.add(other);
  return [...words].join(' ');
}

interface Folded {
  readonly words: readonly string[];
  /** The other spellings. */
  readonly others: ReadonlySet<string>;
}
const KNOWN = new Recent<Folded>(4000);

function folded(text: string): Folded {
  const words: string[] = [];
  const others = new Set<string>();
  for (const word of wordsOf(text)) {
    if (HAS_ONE_SPELLING.test(word)) {
      words.push(word);
      continue;
    }
    const [first = '', ...further] = spellings(word);
    words.push(first);
    for (const other of further) others.add(other);
  }
  return { words, others: others.size > 0 ? others : NONE };
}
const NONE: ReadonlySet<string> = new Set();

/**
 * What a person searches for: every word must be found, in any one of its spellings. No word is
 * left of a query that only consists of punctuation.
 */
export function queryWords(query: string): QueryWords {
  const words = wordsOf(query.slice(0, MAX_WORDS * MAX_WORD_LENGTH));
  const unique = new Map(words.map((word) => [word, spellings(word.slice(0, MAX_WORD_LENGTH))]));
  return [...unique.values()].slice(0, MAX_WORDS);
}

/**
 * Whether a folded text has every word of a query; what the databases do with their indexes. In
 * plain loops: on the page it runs for everybody with every letter that is typed.
 */
export function isFound(words: QueryWords, folded: string): boolean {
  for (const forms of words) {
    let isThere = false;
    for (const form of forms) isThere ||= folded.includes(form);
    if (!isThere) return false;
  }
  return true;
}

/** So many characters of a name put it into its order, and fit into an index. */
const MAX_SORTED_LENGTH = 100;
/** Behind all letters. */
const NAMELESS = '\uffff';
const WIDTH = 8;

/**
 * By what a phone book puts names in their order, letter by letter: without case and accents, `ü` as
 * `u`, numbers by their value. Who has no name comes last.
 */
export function sortName(name: string): string {
  const words = wordsOf(name.slice(0, MAX_SORTED_LENGTH)).map((word) => spelled(word, inOneLetter));
  return inNameOrder(words.join(' ')) || NAMELESS;
}

/** Words of a query as they stand in `sortName`. */
export function inNameOrder(words: string): string {
  const numbered = words.replace(/\d+/g, (digits) => digits.padStart(WIDTH, '0'));
  return numbered.slice(0, MAX_SORTED_LENGTH).toWellFormed();
}

/** All texts and numbers in a JSON value, for searching; names of fields are none of it. */
export function searchedText(value: unknown): string {
  return searchedTexts(value).join(' ');
}

/** The same one by one, the first one first, cut to what is searched. */
export function searchedTexts(value: unknown): string[] {
  const texts: string[] = [];
  let length = 0;
  const open: unknown[] = [value];
  while (open.length > 0 && length < MAX_SEARCHED_LENGTH) {
    const next = open.pop();
    const text = scalarText(next);
    if (text !== undefined) {
      texts.push(text.slice(0, MAX_SEARCHED_LENGTH - length));
      length += text.length + 1;
      continue;
    }
    const inside = Array.isArray(next) ? next : isJsonObject(next) ? Object.values(next) : [];
    // Taken from the end: the first value comes out first. One by one, for a call has only so
    // many arguments.
    for (let i = inside.length - 1; i >= 0; i--) open.push(inside[i]);
  }
  return texts;
}

function wordsOf(text: string): readonly string[] {
  const searched = text.slice(0, MAX_FOLDED_LENGTH);
  // Most texts are plain, and a phone book of thousands is folded while somebody waits.
  if (ASCII.test(searched)) return searched.toLowerCase().match(ASCII_WORD) ?? [];
  const bounded = searched.replace(MARKS_TOO_MANY, '$1');
  // Composed first: some systems send ü as u with a mark, which must not become a plain u.
  const small = bounded.normalize('NFKC').toLowerCase().normalize('NFKC');
  return small.match(WORD) ?? [];
}

/** The spellings of a word, umlauts written out first. */
const spellings = remembered((word): readonly string[] => {
  if (ASCII.test(word)) {
    const short = word.replace(WRITTEN_OUT, '$1');
    return short === word ? [word] : [word, short];
  }
  const writtenOut = spelled(word, inTwoLetters);
  const bare = spelled(word, inOneLetter);
  const short = writtenOut.replace(WRITTEN_OUT, '$1');
  return [...new Set([writtenOut, bare, short])];
});

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

const MAX_QUERY_LENGTH = 2000;
const MAX_SIGNS = 20;
/** Fewer digits are a price, a day or the number of a house. */
const SHORTEST_NUMBER = 6;

export function queryOf(text: string): Query {
  const signs = text
    .slice(0, MAX_QUERY_LENGTH)
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

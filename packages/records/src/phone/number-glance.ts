import { BLANK, GAP, HIDDEN, kindAt, PARTING, SEPARATOR } from './digit-scan.ts';

/** With more of them the expressions take longer than the walk that they are to spare. */
const MOST_TAILS = 8;
/** An expression that has come far keeps much in mind, and V8 ends one that keeps too much. */
const LONGEST = 1_000_000;
/** What has no digits is a SIP address; in other letters than these `sip` may be written otherwise. */
const SIP = /[sS] *[iI] *[pP]|\\|[^ -~\u00c0-\u00ff]/;
/** Besides ASCII: letters of which none is a digit, shows nothing, or stands within a number. */
export const PLAIN_LETTERS = ['\u00c0', '\u024f'] as const;

/**
 * Tells of a text that `NumberFinder` need not walk through it: surely none of these tails stands in
 * it, an empty one being that of a SIP address, nor anything that may be a number in short or in
 * another writing. The walk goes digit by digit and takes twice as long as these expressions, and an
 * erasure looks at all texts there are.
 */
export class NumberGlance {
  readonly #expressions: readonly RegExp[];

  constructor(tails: readonly string[], words: readonly string[]) {
    const digits = tails.filter((tail) => tail !== '');
    const isSip = digits.length < tails.length;
    if (tails.length > MOST_TAILS) this.#expressions = [];
    else this.#expressions = [...expressionsFor(digits, words), ...(isSip ? [SIP] : [])];
  }

  dismisses(text: string): boolean {
    if (this.#expressions.length === 0 || text.length > LONGEST) return false;
    for (const expression of this.#expressions) if (expression.test(text)) return false;
    return true;
  }
}

/** Several, for V8 looks for few beginnings several times as fast as for many. */
function expressionsFor(tails: readonly string[], words: readonly string[]): readonly RegExp[] {
  if (tails.length === 0) return [];
  const gaps = `[${asciiOf(BLANK, GAP, SEPARATOR, HIDDEN)}]*`;
  const escaped = '\\\\[^0-9u]';
  const between = `${gaps}(?:${escaped}${gaps})*`;
  const written = tails.map((tail) => `${[...tail].join(between)}(?![0-9])`);
  // Three digits at most: more are a tail.
  const inShort = `[${asciiOf(BLANK, HIDDEN)}]*[0-9]{1,3}(?![0-9])`;
  const separators = `[${asciiOf(SEPARATOR, PARTING)}]|${escaped}`;
  const wordsInEitherCase = words.map((word) =>
    word.replace('.', '\\.').replace(/[a-z]/g, (letter) => `[${letter}${letter.toUpperCase()}]`),
  );
  return [
    written.join('|'),
    `(?:${separators})${inShort}`,
    `(?:${wordsInEitherCase.join('|')})${inShort}`,
    // Digits that are escaped, and those of other scripts.
    `\\\\[0-9u]|%3|[^\\0-\\x7f${PLAIN_LETTERS.join('-')}]`,
  ].map((source) => new RegExp(source));
}

/** All ASCII characters of these kinds, for the inside of square brackets. */
function asciiOf(...wanted: readonly number[]): string {
  return Array.from({ length: 0x80 }, (_, unit) => String.fromCharCode(unit))
    .filter((character) => wanted.includes(kindAt(character, 0)))
    .map((character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .join('');
}

import { inOneLetter, inTwoLetters, spelled } from './fields.ts';
import { Recent } from './recent.ts';
import type { Query } from './search-text.ts';

/** A piece of a text; the pieces together are the text. */
export interface Part {
  readonly text: string;
  readonly isMatch: boolean;
}

/** A text in one of its spellings, and for each of its characters where in the text it came from. */
interface Folding {
  readonly folded: string;
  readonly from: readonly number[];
}

/** Which parts of a shown text the query is found in; for names, places and phone numbers alike. */
export function matchedParts(
  text: string,
  { words, digits }: Pick<Query, 'words' | 'digits'>,
): readonly Part[] {
  const marked = new Set<number>();
  const foldings = KNOWN.of(text, foldingsOf);
  for (const form of words.flat()) {
    for (const folding of foldings) mark(marked, folding, form, text);
  }
  if (digits !== undefined) {
    const dialled = digitFolding(text);
    // The number may be shown from home and typed from abroad: what they share is their end.
    for (const form of [digits, ...withoutPrefix(digits)]) {
      if (mark(marked, dialled, form, text)) break;
    }
  }
  return parts(text, marked);
}

function mark(marked: Set<number>, { folded, from }: Folding, form: string, text: string): boolean {
  const at = folded.indexOf(form);
  if (at < 0 || form === '') return false;
  const first = from[at] ?? 0;
  // Up to the next character's place: half of a letter cannot be marked, and what stands between
  // two digits is marked with them.
  const last = from[at + form.length - 1] ?? first;
  const end = text.codePointAt(last) ?? 0;
  for (let i = first; i < last + (end > 0xffff ? 2 : 1); i++) marked.add(i);
  return true;
}

/** The rows that are shown are mostly those of the letter before. */
const KNOWN = new Recent<readonly Folding[]>(2000);

function foldingsOf(text: string): readonly Folding[] {
  if (/^\p{ASCII}*$/u.test(text)) {
    const plain = { folded: text.toLowerCase(), from: Array.from(text, (_, i) => i) };
    return [plain, withoutWrittenOut(plain)];
  }
  const letters = lettersOf(text);
  const writtenOut = folding(letters, inTwoLetters);
  const bare = folding(letters, inOneLetter);
  const short = withoutWrittenOut(writtenOut);
  return [writtenOut, bare, short];
}

/** Each character of the text in small letters, composed with the marks that follow it. */
function lettersOf(text: string): readonly (readonly [letter: string, at: number])[] {
  return Array.from(text.matchAll(/\P{M}\p{M}*|\p{M}+/gsu), ({ 0: letter, index }) => [
    letter.normalize('NFKC').toLowerCase().normalize('NFKC'),
    index,
  ]);
}

function folding(
  letters: readonly (readonly [string, number])[],
  spell: (letter: string) => string,
): Folding {
  let folded = '';
  const from: number[] = [];
  for (const [letter, at] of letters) {
    const plain = /^[a-z0-9 ]$/.test(letter) ? letter : spelled(letter, spell);
    folded += plain;
    for (let i = 0; i < plain.length; i++) from.push(at);
  }
  return { folded, from };
}

/** `Mueller` as `muller`, which is how `Müller` may be typed. */
function withoutWrittenOut({ folded, from }: Folding): Folding {
  const dropped = new Set(
    Array.from(folded.matchAll(/(?<![aeiouyq])[aou]e(?=[\p{L}\p{N}])/gu), ({ index }) => index + 1),
  );
  const kept = Array.from({ length: folded.length }, (_, i) => i).filter((i) => !dropped.has(i));
  return {
    folded: kept.map((i) => folded.charAt(i)).join(''),
    from: kept.map((i) => from[i] ?? 0),
  };
}

function digitFolding(text: string): Folding {
  const digits = Array.from(text.matchAll(/\d|\+(?=\s*\d)/g));
  return {
    folded: digits.map(([digit]) => (digit === '+' ? '00' : digit)).join(''),
    from: digits.flatMap(({ 0: digit, index }) => (digit === '+' ? [index, index] : [index])),
  };
}

/** `004930…` as `030…`, for calling codes of one to three digits; `030…` as `30…`. */
function withoutPrefix(digits: string): readonly string[] {
  if (!digits.startsWith('00')) return digits.startsWith('0') ? [digits.slice(1)] : [];
  return [3, 4, 5].map((length) => digits.slice(length)).filter((rest) => rest.length >= 2);
}

function parts(text: string, marked: ReadonlySet<number>): readonly Part[] {
  const found: Part[] = [];
  let begin = 0;
  for (let i = 1; i <= text.length; i++) {
    if (i < text.length && marked.has(i) === marked.has(begin)) continue;
    found.push({ text: text.slice(begin, i), isMatch: marked.has(begin) });
    begin = i;
  }
  return found;
}

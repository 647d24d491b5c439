import { type PayloadWord, type Replacement, replaced } from '../store/search.ts';

const MAX_WORDS = 20;
const MAX_WORD_LENGTH = 100;
/** Different characters of a word that can be spelled in several ways; each costs a dozen steps. */
const MAX_SPELLED = 16;

/** Stands for a backslash that is no escape. No JSON text has it, for control characters are escaped. */
const BACKSLASH = '\u0002';
/** Stands for an `e` that makes no umlaut of the letter before it. */
const LASTING_E = '\u0001';

/** What is the same in every text, before its letters are compared. */
const ESCAPES: readonly Replacement[] = [
  ['\\\\', BACKSLASH],
  ['\\n', ' '],
  ['\\r', ' '],
  ['\\t', ' '],
];
const WRITTEN_OUT: readonly Replacement[] = ['ä', 'ö', 'ü'].flatMap((umlaut) =>
  [...spellingsOf(umlaut), umlaut].map(
    (form) => [form, `${umlaut.normalize('NFD').charAt(0)}e`] as const,
  ),
);
const DOUBLE_S: readonly Replacement[] = ['ß', 'ẞ', '\\u00df', '\\u1e9e'].map((form) => [
  form,
  'ss',
]);
/** `ue` as in Mueller, but not as in Bauer, neue or Quelle. */
const BARE: readonly Replacement[] = [
  ...['aue', 'eue', 'que'].map((lasting) => [lasting, lasting.slice(0, 2) + LASTING_E] as const),
  ['ae', 'a'],
  ['oe', 'o'],
  ['ue', 'u'],
  [LASTING_E, 'e'],
];

/**
 * The words of a query as they are looked for in JSON text, in any case, with umlauts in any
 * spelling, escaped or not. Texts are folded by replacing one plain text by another, which both
 * databases do alike and in a time that no text and no query can stretch; an expression that
 * tries one spelling after the other may try them all again for every letter.
 */
export function payloadWords(query: string): readonly PayloadWord[] {
  const words = query
    .slice(0, MAX_WORDS * MAX_WORD_LENGTH)
    .toWellFormed()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => Array.from(word).slice(0, MAX_WORD_LENGTH).join(''));
  // The one that most texts lack first: the others are not looked for in those.
  return [...new Set(words)]
    .slice(0, MAX_WORDS)
    .map(payloadWord)
    .sort((a, b) => b.literal.length - a.literal.length);
}

function payloadWord(word: string): PayloadWord {
  const letters = spelledLetters(word);
  const text = letters.join('');
  const special = [...new Set(letters.filter((letter) => !/^[A-Za-z0-9]$/.test(letter)))];
  const forms = special.flatMap((letter) =>
    spellingsOf(letter).map((form) => [form, canonical(letter)] as const),
  );
  // Longest first: a letter with two marks begins like one with the first of them.
  const spelled = forms.sort(([a], [b]) => b.length - a.length);
  const steps = [...ESCAPES, ...spelled];
  const asJson = smallAscii(JSON.stringify(text).slice(1, -1));
  const canBeUmlaut = /[aouäöü]/.test(replaced(asJson, steps));
  const writtenOut = [...steps, ...(canBeUmlaut ? WRITTEN_OUT : []), ...DOUBLE_S];
  const found = replaced(asJson, writtenOut);
  // Who has typed `sue` is on the way to Süß and not to Susanne.
  const isBare = canBeUmlaut && replaced(asJson, BARE).endsWith('e') === asJson.endsWith('e');
  return {
    typed: word,
    literal: literalOf(letters),
    writtenOut,
    found,
    bare: isBare ? BARE : [],
    foundBare: isBare ? replaced(found, BARE) : found,
  };
}

/** The letters of a word with their marks, up to the one that would be one spelling too many. */
function spelledLetters(word: string): readonly string[] {
  const letters: string[] = [];
  for (const character of word) {
    const last = letters.length - 1;
    if (/^\p{M}$/u.test(character) && last >= 0) letters[last] += character;
    else letters.push(character);
  }
  const special = new Set<string>();
  const end = letters.findIndex(
    (letter) => !/^[A-Za-z0-9]$/.test(letter) && special.add(letter).size > MAX_SPELLED,
  );
  return end < 0 ? letters : letters.slice(0, end);
}

/** One for all spellings of a letter, in small letters. */
function canonical(letter: string): string {
  if (letter === '\\') return BACKSLASH;
  const small = letter.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
  return /\p{Cc}/u.test(small) ? JSON.stringify(small).slice(1, -1) : small;
}

/**
 * How a letter may stand in JSON text in small ASCII letters. Both cases are written out, for
 * whether PostgreSQL knows that Ü is a large ü depends on the locale of the database.
 */
function spellingsOf(letter: string): readonly string[] {
  if (letter === '\\') return [escaped(letter, /[A-Za-z0-9]/)];
  const cases = [letter, letter.toLowerCase(), letter.toUpperCase(), canonical(letter)];
  const forms = cases.flatMap((text) => [text, text.normalize('NFC'), text.normalize('NFD')]);
  // A sign of ASCII may carry a mark as a letter does, and only the mark be escaped.
  const written = forms.flatMap((form) => [
    form,
    escaped(form, /[A-Za-z0-9]/),
    escaped(form, /[ -~]/),
  ]);
  if (letter === '"' || letter === '/') written.push(`\\${letter}`);
  return [...new Set(written.map(smallAscii))].filter(
    // PostgreSQL takes no zero character, and no text has a control character as it is.
    (form) => !/\p{Cc}/u.test(form) && form !== canonical(letter),
  );
}

function escaped(text: string, plain: RegExp): string {
  const units = Array.from({ length: text.length }, (_, i) => text.charAt(i));
  return units
    .map((unit) =>
      plain.test(unit) ? unit : `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
    .join('');
}

function smallAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** The longest part of a word that has one spelling only. */
function literalOf(letters: readonly string[]): string {
  const small = letters.map((letter) => letter.toLowerCase());
  const parts = small.map((letter, i) => {
    const before = small.slice(Math.max(0, i - 2), i).join('');
    const makesUmlaut = letter === 'e' && /[aou]$/.test(before) && !/[aeq]u$/.test(before);
    return /^[b-z0-9]$/.test(letter) && !/[ous]/.test(letter) && !makesUmlaut ? letter : ' ';
  });
  const [literal = ''] = parts
    .join('')
    .split(' ')
    .toSorted((a, b) => b.length - a.length);
  return literal;
}

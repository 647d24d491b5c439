import type { TextPattern } from '../store/search.ts';

const MAX_WORDS = 20;
const MAX_WORD_LENGTH = 100;

/** A letter that may have an umlaut, in any spelling. */
const UMLAUT = /^[aouäöü]e?$/;
/** `ue` as in Mueller, but not as in neue, Bauer or Quelle; a letter with its marks. */
const PART = /(?<![aeiouyq])[aou]e|ss|.\p{M}*/gisu;

/**
 * One regular expression for each word of a query, true for JSON text that carries the word in
 * any case, with umlauts in any spelling, escaped or not. They consist of what JavaScript and
 * PostgreSQL agree on, and repeat nothing: no text can make them slow.
 */
export function textPatterns(query: string): readonly TextPattern[] {
  const words = query
    .slice(0, MAX_WORDS * MAX_WORD_LENGTH)
    .toWellFormed()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => Array.from(word).slice(0, MAX_WORD_LENGTH).join(''));
  // The one that most texts lack first: the others are not looked for in those.
  return [...new Set(words)]
    .slice(0, MAX_WORDS)
    .map(patternOf)
    .sort((a, b) => b.literal.length - a.literal.length);
}

function patternOf(word: string): TextPattern {
  const parts = word.match(PART) ?? [];
  const patterns = parts.map((part, i) => partPattern(part, i === parts.length - 1));
  const literals = patterns.map((pattern) => (pattern.length === 1 ? pattern : ' ')).join('');
  const [literal = ''] = literals.split(' ').toSorted((a, b) => b.length - a.length);
  return { expression: patterns.join(''), literal };
}

function partPattern(part: string, isLast: boolean): string {
  const small = part.normalize('NFC').toLowerCase();
  if (small === 'ß' || small === 'ss') return either('ss', ...spellings('ß'), ...spellings('ẞ'));
  if (UMLAUT.test(small)) {
    const plain = small.normalize('NFD').charAt(0);
    const umlaut = `${plain}\u0308`.normalize('NFC');
    // Who has typed `sue` is on the way to Süß and not to Susanne.
    const bare = small.length === 2 && isLast ? [] : [plain];
    return either(`${plain}e`, ...spellings(umlaut), ...bare);
  }
  return /^[A-Za-z0-9]$/.test(part) ? small : either(...spellings(part));
}

/**
 * How a character may stand in JSON text. Both cases are written out: whether PostgreSQL knows
 * that Ü is a large ü depends on the locale of the database.
 */
function spellings(character: string): readonly string[] {
  const forms = [character, character.toLowerCase(), character.toUpperCase()].flatMap((text) => [
    ...[text, text.normalize('NFC'), text.normalize('NFD')],
  ]);
  return [...new Set(forms)].map((form) => Array.from(form, characterPattern).join(''));
}

/** Itself or escaped, or with a backslash before it; control characters are always escaped. */
function characterPattern(character: string): string {
  if (/^[A-Za-z0-9]$/.test(character)) return character;
  const units = Array.from({ length: character.length }, (_, i) => character.charCodeAt(i));
  const escaped = units.map((unit) => `\\\\u${unit.toString(16).padStart(4, '0')}`).join('');
  if (/\p{Cc}/u.test(character)) return escaped;
  if (character === '\\') return either('\\\\\\\\', escaped);
  const literal = character.replace(/[!-/:-@[-`{-~]/, '\\$&');
  return either(/["/]/.test(character) ? `\\\\?${literal}` : literal, escaped);
}

function either(...patterns: readonly string[]): string {
  return `(?:${[...new Set(patterns)].join('|')})`;
}

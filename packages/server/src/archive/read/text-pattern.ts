const MAX_WORDS = 20;
const MAX_WORD_LENGTH = 100;

/** A letter that may have an umlaut, in any spelling. */
const UMLAUT = /^[aouäöü]e?$/;
/** `ue` as in Mueller, but not as in neue, Bauer or Quelle. */
const PART = /(?<![aeiouyq])[aou]e|ss|./gsu;

/**
 * One regular expression for each word of a query, true for JSON text that carries the word in
 * any case, with umlauts in any spelling, escaped or not. They consist of what JavaScript and
 * PostgreSQL agree on, and repeat nothing: no text can make them slow.
 */
export function textPatterns(query: string): readonly string[] {
  const words = query
    .slice(0, MAX_WORDS * MAX_WORD_LENGTH * 2)
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, MAX_WORD_LENGTH).toWellFormed());
  return [...new Set(words)].slice(0, MAX_WORDS).map(patternOf);
}

function patternOf(word: string): string {
  const parts = word.match(PART) ?? [];
  return parts.map((part, i) => partPattern(part, i === parts.length - 1)).join('');
}

function partPattern(part: string, isLast: boolean): string {
  if (part === 'ß' || part === 'ss') return either('ss', ...spellings('ß'), ...spellings('ẞ'));
  if (UMLAUT.test(part)) {
    const plain = part.normalize('NFD').charAt(0);
    const umlaut = `${plain}\u0308`.normalize('NFC');
    // Who has typed `sue` is on the way to Süß and not to Susanne.
    const bare = part.length === 2 && isLast ? [] : [plain];
    return either(`${plain}e`, ...spellings(umlaut), ...bare);
  }
  return /[a-z0-9]/.test(part) ? part : either(...spellings(part));
}

/**
 * How a character may stand in JSON text. Both cases are written out: whether PostgreSQL knows
 * that Ü is a large ü depends on the locale of the database.
 */
function spellings(character: string): readonly string[] {
  const cases = [...new Set([character, character.toUpperCase()])];
  const composed = cases.filter((text) => Array.from(text).length === 1);
  return composed.flatMap((text) => {
    const forms = [...new Set([text, text.normalize('NFD')])];
    return forms.flatMap((form) => [...(isControl(form) ? [] : [written(form)]), escaped(form)]);
  });
}

function isControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}

/** Quotes, slashes and backslashes have a backslash before them, or may have one. */
function written(text: string): string {
  if (text === '\\') return '\\\\\\\\';
  if (text === '"' || text === '/') return `\\\\?${text === '"' ? text : '\\/'}`;
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

/** `ü` as `\u00fc`, and what has a mark of its own as the letter and an escaped mark. */
function escaped(text: string): string {
  return Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
    .map((unit) =>
      isPlain(unit) ? String.fromCharCode(unit) : `\\\\u${unit.toString(16).padStart(4, '0')}`,
    )
    .join('');
}

function isPlain(unit: number): boolean {
  return /[A-Za-z0-9]/.test(String.fromCharCode(unit));
}

function either(...patterns: readonly string[]): string {
  return `(?:${[...new Set(patterns)].join('|')})`;
}

/** What makes one emoji of several signs, and where it does so; elsewhere it is only hidden. */
const EMOJI_STYLE = '(?<=\\p{Emoji})[\\ufe0e\\ufe0f]';
const EMOJI_JOINER =
  '(?<=\\p{Extended_Pictographic}|\\p{Emoji_Modifier}|\\ufe0f)\\u200d(?=\\p{Extended_Pictographic})';

/**
 * Characters that are not seen or turn the order of others round: controls, zero-width ones,
 * right-to-left overrides, halves of a pair.
 */
const HIDDEN = new RegExp(
  `(?![\\t\\n]|${EMOJI_STYLE}|${EMOJI_JOINER})` +
    '[\\p{Cc}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\p{Bidi_Control}]',
  'gu',
);

/** Foreign text with every hidden character shown by its number: `‹U+202E›`. */
export function visibleText(text: string): string {
  return text.replace(HIDDEN, (found, at: number) => {
    if (found === '\r' && text[at + 1] === '\n') return '';
    const number = found.codePointAt(0) ?? 0;
    return `‹U+${number.toString(16).toUpperCase().padStart(4, '0')}›`;
  });
}

/** The beginning of a text, not cut through a character. */
export function beginning(text: string, length: number): string {
  if (text.length <= length) return text;
  const isHalf = /[\ud800-\udbff]/.test(text[length - 1] ?? '');
  return text.slice(0, isHalf ? length - 1 : length);
}

/** Foreign text as the page shows it: short, on one line, nothing hidden. */
export function shortText(text: string, length = 120): string {
  // What is cut off is not looked at: a text may have a megabyte, all of it blanks.
  const start = beginning(text, length * 4)
    .replace(/\s+/g, ' ')
    .trim();
  const shown = visibleText(beginning(start, length));
  return start.length > length || text.length > length * 4 ? `${shown.trimEnd()}…` : shown;
}

/**
 * What a character is where phone numbers are looked for. A digit of any script is its value plus
 * `DIGIT`; everything else is one of these.
 */
export const BREAK = 1;
export const BLANK = 2;
/** May stand between the digits of one number: `030:901820`. */
export const GAP = 3;
/** Stands between two numbers, of which the second may be written in short: `901820/21`. */
export const SEPARATOR = 4;
/** As `SEPARATOR`, and never within a number. */
export const PARTING = 5;
/** Shows nothing, such as a soft hyphen or a direction mark. */
export const HIDDEN = 6;
/** Several characters in one, with digits among them: `⑽`. */
export const CLUSTER = 7;
export const PLUS = 8;
/** A percent sign, as before the digits of a URI. */
export const PERCENT = 9;
export const BACKSLASH = 10;
export const DIGIT = 16;

/** By UTF-16 unit; 0 where nobody has asked `kindAt` yet. */
export const kinds = new Uint8Array(0x1_0000);

export function kindAt(text: string, i: number): number {
  return kinds[text.charCodeAt(i)] || learned(text, i);
}

export function isDigit(kind: number): boolean {
  return kind >= DIGIT;
}

const GAPS: ReadonlySet<number> = new Set([BLANK, GAP, SEPARATOR, BACKSLASH, HIDDEN]);

/** Whether it may stand between two digits of one number. */
export function isGap(kind: number): boolean {
  return GAPS.has(kind);
}

/** The nearest character in a direction that shows anything; hidden ones are soon given up on. */
export function visibleFrom(text: string, start: number, step: 1 | -1): number {
  for (let i = start; i >= 0 && i < text.length && Math.abs(i - start) < MAX_HIDDEN; i += step) {
    if (kindAt(text, i) !== HIDDEN) return i;
  }
  return -1;
}

const MAX_HIDDEN = 16;

function learned(text: string, i: number): number {
  const unit = text.charCodeAt(i);
  // Of a pair only both halves together say what they are.
  if (unit >= 0xdc00 && unit < 0xe000) return kindOfPair(text, i);
  const kind = unit >= 0xd800 && unit < 0xdc00 ? HIDDEN : kindOf(String.fromCharCode(unit));
  kinds[unit] = kind;
  return kind;
}

function kindOfPair(text: string, end: number): number {
  const character = String.fromCodePoint(text.codePointAt(end - 1) ?? 0);
  return /[\p{N}\p{C}]/u.test(character) ? kindOf(character) : BREAK;
}

function kindOf(character: string): number {
  if (/\p{Nd}/u.test(character)) return DIGIT + digitValue(character);
  if (/[\r\n]/.test(character)) return SEPARATOR;
  if (/[\s\p{Z}\p{Pd}\u2212]/u.test(character)) return BLANK;
  if (/[\p{C}\p{M}]/u.test(character)) return HIDDEN;
  const plain = character.normalize('NFKC');
  if (/^\d$/.test(plain)) return DIGIT + Number(plain);
  if (/\d/.test(plain)) return CLUSTER;
  if (plain === '+') return PLUS;
  if (character === '%') return PERCENT;
  if (character === '\\') return BACKSLASH;
  if (/^[/\\,]$/.test(plain)) return SEPARATOR;
  if (/^[;|&]$/.test(plain)) return PARTING;
  // Between two texts of a JSON there is always a quotation mark.
  return character !== '"' && /[\p{P}\p{S}]/u.test(character) ? GAP : BREAK;
}

/** The digits of every script stand together, from zero to nine. */
function digitValue(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  let before = 0;
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before++;
  return before % 10;
}

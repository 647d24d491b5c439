import type { PhoneNumber } from 'libphonenumber-js/max';
import { digitsOf, NO_EXTENSION_AHEAD } from './phone-text.ts';

/** A number as written, and whether white space sets it off from what stands before it. */
export interface WrittenNumber {
  readonly text: string;
  readonly setOff: boolean;
}

const SEPARATOR = new RegExp(
  `(\\s*(?:[;|&/\\\\]|(?<!,),(?!,)|(?<=\\s)(?:oder|or|und|and|u\\.|bzw\\.?)(?=\\s))${NO_EXTENSION_AHEAD}\\s*)`,
  'iu',
);
const LONGEST_AREA_CODE = 5;
const MAX_NUMBERS = 8;

/**
 * Takes a field with several numbers apart. `030 / 901820` is one number and
 * `030 901820 / 901821` are two, so a piece is a number of its own only if `isWhole` says that
 * the digits up to there can be called.
 */
export function severalNumbers(
  text: string,
  isWhole: (text: string) => boolean,
): readonly WrittenNumber[] {
  const parts = text.split(SEPARATOR);
  if (parts.length === 1) return [{ text, setOff: false }];
  if (areExtensions(parts)) return writtenNumbers(parts, () => true);
  return writtenNumbers(parts, (piece, isFirst) =>
    /^[+(]*[+0]/.test(piece) || isFirst ? isWhole(piece) : true,
  );
}

/** `21/22` and `101 / 102`: joined they would be one longer extension, or even a valid number. */
function areExtensions(parts: readonly string[]): boolean {
  const pieces = parts.filter((_, i) => i % 2 === 0);
  const [first = ''] = pieces;
  return (
    pieces.every((piece) => /^[1-9]\d*$/.test(piece) && piece.length <= LONGEST_AREA_CODE) &&
    (pieces.every((piece) => piece.length === first.length) ||
      pieces.join('').length <= LONGEST_AREA_CODE)
  );
}

function writtenNumbers(
  parts: readonly string[],
  isWhole: (piece: string, isFirst: boolean) => boolean,
): readonly WrittenNumber[] {
  const numbers: WrittenNumber[] = [];
  let start = 0;
  let piece = '';
  for (let i = 0; i < parts.length && numbers.length < MAX_NUMBERS; i += 2) {
    piece = parts.slice(start, i + 1).join('');
    if (!/\d/.test(piece) || !isWhole(piece, numbers.length === 0)) continue;
    numbers.push({ text: piece, setOff: /\s/.test(parts[start - 1] ?? '') });
    start = i + 2;
    piece = '';
  }
  if (/\d/.test(piece)) numbers.push({ text: piece, setOff: true });
  return numbers;
}

/**
 * The digits that a further number stands for when it is written in short after `first`:
 * `030 901820 / 901821` shares the area code, `030 901820/21` replaces the last digits, and
 * `030 90182-0 / -21` or `030 90182-0/21` is another extension of the same line. Undefined if it stands for itself.
 */
export function writtenInShort(
  first: PhoneNumber,
  firstText: string,
  { text, setOff }: WrittenNumber,
): string | undefined {
  const digits = digitsOf(text);
  if (digits === undefined || /^[+0]/.test(digits)) return undefined;
  const direct = digitsOf(/-([^-]*)$/.exec(firstText)?.[1] ?? '')?.length ?? 0;
  const isDirect = text.startsWith('-') || (!setOff && digits.length <= LONGEST_AREA_CODE);
  if (isDirect && direct > 0 && direct <= LONGEST_AREA_CODE) {
    return first.number.slice(0, -direct) + digits;
  }
  const [, area = '', ...subscriber] = first.formatInternational().split(' ');
  const subscriberLength = subscriber.join('').replace(/\D/g, '').length;
  if (digits.length > LONGEST_AREA_CODE || digits.length === subscriberLength) {
    return `+${first.countryCallingCode}${area}${digits}`;
  }
  if (setOff || digits.length > subscriberLength) return undefined;
  return first.number.slice(0, -digits.length) + digits;
}

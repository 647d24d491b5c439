import {
  digitsOf,
  foldedText,
  isExtension,
  isFound,
  numberForms,
  queryWords,
  writtenNumber,
} from '@hookline/records';
import type { PhoneBookEntry } from 'hookline-client/telephony';

export interface TransferTarget {
  readonly number: string;
  readonly name: string;
  readonly isInternal: boolean;
}

/** More is not read while somebody waits on the line. */
const MOST = 8;

/**
 * Where a call can go: colleagues first. Without a word typed only they are offered; a number
 * that is in no book can be taken as it is. `callingCode` is that of the office's country.
 */
export function transferTargets(
  entries: readonly PhoneBookEntry[],
  typed: string,
  desk: string | null,
  callingCode = '',
): readonly TransferTarget[] {
  const words = queryWords(typed);
  const digits = digitsOf(typed);
  const found: TransferTarget[] = [];
  for (const { number, name, kind } of entries) {
    const isInternal = kind === 'internal' || isExtension(number);
    if (number === desk || (words.length === 0 && !isInternal)) continue;
    const isNumbered =
      digits !== undefined &&
      numberForms(number, callingCode).some((form) => form.includes(digits));
    if (isNumbered || isFound(words, foldedText(name))) found.push({ number, name, isInternal });
  }
  const sorted = found.toSorted((a, b) => rank(a, typed) - rank(b, typed)).slice(0, MOST);
  const isComplete = sorted.some(({ number }) => writtenNumber(number) === digits);
  if (digits === undefined || isComplete) return sorted;
  const asTyped = { number: typed.trim(), name: '', isInternal: isExtension(typed.trim()) };
  // Whoever types an extension means it, and not the first customer that has its digits.
  return asTyped.isInternal ? [asTyped, ...sorted] : [...sorted, asTyped];
}

/** The extension that was typed, then colleagues, then everybody else. */
function rank({ number, isInternal }: TransferTarget, typed: string): number {
  if (number === typed.trim()) return 0;
  return isInternal ? 1 : 2;
}

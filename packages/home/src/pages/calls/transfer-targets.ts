import type { PhoneBookEntry } from 'hookline-client/telephony';

export interface TransferTarget {
  readonly number: string;
  readonly name: string;
  readonly isInternal: boolean;
}

/** More is not read while somebody waits on the line. */
const MOST = 8;
const SHORT = /^\d{1,4}$/;

/**
 * Where a call can go: colleagues first. Without a word typed only they are offered; a number
 * that is in no book can be taken as it is.
 */
export function transferTargets(
  entries: readonly PhoneBookEntry[],
  typed: string,
  desk: string | null,
): readonly TransferTarget[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const digits = onlyDigits(typed);
  const found: TransferTarget[] = [];
  for (const { number, name, kind } of entries) {
    const isInternal = kind === 'internal' || SHORT.test(number);
    if (number === desk || (words.length === 0 && !isInternal)) continue;
    const isNamed = words.every((word) => folded(name).includes(word));
    const isNumbered = digits !== '' && onlyDigits(number).includes(digits);
    if (isNamed || isNumbered) found.push({ number, name, isInternal });
  }
  const sorted = found.toSorted((a, b) => rank(a, typed) - rank(b, typed)).slice(0, MOST);
  const isComplete = sorted.some(({ number }) => onlyDigits(number) === digits);
  const isNumber = digits !== '' && /^[\d+\s/().-]+$/.test(typed.trim());
  if (!isNumber || isComplete) return sorted;
  const asTyped = { number: typed.trim(), name: '', isInternal: SHORT.test(typed.trim()) };
  // Whoever types an extension means it, and not the first customer that has its digits.
  return asTyped.isInternal ? [asTyped, ...sorted] : [...sorted, asTyped];
}

/** The extension that was typed, then colleagues, then everybody else. */
function rank({ number, isInternal }: TransferTarget, typed: string): number {
  if (number === typed.trim()) return 0;
  return isInternal ? 1 : 2;
}

function folded(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/ä|ae/g, 'a')
    .replace(/ö|oe/g, 'o')
    .replace(/ü|ue/g, 'u')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

/** The country's own 0 and its international form are the same start of a number. */
function onlyDigits(text: string): string {
  return text.replace(/^\s*(\+49|0049|0)/, '').replace(/\D/g, '');
}

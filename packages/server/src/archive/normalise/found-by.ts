import { dialledDigits, foldedWords, parsedJson, searchedTexts } from '@hookline/records';

/** As much of a payload is searched. */
const MAX_LENGTH = 20_000;
/**
 * A text of JSON that begins as a number does. Taken out of the payload as it is: to parse every
 * event for the few that have more to say would take longer than to store it.
 */
const NUMBERS = /"((?: |\\[nrt])*(?:\+|\(?0)(?:[^"\\]|\\.){5,120})"(?!\s*:)/g;
/** No letter of German, in one sign or two. */
const FOREIGN = /(?!\u0308)[^\0-\x7fÄÖÜäöüßẞ]/;
/** The same beside other signs of German texts; of an escape nobody knows yet what it stands for. */
const MAY_BE_FOREIGN = /(?!\u0308)[^\0-\x7fÄÖÜäöüßẞ§°´·€–—‚‘’„“”…\xa0]|\\u/;

/**
 * By what an event is found beside the text of its payload: words with letters that are typed
 * without their marks, `yilmaz` for Yılmaz, folded; and the digits of phone numbers, a blank before
 * each. Null if there is nothing. Umlauts are seen to by the search itself.
 */
export function foundBy(payload: string): string | null {
  const found = `${foreignWords(payload)}${numbersIn(payload)}`.slice(0, MAX_LENGTH);
  return found === '' ? null : found;
}

function foreignWords(payload: string): string {
  if (!MAY_BE_FOREIGN.test(payload)) return '';
  const words = searchedTexts(parsedJson(payload))
    .flatMap((text) => text.split(/\s+/))
    .filter((word) => FOREIGN.test(word));
  return words.length > 0 ? foldedWords(words.join(' ')).join(' ') : '';
}

function numbersIn(payload: string): string {
  let length = 0;
  const numbers = new Set<string>();
  for (const [, written = ''] of payload.matchAll(NUMBERS)) {
    const text = written.includes('\\') ? parsedJson(`"${written}"`) : written;
    const digits = typeof text === 'string' ? dialledDigits(text) : undefined;
    if (digits === undefined || numbers.has(digits)) continue;
    numbers.add(digits);
    length += digits.length + 1;
    if (length > MAX_LENGTH) break;
  }
  return [...numbers].map((digits) => ` ${digits}`).join('');
}

import { dialledDigits, foldedText, parsedJson, Recent, searchedTexts } from '@hookline/records';

/** As much of a payload is searched. */
const MAX_LENGTH = 20_000;
/** The longest word that is searched for, to each side of a letter. */
const MAX_WORD = 100;
/** What most events lack, at a glance that is quicker than a look at each letter. */
const WORTH_A_LOOK = /"[+0( \\]|[^\0-\x7fÄÖÜäöüß§°´·€–—‚‘’„“”…\xa0]|\\u/;
/** How a text of JSON goes on after its quotation mark if it begins as a number does. */
const BEGINNINGS = new Set(Array.from('+0( \\', (sign) => sign.charCodeAt(0)));
/** Such a text, unless it is the name of a field. */
const NUMBER = /"((?: |\\[nrt])*(?:\+|\(?0)(?:[^"\\]|\\.){5,120})"(?!\s*:)/y;
/** Letters and signs of German texts, also umlauts of two signs. */
const GERMAN = new Set(
  Array.from('ÄÖÜäöüßẞ\u0308§°´·€–—‚‘’„“”…\xa0', (sign) => sign.charCodeAt(0)),
);
const [QUOTE, BACKSLASH, BLANK, SMALL_U] = [0x22, 0x5c, 0x20, 0x75];

/**
 * By what an event is found beside the text of its payload: words with letters that are typed
 * without their marks, `yilmaz` for Yılmaz, folded; and the digits of phone numbers, a blank before
 * each. Null if there is nothing. Umlauts are seen to by the search itself.
 *
 * Letter by letter, once: to parse a payload takes as long as to store it.
 */
export function searchTerms(payload: string): string | null {
  if (!WORTH_A_LOOK.test(payload)) return null;
  const numbers = new Parts();
  const words = new Parts();
  let isEscaped = false;
  for (let i = 0; i < payload.length; i++) {
    const sign = payload.charCodeAt(i);
    if (sign > 0x7f) {
      if (GERMAN.has(sign)) continue;
      const end = wordEnd(payload, i, 1);
      words.add(foldedWord(payload.slice(wordEnd(payload, i, -1) + 1, end)));
      i = end - 1;
    } else if (sign === QUOTE) {
      if (!BEGINNINGS.has(payload.charCodeAt(i + 1))) continue;
      NUMBER.lastIndex = i;
      const [whole = '', written = ''] = NUMBER.exec(payload) ?? [];
      if (whole === '') continue;
      numbers.add(digitsIn(written));
      i += whole.length - 1;
    } else if (sign === BACKSLASH) {
      i++;
      if (payload.charCodeAt(i) !== SMALL_U) continue;
      const code = Number.parseInt(payload.slice(i + 1, i + 5), 16);
      if (code > 0x7f && !GERMAN.has(code)) isEscaped = true;
    }
  }
  const found = (isEscaped ? escapedWords(payload) : words).text + numbers.text;
  return found === '' ? null : found.slice(0, 2 * MAX_LENGTH);
}

/** Where the word around a place ends in one direction. */
function wordEnd(payload: string, from: number, step: 1 | -1): number {
  let at = from;
  for (let left = MAX_WORD; left > 0; left--) {
    at += step;
    const sign = payload.charCodeAt(at);
    if (!(sign > BLANK) || sign === QUOTE || sign === BACKSLASH) break;
  }
  return at;
}

/** Each once, a blank before it, until there are enough. */
class Parts {
  readonly #known = new Set<string>();
  text = '';

  add(part: string): void {
    if (part === '' || this.text.length > MAX_LENGTH || this.#known.has(part)) return;
    this.#known.add(part);
    this.text += ` ${part}`;
  }
}

/** Where letters are written as numbers, the words are not seen in the text. */
function escapedWords(payload: string): Parts {
  const found = new Parts();
  for (const text of searchedTexts(parsedJson(payload))) {
    for (const word of text.split(/\s+/)) {
      const isForeign = Array.from(word, (sign) => sign.charCodeAt(0)).some(
        (sign) => sign > 0x7f && !GERMAN.has(sign),
      );
      if (isForeign) found.add(foldedWord(word));
    }
  }
  return found;
}

const MOST_KNOWN = 4000;

/** The same names and numbers come again and again. */
function remembering(make: (text: string) => string): (text: string) => string {
  const known = new Recent<string>(MOST_KNOWN);
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const made = make(text);
    known.keep(text, made);
    return made;
  };
}

const foldedWord = remembering(foldedText);

const digitsIn = remembering((written) => {
  const text = written.includes('\\') ? parsedJson(`"${written}"`) : written;
  return (typeof text === 'string' ? dialledDigits(text) : undefined) ?? '';
});

import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { NameList } from './fields.ts';
import { isNumberName } from './number-fields.ts';
import type { PhoneRules } from './phone-number.ts';
import { tidied } from './phone-text.ts';

/** Names under which calls tell their parties. */
const PARTY_NAMES = new NameList('from', 'to', 'raw', 'von', 'an', 'remote', 'gegenstelle');
/** Between two digits of a number in a text. */
const GAP = '[\\s()/.\\u2010-\\u2015-]{0,4}';
/** Digits that only look like ours once they are tidied. */
const OTHER_DIGIT = /[^\P{N}0-9]/u;
/** `901820/21` is a number whose last digits stand apart from the others. */
const SHORTENED = /(?:[/\\;|&,]|\b(?:oder|or|und|and|u\.|bzw\.?))\s*-?\s*\d{1,3}(?!\d)/i;
const TAIL_LENGTH = 4;

/** Recognises a set of phone numbers in payloads, in any spelling. */
export class NumberFinder {
  readonly #keys: ReadonlySet<string>;
  readonly #rules: PhoneRules;
  readonly #inText: readonly RegExp[];
  readonly #tails: readonly string[];

  constructor(keys: Iterable<string>, rules: PhoneRules) {
    this.#keys = new Set(keys);
    this.#rules = rules;
    this.#inText = [...this.#keys].flatMap((key) => this.#patternsOf(key));
    this.#tails = [...this.#keys].map((key) => {
      const [line = ''] = key.split(';ext=');
      return line.replace(/\D/g, '').slice(-TAIL_LENGTH);
    });
  }

  /**
   * False only if the JSON text surely carries none of the numbers. Cheap, for an erasure looks at
   * every payload there is, and nearly all of them are about somebody else.
   */
  mayBeIn(json: string): boolean {
    // Digits may be escaped or be those of another script.
    if (json.includes('\\u') || OTHER_DIGIT.test(json) || SHORTENED.test(json)) return true;
    const digits = json.replace(/\D+/g, '');
    return this.#tails.some((tail) => digits.includes(tail));
  }

  /** Whether a text under this name carries one of the numbers. */
  isIn(text: string, name: string | undefined): boolean {
    if (name !== undefined && (isNumberName(name) || PARTY_NAMES.has(name))) {
      const { key, aliases } = this.#rules.read(text);
      if ([key, ...aliases.map((alias) => alias.key)].some((one) => one && this.#has(one))) {
        return true;
      }
    }
    // Anywhere else an extension 101 is just a number, and so is one without a leading zero.
    const plain = OTHER_DIGIT.test(text) ? tidied(text) : text;
    return this.#inText.some((pattern) => pattern.test(plain));
  }

  /** An extension is reached through its line, and carries the whole number of it. */
  #has(key: string): boolean {
    const [line = ''] = key.split(';ext=');
    return this.#keys.has(key) || this.#keys.has(line);
  }

  #patternsOf(key: string): readonly RegExp[] {
    const number = key.startsWith('+') ? parsePhoneNumberFromString(key) : undefined;
    // An extension is told by words, which the rules read where a number is expected.
    if (!number || key.includes(';')) return [];
    const national = spaced(number.nationalNumber);
    const country = `(?:\\+|00)${GAP}${spaced(number.countryCallingCode)}${GAP}(?:0${GAP})?`;
    // Behind a zero, a number of another country would be a stranger in this one.
    const isOurs = this.#rules.read(`0${number.nationalNumber}`).key === key;
    const start = isOurs ? `(?:${country}|0${GAP})` : country;
    return [new RegExp(`(?<![\\d+])${start}${national}(?![-.]?\\d)`)];
  }
}

function spaced(digits: string): string {
  return digits.split('').join(GAP);
}

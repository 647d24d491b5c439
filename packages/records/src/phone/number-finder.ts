import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { NameList } from '../fields.ts';
import { OWN_IDS, OWN_REFERENCES, POSTCODES, REFERENCES } from '../names.ts';
import { isNumberName } from '../phone-fields.ts';
import { SHORTEST_NATIONAL } from './dialling-plan.ts';
import {
  BACKSLASH,
  BLANK,
  BREAK,
  CLUSTER,
  DIGIT,
  HIDDEN,
  isDigit,
  isGap,
  kindAt,
  kinds,
  PARTING,
  PERCENT,
  PLUS,
  SEPARATOR,
  visibleFrom,
} from './digit-scan.ts';
import { type NumberEnd, prefilterFor } from './number-prefilter.ts';
import type { PhoneRules } from './phone-number.ts';
import { MAX_NUMBER_LENGTH } from './phone-text.ts';

/** Names under which calls tell their parties. */
const PARTY_NAMES = new NameList('from', 'to', 'raw', 'von', 'an', 'remote', 'gegenstelle');
/** Characters between two digits of one number in a text. */
const MAX_GAP = 8;
const TAIL_LENGTH = 4;
const TAILS = 10 ** TAIL_LENGTH;
/** No more than every writing has: in Argentina a 15 may stand before the last eight digits. */
const BEFORE_TAIL = 3;
/** `901820/21`: of a number in short, longer digits are themselves the tail of the whole one. */
const LONGEST_IN_SHORT = TAIL_LENGTH - 1;
/** `tel:12;phone-context=+493023125`: the end of the number stands before its beginning. */
const CONTEXT = /phone(?:-|%2d)context/i;
const TEL_URI = /(?:tel|callto):[^\s"'<>\\]+/gi;
/** Words before a number in short, each as the end of what stands before it. */
const WORDS = ['oder', 'or', 'und', 'and', 'u.', 'bzw', 'bzw.'];

/** Whether a number is one of those looked for; whoever says so need not be able to name them. */
interface KeyTest {
  has(key: string): boolean;
}

/** Longer ones with all that may stand before a number are none. */
const LONGEST_WRITTEN = 24;

/**
 * Recognises a set of phone numbers in payloads, in any spelling. Every text is walked through
 * once, digit by digit, however many numbers there are: a sender decides what stands in it, and
 * every payload of the archive is looked at.
 */
export class NumberFinder {
  readonly #keys: KeyTest;
  readonly #rules: PhoneRules;
  /** The digits that one of the numbers is written with, a leading plus included. */
  readonly #written: KeyTest;
  readonly #longestWritten: number;
  /** Those that are one of the numbers only where nothing stands beside them. */
  readonly #alone: KeyTest;
  /** By four digits: whether one of the numbers ends in them. */
  readonly #tails = new Uint8Array(TAILS);
  /** A SIP address may have no digit to look for. */
  readonly #hasTails: boolean;
  /** Whether a text surely has none of them. */
  readonly #dismisses: (text: string) => boolean;

  /**
   * Of a mere test all but one spelling is found: the bare number without its area code, or that of
   * another country without its code, for these may be the number of many.
   */
  constructor(keys: Iterable<string> | KeyTest, rules: PhoneRules) {
    this.#rules = rules;
    if (!(Symbol.iterator in keys)) {
      this.#keys = keys;
      this.#written = { has: (form) => isFormOf(form, keys, rules) };
      this.#alone = { has: (digits) => isNationalOf(digits, keys, rules) };
      this.#longestWritten = LONGEST_WRITTEN;
      this.#tails.fill(1);
      this.#hasTails = false;
      this.#dismisses = () => false;
      return;
    }
    const known = new Set(keys);
    const written = new Set([...known].flatMap((key) => writtenForms(key, rules)));
    this.#keys = known;
    this.#written = written;
    this.#longestWritten = Math.max(0, ...Array.from(written, ({ length }) => length));
    this.#alone = new Set([...known].flatMap(formsAlone));
    const ends = Array.from(known, endOf);
    this.#hasTails = ends.every(({ tail }) => tail !== '');
    this.#dismisses = prefilterFor(ends, WORDS);
    for (const { tail } of ends.filter((end) => end.tail !== '')) {
      const step = 10 ** tail.length;
      for (let i = Number(tail); i < TAILS; i += step) this.#tails[i] = 1;
    }
  }

  /**
   * False only if the text, JSON or plain, surely carries none of the numbers. Cheap, for an erasure
   * looks at every payload there is, and nearly all of them are about somebody else.
   */
  mayBeIn(given: string, isJson = true): boolean {
    const text = isJson ? given : unquoted(given);
    if (CONTEXT.test(text)) return true;
    return !this.#dismisses(text) && (!this.#hasTails || this.#mayCarry(text, isJson));
  }

  /** Whether a text under this name carries one of the numbers. */
  isIn(given: string, name: string | undefined): boolean {
    const text = unquoted(given);
    if (name !== undefined && text.length <= MAX_NUMBER_LENGTH && this.#isRead(text, name)) {
      return true;
    }
    if (CONTEXT.test(text) && text.match(TEL_URI)?.some((uri) => this.#isTold(uri))) return true;
    // Elsewhere in a text an extension 101 is just a number, and so is one without a leading zero.
    return (
      this.#isAlone(text, name) || this.#walk(text, false, (end) => this.#endsWithNumber(text, end))
    );
  }

  /** Whether the text is nothing but one of the numbers, be it without zero or area code. */
  #isAlone(text: string, name: string | undefined): boolean {
    if (text.length > MAX_NUMBER_LENGTH || (name !== undefined && isCountedName(name)))
      return false;
    let digits = '';
    for (let i = 0; i < text.length; i++) {
      const kind = kindAt(text, i);
      if (isDigit(kind)) digits += kind - DIGIT;
      else if (!isGap(kind)) return false;
    }
    return this.#alone.has(digits);
  }

  #isRead(text: string, name: string): boolean {
    if (!isNumberName(name) && !PARTY_NAMES.has(name)) return false;
    if (this.#hasTails && !CONTEXT.test(text) && !this.#mayCarry(text, false)) return false;
    return this.#isTold(text);
  }

  /** Whether a text that is a number is one of these. */
  #isTold(text: string): boolean {
    const { key, aliases } = this.#rules.read(text);
    return [key, ...aliases.map((alias) => alias.key)].some((one) => one && this.#has(one));
  }

  /** An extension is reached through its line, and carries the whole number of it. */
  #has(key: string): boolean {
    const [line = ''] = key.split(';ext=');
    return this.#keys.has(key) || this.#keys.has(line);
  }

  #mayCarry(text: string, isJson: boolean): boolean {
    return this.#walk(text, isJson, () => true, true);
  }

  /**
   * Whether `isEnd` says so of a digit with which a tail of the numbers ends, or, if these count,
   * whether the text may carry one that is not written out: in short, escaped, or in a cluster.
   */
  #walk(
    text: string,
    isJson: boolean,
    isEnd: (end: number) => boolean,
    countsOthers = false,
  ): boolean {
    const tails = this.#tails;
    const { length } = text;
    let tail = 0;
    let run = 0;
    /** Whether a separator stands before the digits, or where what may be such a word ends. */
    let isSeparated = false;
    let wordEnd = -1;
    for (let i = 0; i < length; i++) {
      const kind = kinds[text.charCodeAt(i)] || kindAt(text, i);
      if (kind >= DIGIT) {
        tail = (tail * 10 + kind - DIGIT) % TAILS;
        run++;
        // In `2312500000` no number ends in 5000. Only of 0 to 9 no reading parts two in a row.
        if (tails[tail] === 1 && !isPlainDigit(text.charCodeAt(i + 1)) && isEnd(i)) return true;
        continue;
      }
      if (kind === HIDDEN) continue;
      if (run > 0) {
        if (countsOthers && isInShort(text, run, isSeparated, wordEnd)) return true;
        run = 0;
        isSeparated = false;
        wordEnd = -1;
      }
      if (kind === BLANK) continue;
      if (kind === BREAK) {
        // Nearly all of a payload are letters and quotes.
        while (i + 1 < length && kinds[text.charCodeAt(i + 1)] === BREAK) i++;
        tail = 0;
        isSeparated = false;
        wordEnd = i;
        continue;
      }
      if (countsOthers && isWrittenOtherwise(text, i, kind, isJson)) return true;
      // What is escaped stands for itself, but for a line break, which parts numbers.
      if (kind === BACKSLASH && isJson) i++;
      isSeparated = kind === SEPARATOR || kind === PARTING || kind === BACKSLASH;
      if (!isGap(kind)) tail = 0;
      wordEnd = i;
    }
    return countsOthers && run > 0 && isInShort(text, run, isSeparated, wordEnd);
  }

  /** Whether one of the numbers ends with this digit and begins where other digits do not. */
  #endsWithNumber(text: string, end: number): boolean {
    if (isFollowedByDigit(text, end)) return false;
    let digits = '';
    let gap = 0;
    for (let i = end; i >= 0; i--) {
      const kind = kindAt(text, i);
      if (isDigit(kind)) {
        gap = 0;
        digits = `${kind - DIGIT}${digits}`;
        if (digits.length > this.#longestWritten) return false;
        if (isBeginning(text, i) && this.#written.has(digits)) return true;
      } else if (kind === PLUS) {
        return isBeginning(text, i) && this.#written.has(`+${digits}`);
      } else if (!isGap(kind) || ++gap > MAX_GAP) {
        return false;
      }
    }
    return false;
  }
}

/** A quotation mark parts two texts of a JSON; within one it is a mark like others: `030"901820`. */
function unquoted(text: string): string {
  return text.replaceAll('"', "'");
}

/** All digits with which people write the number into a text. */
function writtenForms(key: string, rules: PhoneRules): readonly string[] {
  const number = key.startsWith('+') ? parsePhoneNumberFromString(key) : undefined;
  // An extension is told by words, which the rules read where a number is expected.
  if (!number || key.includes(';')) return [];
  const { countryCallingCode: country, nationalNumber: national } = number;
  const international = [`${country}${national}`, `${country}0${national}`];
  // Without a prefix, a number of another country would be a stranger in this one.
  const ours = [`0${national}`, ...international].filter((form) => rules.read(form).key === key);
  return [...ours, ...international.flatMap((form) => [`+${form}`, `00${form}`])];
}

/** The other way round: whether one of the numbers is written like this. */
function isFormOf(form: string, keys: KeyTest, rules: PhoneRules): boolean {
  const isInternational = /^(?:\+|00)/.test(form);
  const digits = form.replace(/^(?:\+|00)/, '');
  if (!isInternational && !form.startsWith('0') && !form.startsWith(rules.callingCode))
    return false;
  // A zero of the national number behind a country code, which has three digits at most.
  const withoutZero = [1, 2, 3]
    .filter((at) => isInternational && digits[at] === '0')
    .map((at) => `+${digits.slice(0, at)}${digits.slice(at + 1)}`);
  const read = rules.read(form).key;
  const possible = new Set([
    ...(read?.startsWith('+') ? [read] : []),
    `+${digits}`,
    ...withoutZero,
  ]);
  return [...possible].some((key) => keys.has(key) && writtenForms(key, rules).includes(form));
}

function isNationalOf(digits: string, keys: KeyTest, rules: PhoneRules): boolean {
  return digits.length >= SHORTEST_NATIONAL && keys.has(`+${rules.callingCode}${digits}`);
}

/** `30901820` as spreadsheets have it, and `901820` as people of the same town write it. */
function formsAlone(key: string): readonly string[] {
  const number = key.startsWith('+') ? parsePhoneNumberFromString(key) : undefined;
  if (!number || key.includes(';')) return [];
  const withoutArea = number
    .formatNational()
    .replace(/^\D*\d+/, '')
    .replace(/\D/g, '');
  return [number.nationalNumber, withoutArea].filter(({ length }) => length >= SHORTEST_NATIONAL);
}

/** Orders and customers are counted: theirs may have the digits of anybody's line. */
function isCountedName(name: string): boolean {
  return [REFERENCES, OWN_REFERENCES, OWN_IDS, POSTCODES].some((names) => names.has(name));
}

function endOf(key: string): NumberEnd {
  const tail = tailOf(key);
  const { nationalNumber: national = '' } = parsePhoneNumberFromString(key) ?? {};
  const before = national.endsWith(tail)
    ? national.slice(-TAIL_LENGTH - BEFORE_TAIL, -TAIL_LENGTH)
    : '';
  return { tail, before };
}

/** The last digits of the line that stand together; letters part them as they do in a text. */
function tailOf(key: string): string {
  const [line = ''] = key.split(';ext=');
  let digits = '';
  for (let i = line.length - 1; i >= 0 && digits.length < TAIL_LENGTH; i--) {
    const kind = kindAt(line, i);
    if (isDigit(kind)) digits = `${kind - DIGIT}${digits}`;
    else if (digits !== '' && !isGap(kind)) break;
  }
  return digits;
}

/** Of nothing, behind the end of a text, it says no. */
function isPlainDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isInShort(text: string, run: number, isSeparated: boolean, wordEnd: number): boolean {
  if (run > LONGEST_IN_SHORT) return false;
  if (isSeparated || wordEnd < 0) return isSeparated;
  const before = text.slice(Math.max(0, wordEnd - 3), wordEnd + 1).toLowerCase();
  return WORDS.some((word) => before.endsWith(word));
}

/** `\\u0030` in JSON and `%30` in a `tel:` URI are zeros, and a cluster has digits in it. */
function isWrittenOtherwise(text: string, i: number, kind: number, isJson: boolean): boolean {
  if (kind === BACKSLASH) return isJson && text[i + 1] === 'u';
  return kind === CLUSTER || (kind === PERCENT && text[i + 1] === '3');
}

/** `030 901820-1` is another line than `030 901820`. */
function isFollowedByDigit(text: string, end: number): boolean {
  const next = visibleFrom(text, end + 1, 1);
  if (next < 0) return false;
  if (isDigit(kindAt(text, next))) return true;
  const last = text[next] === '-' || text[next] === '.' ? visibleFrom(text, next + 1, 1) : -1;
  return last >= 0 && isDigit(kindAt(text, last));
}

function isBeginning(text: string, start: number): boolean {
  const before = visibleFrom(text, start - 1, -1);
  if (before < 0) return true;
  const kind = kindAt(text, before);
  return !isDigit(kind) && kind !== PLUS;
}

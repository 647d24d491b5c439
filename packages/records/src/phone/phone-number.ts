import { type PhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { scalarText } from '../fields.ts';
import { Recent } from '../recent.ts';
import { DiallingPlan, type PhoneOptions, SHORTEST_NATIONAL } from './dialling-plan.ts';
import {
  digitsOf,
  isWithheld,
  MAX_NUMBER_LENGTH,
  numberAmongWords,
  tidied,
  withoutDecoration,
  withoutExtension,
} from './phone-text.ts';
import { severalNumbers, type WrittenNumber, writtenInShort } from './several-numbers.ts';

export type PhoneKind = 'e164' | 'internal' | 'anonymous' | 'other';

/** One line. Two spellings of the same line have the same key, and no two lines share one. */
export interface PhoneLine {
  /** As it was sent. */
  readonly sent: string;
  /** `+4930901820`, `internal:101`, `other:901820`; null if nobody could be found by it. */
  readonly key: string | null;
  readonly kind: PhoneKind;
  readonly e164: string | null;
  /** For people to read. */
  readonly display: string;
}

export interface PhoneReading extends PhoneLine {
  /** Further numbers of the same field; each has a key. */
  readonly aliases: readonly (PhoneLine & { readonly key: string })[];
}

/** More than most offices have customers. */
const MOST_KNOWN = 10_000;

/** Reads phone numbers as they are written in one office. */
export class PhoneRules {
  readonly #plan: DiallingPlan;
  /** What was read last: the same numbers come with every version of a job and every report. */
  readonly #known = new Recent<PhoneReading>(MOST_KNOWN);

  constructor(options: PhoneOptions) {
    this.#plan = new DiallingPlan(options);
  }

  read(value: unknown): PhoneReading {
    return this.#known.of(scalarText(value) ?? '', (sent) => this.#read(sent));
  }

  #read(sent: string): PhoneReading {
    const text = sent.length > MAX_NUMBER_LENGTH ? sent : tidied(sent);
    if (text.length > MAX_NUMBER_LENGTH) return { ...unusable(sent, 'other'), aliases: [] };
    if (text === '' || isWithheld(text)) return { ...unusable(sent, 'anonymous'), aliases: [] };
    if (/^sips?:/i.test(text)) return this.#readSip(sent, text);

    const written = severalNumbers(withoutDecoration(text), (piece) => this.#isWhole(piece));
    const [first = { text: '', setOff: false }, ...further] = written;
    const { line, number } = this.#line(first.text);
    const aliases = further.map((one) => this.#further(one, first.text, number)).filter(hasKey);
    return hasKey(line) ? { ...line, sent, aliases } : { ...unusable(sent, 'other'), aliases };
  }

  /** How the office's country is dialled from abroad. */
  get callingCode(): string {
    return this.#plan.callingCode;
  }

  /** Whether it can be the key of a line: of what may be a number in a payload, most is none. */
  isPossible(key: string): boolean {
    const [line = ''] = key.split(';ext=');
    return !line.startsWith('+') || (this.#plan.parse(line)?.isPossible() ?? false);
  }

  /** The digits by which a line may be written: international, and as in its own country. */
  digitsOfLine(key: string): readonly string[] {
    const [line = '', extension = ''] = key.replace(/^(?:internal|other):/, '').split(';ext=');
    const code = `+${this.#plan.callingCode}`;
    const national = line.startsWith(code) ? [`0${line.slice(code.length)}`] : [];
    return [line, ...national].map((form) => `${form}${extension}`.replace(/\D/g, ''));
  }

  /** A SIP address is an address of its own, but may name the line that it belongs to. */
  #readSip(sent: string, text: string): PhoneReading {
    const [, global] = /^sips?:(\+[\d.()-]+)[@;]/i.exec(text) ?? [];
    const line = global ? this.#line(global).line : undefined;
    return { ...other(text, text), sent, aliases: line && hasKey(line) ? [line] : [] };
  }

  /** The line that one number stands for, by the rules in their order. */
  #line(text: string): { line: PhoneLine; number?: PhoneNumber } {
    const { line: written, extension } = withoutExtension(text);
    const digits = digitsOf(written);
    if (digits === undefined) return this.#amongWords(text);
    // Systems that insist on a number are given zeros: they would all be one customer.
    if (/^\+?0+$/.test(digits)) return { line: unusable(text, 'other') };
    if (!extension && /^[1-9]\d{0,4}$/.test(digits)) {
      const internal = { sent: text, key: `internal:${digits}`, e164: null, display: digits };
      return { line: { ...internal, kind: 'internal' } };
    }
    const number = this.#plan.number(written);
    if (!number) {
      const compared = extension ? text : this.#plan.withoutTrunkPrefix(digits);
      return { line: other(text, compared) };
    }
    return { line: this.#e164(text, number, extension), number };
  }

  #amongWords(text: string): { line: PhoneLine; number?: PhoneNumber } {
    const written = numberAmongWords(text);
    const number = written ? this.#plan.number(written) : undefined;
    if (number?.isValid()) return { line: this.#e164(text, number, undefined), number };
    return { line: other(text, text) };
  }

  #further(written: WrittenNumber, firstText: string, first: PhoneNumber | undefined): PhoneLine {
    const long = first && writtenInShort(first, firstText, written);
    const number = long ? this.#plan.parse(long) : undefined;
    if (number?.isValid()) return this.#e164(written.text, number, undefined);
    return this.#line(written.text).line;
  }

  #e164(sent: string, number: PhoneNumber, extension: string | undefined): PhoneLine {
    const e164 = number.number;
    const key = extension ? `${e164};ext=${extension}` : e164;
    // Only a valid number is sure to be read as the same one again without its country code.
    const isNational = number.country === this.#plan.country && number.isValid();
    const line = isNational ? number.formatNational() : number.formatInternational();
    const display = extension ? `${line} ext. ${extension}` : line;
    return { sent, key, kind: 'e164', e164, display };
  }

  #isWhole(text: string): boolean {
    const { line } = withoutExtension(text);
    const digits = digitsOf(line);
    if (digits === undefined) return true;
    if (!/^[+0]/.test(digits)) return digits.length >= SHORTEST_NATIONAL;
    const number = this.#plan.number(line);
    return (number?.nationalNumber.length ?? 0) >= SHORTEST_NATIONAL;
  }
}

function hasKey(line: PhoneLine): line is PhoneLine & { key: string } {
  return line.key !== null;
}

function unusable(sent: string, kind: 'anonymous' | 'other'): PhoneLine {
  const display = sent.slice(0, MAX_NUMBER_LENGTH).toWellFormed().trim();
  return { sent, key: null, kind, e164: null, display };
}

function other(sent: string, text: string): PhoneLine {
  const compared = (digitsOf(text) ?? text.replace(/\s/g, '')).toLowerCase();
  // Without a digit it is a remark such as "siehe Büro", which many records may share.
  if (!/\d/.test(compared) && !/^sips?:./.test(compared)) return unusable(sent, 'other');
  return { sent, key: `other:${compared}`, kind: 'other', e164: null, display: sent.trim() };
}

const MOST_DIRECT_DIAL_DIGITS = 5;
const FIXED = new Set<string | undefined>(['FIXED_LINE', 'FIXED_LINE_OR_MOBILE']);

/**
 * The keys under which the switchboard of a caller may be stored, the most likely first. A stored
 * number that ends in 0 is a switchboard: `+49302312510` … is found for its number with that 0
 * replaced by 1 to 5 digits. Mobile numbers have none, and neighbouring ones are strangers.
 */
export function switchboardKeys(key: string): readonly string[] {
  const [e164 = '', extension] = key.split(';ext=');
  if (!/^\+\d+$/.test(e164) || !FIXED.has(parsePhoneNumberFromString(e164)?.getType())) return [];
  const candidates = extension ? [e164] : [];
  for (let dropped = 1; dropped <= MOST_DIRECT_DIAL_DIGITS; dropped++) {
    const candidate = `${e164.slice(0, -dropped)}0`;
    if (candidate === e164) continue;
    // So short that it is an area code, which would make a whole town one switchboard.
    if (!parsePhoneNumberFromString(candidate)?.isValid()) break;
    candidates.push(candidate);
  }
  return candidates;
}

/** Fewer digits stand somewhere in nearly every number. */
const ANYWHERE = 3;
const MAX_DIGITS = 40;

/** Whether something is part of one of the ways to write a line, each given as digits. */
export type NumberPart = (lines: readonly string[]) => boolean;

/**
 * A number, or part of one, as a person types it on the way to somebody: `0171 392`,
 * `+49 (0)30/231`, `4710-1`. Undefined if the text is anything else.
 */
export function numberPart(typed: string): NumberPart | undefined {
  const text = typed.trim();
  if (text.length > 2 * MAX_DIGITS || !/^[\d\s()/.+-]*$/.test(text)) return undefined;
  const written = text.replace('(0)', '').replace(/\D/g, '');
  if (written === '') return undefined;
  // Both stand for a country code that follows.
  const digits = text.startsWith('+') ? written : written.replace(/^00(?=\d)/, '');
  return (lines) =>
    lines.some((line) =>
      digits.length < ANYWHERE ? line.startsWith(digits) : line.includes(digits),
    );
}

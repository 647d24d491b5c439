import { exactNumber, isJsonObject, momentOf, parsedJson } from '@hookline/records';
import { defused, inQuotes, withoutInnerFormulas } from './csv.ts';

/** A time in UTC, or a day, that is written as the clocks of the office show it. */
export class At {
  readonly moment: string;

  constructor(moment: string) {
    this.moment = moment;
  }
}

export type CellValue = FlatValue | At | null;

/** What Excel takes into a cell; the rest of a longer text would become rows of their own. */
const MAX_LENGTH = 32_767;
const CUT = '…';
/** Excel keeps fifteen digits of a number, and shows twelve as 4,93E+11. */
const SHOWN_DIGITS = /^-?(?:0|[1-9]\d{0,10})(?:\.\d{1,9})?$/;
/** A text that means the same when it is read as a number. */
const PLAIN_NUMBER = /^(?:0|[1-9]\d{0,10})(?:,\d{1,4})?$/;
const TIME_OF_DAY = /^\d\d?:\d\d(?::\d\d)?$/;
/** Digits and signs alone: a phone number that loses its zero, `1/2` and `3-4` that become days. */
const LIKE_NUMBER = /^(?![eE])(?=.*\d)(?:[\d.,:()eE%€+-]+|[\d.,:()%€+/ -]*\/[\d.,:()%€+/ -]*)$/;
/** `MAI-12` and `12 Dez` become days too. */
const LIKE_MONTH =
  /^(?:\d{1,4}[-./ ]{0,2})?(?:jan|feb|mär|mrz|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec)[a-zä]{0,6}[-./ ]{0,2}(?:\d{1,4})?$/i;
const ISO_TIME = /^\d{4}-\d\d-\d\d(?:T\d\d:?\d\d[\d:.,+Z-]*)?$/;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what Excel refuses.
const UNWRITABLE = /[\0-\x08\x0b\x0c\x0e-\x1f]/g;

/** Writes cells that a German Excel reads as what they are. */
export class ExcelCells {
  readonly #timeZone: string;
  readonly #clock: Intl.DateTimeFormat;

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
    this.#clock = new Intl.DateTimeFormat('de-DE', {
      timeZone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
  }

  write(value: CellValue): string {
    if (value === null || value === '') return '';
    if (typeof value === 'boolean') return value ? 'ja' : 'nein';
    if (value instanceof At) return this.#time(value.moment) ?? this.#text(value.moment);
    if (typeof value === 'string') return this.#timeIn(value) ?? this.#text(value);
    const { digits } = value;
    return SHOWN_DIGITS.test(digits) ? digits.replace('.', ',') : this.#text(digits);
  }

  #timeIn(text: string): string | undefined {
    const moment = ISO_TIME.test(text) ? momentOf(text, this.#timeZone) : undefined;
    return moment && this.#time(moment);
  }

  #time(moment: string): string | undefined {
    const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(moment) ?? [];
    if (day !== undefined) return `${day}.${month}.${year}`;
    const at = Date.parse(moment);
    return Number.isNaN(at) ? undefined : this.#clock.format(at).replace(', ', ' ');
  }

  #text(sent: string): string {
    const text = withoutInnerFormulas(
      sent.slice(0, MAX_LENGTH).toWellFormed().replace(/\r\n?/g, '\n').replace(UNWRITABLE, ' '),
    );
    const marked = isMisread(text.trim()) ? `'${text}` : defused(text);
    const isWhole = sent.length <= MAX_LENGTH && marked.length <= MAX_LENGTH;
    const cell = isWhole ? marked : marked.slice(0, MAX_LENGTH - CUT.length) + CUT;
    return inQuotes(cell);
  }
}

function isMisread(text: string): boolean {
  if (text.length > 40 || PLAIN_NUMBER.test(text) || TIME_OF_DAY.test(text)) return false;
  return LIKE_NUMBER.test(text) || LIKE_MONTH.test(text);
}

/** What stands in one cell: a number keeps the digits that were sent. */
type FlatValue = string | boolean | { readonly digits: string };
type FlatField = readonly [name: string, value: FlatValue];

/** Of a list of objects so many have columns of their own: a message may carry hundreds. */
const SPREAD = 5;
/** Deeper values are one cell. It also bounds the recursion: a sender decides how deep they are. */
const DEPTH = 6;
/** The name of a payload that is a bare value. */
const WHOLE = 'Inhalt';

/** The fields of a JSON text, each with its way there: `pickup.address.city`, `stops.1.name`. */
export function flatFields(json: string): FlatField[] {
  const fields: FlatField[] = [];
  collect(parsedJson(json), '', 0, fields);
  return fields;
}

function collect(value: unknown, name: string, depth: number, fields: FlatField[]): void {
  // An empty cell, as is a field that is not there; `"courier":null` must not become a column
  // beside `courier.name`.
  if (value === null) return;
  const scalar = flatScalar(value);
  if (scalar !== undefined) fields.push([name || WHOLE, scalar]);
  else if (depth === DEPTH) fields.push([name, JSON.stringify(value)]);
  else if (Array.isArray(value)) collectList(value, name, depth, fields);
  else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      collect(member, under(name, key), depth + 1, fields);
    }
  }
}

function collectList(
  list: readonly unknown[],
  name: string,
  depth: number,
  fields: FlatField[],
): void {
  const scalars = list.map(flatScalar);
  if (scalars.every((scalar) => scalar !== undefined)) {
    if (list.length > 0) fields.push([name || WHOLE, scalars.map(writtenScalar).join(', ')]);
    return;
  }
  for (const [i, item] of list.slice(0, SPREAD).entries()) {
    collect(item, under(name, String(i + 1)), depth + 1, fields);
  }
  if (list.length > SPREAD) {
    fields.push([under(name, `${SPREAD + 1}+`), JSON.stringify(list.slice(SPREAD))]);
  }
}

const under = (name: string, key: string) => (name === '' ? key : `${name}.${key}`);

function flatScalar(value: unknown): FlatValue | undefined {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  const digits = typeof value === 'number' ? String(value) : exactNumber(value);
  return digits === undefined ? undefined : { digits };
}

function writtenScalar(value: FlatValue): string {
  return typeof value === 'object' ? value.digits : String(value);
}

import {
  isJsonObject,
  type JsonObject,
  linesByKind,
  numberEntries,
  numbersIn,
  scalarText,
} from '@hookline/records';
import type { PhoneLine, PhoneReading, PhoneRules } from '@hookline/records/phone';

/** A further number by which an address is found. */
export interface AddressNumber {
  readonly key: string;
  /** The field it came in; null if a person has added it. */
  readonly field: string | null;
  /** As it was sent. */
  readonly number: string;
  /** For people to read. */
  readonly display: string;
}

/** A text that stands for numbers in a field of a record: `030 901820 / 901821` for two. */
export interface WrittenNumbers {
  readonly field: string;
  readonly text: string;
  readonly reading: PhoneReading;
  /** Those by which somebody is found. */
  readonly numbers: readonly AddressNumber[];
}

/** `tel`, `TEL`, `t_el` … are one name: a hostile payload can have any number of them. */
const MAX_WRITTEN = 50;

/** All that a record says about its numbers, the strongest first. */
export function writtenNumbers(record: JsonObject, rules: PhoneRules): readonly WrittenNumbers[] {
  return numberEntries(record)
    .flatMap(([field, value]) => numbersIn(value).map((text) => ({ field, text })))
    .slice(0, MAX_WRITTEN)
    .map(({ field, text }) => {
      const reading = rules.read(text);
      return { field, text, reading, numbers: addressNumbers(reading, field) };
    });
}

/** The numbers of one text, in the order in which they stand there. */
export function addressNumbers(
  reading: PhoneReading,
  field: string | null,
): readonly AddressNumber[] {
  const own = [reading, ...reading.aliases].filter(
    (line): line is PhoneLine & { key: string } => line.key !== null,
  );
  return own.map(({ key, display }, i) => ({
    key,
    field,
    // What stands in short for a further number is none by itself.
    number: i === 0 && reading.aliases.length === 0 ? reading.sent.trim() : display,
    display,
  }));
}

/**
 * A field without those of its numbers that are gone, as far as it can be told apart; undefined if
 * nothing is left of it.
 */
export function fieldWithout(
  value: unknown,
  written: readonly WrittenNumbers[],
  isGone: (number: AddressNumber) => boolean,
): unknown {
  const byText = new Map(written.map(({ text, numbers }) => [text, numbers]));
  const left = (one: unknown): unknown => {
    const [text] = numbersIn(one);
    const numbers = text === undefined ? undefined : byText.get(text);
    const kept = numbers?.filter((number) => !isGone(number));
    if (!numbers || !kept || kept.length === numbers.length) return one;
    if (kept.length === 0) return undefined;
    return scalarText(one) === undefined ? one : kept.map(({ display }) => display).join(' / ');
  };
  const leftOf = (list: readonly unknown[]) => {
    const rest = list.map(left).filter((one) => one !== undefined);
    return rest.length === 0 ? undefined : rest;
  };
  if (Array.isArray(value)) return leftOf(value);
  const byKind = isJsonObject(value) ? Object.entries(linesByKind(value)) : [];
  if (byKind.length === 0) return left(value);
  // `{"business":["030 901820"],"mobile":["0171 3920011"]}`.
  const rest = byKind.flatMap(([kind, lines]): [string, unknown][] => {
    const kept = Array.isArray(lines) ? leftOf(lines) : left(lines);
    return kept === undefined ? [] : [[kind, kept]];
  });
  const isOfKind = (name: string) => byKind.some(([kind]) => kind === name);
  const others = Object.entries(Object(value)).filter(([name]) => !isOfKind(name));
  return rest.length === 0 ? undefined : Object.fromEntries([...others, ...rest]);
}

/** What earlier versions kept of a further number lacks how it was sent. */
type StoredNumber = Pick<AddressNumber, 'key' | 'field'> & Partial<AddressNumber>;

export function addressNumbersFromJson(json: string): readonly AddressNumber[] {
  if (json === '[]') return [];
  return (JSON.parse(json) as readonly StoredNumber[]).map(({ key, field, number, display }) => {
    const text = number ?? key.replace(/^(?:internal|other):/, '');
    return { key, field, number: text, display: display ?? text };
  });
}

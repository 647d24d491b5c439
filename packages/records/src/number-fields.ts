import {
  filledText,
  foldedName,
  isJsonObject,
  type JsonObject,
  NameList,
  own,
  scalarText,
} from './fields.ts';

/** Names of the fields that hold a phone number, the strongest first. */
const NUMBER_NAMES = new NameList(
  'number',
  'telefon',
  'telefonnummer',
  'phone',
  'phone_number',
  'phoneNumber',
  'tel',
  'mobil',
  'mobile',
  'handy',
);
const SOUNDS_LIKE_A_NUMBER =
  /telefon|phone|mobil|handy|rufnummer|anrufer|caller|callee|^tel(?:nr|nummer|no)?\d*$/;

/** Digits, blanks and a letter. */
const LONGEST_HOUSE_NUMBER = 10;
const STREET_NAMES = new NameList('street', 'streetName', 'strasse', 'straße', 'str', 'road');

/** The fields of a record that hold its numbers, the strongest first. */
export function numberEntries(record: JsonObject): (readonly [name: string, value: unknown])[] {
  const entries = NUMBER_NAMES.entriesOf(record);
  return entries.length > 0 && hasStreet(record)
    ? entries.filter(([name, value]) => !isHouseNumber(name, value))
    : entries;
}

export function isStreetName(name: string): boolean {
  return STREET_NAMES.has(name);
}

export function hasStreet(record: JsonObject): boolean {
  return Object.keys(record).some(isStreetName);
}

/**
 * Beside a street, `"number":"12"` is a house: all the number twelves of a town are no extension.
 * Whether there is a street is asked once for each record, which may have any number of numbers.
 */
export function isHouseNumber(name: string, value: unknown): boolean {
  const text = filledText(value) ?? '';
  return (
    foldedName(name) === 'number' &&
    text.length <= LONGEST_HOUSE_NUMBER &&
    /^\d{1,4}\s*[a-z]?$/i.test(text)
  );
}

/** Whether a field anywhere in a payload may be expected to hold a phone number. */
export function isNumberName(name: string): boolean {
  return NUMBER_NAMES.has(name) || SOUNDS_LIKE_A_NUMBER.test(foldedName(name));
}

const MAX_NUMBERS_IN_FIELD = 20;

/**
 * The numbers a field holds, as they were sent: `"030 901820"`, a list of such, or objects as a
 * telephone system writes them, `{"raw":"030901820","number":"+4930901820"}`.
 */
export function numbersIn(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value)
    ? value.slice(0, MAX_NUMBERS_IN_FIELD)
    : [value];
  return values.flatMap((one) => {
    const number = isJsonObject(one) ? numberOfParty(one) : scalarText(one);
    return number === undefined || number.trim() === '' ? [] : [number];
  });
}

/** The number in a `{raw, number, name}`. */
export function numberOfParty(party: JsonObject): string | undefined {
  return (
    filledText(own(party, 'number')) ?? filledText(own(party, 'raw')) ?? NUMBER_NAMES.textIn(party)
  );
}

/** Whether the object says by itself which number it is about. */
export function hasOwnNumber(object: JsonObject): boolean {
  return numberEntries(object).some(([, value]) => numbersIn(value).length > 0);
}

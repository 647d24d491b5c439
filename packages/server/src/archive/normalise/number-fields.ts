import { filledText, foldedName, isJsonObject, type JsonObject, NameList, own } from './fields.ts';

/** Names of the fields that hold a phone number, the strongest first. */
export const NUMBER_NAMES = new NameList(
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
    const number = isJsonObject(one) ? numberOfParty(one) : filledText(one);
    return number === undefined ? [] : [number];
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
  return NUMBER_NAMES.entriesOf(object).some(([, value]) => numbersIn(value).length > 0);
}

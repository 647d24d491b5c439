import { homeIn, isNumberName, names, scalarText } from '@hookline/records';

export type Fields = Readonly<Record<string, unknown>>;

/** What an office keeps about people, and by which names a foreign system may tell it. */
const NAMES = {
  street: names.STREETS,
  house: names.HOUSE_NUMBERS,
  zip: names.POSTCODES,
  city: names.TOWNS,
  note: names.NOTES,
  whole: names.WHOLE_ADDRESSES,
  vehicle: names.VEHICLES,
} as const;
export type UsualField = keyof typeof NAMES;

/** A longer text is no phone number. */
const MAX_NUMBER = 64;

/** Which of the fields holds it, whatever it is called there. */
export function fieldNamed(fields: Fields, kind: UsualField): string | undefined {
  return NAMES[kind].entriesOf(fields)[0]?.[0];
}

/** How a field is called that nobody has named yet. */
export function ownNameOf(kind: UsualField): string {
  return kind;
}

export function usualText(fields: Fields, kind: UsualField): string {
  const name = fieldNamed(fields, kind);
  return name === undefined ? '' : (scalarText(fields[name])?.trim() ?? '');
}

/** Street, code and town in one line, also where they stand in an object of their own. */
export function placeOf(fields: Fields): string {
  return homeIn(fields)?.text ?? '';
}

/** Whether a field is expected to hold a phone number. */
export function isNumberField(name: string, value: unknown): boolean {
  const text = scalarText(value);
  return (
    text !== undefined && text.length < MAX_NUMBER && /\d\D*\d/.test(text) && isNumberName(name)
  );
}

import type { Role } from '@hookline/contract';
import { scalarText } from '@hookline/records';

export type Fields = Readonly<Record<string, unknown>>;

/** What an office keeps about people, and what foreign systems call it; the first is our own name. */
const NAMES = {
  street: ['street', 'strasse', 'straße', 'str', 'streetname', 'address1', 'addressline1'],
  house: ['housenumber', 'hausnummer', 'hausnr', 'houseno'],
  zip: ['zip', 'plz', 'postleitzahl', 'zipcode', 'postcode', 'postalcode'],
  city: ['city', 'ort', 'stadt', 'town', 'wohnort'],
  note: ['note', 'notiz', 'notes', 'bemerkung', 'hinweis', 'kommentar', 'comment', 'remark'],
  whole: ['address', 'adresse', 'anschrift', 'location'],
  vehicle: ['vehicle', 'fahrzeug', 'wagen', 'vehicletype'],
  role: ['role', 'roles', 'rolle', 'rollen', 'kind', 'art', 'type', 'typ', 'kategorie', 'category'],
} as const;
export type UsualField = keyof typeof NAMES;

const SOUNDS_LIKE_A_NUMBER =
  /telefon|phone|mobil|handy|rufnummer|^tel(?:nr|nummer|no)?\d*$|^(?:fon|number)\d*$/;
const ROLE_WORDS: readonly (readonly [Role, RegExp])[] = [
  ['customer', /^(?:kunde|kunden|kundin|customers?)$/i],
  ['courier', /^(?:kurier|kuriere|kurierin|couriers?|fahrer|fahrerin|drivers?)$/i],
];
/** No name on any list is so long; a sender may make one of a megabyte. */
const MAX_NAME = 64;

/** Which of the fields holds it, whatever it is called there. */
export function fieldNamed(fields: Fields, kind: UsualField): string | undefined {
  const known: readonly string[] = NAMES[kind];
  const names = Object.keys(fields);
  for (const name of known) {
    const found = names.find((each) => folded(each) === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** How a field is called that nobody has named yet. */
export function ownNameOf(kind: UsualField): string {
  return NAMES[kind][0];
}

export function usualText(fields: Fields, kind: UsualField): string {
  const name = fieldNamed(fields, kind);
  return name === undefined ? '' : (scalarText(fields[name])?.trim() ?? '');
}

/** Street, code and town in one line, also where they stand in an object of their own. */
export function placeOf(fields: Fields): string {
  const street = [usualText(fields, 'street'), usualText(fields, 'house')];
  const town = [usualText(fields, 'zip'), usualText(fields, 'city')];
  const lines = [street, town].map((words) => words.filter((word) => word !== '').join(' '));
  const place = lines.filter((line) => line !== '').join(', ');
  if (place !== '') return place;
  const whole = fields[fieldNamed(fields, 'whole') ?? ''];
  if (typeof whole !== 'object' || whole === null) return scalarText(whole)?.trim() ?? '';
  const inside = whole as Fields;
  // One level down only: what is nested deeper is shown where all fields are.
  return fieldNamed(inside, 'whole') === undefined ? placeOf(inside) : '';
}

/** The roles that a phone book tells by itself. */
export function rolesIn(fields: Fields): readonly Role[] {
  const words = roleWords(fields);
  return ROLE_WORDS.filter(([, word]) => words.some((text) => word.test(text))).map(
    ([role]) => role,
  );
}

/** Whether a field says nothing but which role somebody has. */
export function isRoleField(name: string, value: unknown): boolean {
  const words = roleWords({ [name]: value });
  return words.length > 0 && words.every((text) => ROLE_WORDS.some(([, word]) => word.test(text)));
}

/** Whether a field is expected to hold a phone number. */
export function isNumberField(name: string, value: unknown): boolean {
  const text = scalarText(value);
  return (
    text !== undefined &&
    text.length < MAX_NAME &&
    /\d\D*\d/.test(text) &&
    SOUNDS_LIKE_A_NUMBER.test(folded(name))
  );
}

function roleWords(fields: Fields): readonly string[] {
  const names: readonly string[] = NAMES.role;
  return Object.entries(fields)
    .filter(([name]) => names.includes(folded(name)))
    .flatMap(([, value]) => (Array.isArray(value) ? value.slice(0, 20) : [value]))
    .flatMap((value) => scalarText(value)?.trim() || []);
}

/** `Zip_Code`, `zipCode` and `zip-code` are one name. */
function folded(name: string): string {
  return name.length > MAX_NAME ? name : name.replace(/[\s_.-]/g, '').toLowerCase();
}

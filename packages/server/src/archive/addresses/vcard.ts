import {
  filledText,
  homeIn,
  isJsonObject,
  type JsonObject,
  names,
  parsedJson,
  scopesOf,
} from '@hookline/records';
import { type AddressRow, rolesOf } from './address-fields.ts';
import { addressNumbersFromJson } from './address-numbers.ts';

/** An address as vCard 3.0, which telephones, Outlook and address books of all ages read. */
export function vcardOf(row: AddressRow): string {
  const fields = parsedJson(row.fields);
  const record = isJsonObject(fields) ? fields : {};
  const name = row.name?.trim() || row.display || row.id;
  const [company, email, note] = [names.COMPANIES, names.EMAILS, names.NOTES].map((list) =>
    list.textIn(record),
  );
  const roles = rolesOf(row);
  return [
    vcardLine('BEGIN', 'VCARD'),
    vcardLine('VERSION', '3.0'),
    vcardLine('UID', row.id),
    vcardLine('FN', name),
    vcardLine('N', ...personIn(record, name), '', '', ''),
    ...(company === undefined ? [] : [vcardLine('ORG', company)]),
    ...numbersOf(row).map((number) => vcardLine('TEL;TYPE=VOICE', number)),
    ...(email === undefined ? [] : [vcardLine('EMAIL', email)]),
    ...postalAddressIn(record),
    // Unlike other values, the comma between categories is none of their text.
    ...(roles.length > 0 ? [`CATEGORIES:${roles.join(',')}\r\n`] : []),
    ...(note === undefined ? [] : [vcardLine('NOTE', note)]),
    vcardLine('REV', row.updated_at),
    vcardLine('END', 'VCARD'),
  ].join('');
}

function personIn(record: JsonObject, name: string): readonly [family: string, given: string] {
  const [family, given] = [names.FAMILY_NAMES.textIn(record), names.GIVEN_NAMES.textIn(record)];
  // Without it, address books that sort by it would show a nameless entry.
  return family === undefined && given === undefined ? [name, ''] : [family ?? '', given ?? ''];
}

/** The international form can be called from everywhere, but it lacks an extension. */
function numbersOf(row: AddressRow): readonly string[] {
  const main = row.e164 !== null && row.number_key === row.e164 ? row.e164 : row.number;
  const further = addressNumbersFromJson(row.aliases).map(({ number }) => number);
  return [...(main === null ? [] : [main]), ...further].filter((number) => number.trim() !== '');
}

function postalAddressIn(record: JsonObject): readonly string[] {
  const scopes = scopesOf(record);
  const place = homeIn(record);
  const country = names.COUNTRIES.firstIn(scopes, filledText);
  if (!place && country === undefined) return [];
  const { addition, line, town, postcode } = place ?? {};
  const parts = ['', addition, line, town, '', postcode, country].map((part) => part ?? '');
  return [vcardLine('ADR;TYPE=WORK', ...parts)];
}

const MAX_OCTETS = 75;
const LINE_END = '\r\n';

/** A line of a vCard with one value or the parts of a structured one. */
export function vcardLine(name: string, ...parts: readonly string[]): string {
  return folded(`${name}:${parts.map(escaped).join(';')}`);
}

/** What a sender wrote must neither end a value nor begin a property of its own. */
function escaped(text: string): string {
  return text
    .replace(/\r\n?|[\n\u0085\u2028\u2029]/g, '\n')
    .replace(/[\\,;]/g, '\\$&')
    .replaceAll('\n', '\\n')
    .replace(/\p{Cc}/gu, ' ');
}

/** Longer lines go on behind a blank; a character of several octets must not be torn. */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line.toWellFormed()) {
    const length = Buffer.byteLength(character);
    if (octets + length > MAX_OCTETS) {
      text += `${LINE_END} `;
      octets = 1;
    }
    text += character;
    octets += length;
  }
  return `${text}${LINE_END}`;
}

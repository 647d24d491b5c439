import { filledText, isJsonObject, type JsonObject, NameList, parsedJson } from '@hookline/records';
import { addressNumbersFromJson } from '../normalise/address-numbers.ts';
import { type AddressRow, rolesOf } from './shapes.ts';
import { vcardLine } from './vcard-line.ts';

const GIVEN = new NameList('vorname', 'firstName', 'givenName');
const FAMILY = new NameList('nachname', 'lastName', 'familyName', 'surname', 'familienname');
const COMPANY = new NameList(
  ...['firma', 'firmenname', 'company', 'companyName', 'organisation', 'organization'],
);
const EMAIL = new NameList('email', 'mail', 'emailAddress');
const STREET = new NameList('strasse', 'straße', 'street', 'streetName', 'str', 'road');
const HOUSE = new NameList('hausnummer', 'hausnr', 'houseNumber', 'hnr');
const WHOLE = new NameList('adresse', 'anschrift', 'address');
const POSTCODE = new NameList('plz', 'postleitzahl', 'zip', 'zipCode', 'postalCode', 'postcode');
const TOWN = new NameList('ort', 'stadt', 'city', 'town', 'wohnort');
const COUNTRY = new NameList('land', 'country');
const NOTE = new NameList('notiz', 'bemerkung', 'note', 'notes', 'hinweis', 'kommentar', 'comment');

/** An address as vCard 3.0, which telephones, Outlook and address books of all ages read. */
export function vcardOf(row: AddressRow): string {
  const fields = parsedJson(row.fields);
  const record = isJsonObject(fields) ? fields : {};
  // `{"address":{"street":…}}` is as usual as a street at the top.
  const places = [record, ...Object.values(record).filter(isJsonObject)];
  const name = row.name?.trim() || row.display || row.id;
  const [company, email, note] = [COMPANY, EMAIL, NOTE].map((names) => names.textIn(record));
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
    ...postalAddressIn(places),
    // Unlike other values, the comma between categories is none of their text.
    ...(roles.length > 0 ? [`CATEGORIES:${roles.join(',')}\r\n`] : []),
    ...(note === undefined ? [] : [vcardLine('NOTE', note)]),
    vcardLine('REV', row.updated_at),
    vcardLine('END', 'VCARD'),
  ].join('');
}

function personIn(record: JsonObject, name: string): readonly [family: string, given: string] {
  const [family, given] = [FAMILY.textIn(record), GIVEN.textIn(record)];
  // Without it, address books that sort by it would show a nameless entry.
  return family === undefined && given === undefined ? [name, ''] : [family ?? '', given ?? ''];
}

/** The international form can be called from everywhere, but it lacks an extension. */
function numbersOf(row: AddressRow): readonly string[] {
  const main = row.e164 !== null && row.number_key === row.e164 ? row.e164 : row.number;
  const further = addressNumbersFromJson(row.aliases).map(({ number }) => number);
  return [...(main === null ? [] : [main]), ...further].filter((number) => number.trim() !== '');
}

function postalAddressIn(places: readonly JsonObject[]): readonly string[] {
  const [street, house, whole, town, postcode, country] = [
    ...[STREET, HOUSE, WHOLE, TOWN, POSTCODE, COUNTRY],
  ].map((names) => names.firstIn(places, filledText));
  const line = street === undefined ? whole : [street, house].filter(Boolean).join(' ');
  const parts = ['', '', line, town, '', postcode, country].map((part) => part ?? '');
  return parts.some((part) => part !== '') ? [vcardLine('ADR;TYPE=WORK', ...parts)] : [];
}

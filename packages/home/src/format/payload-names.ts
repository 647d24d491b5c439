import { foldedName, isJsonObject, type JsonObject } from '@hookline/records';
import { entriesOf, scalarText } from './payload-json.ts';

/** A payload may wrap what matters a few levels deep; a hostile one is much deeper. */
const MAX_DEPTH = 3;
const MAX_OBJECTS = 40;
/** Longer texts are contents, not names. */
const MAX_NAME = 200;

/** The fields of one object by their folded names. */
export type Fields = ReadonlyMap<string, unknown>;

/** An object and those inside it, outer ones first; lists are not entered. */
export function fieldsWithin(object: JsonObject): readonly Fields[] {
  const found: Fields[] = [];
  let level: JsonObject[] = [object];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: JsonObject[] = [];
    for (const each of level) {
      if (found.length === MAX_OBJECTS) return found;
      const fields = fieldsOf(each);
      found.push(fields);
      for (const value of fields.values()) if (isJsonObject(value)) next.push(value);
    }
    level = next;
  }
  return found;
}

export function fieldsOf(object: JsonObject): Fields {
  return new Map(entriesOf(object).map(([name, value]) => [foldedName(name), value]));
}

/** The first text under one of the names; a stronger name beats an outer object. */
export function textUnder(names: readonly string[], scopes: readonly Fields[]): string | undefined {
  for (const name of names) {
    for (const fields of scopes) {
      const text = scalarText(fields.get(name));
      if (text !== undefined && text.length <= MAX_NAME) return text;
    }
  }
  return undefined;
}

/** The first value under one of the names that `read` can read. */
export function firstUnder<T>(
  names: readonly string[],
  scopes: readonly Fields[],
  read: (value: unknown) => T | undefined,
): T | undefined {
  for (const name of names) {
    for (const fields of scopes) {
      const result = read(fields.get(name));
      if (result !== undefined) return result;
    }
  }
  return undefined;
}

const WHOLE_NAMES = [
  ...['name', 'displayname', 'fullname', 'anzeigename', 'firma', 'firmenname'],
  ...['company', 'companyname', 'organisation', 'organization', 'kundenname', 'customername'],
];
const GIVEN_NAMES = ['vorname', 'firstname', 'givenname'];
const FAMILY_NAMES = ['nachname', 'lastname', 'familyname', 'surname', 'familienname'];

/** Who or what an object is about, by its own fields. */
export function nameIn(fields: Fields): string | undefined {
  const whole = textUnder(WHOLE_NAMES, [fields]);
  if (whole !== undefined) return whole;
  const parts = [textUnder(GIVEN_NAMES, [fields]), textUnder(FAMILY_NAMES, [fields])];
  return parts.filter((part) => part !== undefined).join(' ') || undefined;
}

const STREETS = ['strasse', 'straße', 'street', 'streetname', 'anschrift', 'adresse', 'address'];
const CODES = ['plz', 'zip', 'zipcode', 'postalcode', 'postcode'];
const CITIES = ['ort', 'city', 'stadt', 'town'];

/** Street and town of an object, or of the address inside it. */
export function placeIn(fields: Fields): string | undefined {
  const inner = ['address', 'adresse', 'anschrift', 'location'].map((name) => fields.get(name));
  const scopes = [fields, ...inner.filter(isJsonObject).map(fieldsOf)];
  const town = [textUnder(CODES, scopes), textUnder(CITIES, scopes)];
  const parts = [
    textUnder(STREETS, scopes),
    town.filter((part) => part !== undefined).join(' ') || undefined,
  ];
  return parts.filter((part) => part !== undefined).join(', ') || undefined;
}

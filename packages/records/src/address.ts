import { parsedJson } from './exact-json.ts';
import {
  filledText,
  foldedName,
  isJsonObject,
  type JsonObject,
  NameList,
  remembered,
  sortedEntries,
} from './fields.ts';
import * as names from './names.ts';
import { houseNumberText, numberEntries, numbersIn } from './phone-fields.ts';

/** Where something is, as far as it is told. */
export interface Place {
  /** With its house number. */
  readonly street: string | undefined;
  /** What stands below the street: a floor, a gate. */
  readonly addition: string | undefined;
  readonly postcode: string | undefined;
  readonly town: string | undefined;
  /** The street, or all that is told of it in one text. */
  readonly line: string | undefined;
  /** Everything on one line. */
  readonly text: string;
}

/** What a field of a party says: null is an explicit nothing, undefined is silence. */
export type Reported = string | null | undefined;

/** Who and where: the one reading of a person, a customer, a pick-up or a drop-off. */
export interface PartyReading {
  readonly name: Reported;
  readonly place: Place | undefined;
  readonly address: Reported;
  readonly phone: Reported;
  readonly note: Reported;
}

/** A hostile text is longer than any address. */
const MAX_TEXT = 300;
const MAX_SCOPES = 12;
/** `b`, `-II`. */
const LONGEST_LETTER = 6;
/** Begins as one, or with a word for it. */
const IS_PHONE =
  /^\s*(?:\p{P}{0,2}(?:tel|mob|fon|phone|handy)[a-z]{0,10}[\s.:/-]{0,3})?[+(*#\d][^<>@]{0,10}\d/iu;
/** Numbers of parcels begin with zeros too, and are longer. */
export const IS_OUTSIDE_LINE =
  /^\s*(?:(?:\+|\(0|0\s?[1-9])[\d\s()/.-]{5,18}|00[1-9][\d\s()/.-]{7,14})$/;
/** What may hold a part of a party: its address, its contact. */
const IS_PART =
  /address|adress|adres[ae]?$|direccion|endereco|indirizzo|domicilio|anschrift|location|standort|contact|kontakt|person|place|recipient|empfaenger|customer|kunde|details|^attributes$|^party$|^nameidentification$|^info$|^user$|^profile$|company|firma|ansprechpartner/;
/** What tells a part of where something is. */
export const PLACE_FIELDS = [
  names.STREETS,
  names.TOWNS,
  names.POSTCODES_WITH_TOWN,
  names.HOUSE_NUMBERS,
  names.WHOLE_ADDRESSES,
  names.POSTCODES,
  names.SECOND_LINES,
  names.THIRD_LINES,
];
export function isPlaceField(field: string): boolean {
  return PLACE_FIELDS.some((list) => list.has(field));
}

/** Of several the first in the alphabet counts: `address1` before `address2`. */
const IS_KIND_OF_ADDRESS =
  /^(?:address\d|mailing|primary|main|home|postal|business|work|office|visiting|physical|default|legal|registered|customer|company|contact|client|kunden?|firmen|person|shipping|billing|invoice|rechnungs)(?:address|adresse?)?(?=\p{L})/u;
const IS_OF_BILL = /^(?:billing|invoice|rechnung)(?!.*mail)/;
const IS_NO_PART = /mail|billing|invoice|rechnung|return|retour|history|ids?$|^ip/;

/** What may hold the name of somebody who has none beside it. */
const HOLDERS = new NameList('company', 'firma', 'person');

const isPartName = remembered((name) => {
  const folded = foldedName(name);
  if (IS_NO_PART.test(folded)) return 'never';
  return IS_PART.test(folded) ? 'always' : 'unknown';
});

/** Reads a record that is about somebody or some place. */
export function partyIn(object: JsonObject): PartyReading {
  const scopes = scopesOf(object);
  const party = partyOf(scopes);
  const place = party.place ? undefined : furtherPlace(scopes);
  return place ? { ...party, place, address: place.text } : party;
}

/** Where somebody is. */
export function homeIn(object: JsonObject): Place | undefined {
  const scopes = scopesOf(object);
  return placeIn(scopes) ?? furtherPlace(scopes);
}

function furtherPlace(scopes: readonly JsonObject[]): Place | undefined {
  return placeByKind(scopes) ?? billedAt(scopes);
}

/** `{"address1_line1":…,"address1_city":…}`, `{"MailingStreet":…,"MailingCity":…}`. */
function placeByKind(scopes: readonly JsonObject[]): Place | undefined {
  const kinds = new Map<string, [string, unknown][]>();
  for (const [name, value] of scopes.flatMap(sortedEntries)) {
    const [kind = ''] = IS_KIND_OF_ADDRESS.exec(foldedName(name)) ?? [];
    const field = foldedName(name).slice(kind.length);
    if (kind === '' || !isPlaceField(field)) continue;
    const fields = kinds.get(kind) ?? [];
    kinds.set(kind, fields);
    fields.push([field, value]);
  }
  return [...kinds.values()]
    .map((fields) => placeIn([Object.fromEntries(fields)]))
    .find((place) => place?.line !== undefined);
}

/** The only address of many customers is where their bills go. */
function billedAt(scopes: readonly JsonObject[]): Place | undefined {
  for (const [name, value] of scopes.flatMap(sortedEntries)) {
    const bill = Array.isArray(value) ? value.find(isJsonObject) : value;
    if (!isJsonObject(bill) || !IS_OF_BILL.test(foldedName(name))) continue;
    const place = placeIn(scopesOf(bill));
    if (place) return place;
  }
  return undefined;
}

/** The same for what several objects say together, the strongest first. */
export function partyOf(scopes: readonly JsonObject[]): PartyReading {
  const place = placeIn(scopes);
  return {
    name: firstReported(scopes, reportedName),
    place,
    address: place?.text ?? (scopes.some(isPlaceCleared) ? null : undefined),
    phone: firstReported(scopes, reportedPhone),
    note: firstReported(scopes, (scope) => said(names.NOTES.entriesOf(scope))),
  };
}

/** The object and those of its parts that may say more about the same party, outer ones first. */
export function scopesOf(
  object: JsonObject,
  isOthers: (name: string) => boolean = () => false,
  isFurther: (name: string, value: unknown) => boolean = () => false,
): readonly JsonObject[] {
  const scopes: JsonObject[] = [object];
  let level: readonly JsonObject[] = [object];
  for (let depth = 0; depth < 2; depth++) {
    const next: JsonObject[] = [];
    for (const outer of level) {
      for (const [name, value] of sortedEntries(outer)) {
        if (scopes.length + next.length >= MAX_SCOPES) break;
        const isPart = isPartName(name);
        if (isPart === 'never' || isOthers(name)) continue;
        if (isPart === 'unknown' && !isFurther(name, value)) continue;
        // Which of several places is meant, nobody says.
        if (Array.isArray(value) && value.length > 1 && names.PLACES.has(name)) continue;
        const part = Array.isArray(value) ? value.find(isJsonObject) : (jsonIn(value) ?? value);
        if (isJsonObject(part)) next.push(names.PLACES.has(name) ? onlyPlaceIn(part) : part);
      }
    }
    scopes.push(...next);
    level = next;
  }
  return scopes;
}

/** `{"addresses":{"billing":[{…}],"shipping":[{…}]}}`: of those by their kinds, the only one to go to. */
function onlyPlaceIn(places: JsonObject): JsonObject {
  const members = sortedEntries(places).filter(([kind]) => !IS_NO_PART.test(foldedName(kind)));
  const [[, value] = [], ...others] = members;
  const only = Array.isArray(value) ? value[0] : value;
  return isJsonObject(only) && others.length === 0 ? only : places;
}

/** Some systems send an address as an object in a text. */
function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{') || value.length > 2000) return undefined;
  try {
    return parsedJson(value);
  } catch {
    return undefined;
  }
}

/** Whether the field is the name itself, so that it need not be kept among the others. */
export function isNameField(name: string, value: unknown): boolean {
  return names.OWN_NAME.has(name) && (value === null || filledText(value) !== undefined);
}

const NAME_LINES = [new NameList('name1'), new NameList('name2')];
const IS_ONE_WORD = /^\p{L}[\p{L}\p{M}'’.-]*$/u;

/**
 * Who somebody is: the name, else the company, else given and family name, else whatever comes
 * closest. Null if the record clears the name, undefined if it says nothing about it.
 */
export function nameOf(record: JsonObject): Reported {
  const cleared = Object.entries(record).some(
    ([name, value]) => value === null && isNameField(name, value),
  );
  return cleared ? null : nameIn(record);
}

function nameIn(record: JsonObject): string | undefined {
  return (
    namedInParts(record) ??
    names.WHOLE_NAMES.textIn(record) ??
    personIn(record) ??
    // `{"name":{"first":"Ida","last":"Kern"}}`.
    names.OWN_NAME.firstIn([record], (value) =>
      isJsonObject(value) ? personIn(value) : undefined,
    ) ??
    names.NAME_LISTS.firstIn([record], (value) => {
      const [first] = Array.isArray(value) ? value : [];
      return isJsonObject(first)
        ? (names.WHOLE_NAMES.textIn(first) ?? personIn(first))
        : lineText(value, 1);
    }) ??
    names.LESSER_NAMES.firstIn([record], wordText) ??
    // `{"company":{"name":"Kern AG"}}`, `{"person":{"firstName":"Ida","lastName":"Kern"}}`.
    HOLDERS.firstIn([record], (value) =>
      isJsonObject(value) ? (names.WHOLE_NAMES.textIn(value) ?? personIn(value)) : undefined,
    )
  );
}

/** `{"name":"Uwe","surname":"Lorenz"}`, `{"firstname":"Anna","name":"Klein"}`: both make the name. */
function namedInParts(record: JsonObject): string | undefined {
  // `{"name_1":"Lütt","name_2":"Fenja"}`, and not `{"name1":"Kern AG","name2":"Wareneingang"}`.
  const lines = NAME_LINES.map((list) => list.textIn(record) ?? '');
  if (lines.every((line) => IS_ONE_WORD.test(line))) return lines.join(' ');
  const name = names.OWN_NAME.textIn(record);
  if (name === undefined || !IS_ONE_WORD.test(name)) return undefined;
  const given = names.SURE_GIVEN_NAMES.textIn(record);
  const family = names.SURE_FAMILY_NAMES.textIn(record);
  const other = given === undefined ? family : family === undefined ? given : undefined;
  if (other === undefined || contains(other, name)) return undefined;
  return given === undefined ? `${name} ${other}` : `${other} ${name}`;
}

/** A number is the phone or the account of somebody, and no name. */
function wordText(value: unknown): string | undefined {
  const text = filledText(value);
  return text !== undefined && /\p{L}/u.test(text) ? text : undefined;
}

/** Given and family name. */
export function personIn(record: JsonObject): string | undefined {
  const person = [names.GIVEN_NAMES.textIn(record), names.FAMILY_NAMES.textIn(record)];
  return person.filter((part) => part !== undefined).join(' ') || undefined;
}

/**
 * As in `nameOf`, but with the person at a company, for whom a courier asks there. A null beside
 * another name is just a field that is not used.
 */
function reportedName(scope: JsonObject): Reported {
  const told = nameIn(scope);
  const person = personIn(scope);
  const { street, house } = streetIn(scope);
  // `{"fullname":"Köln, Eigelstein 92","street":"Eigelstein","building":"92"}` is a place.
  const isPlace = [street, house].every((part) => part !== undefined && contains(told, part));
  const name = isPlace ? person : told;
  if (name !== undefined) {
    const isCompany = person !== undefined && name === names.COMPANIES.textIn(scope);
    return (isCompany ? `${name}, ${person}` : name).slice(0, MAX_TEXT);
  }
  const lists = [names.WHOLE_NAMES, names.LESSER_NAMES];
  return lists.some((list) => isCleared(list.entriesOf(scope))) ? null : undefined;
}

function reportedPhone(scope: JsonObject): Reported {
  const entries = numberEntries(scope);
  let found: { readonly name: string; readonly number: string } | undefined;
  for (const [name, value] of entries) {
    const [number = ''] = numbersIn(value);
    // A `number` is one of a job as well.
    const isPhone = foldedName(name) === 'number' ? IS_OUTSIDE_LINE : IS_PHONE;
    if (number.length > MAX_TEXT || !isPhone.test(number)) continue;
    // Those on the list come in its order, all others in no order at all.
    if (names.PHONES.has(name)) return number.trim();
    if (!found || name < found.name) found = { name, number: number.trim() };
  }
  return found?.number ?? (isCleared(entries) ? null : undefined);
}

function said(entries: readonly (readonly [string, unknown])[]): Reported {
  for (const [, value] of entries) {
    const text = filledText(value);
    if (text !== undefined) return text.slice(0, MAX_TEXT);
  }
  return isCleared(entries) ? null : undefined;
}

function isCleared(entries: readonly (readonly [string, unknown])[]): boolean {
  return entries.some(([, value]) => value === null);
}

function firstReported(
  scopes: readonly JsonObject[],
  read: (scope: JsonObject) => Reported,
): Reported {
  let isTakenBack = false;
  for (const scope of scopes) {
    const found = read(scope);
    if (found) return found;
    isTakenBack ||= found === null;
  }
  return isTakenBack ? null : undefined;
}

/** Street and town from one and the same object: two halves of two addresses are no address. */
export function placeIn(scopes: readonly JsonObject[]): Place | undefined {
  const read = scopes.map(partsOfPlace);
  const main = read.find(({ street, whole }) => street ?? whole) ?? read.find(hasTown);
  if (!main) return undefined;
  const elsewhere = hasTown(main) || hasPostcode(main.whole) ? undefined : read.find(hasTown);
  const { street, whole, addition } = main;
  const { postcode, town } = elsewhere ?? main;
  const line = lineOf(street, whole, hasTown({ postcode, town }));
  const rest = [postcode, town].filter((part) => part && !contains(line, part)).join(' ');
  const further = addition !== undefined && !contains(line, addition) ? addition : undefined;
  const text = [line, further, rest].filter(Boolean).join(', ');
  return { street, addition, postcode, town, line, text };
}

function lineOf(street?: string, whole?: string, isTownKnown = false): string | undefined {
  if (street === undefined || whole === undefined) return street ?? whole;
  // All in one text says more than a street whose town nobody tells.
  return isTownKnown || whole.length < street.length ? street : whole;
}

interface PlaceParts {
  readonly street: string | undefined;
  readonly whole: string | undefined;
  readonly addition: string | undefined;
  readonly postcode: string | undefined;
  readonly town: string | undefined;
}

function streetIn(scope: JsonObject) {
  const street =
    names.STREETS.firstIn([scope], (value) => lineText(value)) ??
    localityIn(scope) ??
    streetBesideTown(scope);
  const isKnown = street !== undefined;
  const house =
    names.HOUSE_NUMBERS.textIn(scope) ??
    (isKnown ? names.MAYBE_HOUSE_NUMBERS.firstIn([scope], houseNumberText) : undefined);
  const letter = names.HOUSE_LETTERS.textIn(scope);
  const isOne = house !== undefined && letter !== undefined && letter.length <= LONGEST_LETTER;
  return { street, house: isOne ? `${house}${letter}` : house };
}

/** `{"locality":"Sonnenallee 130","city":"Berlin"}`: where it lies is told by the town. */
function localityIn(scope: JsonObject): string | undefined {
  const locality = names.LOCALITIES.textIn(scope);
  const isStreet = locality !== undefined && looksLikeAddress(locality);
  return isStreet ? locality.slice(0, MAX_TEXT) : undefined;
}

/** `{"via":"Via Roma","cap":"20121"}`. */
function streetBesideTown(scope: JsonObject): string | undefined {
  return names.POSTCODES.textIn(scope) === undefined
    ? undefined
    : names.MAYBE_STREETS.firstIn([scope], wordText);
}

function partsOfPlace(scope: JsonObject): PlaceParts {
  const { street, house } = streetIn(scope);
  const withHouse = [street, house !== undefined && contains(street, house) ? undefined : house];
  const whole =
    names.WHOLE_ADDRESSES.firstIn([scope], addressText) ??
    names.MAYBE_ADDRESSES.firstIn([scope], (value) => {
      const text = addressText(value);
      // Without a blank it is an id.
      return text?.includes(' ') && looksLikeAddress(text) ? text : undefined;
    });
  const known = names.POSTCODES.textIn(scope);
  const town =
    names.TOWNS.firstIn([scope], townText) ??
    names.POSTCODES_WITH_TOWN.textIn(scope) ??
    (known === undefined ? undefined : names.MAYBE_TOWNS.textIn(scope));
  const postcode =
    known ??
    (town === undefined ? undefined : names.MAYBE_POSTCODES.firstIn([scope], postcodeText));
  return {
    street: street === undefined ? undefined : withHouse.filter(Boolean).join(' '),
    whole:
      whole === undefined || street !== undefined || house === undefined || contains(whole, house)
        ? whole
        : `${whole} ${house}`,
    addition: lineText([names.SECOND_LINES.textIn(scope), names.THIRD_LINES.textIn(scope)]),
    postcode: postcode?.slice(0, MAX_TEXT),
    town: town?.slice(0, MAX_TEXT),
  };
}

/** `{"street":…,"city":"Pretoria","code":"0181"}`. */
function postcodeText(value: unknown): string | undefined {
  const text = filledText(value);
  return text !== undefined && /^(?:\d{4,6}|\d\d-\d{3})$/.test(text) ? text : undefined;
}

/** `{"city":{"id":7,"name":"Dresden"}}`. */
function townText(value: unknown): string | undefined {
  return isJsonObject(value) ? nameIn(value) : filledText(value);
}

function lineText(value: unknown, most = 4): string | undefined {
  const lines = Array.isArray(value) ? value.slice(0, most) : [value];
  const text = lines.map(filledText).filter(Boolean).join(', ');
  return text === '' ? undefined : text.slice(0, MAX_TEXT);
}

/** An object in a text is read as one, and a link leads to a place but is none. */
function addressText(value: unknown): string | undefined {
  const text = jsonIn(value) === undefined ? lineText(value) : undefined;
  return text !== undefined && /\p{L}/u.test(text) && !/^[a-z]+:/i.test(text) ? text : undefined;
}

/** Whether a text is rather an address than a name: it has a number and a word. */
export function looksLikeAddress(text: string): boolean {
  return /\d/.test(text) && /\p{L}/u.test(text) && !/^[a-z]+:|^\d{4}-\d\d-\d\d/i.test(text);
}

function hasTown({ postcode, town }: Pick<PlaceParts, 'postcode' | 'town'>): boolean {
  return (postcode ?? town) !== undefined;
}

function hasPostcode(text: string | undefined): boolean {
  return /(?:^|[^\d])\d{4,5}\s\p{L}/u.test(text ?? '');
}

function contains(text: string | undefined, part: string): boolean {
  return text?.toLowerCase().includes(part.toLowerCase()) ?? false;
}

function isPlaceCleared(scope: JsonObject): boolean {
  return [names.STREETS, names.WHOLE_ADDRESSES].some((list) =>
    list.entriesOf(scope).some(([, value]) => value === null),
  );
}

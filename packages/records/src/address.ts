import {
  filledText,
  foldedName,
  isJsonObject,
  type JsonObject,
  own,
  remembered,
  sortedEntries,
} from './fields.ts';
import * as names from './names.ts';
import { contains, MAX_TEXT, nameIn, personIn, type Reported } from './party-name.ts';
import { numberEntries, numbersIn } from './phone-fields.ts';
import {
  isPlaceCleared,
  isPlaceField,
  jsonIn,
  looksLikeAddress,
  type Place,
  placeIn,
  streetIn,
} from './place.ts';

/** Who and where: the one reading of a person, a customer, a pick-up or a drop-off. */
export interface PartyReading {
  readonly name: Reported;
  readonly place: Place | undefined;
  readonly address: Reported;
  readonly phone: Reported;
  readonly note: Reported;
}

const MAX_SCOPES = 12;
/** Begins as one, or with a word for it. */
const IS_PHONE =
  /^\s*(?:\p{P}{0,2}(?:tel|mob|fon|phone|handy)[a-z]{0,10}[\s.:/-]{0,3})?[+(*#\d][^<>@]{0,10}\d/iu;
/** Numbers of parcels begin with zeros too, and are longer. */
export const IS_OUTSIDE_LINE =
  /^\s*(?:(?:\+|\(0|0\s?[1-9])[\d\s()/.-]{5,18}|00[1-9][\d\s()/.-]{7,14})$/;
/** What may hold a part of a party: its address, its contact. */
const IS_PART =
  /address|adress|adres[ae]?$|direccion|endereco|indirizzo|domicilio|anschrift|location|standort|contact|kontakt|person|place|recipient|empfaenger|customer|kunde|details|^attributes$|^party$|^nameidentification$|^info$|^user$|^profile$|company|firma|ansprechpartner/;
/** Of several the first in the alphabet counts: `address1` before `address2`. */
const IS_KIND_OF_ADDRESS =
  /^(?:address\d|mailing|primary|main|home|postal|business|work|office|visiting|physical|default|legal|registered|customer|company|contact|client|kunden?|firmen|person|shipping|billing|invoice|rechnungs)(?:address|adresse?)?(?=\p{L})/u;
const IS_OF_BILL = /^(?:billing|invoice|rechnung)(?!.*mail)/;
const IS_NO_PART = /mail|billing|invoice|rechnung|return|retour|history|ids?$|^ip/;

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
  const fields = scopes.flatMap(sortedEntries).flatMap(([name, value]) => {
    const folded = foldedName(name);
    const [kind = ''] = IS_KIND_OF_ADDRESS.exec(folded) ?? [];
    const field = folded.slice(kind.length);
    return kind !== '' && isPlaceField(field) ? [{ kind, entry: [field, value] as const }] : [];
  });
  return [...Map.groupBy(fields, ({ kind }) => kind).values()]
    .map((own) => placeIn([Object.fromEntries(own.map(({ entry }) => entry))]))
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
        // Most hold nothing, and their names need not be looked up.
        if (typeof value !== 'object' && !(typeof value === 'string' && value[0] === '{')) continue;
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
  // `{"addresses":[{"value":"Marktstraße 7, 89073 Ulm","type":"home"}]}`.
  const told = filledText(own(places, 'value'));
  if (told !== undefined && looksLikeAddress(told)) return { ...places, address: told };
  const members = sortedEntries(places).filter(([kind]) => !IS_NO_PART.test(foldedName(kind)));
  const [[, value] = [], ...others] = members;
  const only = Array.isArray(value) ? value[0] : value;
  return isJsonObject(only) && others.length === 0 ? only : places;
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

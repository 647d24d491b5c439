import { parsedJson } from './exact-json.ts';
import { filledText, isJsonObject, type JsonObject, NameList } from './fields.ts';
import * as names from './names.ts';
import { contains, lineText, MAX_TEXT, nameIn, wordText } from './party-name.ts';
import { houseNumberText } from './phone-fields.ts';

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

const DESCRIPTIONS = new NameList('description', 'beschreibung');
const MAX_DESCRIPTION = 120;
/** A street with its number, and a town with its own. */
const IS_ADDRESS = /\p{L}{3}.*\s\d{1,4}\s?\p{L}?,\s*(?:\p{Lu}{1,2}-)?\d{4,5}\s\p{L}{2}/u;
/** `b`, `-II`. */
const LONGEST_LETTER = 6;
/** What tells a part of where something is. */
export const PLACE_FIELDS = [
  names.STREETS,
  names.TOWNS,
  names.POSTCODES_WITH_TOWN,
  names.HOUSE_NUMBERS,
  names.HOUSE_LETTERS,
  names.LOCALITIES,
  names.WHOLE_ADDRESSES,
  names.POSTCODES,
  names.SECOND_LINES,
  names.THIRD_LINES,
];
export function isPlaceField(field: string): boolean {
  return PLACE_FIELDS.some((list) => list.has(field));
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
  const rest = [postcode, town && tellsTown(line, town, postcode) ? undefined : town]
    .filter((part) => part && !(part === postcode && contains(line, part)))
    .join(' ');
  const further = addition !== undefined && !contains(line, addition) ? addition : undefined;
  const text = [line, further, rest].filter(Boolean).join(', ');
  return { street, addition, postcode, town, line, text };
}

/** Whether a line tells its town: `Berliner Straße 5` does not lie in Berlin by that. */
function tellsTown(line: string | undefined, town: string, postcode = ''): boolean {
  const at = line?.toLowerCase().lastIndexOf(town.toLowerCase()) ?? -1;
  if (line === undefined || at < 0) return false;
  const isWhole = postcode.length > 3 && contains(line, postcode);
  const isFirst = at === 0 && /^(?:\s*[,;]|$)/.test(line.slice(town.length));
  return isWhole || isFirst || /(?:[,;(\n]\s*|\d\p{L}?\s+)$/u.test(line.slice(0, at));
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

export function streetIn(scope: JsonObject) {
  const street =
    names.STREETS.firstIn([scope], (value) => lineText(value)) ??
    localityIn(scope) ??
    streetBesideTown(scope);
  const number = names.HOUSE_NUMBERS.textIn(scope);
  // `{"street_number":"Rue de Lyon"}`.
  if (street === undefined && /\p{L}{4}/u.test(number ?? ''))
    return { street: number, house: undefined };
  const isKnown = street !== undefined;
  const house =
    number ?? (isKnown ? names.MAYBE_HOUSE_NUMBERS.firstIn([scope], houseNumberText) : undefined);
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
    }) ??
    // `{"name":"Home","description":"Marktstraße 7, 89073 Ulm"}`.
    DESCRIPTIONS.firstIn([scope], (value) => {
      const text = addressText(value);
      return text !== undefined && text.length <= MAX_DESCRIPTION && IS_ADDRESS.test(text)
        ? text
        : undefined;
    });
  const known = names.POSTCODES.textIn(scope);
  const town =
    names.TOWNS.firstIn([scope], townText) ??
    names.POSTCODES_WITH_TOWN.textIn(scope) ??
    (known === undefined ? undefined : names.MAYBE_TOWNS.textIn(scope));
  const postcode =
    known ??
    (town === undefined || names.STATUSES.textIn(scope) !== undefined
      ? undefined
      : names.MAYBE_POSTCODES.firstIn([scope], postcodeText));
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

export function isPlaceCleared(scope: JsonObject): boolean {
  return [names.STREETS, names.WHOLE_ADDRESSES].some((list) =>
    list.entriesOf(scope).some(([, value]) => value === null),
  );
}

/** Some systems send an address as an object in a text. */
export function jsonIn(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{') || value.length > 2000) return undefined;
  try {
    return parsedJson(value);
  } catch {
    return undefined;
  }
}

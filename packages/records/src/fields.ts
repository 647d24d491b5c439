import { exactNumber } from './exact-json.ts';
import { copied, Recent } from './recent.ts';

/** An object of a payload. Keys may be anything, `__proto__` included: read it with `own`. */
export type JsonObject = { readonly [name: string]: unknown };

export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    exactNumber(value) === undefined
  );
}

/** What the object itself carries under this name; never what every object inherits. */
export function own(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A string or number as text; undefined for everything else. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  return exactNumber(value);
}

/** A list, or what others write for one: `{"a":{…},"b":{…}}`, `{"1":{…},"2":{…}}`. */
export function listIn(value: unknown): readonly unknown[] | undefined {
  if (!isJsonObject(value)) return Array.isArray(value) ? value : undefined;
  const keys = Object.keys(value);
  if (keys.length < 2 || !keys.every((key) => isJsonObject(value[key]))) return undefined;
  // `stop_10` comes after `stop_2`.
  return keys.sort(new Intl.Collator('en', { numeric: true }).compare).map((key) => value[key]);
}

/** The entries of an object by their names: the order of keys in JSON means nothing. */
export function sortedEntries(object: JsonObject): [name: string, value: unknown][] {
  return shapeOf(object).sorted.map((name) => [name, object[name]]);
}

export const IS_UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The text of a value that says something: not blank, not absent. */
export function filledText(value: unknown): string | undefined {
  const text = scalarText(isWrapper(value) ? value.value : value)?.trim();
  return text === '' ? undefined : text;
}

/** `{"value":"Anna","label":"First name","timestamp":…}` is what it holds. */
function isWrapper(value: unknown): value is JsonObject {
  if (!isJsonObject(value) || !Object.hasOwn(value, 'value')) return false;
  return Object.keys(value).every((name) => IN_WRAPPERS.test(name));
}
const IN_WRAPPERS =
  /^(?:value|label|type|unit|lang|language|format|formatted|timestamp|updated_?at|source|source_?(?:id|type)|versions|verified|primary)$/i;

/** No name on any list is so long, and says nothing; a sender may make one of a megabyte. */
const MAX_NAME = 64;

const MOST_REMEMBERED = 4000;

/** What is made of a name, kept: systems send the same few hundred again and again. */
export function remembered<T>(make: (name: string) => T): (name: string) => T {
  const known = new Recent<{ readonly made: T }>(MOST_REMEMBERED);
  return (name) => {
    const before = known.get(name);
    if (before) return before.made;
    const made = make(copied(name));
    // `k1`, `k2` …: the keys of a map would push out the names of fields.
    if (!/\d/.test(name)) known.keep(name, { made });
    return made;
  };
}

/** What marks a field that somebody added: `EXT_FIELD_phone`, `x_studio_city`, `Pickup_Address__c`. */
const IS_ADDED = /^(?:ext_field|x_studio|x|u|cf)_(?=\p{L}{3})|__[cr]$/giu;

const folding = remembered((name) => {
  const small = name
    .replace(IS_ADDED, '')
    .replace(/[\s_.[\]-]/g, '')
    .toLowerCase();
  return /^[ -~]*$/.test(small) ? small : writtenOut(small);
});

/**
 * `Phone_Number`, `phoneNumber` and `phone-number` are one name, and so are `Straße` and `strasse`.
 * Of a name that is none, for its length, nothing is left.
 */
export function foldedName(name: string): string {
  return name.length > MAX_NAME ? '' : folding(name);
}

/** The names of an object, and which of them each list has: some seventy lists look at them. */
class Shape {
  readonly names: readonly string[];
  readonly #folded: readonly string[];
  readonly #found = new Map<NameList, readonly Found[]>();
  #sorted: readonly string[] | undefined;

  constructor(names: readonly string[]) {
    this.names = names;
    this.#folded = names.map(foldedName);
  }

  /** To compare them one by one takes less than to join and to hash them. */
  has(names: readonly string[]): boolean {
    if (names.length !== this.names.length) return false;
    for (let i = 0; i < names.length; i++) if (names[i] !== this.names[i]) return false;
    return true;
  }

  get sorted(): readonly string[] {
    this.#sorted ??= this.names.toSorted((a, b) => (a < b ? -1 : 1));
    return this.#sorted;
  }

  /** Those on the list, in its order. */
  among(list: NameList): readonly Found[] {
    const known = this.#found.get(list);
    if (known) return known;
    const found: Found[] = [];
    for (let i = 0; i < this.names.length; i++) {
      const name = this.names[i] ?? '';
      const place = list.placeOf(name, this.#folded[i] ?? '');
      if (place >= 0) found.push({ name, place });
    }
    found.sort((a, b) => a.place - b.place || (a.name < b.name ? -1 : 1));
    const kept = found.length > 0 ? found : NONE;
    this.#found.set(list, kept);
    return kept;
  }
}

interface Found {
  readonly name: string;
  readonly place: number;
}
const NONE: readonly Found[] = [];

/** By their first name: a system that sends an object sends a thousand with the same names in a row. */
const sharedShapes = new Map<string, Shape[]>();
const MOST_FIRST = 50;
const MOST_ALIKE = 20;
/** One with more names, or longer ones, is rather a map, and no other one is like it. */
const MOST_NAMES = 60;
const LONGEST_NAMES = 1000;

/** The last few that were asked about: each of a message is, a dozen times. */
const askedAbout: (JsonObject | undefined)[] = new Array(8).fill(undefined);
const theirShapes: Shape[] = [];
let newest = 0;

function shapeOf(object: JsonObject): Shape {
  if (askedAbout[newest] !== object) {
    const known = askedAbout.indexOf(object);
    if (known >= 0) newest = known;
    else {
      const names = Object.keys(object);
      const shape = names.length <= MOST_NAMES ? sharedShape(names) : new Shape(names);
      newest = (newest + 1) % askedAbout.length;
      askedAbout[newest] = object;
      theirShapes[newest] = shape;
    }
  }
  return theirShapes[newest] as Shape;
}

function sharedShape(names: readonly string[]): Shape {
  const [first = ''] = names;
  let alike = sharedShapes.get(first);
  if (alike) for (const one of alike) if (one.has(names)) return one;
  if (names.reduce((sum, name) => sum + name.length, 0) > LONGEST_NAMES) return new Shape(names);
  const shape = new Shape(names.map(copied));
  if (alike === undefined || alike.length >= MOST_ALIKE) {
    if (sharedShapes.size >= MOST_FIRST) sharedShapes.clear();
    alike = [];
    sharedShapes.set(copied(first), alike);
  }
  alike.push(shape);
  return shape;
}

/** Letters that many write as two, and all that are another plain letter. */
const UMLAUTS: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  æ: 'ae',
  ø: 'oe',
  œ: 'oe',
};
const OTHERS: Readonly<Record<string, string>> = { ß: 'ss', ς: 'σ', ł: 'l', đ: 'd', ı: 'i' };

/** A small letter as it is written where there are no umlauts: `ü` is `ue`. */
export function inTwoLetters(letter: string): string {
  return UMLAUTS[letter] ?? OTHERS[letter] ?? letter;
}

/** The same as others write it: `ü` is `u`. */
export function inOneLetter(letter: string): string {
  return UMLAUTS[letter]?.[0] ?? OTHERS[letter] ?? letter;
}

const HAS_OTHERS = /[äöüæøœßςłđı]/g;

/** A small text with each of these letters spelled so, and without accents. */
export function spelled(text: string, spell: (letter: string) => string): string {
  return text
    .replace(HAS_OTHERS, spell)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(HAS_OTHERS, spell);
}

/** Names and words with umlauts as two letters and no accents, however a system composes them. */
export function writtenOut(small: string): string {
  return spelled(small.normalize('NFC'), inTwoLetters);
}

/** Words with white space between them. */
export function wordList(text: string): string[] {
  return text.trim().split(/\s+/);
}

export function wordSet(text: string): ReadonlySet<string> {
  return new Set(wordList(text));
}

/** A look-up in a list of names that does not mind how a foreign system spells them. */
export class NameList {
  /** The strongest first. */
  readonly names: readonly string[];
  /** Place by the name as listed, and by its folded form. */
  readonly #places: ReadonlyMap<string, number>;

  /** Of names that are written as a `wordList`. */
  static of(names: string): NameList {
    return new NameList(...wordList(names));
  }

  constructor(...names: readonly string[]) {
    this.names = names;
    const exact = names.map((name, i) => [name, i] as const);
    const folded = exact.map(([name, i]) => [foldedName(name), i] as const);
    // Of two entries for one name the last stays: the exact one, else the stronger one.
    this.#places = new Map([...folded.reverse(), ...exact]);
  }

  has(name: string): boolean {
    return (this.#places.get(name) ?? this.#places.get(foldedName(name))) !== undefined;
  }

  /** Where on the list a name stands, by itself or by its folded form; -1 if it does not. */
  placeOf(name: string, folded: string): number {
    return this.#places.get(name) ?? this.#places.get(folded) ?? -1;
  }

  /** The entries of the object that have one of the names, in the order of the list. */
  entriesOf(object: JsonObject): (readonly [name: string, value: unknown])[] {
    return shapeOf(object)
      .among(this)
      .map(({ name }) => [name, object[name]]);
  }

  /** The first text under one of the names that says something. */
  textIn(object: JsonObject): string | undefined {
    return this.#firstOf(object, filledText);
  }

  /** What `read` makes of the first entry it can read; a stronger name beats an earlier object. */
  firstIn<T>(
    objects: readonly JsonObject[],
    read: (value: unknown) => T | undefined,
  ): T | undefined {
    const [only] = objects;
    if (only && objects.length === 1) return this.#firstOf(only, read);
    for (const { name, object } of this.#amongAll(objects)) {
      const result = read(object[name]);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  #firstOf<T>(object: JsonObject, read: (value: unknown) => T | undefined): T | undefined {
    for (const { name } of shapeOf(object).among(this)) {
      const result = read(object[name]);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  #amongAll(objects: readonly JsonObject[]) {
    const found: { name: string; place: number; object: JsonObject; of: number }[] = [];
    for (const [of, object] of objects.entries()) {
      for (const { name, place } of shapeOf(object).among(this)) {
        found.push({ name, place, object, of });
      }
    }
    if (found.length > 1) {
      found.sort((a, b) => a.place - b.place || a.of - b.of || (a.name < b.name ? -1 : 1));
    }
    return found;
  }
}

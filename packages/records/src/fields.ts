import { exactNumber } from './exact-json.ts';

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

/** The entries of an object by their names: the order of keys in JSON means nothing. */
export function sortedEntries(object: JsonObject): [name: string, value: unknown][] {
  return Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The text of a value that says something: not blank, not absent. */
export function filledText(value: unknown): string | undefined {
  const text = scalarText(value)?.trim();
  return text === '' ? undefined : text;
}

/** No name on any list is so long; a sender may make one of a megabyte. */
const MAX_NAME = 64;

const MOST_REMEMBERED = 4000;

/** What is made of a name, kept: systems send the same few hundred again and again. */
export function remembered<T>(make: (name: string) => T): (name: string) => T {
  const known = new Map<string, { readonly made: T }>();
  return (name) => {
    const before = known.get(name);
    if (before) return before.made;
    const made = make(name);
    // `k1`, `k2` …: the keys of a map would push out the names of fields.
    if (/\d/.test(name)) return made;
    // A sender may make up any number of them.
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(name, { made });
    return made;
  };
}

/** What marks a field that somebody added: `EXT_FIELD_phone`, `x_studio_city`, `Pickup_Address__c`. */
const IS_ADDED = /^(?:ext_field|x_studio|x|u|cf)_(?=\p{L}{3})|__[cr]$/giu;

const folding = remembered((name) => {
  const small = name
    .replace(IS_ADDED, '')
    .replace(/[\s_.-]/g, '')
    .toLowerCase();
  return /^[ -~]*$/.test(small) ? small : writtenOut(small);
});

/** `Phone_Number`, `phoneNumber` and `phone-number` are one name, and so are `Straße` and `strasse`. */
export function foldedName(name: string): string {
  return name.length > MAX_NAME ? name : folding(name);
}

const foldedKeys = new WeakMap<JsonObject, readonly (readonly [name: string, folded: string])[]>();

/** The names of an object. Some twenty lists look at each of them, and it is folded once. */
function namesOf(object: JsonObject): readonly (readonly [name: string, folded: string])[] {
  const known = foldedKeys.get(object);
  if (known) return known;
  const names = Object.keys(object).map((name) => [name, foldedName(name)] as const);
  foldedKeys.set(object, names);
  return names;
}

/** Names and words with umlauts as two letters and no accents, however a system composes them. */
export function writtenOut(small: string): string {
  return small
    .normalize('NFC')
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
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
    return this.#placeOf(name) >= 0;
  }

  /** The entries of the object that have one of the names, in the order of the list. */
  entriesOf(object: JsonObject): (readonly [name: string, value: unknown])[] {
    return this.#entriesOf([object]);
  }

  /** The first text under one of the names that says something. */
  textIn(object: JsonObject): string | undefined {
    return this.firstIn([object], filledText);
  }

  /** What `read` makes of the first entry it can read; a stronger name beats an earlier object. */
  firstIn<T>(
    objects: readonly JsonObject[],
    read: (value: unknown) => T | undefined,
  ): T | undefined {
    for (const [, value] of this.#entriesOf(objects)) {
      const result = read(value);
      if (result !== undefined) return result;
    }
    return undefined;
  }

  /** In plain loops: it runs some twenty times for every object of every payload. */
  #entriesOf(objects: readonly JsonObject[]): (readonly [string, unknown])[] {
    const found: { entry: readonly [string, unknown]; of: number; place: number }[] = [];
    for (let of = 0; of < objects.length; of++) {
      const object = objects[of] ?? {};
      for (const [name, folded] of namesOf(object)) {
        const place = this.#places.get(name) ?? this.#places.get(folded) ?? -1;
        if (place >= 0) found.push({ entry: [name, object[name]], of, place });
      }
    }
    if (found.length > 1) {
      found.sort((a, b) => a.place - b.place || a.of - b.of || (a.entry[0] < b.entry[0] ? -1 : 1));
    }
    return found.map(({ entry }) => entry);
  }

  #placeOf(name: string): number {
    return this.#places.get(name) ?? this.#places.get(foldedName(name)) ?? -1;
  }
}

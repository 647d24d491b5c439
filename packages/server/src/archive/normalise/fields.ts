declare global {
  // Node has these; the type library does not know them yet.
  interface JSON {
    parse(
      text: string,
      reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
    ): unknown;
    rawJSON(text: string): object;
    isRawJSON(value: unknown): value is { readonly rawJSON: string };
  }
}

/** An object of a payload. Keys may be anything, `__proto__` included: read it with `own`. */
export type JsonObject = { readonly [name: string]: unknown };

/** The fields of a record: name → JSON text of the value. Texts cross threads unharmed. */
export type FieldTexts = ReadonlyMap<string, string>;

const MAY_LOSE_DIGITS = /\d{16}|\d[.eE]|(?:^|[:[,\s])-0/;

/**
 * Parses for extraction. A number that JavaScript would change (`12345678901234567890`, `1.0`)
 * stays the text it was: as a customer or job number its lost digits would name another one.
 */
export function parsedJson(text: string): unknown {
  if (!MAY_LOSE_DIGITS.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? JSON.rawJSON(source)
      : value,
  );
}

export function isJsonObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !JSON.isRawJSON(value)
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
  return JSON.isRawJSON(value) ? value.rawJSON : undefined;
}

/** The text of a value that says something: not blank, not absent. */
export function filledText(value: unknown): string | undefined {
  const text = scalarText(value)?.trim();
  return text === '' ? undefined : text;
}

/** `Phone_Number`, `phoneNumber` and `phone-number` are one name. */
export function foldedName(name: string): string {
  return name.replace(/[\s_.-]/g, '').toLowerCase();
}

/** A look-up in a list of names that does not mind how a foreign system spells them. */
export class NameList {
  readonly #order: ReadonlyMap<string, number>;

  constructor(...names: readonly string[]) {
    // A name listed twice keeps its first, stronger place.
    this.#order = new Map(names.map((name, i) => [foldedName(name), i] as const).reverse());
  }

  has(name: string): boolean {
    return this.#order.has(foldedName(name));
  }

  /** The entries of the object that have one of the names, in the order of the list. */
  entriesOf(object: JsonObject): (readonly [name: string, value: unknown])[] {
    return Object.entries(object)
      .map((entry) => ({ entry, place: this.#order.get(foldedName(entry[0])) ?? -1 }))
      .filter(({ place }) => place >= 0)
      .sort((a, b) => a.place - b.place)
      .map(({ entry }) => entry);
  }

  /** The first text under one of the names that says something. */
  textIn(object: JsonObject): string | undefined {
    for (const [, value] of this.entriesOf(object)) {
      const text = filledText(value);
      if (text !== undefined) return text;
    }
    return undefined;
  }
}

export function fieldTexts(entries: Iterable<readonly [string, unknown]>): FieldTexts {
  return new Map(Array.from(entries, ([name, value]) => [name, JSON.stringify(value)]));
}

export function fieldTextsFromJson(json: string): FieldTexts {
  const value = parsedJson(json);
  return fieldTexts(isJsonObject(value) ? Object.entries(value) : []);
}

export function fieldTextsToJson(fields: FieldTexts): string {
  return `{${Array.from(fields, ([name, text]) => `${JSON.stringify(name)}:${text}`).join(',')}}`;
}

import { scalarText as anyScalarText, isJsonObject, type JsonObject } from '@hookline/records';

/** No object a person reads has more; a hostile one may have a hundred thousand. */
const MAX_KEYS = 200;

export function isContainer(value: unknown): value is JsonObject | readonly unknown[] {
  return Array.isArray(value) || isJsonObject(value);
}

/** The first entries of an object, never what every object inherits. */
export function entriesOf(object: JsonObject, most = MAX_KEYS): [name: string, value: unknown][] {
  const entries: [string, unknown][] = [];
  for (const name in object) {
    if (entries.length === most) break;
    if (Object.hasOwn(object, name)) entries.push([name, object[name]]);
  }
  return entries;
}

/** Deeper than anything that is said in a line. */
const MAX_READ_DEPTH = 6;

/**
 * What of an object is read for a line: a part of those that have more fields than a person reads.
 * Each field is held against many names, which for a hundred thousand of them would hold up the page.
 */
export function readablePart(object: JsonObject, depth = 0): JsonObject {
  let isWhole = true;
  const parts = entriesOf(object).map(([name, value]): [string, unknown] => {
    if (!isJsonObject(value) || depth >= MAX_READ_DEPTH) return [name, value];
    const part = readablePart(value, depth + 1);
    isWhole &&= part === value;
    return [name, part];
  });
  // The same object as long as nothing is left out: others remember what they know of it.
  return isWhole && !hasMore(object) ? object : Object.fromEntries(parts);
}

function hasMore(object: JsonObject): boolean {
  return entriesOf(object, MAX_KEYS + 1).length > MAX_KEYS;
}

export function sizeOf(container: JsonObject | readonly unknown[]): number {
  return Array.isArray(container) ? container.length : Object.keys(container).length;
}

/** A string or number as text that says something; undefined for all else. */
export function scalarText(value: unknown): string | undefined {
  const text = anyScalarText(value);
  return text !== undefined && /\S/.test(text) ? text : undefined;
}

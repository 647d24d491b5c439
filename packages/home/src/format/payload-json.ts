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

export function sizeOf(container: JsonObject | readonly unknown[]): number {
  return Array.isArray(container) ? container.length : Object.keys(container).length;
}

/** A string or number as text that says something; undefined for all else. */
export function scalarText(value: unknown): string | undefined {
  const text = anyScalarText(value);
  return text !== undefined && /\S/.test(text) ? text : undefined;
}

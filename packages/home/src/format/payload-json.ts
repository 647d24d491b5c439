import { exactNumber } from './exact-json.ts';

/** An object of a payload. Its keys may be anything, `__proto__` included. */
export type JsonObject = { readonly [name: string]: unknown };

/** No object a person reads has more; a hostile one may have a hundred thousand. */
const MAX_KEYS = 200;

export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    exactNumber(value) === undefined
  );
}

export function isContainer(value: unknown): value is JsonObject | readonly unknown[] {
  return Array.isArray(value) || isObject(value);
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
  const text =
    typeof value === 'string'
      ? value
      : typeof value === 'number'
        ? String(value)
        : exactNumber(value);
  return text !== undefined && /\S/.test(text) ? text : undefined;
}

/** `Phone_Number`, `phoneNumber` and `phone-number` are one name. */
export function foldedName(name: string): string {
  // No known name is so long; a sender may make one of a megabyte.
  return name.length > 64 ? name : name.replace(/[\s_.-]/g, '').toLowerCase();
}

import { exactNumber, isJsonObject, parsedJson } from '@hookline/records';

/** What stands in one cell: a number keeps the digits that were sent. */
export type FlatValue = string | boolean | { readonly digits: string };
export type FlatField = readonly [name: string, value: FlatValue];

/** Of a list of objects so many have columns of their own: a message may carry hundreds. */
const SPREAD = 5;
/** Deeper values are one cell. It also bounds the recursion: a sender decides how deep they are. */
const DEPTH = 6;
/** The name of a payload that is a bare value. */
const WHOLE = 'Inhalt';

/** The fields of a JSON text, each with its way there: `pickup.address.city`, `stops.1.name`. */
export function flatFields(json: string): FlatField[] {
  const fields: FlatField[] = [];
  collect(parsedJson(json), '', 0, fields);
  return fields;
}

function collect(value: unknown, name: string, depth: number, fields: FlatField[]): void {
  // An empty cell, as is a field that is not there; `"courier":null` must not become a column
  // beside `courier.name`.
  if (value === null) return;
  const scalar = flatScalar(value);
  if (scalar !== undefined) fields.push([name || WHOLE, scalar]);
  else if (depth === DEPTH) fields.push([name, JSON.stringify(value)]);
  else if (Array.isArray(value)) collectList(value, name, depth, fields);
  else if (isJsonObject(value)) {
    for (const [key, member] of Object.entries(value)) {
      collect(member, under(name, key), depth + 1, fields);
    }
  }
}

function collectList(
  list: readonly unknown[],
  name: string,
  depth: number,
  fields: FlatField[],
): void {
  const scalars = list.map(flatScalar);
  if (scalars.every((scalar) => scalar !== undefined)) {
    if (list.length > 0) fields.push([name || WHOLE, scalars.map(writtenScalar).join(', ')]);
    return;
  }
  for (const [i, item] of list.slice(0, SPREAD).entries()) {
    collect(item, under(name, String(i + 1)), depth + 1, fields);
  }
  if (list.length > SPREAD) {
    fields.push([under(name, `${SPREAD + 1}+`), JSON.stringify(list.slice(SPREAD))]);
  }
}

const under = (name: string, key: string) => (name === '' ? key : `${name}.${key}`);

function flatScalar(value: unknown): FlatValue | undefined {
  if (value === null) return '';
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  const digits = typeof value === 'number' ? String(value) : exactNumber(value);
  return digits === undefined ? undefined : { digits };
}

function writtenScalar(value: FlatValue): string {
  return typeof value === 'object' ? value.digits : String(value);
}

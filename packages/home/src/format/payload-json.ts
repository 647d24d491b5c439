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

/** Fields that are read of a payload, whatever its shape; those of the longest tour are fewer. */
const MOST_READ = 4000;

/**
 * What of a payload is read for a line or for where it leads: a part of what has more fields than a
 * person reads. Each field is held against many names, which for a hundred thousand of them would
 * hold up the page. Lists stay as they are, unless they are read too.
 */
export function readablePart<T>(payload: T, readsLists = false): T {
  return partOf(payload, { left: MOST_READ }, readsLists) as T;
}

function partOf(value: unknown, budget: { left: number }, readsLists: boolean): unknown {
  const isList = Array.isArray(value);
  if (!isJsonObject(value) && !(isList && readsLists)) return value;
  const most = Math.min(MAX_KEYS, budget.left);
  const entries: [string, unknown][] = isList
    ? value.slice(0, most + 1).map((item) => ['', item])
    : entriesOf(value, most + 1);
  let isWhole = entries.length <= most;
  if (!isWhole) entries.pop();
  budget.left -= entries.length;
  let inside = entries.filter(([, each]) => isContainer(each)).length;
  const parts = entries.map(([name, each]): [string, unknown] => {
    if (!isContainer(each)) return [name, each];
    // A list is read from its beginning; of the fields of an object none takes all from the others.
    const most = isList ? budget.left : Math.floor(budget.left / inside--);
    const share = { left: most };
    const part = partOf(each, share, readsLists);
    budget.left -= most - share.left;
    isWhole &&= part === each;
    return [name, part];
  });
  // The same object as long as nothing is left out: others remember what they know of it.
  if (isWhole) return value;
  return isList ? parts.map(([, part]) => part) : Object.fromEntries(parts);
}

export function sizeOf(container: JsonObject | readonly unknown[]): number {
  return Array.isArray(container) ? container.length : Object.keys(container).length;
}

/** A string or number as text that says something; undefined for all else. */
export function scalarText(value: unknown): string | undefined {
  const text = anyScalarText(value);
  return text !== undefined && /\S/.test(text) ? text : undefined;
}

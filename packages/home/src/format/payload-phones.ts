import { foldedName, isJsonObject } from '@hookline/records';
import { entriesOf, scalarText } from './payload-json.ts';
import { objectsWithin } from './payload-names.ts';
import { isPhone } from './payload-value.ts';

/** Objects of a list that are looked at: a list of customers may have thousands. */
const MOST_OBJECTS = 20;

/** The phone numbers that a payload names, each once, outer ones first. */
export function phonesIn(payload: unknown, most: number): readonly string[] {
  const found = new Set<string>();
  for (const object of objectsIn(payload)) {
    for (const [name, value] of entriesOf(object)) {
      for (const each of Array.isArray(value) ? value.slice(0, MOST_OBJECTS) : [value]) {
        const text = scalarText(each);
        if (text === undefined || !isPhone(foldedName(name), text)) continue;
        found.add(text.trim());
        if (found.size === most) return [...found];
      }
    }
  }
  return [...found];
}

function objectsIn(payload: unknown) {
  const roots = (Array.isArray(payload) ? payload.slice(0, MOST_OBJECTS) : [payload]).filter(
    isJsonObject,
  );
  const outer = roots.flatMap(objectsWithin);
  const listed = outer
    .flatMap((object) => entriesOf(object).map(([, value]) => value))
    .filter(Array.isArray)
    .flatMap((list: readonly unknown[]) => list.slice(0, MOST_OBJECTS))
    .filter(isJsonObject)
    .slice(0, MOST_OBJECTS);
  return [...outer, ...listed.flatMap(objectsWithin)];
}

import {
  isJsonObject,
  type JsonObject,
  type NameList,
  nameOf,
  placeIn as placeWithin,
  scopesOf,
} from '@hookline/records';
import { entriesOf, scalarText } from './payload-json.ts';

/** A payload may wrap what matters a few levels deep; a hostile one is much deeper. */
const MAX_DEPTH = 3;
const MAX_OBJECTS = 40;
/** Longer texts are contents, not names. */
const MAX_NAME = 200;

/** An object and those inside it, outer ones first; lists are not entered. */
export function objectsWithin(object: JsonObject): readonly JsonObject[] {
  const found: JsonObject[] = [];
  let level: JsonObject[] = [object];
  for (let depth = 0; depth <= MAX_DEPTH && level.length > 0; depth++) {
    const next: JsonObject[] = [];
    for (const each of level) {
      if (found.length === MAX_OBJECTS) return found;
      found.push(each);
      for (const [, value] of entriesOf(each)) if (isJsonObject(value)) next.push(value);
    }
    level = next;
  }
  return found;
}

/** The first text under one of the names; a stronger name beats an outer object. */
export function textUnder(names: NameList, scopes: readonly JsonObject[]): string | undefined {
  return names.firstIn(scopes, (value) => {
    const text = scalarText(value);
    return text !== undefined && text.length <= MAX_NAME ? text : undefined;
  });
}

/** Who or what an object is about, by its own fields. */
export function nameIn(object: JsonObject): string | undefined {
  const name = nameOf(object) ?? undefined;
  return name !== undefined && name.length <= MAX_NAME ? name : undefined;
}

/** Street and town of an object, or of the address inside it. */
export function placeIn(object: JsonObject): string | undefined {
  return placeWithin(scopesOf(object))?.text;
}

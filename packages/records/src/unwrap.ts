import { isJsonObject, type JsonObject } from './fields.ts';
import {
  CONTENTS,
  FAMILY_NAMES,
  HEADERS,
  OWN_IDS,
  PERSONS,
  PLACES,
  RECORD_LISTS,
} from './names.ts';
import { pairsIn } from './pairs.ts';
import { isFormer, isOthersName, sideOf } from './sides.ts';

export interface Unwrapped {
  readonly record: JsonObject;
  /** Where in the payload it stands. */
  readonly path: readonly (string | number)[];
  /** The object it was taken out of, if that may say more about it. */
  readonly outer?: JsonObject;
}

export interface RecordKind {
  /** Names the field by which an object is a record of its own. */
  identity(object: JsonObject): string | undefined;
  /** Whether an object says of whom it is, if one without an identity may be a record. */
  tells?(object: JsonObject): boolean;
  /** Whether objects beside other fields are rather parts of one record: a job names its customer. */
  readonly areParts: boolean;
}

export interface UnwrappedPayload {
  readonly records: readonly Unwrapped[];
  /** How many values stood where a record was expected and were no objects. */
  readonly skipped: number;
}

/** How deep in a payload records may stand: `{"data":{"orders":[{…}]}}`. */
export const RECORD_DEPTH = 3;

/** How deep these stand. */
export function depthOf(records: readonly Pick<Unwrapped, 'path'>[]): number {
  return records.reduce((depth, { path }) => Math.max(depth, path.length), 0);
}

export function isRecordList(name: string): boolean {
  return RECORD_LISTS.has(name);
}

/** Whether the object holds a list that is called like a list of records. */
export function holdsRecords(object: JsonObject): boolean {
  return RECORD_LISTS.entriesOf(object).some(([, value]) => Array.isArray(value));
}

/** Whether anything in such a list is one. */
export function holdsAny(object: JsonObject, isOne: (object: JsonObject) => boolean): boolean {
  return RECORD_LISTS.entriesOf(object).some(
    ([, value]) => Array.isArray(value) && value.some((one) => isJsonObject(one) && isOne(one)),
  );
}

/**
 * Finds the records in a payload: the object itself, each object of a list, or each object of a
 * list or object one level down. An object with an identity of its own is not taken apart, or every
 * stop of a job would become a job.
 */
export function unwrapped(payload: unknown, kind: RecordKind): UnwrappedPayload {
  if (Array.isArray(payload)) return objectsOf(payload, []);
  if (!isJsonObject(payload)) return { records: [], skipped: 1 };
  const whole = { records: [{ record: payload, path: [] }], skipped: 0 };
  if (kind.identity(payload) !== undefined) return whole;

  const parts = partsOf(payload, []);
  const identified = parts.filter(({ record }) => kind.identity(record) !== undefined);
  const named = listsOf(payload, kind);
  // `{"event":"create","guide":{"identifier":…},"items":[]}`: there is one, and nothing is in it.
  const isEmpty = identified.length > 0 && named.every(([, list]) => list.length === 0);
  const lists = isEmpty ? [] : named;
  const map = lists.length === 0 ? recordsByKey(payload, [], kind) : undefined;
  if (map) return { records: map, skipped: 0 };
  if (lists.length > 0) {
    const found = lists.map(([name, list]) => objectsOf(list, [name]));
    return {
      records: [...found.flatMap(({ records }) => records), ...(kind.areParts ? [] : identified)],
      skipped: found.reduce((sum, { skipped }) => sum + skipped, 0),
    };
  }
  const isPlain = Object.values(payload).every((value) => value === null || isJsonObject(value));
  const [only, ...others] = withoutMargin(parts, kind);
  // `{"_links":{…},"_embedded":{"items":[…]}}`.
  const [holder, ...holders] = parts.filter(({ path: [name] }) => !isOthersName(String(name)));
  const inner = holder && holders.length === 0 ? recordLists(holder, kind) : undefined;
  if (inner) return inner;
  if (only && others.length === 0 && isPlain) {
    const map = partsOf(only.record, only.path);
    const keys = Object.keys(only.record);
    const isMap = map.length === keys.length && !keys.some(isPartName) && areAlike(map, kind);
    return { records: isMap ? map : [only], skipped: 0 };
  }
  const areRecords =
    identified.length > 1 && areAlike(identified, kind) && (isPlain || !kind.areParts);
  if (areRecords) return { records: identified, skipped: 0 };
  const content = kind.areParts || identified.length > 0 ? undefined : contentOf(payload, kind);
  return content ? { records: [content], skipped: 0 } : whole;
}

/**
 * `{"event":…,"payload":{"id":…,"contact_info":{"phone":…}}}`: the only one further in that it can be
 * about, with what stands around it if the id is there.
 */
function contentOf(payload: JsonObject, { identity, tells }: RecordKind): Unwrapped | undefined {
  if (tells?.(payload)) return undefined;
  let level: readonly Unwrapped[] = [{ record: payload, path: [] }];
  for (let depth = 0; depth < RECORD_DEPTH; depth++) {
    level = level.flatMap(({ record, path }) =>
      partsOf(record, path).filter((part) => !HEADERS.has(String(part.path.at(-1)))),
    );
    const named = level.filter(({ record }) => tells?.(record));
    const numbered = level.filter(({ record }) => identity(record) !== undefined);
    const [only, ...others] = numbered.length > 0 ? numbered : named;
    if (!only) continue;
    const { record, path, outer } = only;
    // A number one level down is found without taking anything apart.
    if (others.length > 0 || (depth === 0 && numbered.length > 0)) return undefined;
    const isApart = depth > 0 && OWN_IDS.textIn(record) === undefined && outer !== undefined;
    return isApart ? { record: outer, path: path.slice(0, -1) } : { record, path };
  }
  return undefined;
}

/** `{"metadata":{…},"invoice":{"id":…}}`: beside what is told of the message, the one it is about. */
function withoutMargin(parts: readonly Unwrapped[], kind: RecordKind): readonly Unwrapped[] {
  const told = parts.filter(({ path: [name] }) => !HEADERS.has(String(name)));
  const [only, ...others] = told;
  if (!kind.areParts || !only || others.length > 0) return parts;
  const isPerson = sideOf(String(only.path[0])) !== undefined;
  return isPerson || kind.identity(only.record) === undefined ? parts : told;
}

/** `{"day":…,"jobs":{"a":{…},"b":{…}}}`: a list in which each has a name. */
function recordsByKey(
  payload: JsonObject,
  path: Unwrapped['path'],
  kind: RecordKind,
): readonly Unwrapped[] | undefined {
  for (const [name, list] of RECORD_LISTS.entriesOf(payload)) {
    const keys = isJsonObject(list) ? Object.keys(list) : [];
    const isMap = keys.length > 1 || keys.some((key) => /\d/.test(key));
    if (!isJsonObject(list) || !isMap || keys.some(isPartName)) continue;
    const records = partsOf(list, [...path, name]);
    const isOne = isOneOf(kind);
    if (records.length === keys.length && records.every(({ record }) => isOne(record)))
      return records;
  }
  return undefined;
}

function holdsObject(object: JsonObject): boolean {
  return Object.values(object).some(isJsonObject);
}

function isOneOf(kind: RecordKind) {
  return (value: unknown) =>
    isJsonObject(value) &&
    (kind.tells?.(value) === true || (!kind.areParts && kind.identity(value) !== undefined));
}

/** `{"data":{"customer":…,"delivery":…}}` are the parts of one. */
function isPartName(key: string): boolean {
  return CONTENTS.has(key) || isOthersName(key) || sideOf(key) !== undefined;
}

/** `{"data":{"hooks":[{"shipment_id":7}]}}`: the records one level further in. */
function recordLists({ record, path }: Unwrapped, kind: RecordKind): UnwrappedPayload | undefined {
  if (kind.identity(record) !== undefined) return undefined;
  const map = recordsByKey(record, path, kind);
  if (map) return { records: map, skipped: 0 };
  const lists = listsOf(record, kind).filter(([, list]) => holdsIdentified(list, kind));
  const found = lists.map(([name, list]) => objectsOf(list, [...path, name]));
  const records = found.flatMap((one) => one.records);
  const skipped = found.reduce((sum, one) => sum + one.skipped, 0);
  return records.length > 0 ? { records, skipped } : undefined;
}

function holdsIdentified(list: readonly unknown[], kind: RecordKind): boolean {
  return list.some((item) => isJsonObject(item) && kind.identity(item) !== undefined);
}

/** The lists of records: by their name, else by what is in them. */
function listsOf(payload: JsonObject, kind: RecordKind): (readonly [string, unknown[]])[] {
  // `{"lastName":"Kern","addresses":[{…}]}` is one person, and JSON:API's `included` is what belongs to one.
  const isOne = !kind.areParts && FAMILY_NAMES.textIn(payload) !== undefined;
  // `{"contact_name":"Kern AG","contact_persons":[{…}]}` is one customer.
  const isNamed = !kind.areParts && kind.tells?.(payload) === true;
  const isOfOne = (name: string) =>
    (isOne && PLACES.has(name)) || (isNamed && PERSONS.has(name) && !RECORD_LISTS.has(name));
  const lists = Object.entries(payload).filter(
    (entry): entry is [string, unknown[]] =>
      Array.isArray(entry[1]) && entry[0] !== 'included' && !isOfOne(entry[0]),
  );
  const named = lists.filter(([name]) => RECORD_LISTS.has(name));
  if (named.length > 0) return named;
  // The products of an order have ids, and are no orders.
  return lists.filter(([name, list]) =>
    kind.areParts
      ? !isOthersName(name) && holdsIdentified(list, kind)
      : // `{"webhooks":[{"id":…,"status":…}]}` is about nobody, nor is `[{"name":"Farbe","value":"rot"}]`.
        pairsIn(list).length === 0 &&
        list.some((one) => isOneOf(kind)(one) || (isJsonObject(one) && holdsObject(one))),
  );
}

export function objectsOf(
  list: readonly unknown[],
  path: readonly (string | number)[],
): UnwrappedPayload {
  const records: Unwrapped[] = [];
  let skipped = 0;
  list.forEach((item, i) => {
    if (isJsonObject(item)) records.push({ record: item, path: [...path, i] });
    else if (path.length === 0 && Array.isArray(item)) {
      item.forEach((inner, j) => {
        if (isJsonObject(inner)) records.push({ record: inner, path: [i, j] });
        else skipped++;
      });
    } else skipped++;
  });
  return { records, skipped };
}

function partsOf(outer: JsonObject, path: readonly (string | number)[]): readonly Unwrapped[] {
  const parts = Object.entries(outer).filter((entry): entry is [string, JsonObject] =>
    isJsonObject(entry[1]),
  );
  // `{"current":{…},"previous":{…}}`: how somebody was called is nobody else.
  const current = parts.filter(([name]) => !isFormer(name));
  return (current.length > 0 ? current : parts).map(([name, record]) => ({
    record,
    path: [...path, name],
    outer,
  }));
}

/** Whether all have the same kind of identity, as in `{"k1":{"number":…},"k2":{"number":…}}`. */
function areAlike(parts: readonly Unwrapped[], { identity }: RecordKind): boolean {
  const [first, ...others] = parts.map(({ record }) => identity(record));
  return first !== undefined && others.every((other) => other === first);
}

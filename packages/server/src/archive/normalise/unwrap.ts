import { isJsonObject, type JsonObject, NameList } from './fields.ts';

export interface Unwrapped {
  readonly record: JsonObject;
  /** Where in the payload it stands. */
  readonly path: readonly (string | number)[];
  /** The object it was taken out of, if that may say more about it. */
  readonly outer?: JsonObject;
}

export interface UnwrappedPayload {
  readonly records: readonly Unwrapped[];
  /** How many values stood where a record was expected and were no objects. */
  readonly skipped: number;
}

/** What a list of records is called; under such a name even an empty list is no record. */
const ENVELOPES = new NameList(
  ...['addresses', 'adressen', 'kunden', 'customers', 'kuriere', 'couriers', 'contacts'],
  ...['kontakte', 'jobs', 'auftraege', 'aufträge', 'orders', 'deliveries', 'lieferungen'],
  ...['calls', 'anrufe', 'data', 'daten', 'items', 'results', 'records', 'list', 'liste'],
);

/**
 * Finds the records in a payload: the object itself, each object of a list, or each object of a
 * list or object one level down. `identity` names the field by which an object is a record of its
 * own; such an object is not taken apart, or every stop of a job would become a job.
 */
export function unwrapped(
  payload: unknown,
  identity: (object: JsonObject) => string | undefined,
): UnwrappedPayload {
  if (Array.isArray(payload)) return objectsOf(payload, []);
  if (!isJsonObject(payload)) return { records: [], skipped: 1 };
  const whole = { records: [{ record: payload, path: [] }], skipped: 0 };
  if (identity(payload) !== undefined) return whole;

  const entries = Object.entries(payload);
  const lists = entries.filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const named = lists.filter(([name]) => ENVELOPES.has(name));
  const filled = named.length > 0 ? named : lists.filter(([, list]) => list.some(isJsonObject));
  const parts = entries
    .filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))
    .map(([name, record]) => ({ record, path: [name], outer: payload }));
  const identified = parts.filter(({ record }) => identity(record) !== undefined);

  if (filled.length > 0) {
    const found = filled.map(([name, list]) => objectsOf(list, [name]));
    return {
      records: [...found.flatMap(({ records }) => records), ...identified],
      skipped: found.reduce((sum, { skipped }) => sum + skipped, 0),
    };
  }
  const [only, ...others] = parts;
  const isPlain = entries.every(([, value]) => value === null || isJsonObject(value));
  if (only && others.length === 0 && isPlain) {
    const inner = identity(only.record) === undefined ? partsOf(only) : [];
    return { records: inner.length > 0 ? inner : [only], skipped: 0 };
  }
  const kinds = new Set(identified.map(({ record }) => identity(record)));
  return identified.length > 1 && kinds.size === 1 ? { records: identified, skipped: 0 } : whole;
}

function objectsOf(list: readonly unknown[], path: readonly string[]): UnwrappedPayload {
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

/** The objects in `{"kunden":{"k1":{…},"k2":{…}}}`; none if it holds anything else besides. */
function partsOf({ record, path }: Unwrapped): readonly Unwrapped[] {
  const entries = Object.entries(record);
  if (!entries.every((entry): entry is [string, JsonObject] => isJsonObject(entry[1]))) return [];
  return entries.map(([name, inner]) => ({ record: inner, path: [...path, name] }));
}

import { foldedName, isJsonObject, type JsonObject, NameList, scalarText } from './fields.ts';
import { isNumberName } from './phone-fields.ts';

/** Fields of a record that are written as a list. */
const MAX_PAIRS = 200;
const MAX_DEPTH = 3;

/**
 * `{"properties":[{"name":"phone","value":"0234 5550"},…]}`, `[{"key":"telephone1","value":…},…]`: as
 * if each were a field of its own.
 */
export function withPairs(value: unknown, depth = 0): unknown {
  if (!isJsonObject(value) || depth > MAX_DEPTH) return value;
  const entries = Object.entries(value);
  const pairs = entries
    // `"phones":[{"label":"work","value":…}]` says what kind of line it is.
    .flatMap(([name, list]) => (Array.isArray(list) && !isNumberName(name) ? pairsIn(list) : []))
    .map(([name, inner]): [string, unknown] => [name, withPairs(inner, depth + 1)]);
  const own = entries.map(([name, inner]): [string, unknown] => [
    name,
    withPairs(inner, depth + 1),
  ]);
  const isSame = pairs.length === 0 && own.every(([name, inner]) => inner === value[name]);
  if (isSame) return value;
  // What a record says by itself goes before.
  return Object.fromEntries([...pairs, ...own]);
}

export function pairsIn(list: readonly unknown[]): readonly [string, unknown][] {
  const pairs = list.slice(0, MAX_PAIRS).flatMap((item): [string, unknown][] => {
    if (!isJsonObject(item)) return [];
    const { name, value } = item;
    const isScalar = scalarText(value) !== undefined || typeof value === 'boolean';
    if (typeof name === 'string' && isScalar) return [[name, value]];
    const [[, key] = [], ...furtherKeys] = KEYS_OF_PAIRS.entriesOf(item);
    const [[, told] = [], ...furtherValues] = VALUES_OF_PAIRS.entriesOf(item);
    const isPair =
      Object.keys(item).filter((key) => key !== 'id').length === 2 &&
      furtherKeys.length + furtherValues.length === 0;
    return isPair && typeof key === 'string' && told !== undefined ? [[key, told]] : [];
  });
  return pairs.length === list.length ? pairs : [];
}
const KEYS_OF_PAIRS = new NameList('key', 'label', 'field', 'fieldName', 'attribute', 'property');
const VALUES_OF_PAIRS = new NameList('value', 'val', 'content');

/** Those that anybody may add to an order: `note_attributes`, `custom_fields`, `meta_data`. */
const IS_OF_ANYBODY =
  /^(?:(?:custom|additional|extra|further|note|order|user|weitere|zusatz).*)?(?:fields|attributes|properties|metadata|parameters|felder|attribute|angaben)$/;

/**
 * `{"changes":{"status":["assigned","picked_up"],"driver":{"from":null,"to":"Ida"}}}`,
 * `{"changes":[{"field":"status","new":"picked_up"}]}`: how each field is now.
 */
function changedIn(changes: unknown): readonly [string, unknown][] {
  const entries = Array.isArray(changes)
    ? changes
        .filter(isJsonObject)
        .map((one): [string, unknown] => [KEYS_OF_CHANGES.textIn(one) ?? '', one])
    : Object.entries(isJsonObject(changes) ? changes : {});
  return entries.slice(0, MAX_PAIRS).flatMap(([name, change]): [string, unknown][] => {
    if (Array.isArray(change)) return change.length === 2 ? [[name, change[1]]] : [];
    const [now] = isJsonObject(change) ? NOW.entriesOf(change) : [];
    return now ? [[name, now[1]]] : [];
  });
}
const IS_OF_CHANGES = /^(?:changes?|changeset|diff|delta|changed(?:fields|values|attributes))$/;
const KEYS_OF_CHANGES = new NameList('field', 'fieldName', 'attribute', 'property', 'name', 'key');
const NOW = new NameList('new', 'to', 'newValue', 'after', 'current', 'toString');

/** A job with what is written of it in such lists; what it says by itself goes before. */
export function withAddedFields(record: JsonObject): JsonObject {
  const pairs = Object.entries(record).flatMap(([name, list]) => {
    if (typeof list !== 'object' || list === null) return [];
    if (IS_OF_CHANGES.test(foldedName(name))) return changedIn(list);
    return Array.isArray(list) && IS_OF_ANYBODY.test(foldedName(name)) ? pairsIn(list) : [];
  });
  return pairs.length === 0 ? record : { ...Object.fromEntries(pairs), ...record };
}

import { scopesOf } from './address.ts';
import {
  foldedName,
  isJsonObject,
  type JsonObject,
  own,
  sortedEntries,
  wordSet,
} from './fields.ts';
import {
  OPERATIONS,
  POSITIONS,
  SOUNDS_LIKE_STOP_TYPE,
  STOP_TYPES,
  TYPE_WORDS,
} from './job-names.ts';
import { placeIn } from './place.ts';
import { SIDE_WORDS } from './side-words.ts';
import { endOf, type SideName, sideOf } from './sides.ts';

type StopSide = 'pickup' | 'dropoff';

const MAX_STOPS = 200;
const TYPES = (['pickup', 'dropoff'] as const).map((side) => {
  const { names, types } = SIDE_WORDS[side];
  return [side, new Set([...names, ...types])] as const;
});
/** What may stand around such a word and says nothing: `stopPickup`, `deliveryAddress`. */
const AROUND = [
  /^(?:stop|task|address)(?=.)/,
  /(?<=.)(?:stop|task|point|location|address|party|job)$/,
];

/** `ConsignorPickupDeliveryAddress`, `ConsigneePickupDeliveryAddress`: whose it is tells which end. */
const IS_OF_SHIPPER = /^(?:consignor|shipper|absender)/;
const IS_OF_RECEIVER = /^(?:consignee|receiver|recipient|empfaenger)/;

/**
 * Codes of EDI and SAP for the parties of an order (X12 N101, EDIFACT NAD, SAP partner functions):
 * ship from, consignor, despatch party, shipping point; ship to, consignee, delivery party,
 * Warenempfänger, stop-off.
 */
const PICKUP_CODES = wordSet('sf cz pw osp');
const DROPOFF_CODES = wordSet('st cn dp uc we so');
/** Shipper or seller or supplier, if nobody says better where it is picked up. */
const MAYBE_PICKUP_CODES = wordSet('sh se su lf');

/** The stops of a way. */
export interface Stops {
  readonly pickup?: JsonObject | undefined;
  readonly dropoff?: JsonObject | undefined;
  /** All of them in order, with what is done there. */
  readonly all: readonly { readonly stop: JsonObject; readonly side: StopSide | undefined }[];
}

/**
 * The first place to pick up and the last to drop off; undefined if the list does not tell. Where
 * places are not stops by the name of their list, each has to say what it is.
 */
export function stopsOf(list: readonly unknown[], areStops: boolean): Stops | undefined {
  const stops = list.slice(0, MAX_STOPS).filter(isJsonObject);
  if (stops.length === 0) return undefined;
  const ordered = inOrder(stops);
  const sides = ordered.map(listedTypeOf);
  const all = ordered.map((stop, i) => ({ stop, side: sides[i] }));
  if (sides.some((side) => side !== undefined)) {
    const pickup =
      ordered[sides.indexOf('pickup')] ?? ordered.find((one) => hasCode(one, MAYBE_PICKUP_CODES));
    // Others in the list may be whoever pays for it.
    const told = all.filter(({ side }) => side !== undefined);
    return { pickup, dropoff: ordered[sides.lastIndexOf('dropoff')], all: told };
  }
  if (!areStops) return undefined;
  // From the first to the last.
  return ordered.length > 1
    ? { pickup: ordered[0], dropoff: ordered.at(-1), all }
    : { dropoff: ordered[0], all };
}

/** Of a list with any name: those that say what is done there, and where that is. */
export function placesAmong(list: readonly unknown[]): ReturnType<typeof stopsOf> {
  const stops = list.slice(0, MAX_STOPS).filter(isJsonObject);
  const isTold = (stop: JsonObject) =>
    (listedTypeOf(stop) !== undefined || hasCode(stop, MAYBE_PICKUP_CODES)) &&
    placeIn(scopesOf(stop))?.line !== undefined;
  return stops.some(isTold) ? stopsOf(stops.filter(isTold), false) : undefined;
}

/** Whether a record that is a single stop is one to pick up. */
export function isPickupRecord(record: JsonObject): boolean {
  return typeOf(record) === 'pickup' || own(record, 'pickupTask') === true;
}

/** Whether it says by itself that it is a stop: `{"type":"destination",…}`. */
export function isStopRecord(record: JsonObject): boolean {
  return typeOf(record) !== undefined;
}

/** What is done at a stop: `{"place":…,"operations":[{"type":"loading"}]}` tells it one further in. */
export function operationsAt(stop: JsonObject): readonly JsonObject[] {
  return OPERATIONS.entriesOf(stop).flatMap(([, value]) =>
    Array.isArray(value) ? value.slice(0, MAX_STOPS).filter(isJsonObject) : [],
  );
}

/** What a place in a list is, by a word or by a code. */
function listedTypeOf(stop: JsonObject): StopSide | undefined {
  const side = typeOf(stop);
  if (side) return side;
  if (hasCode(stop, PICKUP_CODES)) return 'pickup';
  return hasCode(stop, DROPOFF_CODES) ? 'dropoff' : undefined;
}

function hasCode(stop: JsonObject, codes: ReadonlySet<string>): boolean {
  return sortedEntries(stop).some(([name, value]) => {
    const isCode = typeof value === 'string' && value.length <= 3 && codes.has(value.toLowerCase());
    return isCode && (STOP_TYPES.has(name) || SOUNDS_LIKE_STOP_TYPE.test(foldedName(name)));
  });
}

function typeOf(stop: JsonObject): StopSide | undefined {
  for (const object of [stop, ...operationsAt(stop)]) {
    const side = STOP_TYPES.firstIn([object], (value) =>
      isJsonObject(value) ? TYPE_WORDS.firstIn([value], sideOfWord) : sideOfWord(value),
    );
    if (side) return side;
  }
  return undefined;
}

function sideOfWord(value: unknown): StopSide | undefined {
  if (typeof value !== 'string' || value.length > 40) return undefined;
  const word = foldedName(value);
  const [before, behind] = AROUND.map((around) => word.replace(around, ''));
  const bare = before?.replace(AROUND[1] ?? '', '');
  const type = TYPES.find(([, words]) =>
    [word, before, behind, bare].some((one) => one !== undefined && words.has(one)),
  );
  if (type) return type[0];
  if (IS_OF_SHIPPER.test(word)) return 'pickup';
  return IS_OF_RECEIVER.test(word) ? 'dropoff' : undefined;
}

function inOrder(stops: readonly JsonObject[]): readonly JsonObject[] {
  const placed = stops.map((stop) => ({
    stop,
    at: POSITIONS.firstIn([stop], (value) => (typeof value === 'number' ? value : undefined)),
  }));
  if (placed.some(({ at }) => at === undefined)) return stops;
  return placed.toSorted((a, b) => (a.at ?? 0) - (b.at ?? 0)).map(({ stop }) => stop);
}

/** Whether it tells of a whole way and not of one place. */
export function isLeg(value: unknown): boolean {
  if (!isJsonObject(value)) return false;
  const sides = Object.entries(value).flatMap(([name, one]) => {
    const found = isJsonObject(one) ? sideAt(name, one) : undefined;
    return found && !found.isWeak ? [found.side] : [];
  });
  return sides.includes('pickup') && sides.includes('dropoff');
}

/** What a name says about a side: `{"start":{…}}` names an end of the way if there is a place in it. */
export function sideAt(name: string, value: unknown): SideName | undefined {
  const found = sideOf(name);
  if (found || !isJsonObject(value)) return found;
  const end = endOf(name);
  return end && placeIn(scopesOf(value))?.line !== undefined ? end : undefined;
}

import { IS_OUTSIDE_LINE, type PartyReading, partyOf, scopesOf } from './address.ts';
import { filledText, isJsonObject, type JsonObject } from './fields.ts';
import type { Reported } from './party-name.ts';
import { isPlaceField, looksLikeAddress, placeIn } from './place.ts';
import { isOthersName, type Side, type SideName, sideOf } from './sides.ts';

const MAX_SOURCES = 12;
const MAX_FIELDS = 200;
const MAX_TEXT = 300;
/** What a list of stops says comes after what stands under the name of its side. */
const STOPS_RANK = 1000;

/** `"shipping":"STANDARD"`, `"delivery":"Same Day"`, `"origin":"API"`, `"origin":"DE"`: how, or in which country. */
const IS_MANNER =
  /^(?:(?:standard|express|economy|priority|overnight|home|free|asap|scheduled|(?:same|next)[ _-]?day|delivery|shipping|pickup|collection|courier|yes|no|true|false|none|ja|nein|versand|lieferung|abholung|selbstabholung|zustellung|api|app|web|online|portal|pos|gps|geocoder|manual|manuell|import|csv|edi|phone|telefon|email)[ _-]?){1,3}$/i;
const IS_COUNTRY = /^[A-Z]{2,3}$/;

/** Everything that a message says about one side, the plainest name first. */
export class SideSources {
  readonly #side: Side;
  readonly #objects: { readonly rank: number; readonly object: JsonObject }[] = [];
  /** Fields such as `pickup_phone`, by the word for their side. */
  readonly #fields = new Map<number, [string, unknown][]>();
  /** `"driver":"Bodo Rast"`. */
  readonly #texts: { readonly rank: number; readonly text: string }[] = [];
  #unread = MAX_FIELDS;
  isCleared = false;
  /** Asked for more than once, and the dearest of a reading. */
  #told: { readonly party: PartyReading | undefined } | undefined;

  constructor(side: Side) {
    this.#side = side;
  }

  /** The object among what is told, if it is one that may say more. */
  add({ field, rank }: Pick<SideName, 'field' | 'rank'>, value: unknown): JsonObject | undefined {
    this.#told = undefined;
    if (field !== '') {
      if (--this.#unread < 0) return undefined;
      const fields = this.#fields.get(rank) ?? [];
      this.#fields.set(rank, fields);
      fields.push([field, value]);
      return isJsonObject(value) ? value : undefined;
    }
    const inner = Array.isArray(value) ? firstOf(value) : value;
    if (value === null) this.isCleared = true;
    if (isJsonObject(inner) && this.#objects.length < MAX_SOURCES) {
      this.#objects.push({ rank, object: inner });
      return inner;
    }
    const text = typeof inner === 'string' ? filledText(inner) : undefined;
    if (text !== undefined && text.length <= MAX_TEXT) this.#texts.push({ rank, text });
    return undefined;
  }

  addStop(stop: JsonObject): void {
    this.add({ field: '', rank: STOPS_RANK }, stop);
  }

  party(): PartyReading | undefined {
    this.#told ??= { party: this.#read() };
    return this.#told.party;
  }

  #read(): PartyReading | undefined {
    const prefixed = Array.from(this.#fields, ([rank, fields]) => ({
      rank,
      object: Object.fromEntries(fields.sort(emptyFirst)),
    }));
    const sources = [...prefixed, ...this.#objects]
      .sort((a, b) => a.rank - b.rank)
      .map(({ object }) => withoutSide(object, this.#side))
      .map((object) =>
        scopesOf(object, undefined, (name, value) => isPlaceInside(name, value, this.#side)).map(
          (scope) => (this.#side === 'courier' ? scope : withoutCourier(scope)),
        ),
      );
    const scopes = placedFirst(sources).flat();
    const party = scopes.length > 0 ? partyOf(scopes) : undefined;
    const texts = this.#texts.toSorted((a, b) => a.rank - b.rank).map(({ text }) => text);
    return texts.length > 0 ? filledFrom(party, partyInTexts(texts, this.#side)) : party;
  }
}

/**
 * `{"shipper":{"legal_name":…},"stops":[{"name":…,"street":…}]}`: a courier asks for whom he finds at
 * the place, and not for the one whose place nobody tells.
 */
function placedFirst(sources: readonly (readonly JsonObject[])[]) {
  if (sources.length < 2) return sources;
  const isNamed = ({ name }: PartyReading) => !!name && sideOf(name) === undefined;
  const [first] = sources;
  const begin = first && partyOf(first);
  if (begin && isNamed(begin) && begin.place?.line !== undefined) return sources;
  const parties = sources.map(partyOf);
  const named = parties.findIndex(isNamed);
  const placed = parties.findIndex((one) => isNamed(one) && one.place?.line !== undefined);
  const isElsewhere = parties.findIndex(({ place }) => place?.line !== undefined) === placed;
  if (placed <= named || !isElsewhere) return sources;
  return [...sources.slice(placed, placed + 1), ...sources.toSpliced(placed, 1)];
}

/** `{"pickup":{"venue":{"address":…}}}`: whatever it is called, what lies inside is where. */
function isPlaceInside(name: string, value: unknown, side: Side): boolean {
  if (!isJsonObject(value) || isOthersName(name)) return false;
  const found = sideOf(name);
  // `{"type":"Pickup","outfit":{"consignor":{…},"location":{…}}}`.
  if (found?.side === side && found.field === '') return true;
  if (found && (!found.isWeak || found.side === 'courier')) return false;
  return placeIn(scopesOf(value))?.line !== undefined;
}

/** The first that is there; of Odoo's `[52,"Café Morgenrot"]` the name. */
function firstOf(list: readonly unknown[]): unknown {
  const [id, name] = list;
  const isRelation = list.length === 2 && typeof id === 'number' && typeof name === 'string';
  return isRelation ? name : list.find((one) => one !== null);
}

/** `{"pickups":[{"pickup_city":…}]}` says twice where it belongs. */
function withoutSide(object: JsonObject, side: Side): JsonObject {
  const isPlain = Object.keys(object).every((name) => !sideOf(name)?.field);
  if (isPlain) return object;
  const ofCustomer: [name: string, field: string][] = [];
  const fields = Object.entries(object).flatMap(([name, value]): [string, unknown][] => {
    const found = sideOf(name);
    if (!found || found.field === '') return [[name, value]];
    // `{"delivery":{"courierPhone":…}}` is nobody's number there.
    if (found.side === 'courier' && side !== 'courier' && !found.isWeak) return [];
    // `{"shipper":{"customerAddress1":…}}`: whoever sends is a customer of the carrier.
    const isCustomer = side === 'pickup' && found.side === 'dropoff' && found.isWeak;
    if (isCustomer && isPlaceField(found.field)) ofCustomer.push([name, found.field]);
    return [[found.side === side ? found.field : name, value]];
  });
  const told = Object.fromEntries(fields);
  if (ofCustomer.length === 0 || placeIn(scopesOf(told)) !== undefined) return told;
  const place = ofCustomer.sort().map(([name, field]) => [field, object[name]] as const);
  return Object.fromEntries([...fields, ...place]);
}

/** `{"tasks":[{"delivery":{"courierName":…}}]}`: nobody is called so at the door. */
function withoutCourier(scope: JsonObject): JsonObject {
  const isCourier = (name: string) => {
    const found = sideOf(name);
    return found?.side === 'courier' && !found.isWeak;
  };
  const names = Object.keys(scope);
  return names.some(isCourier)
    ? Object.fromEntries(Object.entries(scope).filter(([name]) => !isCourier(name)))
    : scope;
}

/** `{"delivery_city":"Ulm","delivery_point_city":""}`: of two that are one, what says something. */
function emptyFirst([, a]: [string, unknown], [, b]: [string, unknown]): number {
  const isEmpty = (value: unknown) => value === null || value === '';
  return Number(isEmpty(b)) - Number(isEmpty(a));
}

function partyInTexts(texts: readonly string[], side: Side): PartyReading {
  // Without a blank it is an id.
  const isAddress = (text: string) =>
    side !== 'courier' && /\s/.test(text) && looksLikeAddress(text);
  return {
    name: texts.find((text) => !isAddress(text) && isNameLike(text) && !isManner(text, side)),
    place: undefined,
    address: texts.find(isAddress),
    // `"rider_contact":"+49 171 3920011"`.
    phone: texts.find((text) => IS_OUTSIDE_LINE.test(text)),
    note: undefined,
  };
}

/** A country is none for whoever drives: `"courier":"ACS"`. */
function isManner(text: string, side: Side): boolean {
  return IS_MANNER.test(text) || (side !== 'courier' && IS_COUNTRY.test(text));
}

/** Identifiers, times, hosts and links are no names. */
function isNameLike(text: string): boolean {
  return (
    /\p{L}{2}/u.test(text) &&
    !/^[a-z]+:|@|^\d{4}-\d\d/i.test(text) &&
    (/\s/.test(text) || !/\d|\.\p{L}/u.test(text))
  );
}

/** With what another party says. A phone belongs to a person: that of another one is not taken. */
export function filledFrom(party: PartyReading | undefined, other: PartyReading): PartyReading {
  if (!party) return other;
  const isSame = !party.name || !other.name || party.name === other.name;
  return {
    name: either(party.name, other.name),
    place: party.place ?? (party.address ? undefined : other.place),
    address: either(party.address, other.address),
    phone: either(party.phone, isSame ? other.phone : undefined),
    note: either(party.note, isSame ? other.note : undefined),
  };
}

function either(first: Reported, second: Reported): Reported {
  return first || second || (first === undefined ? second : first);
}

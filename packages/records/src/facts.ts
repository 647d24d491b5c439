import type { Stop } from '@hookline/contract/job-facts';
import { type PartyReading, partyOf, scopesOf } from './address.ts';
import {
  type Deadline,
  type DeadlineSide,
  deadlinesIn,
  PROMISED,
  sideOfWindow,
  timeAtStop,
  timesOfAct,
} from './deadlines.ts';
import { driverAmong, idIn, moverIn, reportedId } from './drivers.ts';
import { type Message, tellsOfStatus } from './envelope.ts';
import { foldedName, isJsonObject, type JsonObject, listIn, sortedEntries } from './fields.ts';
import {
  type Counts,
  type FactsReading,
  noteCount,
  type PartyFacts,
  withoutSilence,
} from './job-facts.ts';
import { EVENT_LISTS, SOUNDS_LIKE_STOPS, STOPS } from './job-names.ts';
import {
  COMPANIES,
  COURIER_IDS,
  EVENT_KINDS,
  LESSER_NAMES,
  MESSAGE_IDS,
  METADATA,
  NOTES,
  OWN_IDS,
  OWN_PHONES,
  PLACES,
  WHOLE_ADDRESSES,
} from './names.ts';
import { personIn, type Reported } from './party-name.ts';
import { isPlaceField, placeIn } from './place.ts';
import { filledFrom, SideSources } from './side-sources.ts';
import {
  isCounter,
  isOthersName,
  ownPlaceField,
  type Side,
  type SideName,
  sideOf,
} from './sides.ts';
import {
  isLeg,
  isPickupRecord,
  isStopRecord,
  operationsAt,
  placesAmong,
  type Stops,
  sideAt,
  stopsOf,
} from './stops.ts';
import type { Moment } from './times.ts';

const NOWHERE = { place: undefined, address: undefined };
const MAX_DEPTH = 4;
const MAX_OBJECTS = 120;
const MOST_STOPS = 100;
const IS_SENDER = /^sender$/i;
const IS_CHANGE = /^(?:from|to|von|nach)$/i;
/** Under such names stands a place, or a job that has places of its own. */
const MAY_BE_JOB =
  /^(?:current|active|last|next)?(?:deliver(?:y|ies)|lieferung(?:en)?|zustellung|shipping|drop)(?:info|information|details?|data|daten)?$/;

/** What a customer or a shop says of a side comes after what the job itself says of it. */
const WITHIN_RANK = 100;
/** `"shipping_company":"GLS"` brings it, unless it lives there. */
const IS_OF_CARRIER = /^(?:order)?(?:shipping|delivery|versand|liefer)/;

/** `12345`, `b71cbb9e-0a31-…`, and not `Rad 4`. */
const IS_KEY = /^(?:[\d_./-]+|[\da-f-]{16,})$/i;

/** Somebody on the way comes after whom a name calls the courier. */
const MOVER_RANK = 900;

/** Reads who, where and until when. A time without a zone is in `timeZone`. */
export function factsIn(message: Message, timeZone: string): FactsReading {
  const reader = new FactsReader(timeZone);
  // Or every stop of a record that was put together would be there twice.
  if (message.standing !== message.record) reader.passBy(message.standing);
  reader.walk(message.whole, 0);
  // An event tells of what was, unless it is what the message is about.
  reader.walk(message.record, 0);
  reader.addOwn(message.record);
  return reader.facts();
}

/**
 * What is said beside a list of jobs: who drives, of all of them; and of the only one, until when.
 * An address beside a list is that of whoever sends it.
 */
export function factsBeside(
  objects: readonly JsonObject[],
  isOnly: boolean,
  timeZone: string,
): FactsReading {
  if (objects.length === 0) return {};
  const reader = new FactsReader(timeZone);
  for (const object of objects) reader.walk(object, 0);
  const { courier, pickup: _, dropoff: __, ...times } = reader.facts();
  return { ...(courier ? { courier } : {}), ...(isOnly ? times : {}) };
}

class FactsReader {
  readonly #timeZone: string;
  readonly #sources = new Map<string, SideSources>();
  readonly #deadlines: Deadline[] = [];
  #courierId: Reported;
  #mover: JsonObject | undefined;
  readonly #counts: Counts = {};
  readonly #stops: Stops['all'][number][] = [];
  /** Places under the plain names of the two ends: `"dropoffs":[{…},{…}]`. */
  readonly #ends: Record<DeadlineSide, readonly JsonObject[]> = { pickup: [], dropoff: [] };
  #own: { readonly side: DeadlineSide; readonly party: PartyReading } | undefined;
  #unread = MAX_OBJECTS;
  readonly #walked = new Set<JsonObject>();

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  passBy(object: JsonObject): void {
    this.#walked.add(object);
  }

  /** Looks for the sides in an object and in those inside it. */
  walk(object: JsonObject, depth: number, about?: DeadlineSide): void {
    if (this.#walked.has(object) || --this.#unread < 0) return;
    this.#walked.add(object);
    this.#addDeadlines(object, about);
    for (const [name, value] of sortedEntries(object)) {
      noteCount(this.#counts, name, value);
      if (this.#addStops(name, value)) continue;
      if (Array.isArray(value) && this.#addDriver(driverAmong(value))) continue;
      if (this.#addMover(moverIn(name, value))) continue;
      // `{"eventType":…,"sender":{"username":…}}` has sent the message, and no parcel.
      if (IS_SENDER.test(name) && isJsonObject(value) && isOfMessage(object, value)) continue;
      // `{"event":"status.changed","from":"Shipped","to":"Delivered"}` is no way.
      if (typeof value === 'string' && IS_CHANGE.test(name) && tellsOfStatus([object])) continue;
      const found = sideAt(name, value);
      if (found && isCarrier(name, found, object)) continue;
      if (COURIER_IDS.has(name)) this.#addCourierId(value);
      if (found && !isJob(name, value)) {
        const told = this.#of(found.side, found.isWeak).add(
          found,
          isCounter(name) ? placeOnly(value) : this.#endIn(found, value),
        );
        if (told && found.side !== 'courier') {
          this.#addDeadlines(told, found.side);
          this.#addDeadlines(timesOfAct(name, told), undefined);
        }
        if (found.side === 'courier' && found.field === '' && !found.isWeak) {
          this.#addCourierId(told ? OWN_IDS.textIn(told) : idIn(value));
        }
        if (told && found.isWeak) this.#addWithin(told, found.side);
      } else if (NOTES.has(name) && isJsonObject(value)) this.#addNotes(value);
      else if (EVENT_LISTS.has(name)) continue;
      else if (found || isPart(name, value)) this.#walkInto(value, depth, sideOfWindow(name));
      else if (METADATA.has(name) && isJsonObject(value)) {
        this.#addCourier(value);
        // `{"fullCode":"DELIVERY_ADDRESS_CHANGED","metadata":{"address":{…}}}`.
        const place = WHOLE_ADDRESSES.firstIn([value], (one) =>
          isJsonObject(one) ? one : undefined,
        );
        if (place) this.#of('dropoff', true).add({ field: '', rank: WITHIN_RANK }, place);
      }
    }
  }

  /** `{"customer":{"shipping_address":…}}`: the customer need not be where it goes to. */
  #addWithin(party: JsonObject, side: Side): void {
    for (const [name, value] of sortedEntries(party)) {
      if (this.#addStops(name, value)) continue;
      const found = sideOf(name);
      const isPlace = found?.field === '' || (found && WHOLE_ADDRESSES.has(found.field));
      if (isPlace && found.side === side && !found.isWeak && isJsonObject(value)) {
        this.#of(side, false).add({ field: '', rank: found.rank + WITHIN_RANK }, value);
      }
    }
  }

  /** `{"remarks":{"pickup":"Rampe 3","dropoff":"nobody at home"}}` names nobody. */
  #addNotes(notes: JsonObject): void {
    for (const [name, value] of sortedEntries(notes)) {
      const found = sideOf(name);
      const isNote = found?.field === '' && found.side !== 'courier' && typeof value === 'string';
      if (isNote) this.#of(found.side, found.isWeak).add({ ...found, field: 'note' }, value);
    }
  }

  /** Of several ends the first is where it begins and the last where it ends. */
  #endIn({ side, isWeak, field }: SideName, value: unknown): unknown {
    if (side === 'courier' || isWeak || field !== '') return value;
    const ends = (Array.isArray(value) ? value : [value]).filter(isJsonObject);
    const isRoute = ends.length > 1 && ends.every((one) => placeIn(scopesOf(one)) !== undefined);
    if (isRoute || (ends.length === 1 && this.#ends[side].length === 0)) this.#ends[side] = ends;
    return isRoute ? ends.at(side === 'pickup' ? 0 : -1) : value;
  }

  #addDriver(driver: JsonObject | undefined): boolean {
    if (!driver) return false;
    this.#of('courier', false).add({ field: '', rank: 0 }, driver);
    this.#addCourierId(OWN_IDS.textIn(driver));
    return true;
  }

  #addMover(mover: JsonObject | undefined): boolean {
    if (mover) this.#of('courier', false).add({ field: '', rank: MOVER_RANK }, mover);
    this.#mover ??= mover;
    return mover !== undefined;
  }

  /** `{"fullCode":"ASSIGN_DRIVER","metadata":{"workerName":…}}`: all else in there is anything. */
  #addCourier(margin: JsonObject): void {
    for (const [name, value] of sortedEntries(margin)) {
      const found = sideOf(name);
      const isField = found?.side === 'courier' && !found.isWeak && found.field !== '';
      if (isField) this.#of('courier', false).add(found, value);
      if (COURIER_IDS.has(name)) this.#addCourierId(value);
    }
  }

  /** The first that is told counts. */
  #addCourierId(value: unknown): void {
    const id = reportedId(value);
    if (id !== undefined) this.#courierId ??= id;
  }

  #walkInto(value: unknown, depth: number, about: DeadlineSide | undefined): void {
    const inner = Array.isArray(value) ? value.find(isJsonObject) : value;
    if (isJsonObject(inner) && depth < MAX_DEPTH) this.walk(inner, depth + 1, about);
  }

  #addDeadlines(object: JsonObject, side: DeadlineSide | undefined): void {
    for (const one of deadlinesIn(object, side, this.#timeZone)) {
      this.#deadlines.push({ ...one, isOfJob: side === undefined && one.isOfJob === true });
    }
    const at = side && timeAtStop(object, this.#timeZone);
    if (side && at) this.#deadlines.push({ side, at, strength: PROMISED });
  }

  /** Whether the list tells which of its places is which. */
  #addStops(name: string, value: unknown): boolean {
    const areStops = STOPS.has(name) || SOUNDS_LIKE_STOPS.test(foldedName(name));
    // `{"stops":{"pickup":…,"dropoff":…}}` says which is which.
    const isBySide = isJsonObject(value) && Object.keys(value).some((key) => sideOf(key));
    const list = areStops && !isBySide ? listIn(value) : value;
    if (!Array.isArray(list)) return false;
    if (areStops && list.some(isLeg)) return this.#addLegs(list.filter(isJsonObject));
    const stops = areStops || PLACES.has(name) ? stopsOf(list, areStops) : placesIn(name, list);
    for (const side of ['pickup', 'dropoff'] as const) {
      const stop = stops?.[side];
      if (!stop) continue;
      this.#of(side, false).addStop(stop);
      for (const part of [stop, ...operationsAt(stop)]) this.#addDeadlines(part, side);
    }
    const all = stops?.all ?? [];
    for (const { stop } of all) {
      for (const part of [stop, ...Object.values(stop)])
        if (isJsonObject(part)) this.#addCourier(part);
    }
    this.#stops.push(...all);
    return stops !== undefined;
  }

  /** `[{"pickup":…,"dropoff":…}]`: from where the first begins to where the last ends. */
  #addLegs(legs: readonly JsonObject[]): boolean {
    const last = legs.length - 1;
    for (const [i, leg] of legs.slice(0, MAX_OBJECTS).entries()) {
      const others = Object.entries(leg).filter(([name, value]) => {
        const side = sideAt(name, value)?.side;
        return !(side === 'pickup' && i > 0) && !(side === 'dropoff' && i < last);
      });
      this.walk(Object.fromEntries(others), MAX_DEPTH - 1);
      for (const end of ['pickup', 'dropoff'] as const) {
        const at = Object.entries(leg).find(([name, value]) => {
          const found = sideAt(name, value);
          return found?.side === end && found.field === '' && isJsonObject(value);
        });
        if (at && isJsonObject(at[1])) this.#stops.push({ stop: at[1], side: end });
      }
    }
    return true;
  }

  /** The record's own place: that of a stop, or of the one a parcel goes to. */
  addOwn(record: JsonObject): void {
    // `{"type":"pickup","restaurant":…,"address":…}`: what a kitchen has ready goes to the guest.
    const isElsewhere = this.#isPickupPlaced || this.#isPlaced('pickup weak');
    const isPickup = isPickupRecord(record) && !isElsewhere;
    const side = isPickup ? 'pickup' : 'dropoff';
    const isOthers = (name: string) => sideOf(name) !== undefined || isOthersName(name);
    const fields = Object.entries(record).filter(([name]) => !isOthers(name));
    const prefixed = fields.flatMap(([name, value]): [string, unknown][] => {
      const field = ownPlaceField(name);
      return field === undefined ? [] : [[field, value]];
    });
    const [, ...scopes] = scopesOf(record, isOthers);
    // `{"company":{"name":…},"location":{"name":…,"street":…}}`: who is at the place, and not who has ordered.
    const { at = [], others = [] } = Object.groupBy(scopes, (scope) =>
      placeIn([scope])?.line === undefined ? 'others' : 'at',
    );
    const ofPrefix = prefixed.length > 0 ? [Object.fromEntries(prefixed)] : [];
    const around = [...at, ...others, ...ofPrefix];
    const own = Object.fromEntries(fields);
    const party = partyOf([own, ...around]);
    // Without a place of its own, what is called its name may be anything, but at a stop.
    const isPlaced = (around.length > 0 ? placeIn([own]) : party.place)?.line !== undefined;
    // `{"contact_name":…,"contact_address":…}`.
    const isPrefixed = placeIn(ofPrefix)?.line !== undefined;
    const said = partyOf(around);
    const name =
      isPlaced || isStopRecord(record)
        ? party.name
        : (personIn(own) ?? said.name ?? (isPrefixed ? LESSER_NAMES.textIn(own) : undefined));
    // A town alone is where something happened.
    if (party.place?.line !== undefined) this.#own = { side, party: { ...party, name } };
    else {
      const phones = fields.filter(([name]) => OWN_PHONES.has(name));
      const phone = said.phone ?? partyOf([Object.fromEntries(phones)]).phone;
      this.#own = { side, party: { ...said, name, phone, ...NOWHERE } };
    }
    // What a stop says of its own time is less than what is said of a side by name.
    for (const one of deadlinesIn(record, side, this.#timeZone)) {
      // Whether it is when a job begins or when it ends, only a place would tell.
      if (one.isOfJob && !isPlaced) continue;
      this.#deadlines.push({ ...one, strength: one.strength - 0.5 });
    }
  }

  facts(): FactsReading {
    const ends = { pickup: this.#side('pickup'), dropoff: this.#side('dropoff') };
    // `{"status":…,"sender":null,"recipient":null}` takes no way back, it is silent about it.
    const isSilent = ends.pickup === null && ends.dropoff === null;
    return withoutSilence({
      ...(isSilent ? {} : ends),
      courier: this.#side('courier'),
      pickupBy: this.#time('pickup', true),
      deliverBy: this.#time('dropoff', true),
      pickupAt: this.#time('pickup', false),
      deliverAt: this.#time('dropoff', false),
      ...this.#counts,
      stops: routeOf(this.#stops.length > 0 ? this.#stops : this.#endsInOrder),
    });
  }

  get #endsInOrder(): Stops['all'] {
    return (['pickup', 'dropoff'] as const).flatMap((side) =>
      this.#ends[side].map((stop) => ({ stop, side })),
    );
  }

  #side(side: Side): PartyFacts | null | undefined {
    const strong = this.#sources.get(side);
    const party = strong?.party();
    const filled = side === 'courier' ? this.#carrier(party) : this.#filled(side, party);
    const read = reportedIn(filled, side);
    const number = side === 'courier' ? idIn(read?.name) : undefined;
    const isNumbered = number !== undefined && IS_KEY.test(number);
    // `{"driver":{"name":"12345"}}` is who it is in the sender's books.
    if (isNumbered) this.#addCourierId(read?.name);
    const said = isNumbered ? withoutSilence({ ...read, name: undefined }) : read;
    const id = side === 'courier' ? (this.#courierId ?? this.#moverId(said?.name)) : undefined;
    if ((said && Object.keys(said).length > 0) || id)
      return { ...(id !== undefined && { id }), ...said };
    return strong?.isCleared || id === null ? null : undefined;
  }

  /** Where somebody else is called the courier, one on the way has given no id of his. */
  #moverId(courier: Reported): Reported {
    const mover = this.#mover;
    const isCourier = mover && partyOf([mover]).name === courier;
    return isCourier ? reportedId(OWN_IDS.textIn(mover)) : this.#courierId;
  }

  /** A carrier is a company, unless somebody can be called there. */
  #carrier(courier: PartyReading | undefined): PartyReading | undefined {
    const carrier = this.#sources.get('courier weak')?.party();
    return courier?.name || !carrier?.name || !carrier.phone ? courier : carrier;
  }

  /** With what the record itself and its customer or shop say, where nothing says it better. */
  #filled(side: DeadlineSide, strong: PartyReading | undefined): PartyReading | undefined {
    const weak = this.#sources.get(`${side} weak`)?.party();
    const own = this.#ownSide === side ? this.#own?.party : undefined;
    const others = [own, weak].filter((one) => one !== undefined);
    return others.reduce<PartyReading | undefined>(filledFrom, strong);
  }

  /** Where only a pick-up is told of, who stands beside it is there too. */
  get #ownSide(): DeadlineSide | undefined {
    const isPickup =
      this.#own?.party.place === undefined &&
      this.#isPickupPlaced &&
      !['dropoff', 'dropoff weak'].some((side) => {
        const party = this.#sources.get(side)?.party();
        return party?.name || party?.address;
      });
    return isPickup ? 'pickup' : this.#own?.side;
  }

  #time(side: DeadlineSide, isDeadline: boolean): Moment | null | undefined {
    const told = this.#deadlines.filter(
      (one) =>
        one.side === side &&
        isDeadline === one.strength > PROMISED &&
        // `{"scheduleAt":…,"stops":[…]}`: when it begins, or when it is to be there?
        !(one.isOfJob && this.#isPickupPlaced),
    );
    const [best] = told.filter(({ at }) => at !== null).sort(byStrength);
    return best?.at ?? (told.length > 0 ? null : undefined);
  }

  get #isPickupPlaced(): boolean {
    return this.#isPlaced('pickup');
  }

  #isPlaced(side: string): boolean {
    return this.#sources.get(side)?.party()?.place?.line !== undefined;
  }

  #of(side: Side, isWeak: boolean): SideSources {
    const key = isWeak ? `${side} weak` : side;
    const sources = this.#sources.get(key) ?? new SideSources(side);
    this.#sources.set(key, sources);
    return sources;
  }
}

/** Of two that are as strong, the one that says it to the minute. */
function byStrength(a: Deadline, b: Deadline): number {
  return b.strength - a.strength || (b.at?.length ?? 0) - (a.at?.length ?? 0);
}

/** Two are where it comes from and where it goes to; what is said twice in a row is one stop. */
function routeOf(all: Stops['all']): readonly Stop[] | undefined {
  if (all.length <= 2) return undefined;
  const route: Stop[] = [];
  for (const { stop, side } of all.slice(0, MOST_STOPS)) {
    const sources = new SideSources(side ?? 'dropoff');
    sources.addStop(stop);
    const told = reportedIn(sources.party(), side ?? 'dropoff');
    if (!told?.name && !told?.address) continue;
    const { name = null, address = null, phone = null, note = null } = told;
    const last = route.at(-1);
    const isSame = last && last.name === name && last.address === address;
    if (!isSame) route.push({ side: side ?? null, name, address, phone, note });
  }
  return route.length > 2 ? route : undefined;
}

/** Of a locker or a shop that keeps parcels: whoever has it is nobody who gets one. */
function placeOnly(value: unknown): unknown {
  if (!isJsonObject(value)) return undefined;
  const fields = Object.entries(value).filter(
    ([name, one]) => isPlaceField(foldedName(name)) || isJsonObject(one),
  );
  return Object.fromEntries(fields);
}

function isOfMessage(object: JsonObject, sender: JsonObject): boolean {
  const isMessage = [EVENT_KINDS, MESSAGE_IDS].some((list) => list.textIn(object) !== undefined);
  return isMessage && placeIn([sender]) === undefined;
}

/** What has happened, and what is in the parcel, was at places too. */
function placesIn(name: string, list: readonly unknown[]): ReturnType<typeof stopsOf> {
  return isOthersName(name) || EVENT_LISTS.has(name) ? undefined : placesAmong(list);
}

function isCarrier(name: string, { field }: SideName, object: JsonObject): boolean {
  const folded = foldedName(name);
  const [front] = (COMPANIES.has(field) && IS_OF_CARRIER.exec(folded)) || [];
  if (front === undefined) return false;
  return !Object.keys(object).some((other) => {
    const { field: told = '' } = foldedName(other).startsWith(front) ? (sideOf(other) ?? {}) : {};
    return isPlaceField(told);
  });
}

/** `{"delivery":{"pickup":…}}` is a job and no place. */
function isJob(name: string, value: unknown): boolean {
  if (!MAY_BE_JOB.test(foldedName(name))) return false;
  const inner = Array.isArray(value) ? value.find(isJsonObject) : value;
  if (!isJsonObject(inner)) return false;
  const sides = Object.entries(inner).flatMap(([key, one]) => {
    const found = sideOf(key);
    return found && !found.isWeak && one !== null ? [{ ...found, isPlace: isJsonObject(one) }] : [];
  });
  if (sides.some(({ side }) => side !== 'dropoff')) return true;
  // `{"delivery":{"shipTo":…}}`: the place is one further in.
  const hasPlace = placeIn(scopesOf(inner, (key) => sideOf(key) !== undefined)) !== undefined;
  return !hasPlace && sides.some(({ field, isPlace }) => field === '' && isPlace);
}

/** A list of one is as good as that one. */
function isPart(name: string, value: unknown): boolean {
  const isOne = isJsonObject(value) || (Array.isArray(value) && value.length === 1);
  return isOne && !isOthersName(name) && !(Array.isArray(value) && PLACES.has(name));
}

function reportedIn(party: PartyReading | undefined, side: Side): PartyFacts | undefined {
  if (!party) return undefined;
  const { name, phone, address, note } = party;
  // Where a courier lives is not what a page shows of one.
  const told = withoutSilence(
    side === 'courier' ? { name, phone } : { name, address, phone, note },
  );
  return Object.keys(told).length > 0 ? told : undefined;
}

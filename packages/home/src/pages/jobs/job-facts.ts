import { isJsonObject, type JsonObject } from '@hookline/records';
import { scalarText } from '../../format/payload-json.ts';
import { fieldsOf, fieldsWithin, firstUnder, nameIn, placeIn } from '../../format/payload-names.ts';
import { shortText } from '../../format/payload-text.ts';
import { isPhone } from '../../format/payload-value.ts';

/** Somebody or some place a job names. */
export interface Party {
  readonly name: string | undefined;
  readonly address: string | undefined;
  readonly phone: string | undefined;
  /** How many further ones the payload lists beside this one. */
  readonly further: number;
}

/** What a dispatcher wants to know of a job first, where its payload says so. */
export interface JobFacts {
  readonly pickup: Party | undefined;
  readonly dropoff: Party | undefined;
  readonly courier: Party | undefined;
}

const PICKUPS = [
  ...['pickup', 'pickups', 'pickupaddress', 'abholung', 'abholort', 'abholadresse', 'absender'],
  ...['sender', 'origin', 'from', 'von'],
];
const DROPOFFS = [
  ...['dropoff', 'dropoffs', 'dropoffaddress', 'deliveries', 'deliveryaddress', 'zustellung'],
  ...['zustellort', 'zustelladresse', 'lieferung', 'lieferadresse', 'empfaenger', 'empfänger'],
  ...['recipient', 'destination', 'ziel', 'to', 'nach'],
];
const COURIERS = ['courier', 'kurier', 'driver', 'driverassigned', 'fahrer', 'bote'];

const NO_FACTS: JobFacts = { pickup: undefined, dropoff: undefined, courier: undefined };
const known = new WeakMap<JsonObject, JobFacts>();

export function jobFacts(payload: unknown): JobFacts {
  if (!isJsonObject(payload)) return NO_FACTS;
  const facts = known.get(payload) ?? factsIn(payload);
  known.set(payload, facts);
  return facts;
}

function factsIn(payload: JsonObject): JobFacts {
  const scopes = fieldsWithin(payload);
  return {
    pickup: firstUnder(PICKUPS, scopes, partyOf),
    dropoff: firstUnder(DROPOFFS, scopes, partyOf),
    courier: firstUnder(COURIERS, scopes, partyOf),
  };
}

/** Name or else address, in a word or two. */
export function partyText(party: Party | undefined): string | undefined {
  const text = party && (party.name ?? party.address);
  return text && party.further > 0 ? `${text} +${party.further}` : text;
}

/** Who or where: `"Pforte B"`, `{"name":…}`, `{"address":…}`, or a list of them. */
function partyOf(value: unknown): Party | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const [first] = list;
  const further = Math.max(list.length - 1, 0);
  const text = short(scalarText(first));
  if (text !== undefined) return { name: text, address: undefined, phone: undefined, further };
  if (!isJsonObject(first)) return undefined;
  const fields = fieldsOf(first);
  const [name, address, phone] = [nameIn(fields), placeIn(fields), phoneIn(first)].map(short);
  if (name === undefined && address === undefined && phone === undefined) return undefined;
  return { name: name ?? (address ? undefined : phone), address, phone, further };
}

function phoneIn(object: JsonObject): string | undefined {
  for (const [name, text] of fieldsOf(object)) {
    const number = scalarText(text);
    if (number !== undefined && isPhone(name, number)) return number.trim();
  }
  return undefined;
}

function short(text: string | undefined): string | undefined {
  return text === undefined ? undefined : shortText(text);
}

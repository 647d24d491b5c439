import { exactNumber } from '../../format/exact-json.ts';

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

const PICKUP = namesOf(
  'pickup pickups pickupaddress abholung abholort abholadresse abholer absender sender origin from von start',
);
const DROPOFF = namesOf(
  'dropoff dropoffs dropoffaddress deliveries deliveryaddress zustellung zustellort zustelladresse lieferung lieferadresse empfaenger recipient destination to nach ziel',
);
const COURIER = namesOf('courier kurier driver driverassigned fahrer bote');
const NAME = namesOf('name firma company companyname contactname kontakt label title');
const FIRST_NAME = namesOf('firstname vorname');
const LAST_NAME = namesOf('lastname nachname');
const ADDRESS = namesOf('address adresse anschrift strasse street formattedaddress streetaddress');
const PHONE = namesOf(
  'number telefon telefonnummer phone phonenumber tel mobil mobile handy contactphone',
);

/** What people write numbers with, at least two digits of it: nothing else becomes a link. */
const PHONE_LOOK = /^(?=(?:\D*\d){2})\+?[\d(][\d ()/.*#-]{0,38}$/;

/** A payload may be a megabyte of anything; what is further down or behind is not looked at. */
const MOST_OBJECTS = 100;
const MOST_FIELDS = 200;
const DEEPEST = 5;
const LONGEST = 120;

const known = new WeakMap<object, JobFacts>();
const NO_FACTS: JobFacts = { pickup: undefined, dropoff: undefined, courier: undefined };

export function jobFacts(payload: unknown): JobFacts {
  if (typeof payload !== 'object' || payload === null) return NO_FACTS;
  const facts = known.get(payload) ?? factsIn(payload);
  known.set(payload, facts);
  return facts;
}

function factsIn(payload: object): JobFacts {
  const objects = objectsIn(payload);
  return {
    pickup: partyUnder(PICKUP, objects),
    dropoff: partyUnder(DROPOFF, objects),
    courier: partyUnder(COURIER, objects),
  };
}

/** Name or else address, in a word or two. */
export function partyText(party: Party | undefined): string | undefined {
  const text = party && (party.name ?? party.address);
  return text && party.further > 0 ? `${text} +${party.further}` : text;
}

/** A field's name without what systems spell differently: case, dashes, umlauts. */
export function plainName(key: string): string {
  return key
    .slice(0, 60)
    .toLowerCase()
    .replace(/[\s_.-]/g, '')
    .replace(/[äöüß]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue' })[letter] ?? 'ss');
}

/** The fields of an object with plain names, in their order. */
type Fields = readonly (readonly [name: string, value: unknown])[];

/** The payload's objects, the outer ones first. */
function objectsIn(payload: object): Fields[] {
  const found: Fields[] = [];
  let level: unknown[] = [payload];
  for (let depth = 0; depth < DEEPEST && level.length > 0; depth++) {
    const next: unknown[] = [];
    for (const value of level) {
      if (found.length >= MOST_OBJECTS) return found;
      const fields = fieldsOf(value);
      if (!fields) continue;
      found.push(fields);
      for (const [, inner] of fields) {
        if (Array.isArray(inner)) next.push(...inner.slice(0, 5));
        else next.push(inner);
      }
    }
    level = next;
  }
  return found;
}

function fieldsOf(value: unknown): Fields | undefined {
  if (typeof value !== 'object' || value === null || exactNumber(value) !== undefined) {
    return undefined;
  }
  return Object.keys(value)
    .slice(0, MOST_FIELDS)
    .map((key) => [plainName(key), Object.getOwnPropertyDescriptor(value, key)?.value]);
}

function partyUnder(names: ReadonlySet<string>, objects: readonly Fields[]): Party | undefined {
  for (const fields of objects) {
    for (const [name, value] of fields) {
      const party = names.has(name) ? partyOf(value) : undefined;
      if (party) return party;
    }
  }
  return undefined;
}

function partyOf(value: unknown): Party | undefined {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  const [first] = list;
  const further = Math.max(list.length - 1, 0);
  const text = textOf(first);
  if (text !== undefined) return { name: text, address: undefined, phone: undefined, further };
  const fields = fieldsOf(first);
  if (!fields) return undefined;
  const name = textUnder(NAME, fields) ?? fullName(fields);
  const address = textUnder(ADDRESS, fields);
  const phone = textUnder(PHONE, fields, (each) => PHONE_LOOK.test(each));
  if (name === undefined && address === undefined && phone === undefined) return undefined;
  return { name: name ?? (address ? undefined : phone), address, phone, further };
}

function fullName(fields: Fields): string | undefined {
  const parts = [textUnder(FIRST_NAME, fields), textUnder(LAST_NAME, fields)];
  return parts.filter((part) => part !== undefined).join(' ') || undefined;
}

function textUnder(
  names: ReadonlySet<string>,
  fields: Fields,
  isFit: (text: string) => boolean = () => true,
): string | undefined {
  // In the order of the names: a name beats a title, wherever it stands.
  for (const name of names) {
    for (const [key, value] of fields) {
      const text = key === name ? textOf(value) : undefined;
      if (text !== undefined && isFit(text)) return text;
    }
  }
  return undefined;
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : (exactNumber(value) ?? value);
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  const short = text.slice(0, LONGEST + 1).trim();
  return short.length > LONGEST ? `${short.slice(0, LONGEST)}…` : short;
}

function namesOf(words: string): ReadonlySet<string> {
  return new Set(words.split(' '));
}

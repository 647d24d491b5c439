import { CONTACT_TARGETS, type Target } from '@hookline/contract/words';
import { partyIn } from './address.ts';
import { courierOf } from './courier.ts';
import { filledText, isJsonObject, type JsonObject, type NameList } from './fields.ts';
import type { Happened } from './happened.ts';
import { countOf, type FactsReading, type PartyFacts, withoutSilence } from './job-facts.ts';
import type { StatusReading } from './job-status.ts';
import type { Found, Place } from './json-path.ts';
import type { Mapping, Told } from './mapping.ts';
import * as names from './names.ts';
import { nameOf } from './party-name.ts';
import { hasOwnNumber } from './phone-fields.ts';
import { PLACE_FIELDS } from './place.ts';
import type { References } from './reference.ts';
import type { StatusWords } from './status.ts';
import { dayOf, type Moment, momentOf, timeOnDay } from './times.ts';
import type { RecordKind } from './unwrap.ts';

/** How an office reads its jobs. */
export interface JobOptions {
  /** Its own names for a job's number, which come first. */
  readonly referenceNames: NameList;
  readonly statusWords: StatusWords;
  /** Of times that have none. */
  readonly timeZone: string;
}

/** What a payload says about one job. */
export interface JobMessage extends References, StatusReading {
  readonly record: JsonObject;
  /** Where in the payload it stands. */
  readonly path: readonly (string | number)[];
  /** Further numbers that lead to the job and are no names of it. */
  readonly leads: readonly string[];
  readonly facts: FactsReading;
  /** Undefined where it does not say when. */
  readonly happened: Happened | undefined;
  /** What rules have told of it, and which of them could not. */
  readonly mapped?: Mapped;
}

/** What rules have said of a record. */
export interface Mapped {
  /** From where each target was taken; the rule is undefined for one of a preset. */
  readonly told: readonly {
    readonly target: Target;
    readonly rule: number | undefined;
    readonly places: readonly Place[];
  }[];
  /** Rules that found something which is no such thing: what is built in was taken. */
  readonly failed: readonly number[];
}

type Parts = Pick<
  JobMessage,
  'reference' | 'aliases' | 'status' | 'statusClass' | 'facts' | 'happened'
>;
const LONGEST = 300;
const LONGEST_NAME = 200;

/** What was read, with what is read of these targets where a value was said not to be it. */
export function withoutDenied(
  read: JobMessage,
  others: readonly { readonly target: Target; readonly other: Parts }[],
): JobMessage {
  let known = read;
  for (const { target, other } of others) known = { ...known, ...partOf(target, known, other) };
  return known;
}

/** Of another reading, what it says of one target. */
function partOf(target: Target, known: Parts, other: Parts): Partial<Parts> {
  const [fact, part] = target.split('.') as [keyof FactsReading, keyof PartyFacts | undefined];
  if (target === 'reference') return { reference: other.reference, aliases: other.aliases };
  if (target === 'alias') return { aliases: other.aliases };
  if (target === 'status') return { status: other.status, statusClass: other.statusClass };
  if (target === 'at') return { happened: other.happened };
  if (part !== undefined) {
    const party = other.facts[fact] as PartyFacts | null | undefined;
    return { facts: withPart(known.facts, fact, part, party?.[part]) };
  }
  // What is planned is taken for a deadline where there is none.
  const planned = { pickupBy: 'pickupAt', deliverBy: 'deliverAt' } as const;
  const also = fact in planned ? planned[fact as keyof typeof planned] : fact;
  const facts = { ...known.facts, [fact]: other.facts[fact], [also]: other.facts[also] };
  return { facts: withoutSilence(facts) as FactsReading };
}

/**
 * What rules find for these targets: each is offered to `take`, which says whether it is such a thing.
 */
function taken<T extends Target>(
  mapping: Mapping,
  targets: readonly T[],
  message: unknown,
  record: Found,
  take: (target: T, told: Told) => boolean,
): Mapped | undefined {
  const told: Mapped['told'][number][] = [];
  const failed: number[] = [];
  for (const target of targets) {
    for (const one of mapping.told(target, message, record)) {
      if (!take(target, one)) {
        if (one.index !== undefined) failed.push(one.index);
        continue;
      }
      told.push({ target, rule: one.index, places: one.found.map(({ place }) => place) });
      // Of further numbers all count, of all else the first.
      if (target !== 'alias') break;
    }
  }
  return told.length + failed.length === 0 ? undefined : { told, failed };
}

/** What was read, with what the rules say. */
export function mapped(
  read: JobMessage,
  mapping: Mapping,
  message: unknown,
  options: JobOptions,
): JobMessage {
  const record = { place: read.path, value: read.record };
  let known: JobMessage = read;
  const targets = mapping.targets.filter((target) => target !== 'record');
  const found = taken(mapping, targets, message, record, (target, told) => {
    const part = toldPart(target, told, known, options);
    known = { ...known, ...part };
    return part !== undefined;
  });
  return found ? { ...known, mapped: found } : known;
}

/** Undefined if what was found is no such thing. */
function toldPart(
  target: Target,
  told: Told,
  known: JobMessage,
  { statusWords, timeZone }: JobOptions,
): Partial<Parts> | undefined {
  const [fact, part] = target.split('.') as [keyof FactsReading, keyof PartyFacts | undefined];
  const text = toldText(told, part);
  const name = text.length <= LONGEST_NAME ? text : '';
  switch (target) {
    case 'reference':
      if (name === '') return undefined;
      return { reference: name, aliases: known.aliases.filter((one) => one !== name) };
    case 'alias':
      if (name === '' || name === known.reference) return undefined;
      return { aliases: [...new Set([name, ...known.aliases])] };
    case 'status':
      return name === '' ? undefined : { status: name, statusClass: statusWords.classOf(name) };
    case 'at': {
      const at = momentTold(told, timeZone);
      return at === undefined ? undefined : { happened: { path: 'rule', at } };
    }
  }
  if (part !== undefined) {
    if (text === '' && !isCleared(told)) return undefined;
    return { facts: withFact(known.facts, fact, part, text === '' ? null : text) };
  }
  const count = told.join === undefined ? told.found[0]?.value : text;
  const read = fact === 'parcels' ? countOf(count) : momentTold(told, timeZone);
  if (read === undefined && !isCleared(told)) return undefined;
  return { facts: { ...known.facts, [fact]: read ?? null } };
}

function isCleared({ found }: Told): boolean {
  return found.every(({ value }) => value === null);
}

/** `03/04/2026`, of which only an office can say which the day is. */
const EITHER_ORDER = /^\s*(\d{1,2})[/-](\d{1,2})[/-](?:20)?(\d\d)(?!\d)/;

/** A day and a time that stand apart are one moment, whichever was pointed at first. */
function momentTold(told: Told, timeZone: string): Moment | undefined {
  const { found, join, dates } = told;
  const values = found.map(({ value }) => {
    const text = filledText(value);
    const isMonthFirst = dates === 'month-first';
    return dates && text
      ? text.replace(EITHER_ORDER, isMonthFirst ? '20$3-$1-$2' : '20$3-$2-$1')
      : value;
  });
  const [one, other] = values;
  if (join === undefined) return momentOf(one, timeZone);
  const texts = values.flatMap((value) => filledText(value) ?? []);
  const onDayOf = (day: unknown, clock: unknown) =>
    timeOnDay(clock, dayOf(day, timeZone) ?? '', timeZone);
  return (
    momentOf(texts.join(join), timeZone) ??
    momentOf(texts.toReversed().join(join), timeZone) ??
    onDayOf(one, other) ??
    onDayOf(other, one)
  );
}

/** All that was found as one text; of an object what it says of the part. */
function toldText({ found, join = '' }: Told, part?: keyof PartyFacts): string {
  const texts = found.flatMap(({ value }) => textOf(value, part) ?? []);
  return texts.join(join).slice(0, LONGEST);
}

function textOf(value: unknown, part: keyof PartyFacts | undefined): string | undefined {
  if (Array.isArray(value)) {
    return (
      value
        .slice(0, 20)
        .flatMap((one) => filledText(one) ?? [])
        .join(', ') || undefined
    );
  }
  // `"delivered":true`, of which an office says what it means.
  if (typeof value === 'boolean') return String(value);
  if (!isJsonObject(value) || part === undefined || part === 'id') return filledText(value);
  return filledText(value) ?? partyIn(value)[part] ?? undefined;
}

function withFact(
  facts: FactsReading,
  fact: keyof FactsReading,
  part: keyof PartyFacts,
  text: string | null,
): FactsReading {
  const party = facts[fact] as PartyFacts | null | undefined;
  // Somebody else's number would be called for the one who drives.
  const isOther = fact === 'courier' && part === 'name' && party?.name !== text;
  return isOther ? { ...facts, courier: { name: text } } : withPart(facts, fact, part, text);
}

function withPart(
  facts: FactsReading,
  fact: keyof FactsReading,
  part: keyof PartyFacts,
  text: string | null | undefined,
): FactsReading {
  const party = withoutSilence({ ...(facts[fact] as PartyFacts | null), [part]: text });
  const { [fact]: _, ...others } = facts;
  return Object.keys(party).length === 0 ? others : { ...others, [fact]: party };
}

/** Who has a number, or at least a name. */
export const CONTACT: RecordKind = {
  identity: (object) => (hasOwnNumber(object) ? 'number' : undefined),
  tells: (object) => !!nameOf(object),
  areParts: false,
};

type ContactTarget = (typeof CONTACT_TARGETS)[number];

/** What rules say of somebody; null is an explicit nothing. */
export interface ContactTold {
  readonly values: { readonly [T in ContactTarget]?: string | null };
  /** The word for a state as it was sent, where values have what this sender means by it. */
  readonly stateWord: string | undefined;
  readonly mapped: Mapped | undefined;
}

/** Under which name each is kept among somebody's fields, and what would say the same. */
const FIELDS: {
  readonly [T in ContactTarget]?: readonly [name: string, others: readonly NameList[]];
} = {
  address: ['address', PLACE_FIELDS],
  note: ['note', [names.NOTES]],
  state: ['status', [names.COURIER_STATUSES, names.IS_AVAILABLE]],
  vehicle: ['vehicle', [names.VEHICLES, names.PLATES]],
};
const OWN_ID = { kunden: 'kundennummer', kuriere: 'kurierId' } as const;

export function contactTold(
  mapping: Mapping,
  message: unknown,
  record: Found,
  words: StatusWords,
): ContactTold {
  const values: { [T in ContactTarget]?: string | null } = {};
  let stateWord: string | undefined;
  const found = taken(mapping, CONTACT_TARGETS, message, record, (target, told) => {
    const part =
      target === 'name' || target === 'address' || target === 'phone' || target === 'note';
    const text = toldText(told, part ? target : undefined);
    if (text === '' && !isCleared(told)) return false;
    values[target] = text || null;
    if (target === 'state') stateWord = text;
    return true;
  });
  if (!('state' in values) && isJsonObject(record.value)) {
    stateWord = courierOf(record.value).status ?? undefined;
  }
  // A number that only this sender means something by is kept as what it means.
  const meaning = stateWord && mapping.meaningOf(stateWord, words);
  if (meaning) values.state = meaning;
  return { values, stateWord, mapped: found };
}

/** A record with what is told of it, under names that are read before all others. */
export function withTold(
  record: JsonObject,
  { values }: ContactTold,
  channel: keyof typeof OWN_ID,
): JsonObject {
  const { ownId } = values;
  const told = Object.entries(FIELDS).flatMap(([target, [name, others]]) => {
    const text = values[target as ContactTarget];
    return text === undefined ? [] : [{ name, text, others }];
  });
  if (told.length === 0 && ownId === undefined) return record;
  const left = Object.entries(record).filter(
    ([name]) => !told.some(({ others }) => others.some((list) => list.has(name))),
  );
  const own = told.map(({ name, text }): [string, unknown] => [name, text]);
  if (ownId) own.push([OWN_ID[channel], ownId]);
  return Object.fromEntries([...left, ...own]);
}

import type { Target } from '@hookline/contract/words';
import { partyIn } from './address.ts';
import { countOf, type FactsReading, type PartyFacts, withoutSilence } from './facts-reading.ts';
import type { JsonObject, NameList } from './fields.ts';
import { filledText, isJsonObject } from './fields.ts';
import type { Happened } from './happened.ts';
import type { StatusReading } from './job-status.ts';
import type { Place } from './json-path.ts';
import type { Mapping, Told } from './mapping.ts';
import type { References } from './reference.ts';
import type { StatusWords } from './status.ts';
import { dayOf, type Moment, momentOf, timeOnDay } from './times.ts';

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

/** What was read, with what the rules say. */
export function mapped(
  read: JobMessage,
  mapping: Mapping,
  message: unknown,
  options: JobOptions,
): JobMessage {
  const told: Mapped['told'][number][] = [];
  const failed: number[] = [];
  const record = { place: read.path, value: read.record };
  let known: JobMessage = read;
  for (const target of mapping.targets) {
    if (target === 'record') continue;
    for (const one of mapping.told(target, message, record)) {
      const part = toldPart(target, one, known, options);
      if (!part) {
        if (one.index !== undefined) failed.push(one.index);
        continue;
      }
      known = { ...known, ...part };
      told.push({ target, rule: one.index, places: one.found.map(({ place }) => place) });
      // Of further numbers all count, of all else the first.
      if (target !== 'alias') break;
    }
  }
  return told.length + failed.length === 0 ? known : { ...known, mapped: { told, failed } };
}

/** Undefined if what was found is no such thing. */
function toldPart(
  target: Target,
  told: Told,
  known: JobMessage,
  { statusWords, timeZone }: JobOptions,
): Partial<Parts> | undefined {
  const [fact, part] = target.split('.') as [keyof FactsReading, keyof PartyFacts | undefined];
  const isCleared = told.found.every(({ value }) => value === null);
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
    if (text === '' && !isCleared) return undefined;
    return { facts: withTold(known.facts, fact, part, text === '' ? null : text) };
  }
  const count = told.join === undefined ? told.found[0]?.value : text;
  const read = fact === 'parcels' ? countOf(count) : momentTold(told, timeZone);
  if (read === undefined && !isCleared) return undefined;
  return { facts: { ...known.facts, [fact]: read ?? null } };
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
export function toldText({ found, join = '' }: Told, part?: keyof PartyFacts): string {
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

function withTold(
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

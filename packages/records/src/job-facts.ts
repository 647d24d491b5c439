import { type CountFact, FACTS, type JobFacts, type Stop } from '@hookline/contract/job-facts';
import type { NameList } from './fields.ts';
import { COUNTS } from './job-names.ts';
import { foldedText } from './search-text.ts';
import { type Moment, timeOnDay } from './times.ts';

/** What one version says of a party: null takes back, a missing field says nothing. */
export interface PartyFacts {
  /** Of a courier: its own one in the books of whoever sends it. */
  readonly id?: string | null;
  readonly name?: string | null;
  readonly address?: string | null;
  readonly phone?: string | null;
  readonly note?: string | null;
}

export type Counts = { [Fact in CountFact]?: number | null };

/** What one version of a job says. Plain JSON, to be kept with the version. */
export interface FactsReading extends Readonly<Counts> {
  readonly pickup?: PartyFacts | null;
  readonly dropoff?: PartyFacts | null;
  readonly courier?: PartyFacts | null;
  /** Deadlines. */
  readonly pickupBy?: Moment | null;
  readonly deliverBy?: Moment | null;
  /** When it is promised or planned, which counts where no version has a deadline. */
  readonly pickupAt?: Moment | null;
  readonly deliverAt?: Moment | null;
  /** The same of a job that is past it, where it may be when that happened. */
  readonly pickedUpAt?: Moment | null;
  readonly deliveredAt?: Moment | null;
  readonly stops?: readonly Stop[] | null;
}

/** No job of an office has more pieces. */
const MOST_COUNTED = 9999;
const COUNTED = Object.entries(COUNTS) as [CountFact, NameList][];

/** The first that is told is the one. */
export function noteCount(counts: Counts, name: string, value: unknown): void {
  for (const [fact, names] of COUNTED) {
    const count = names.has(name) ? countOf(value) : undefined;
    if (count !== undefined) counts[fact] ??= count;
  }
}

/** `"colli":3`, `"pieces":"3"`, or the pieces themselves; undefined for anything else. */
export function countOf(value: unknown): number | null | undefined {
  if (value === null) return null;
  if (Array.isArray(value)) return value.length > 0 ? value.length : undefined;
  const count = typeof value === 'string' && /^\s*\d{1,4}\s*$/.test(value) ? Number(value) : value;
  const isCount = Number.isInteger(count) && Number(count) >= 0 && Number(count) <= MOST_COUNTED;
  return isCount ? Number(count) : undefined;
}

/** Only what is told: what a version is silent about is not kept with it. */
export function withoutSilence<T extends object>(
  all: T,
): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const told: { [K in keyof T]?: Exclude<T[K], undefined> } = {};
  for (const name in all) {
    const value = all[name];
    if (value !== undefined) told[name] = value as Exclude<T[typeof name], undefined>;
  }
  return told;
}

/** A party of a job as it is known; null is "nobody says". */
export type Party = NonNullable<JobFacts['pickup']>;

/** What is known of a courier. The id is that of the sender's books. */
export interface CourierFacts {
  readonly name: string | null;
  readonly phone: string | null;
  readonly id?: string;
}

/** What is known after some versions; plain JSON, to be kept with the job. */
export interface FactsState extends Omit<JobFacts, 'courier'> {
  readonly courier: CourierFacts | null;
  readonly pickupAt: Moment | null;
  readonly deliverAt: Moment | null;
}

const NAMES = [...Object.keys(FACTS), 'pickupAt', 'deliverAt'] as (keyof FactsState)[];

export const NO_FACTS = Object.fromEntries(
  NAMES.map((name) => [name, null]),
) as never as FactsState;

/** The facts to show. A time that is only planned is the deadline if there is no other. */
export function factsAfter({ pickupAt, deliverAt, ...state }: FactsState): JobFacts {
  const { courier } = state;
  return {
    ...state,
    // An own id is nobody's name.
    courier: courier && { name: courier.name, phone: courier.phone, ownId: courier.id ?? null },
    pickupBy: state.pickupBy ?? pickupAt,
    deliverBy: state.deliverBy ?? deliverAt,
  };
}

/**
 * What is known after one more version, which is newer than all before. One that comes late is put
 * in its place and all are folded anew, so that any order and any batches give the same.
 */
export function withVersion(state: FactsState, read: FactsReading): FactsState {
  const { pickedUpAt, deliveredAt, ...version } = read;
  return {
    ...state,
    // Better than nothing, and worse than what was told before.
    ...(state.pickupAt === null && pickedUpAt && { pickupAt: pickedUpAt }),
    ...(state.deliverAt === null && deliveredAt && { deliverAt: deliveredAt }),
    ...version,
    pickup: mergedParty(state.pickup, version.pickup),
    dropoff: mergedParty(state.dropoff, version.dropoff),
    courier: mergedCourier(state.courier, version.courier),
  };
}

const NOBODY: Party = { name: null, address: null, phone: null, note: null };

/** Whom the same number means is the same, whatever he is called; with another one it is another. */
function mergedCourier(
  known: CourierFacts | null,
  told: PartyFacts | null | undefined,
): CourierFacts | null {
  if (told === undefined) return known;
  if (told === null) return null;
  const { id: reportedId, ...said } = told;
  const isOther =
    known?.id && reportedId ? known.id !== reportedId : isAnother(known?.name ?? null, said.name);
  const from: Party = { ...NOBODY, ...(isOther ? undefined : known) };
  const { name, phone } = filledParty(from, said) ?? NOBODY;
  const id = reportedId === undefined && !isOther ? known?.id : (reportedId ?? undefined);
  if (name === null && phone === null && id === undefined) return null;
  return { name, phone, ...(id !== undefined && { id }) };
}

function mergedParty(
  known: Partial<Party> | null,
  told: PartyFacts | null | undefined,
): Party | null {
  const before: Party = { ...NOBODY, ...known };
  if (told === undefined) return known && before;
  if (told === null) return null;
  const isOther = isAnother(before.name, told.name) || isAnother(before.address, told.address);
  return filledParty(isOther ? NOBODY : before, told);
}

function filledParty(from: Party, told: PartyFacts): Party | null {
  const party: Party = {
    name: newer(from.name, told.name),
    address: newer(from.address, told.address),
    phone: told.phone === undefined ? from.phone : told.phone,
    note: told.note === undefined ? from.note : told.note,
  };
  return Object.values(party).some((value) => value !== null) ? party : null;
}

/** `Osterstraße 131` says less than `Osterstraße 131, 20255 Hamburg`, and nothing else. */
function newer(known: string | null, told: string | null | undefined): string | null {
  if (told === undefined) return known;
  if (told === null || known === null || known === told) return told;
  const [fewer, more] = [wordsOf(told), wordsOf(known)];
  return fewer.size < more.size && isWithin(fewer, more) ? known : told;
}

/** Whether the two name different persons or places: neither only says less than the other. */
function isAnother(known: string | null, told: string | null | undefined): boolean {
  // Most messages repeat what is known: to compare their words each time takes longer than the rest.
  if (!known || !told || known === told) return false;
  const [a, b] = [wordsOf(known), wordsOf(told)];
  return !isWithin(a, b) && !isWithin(b, a);
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(foldedText(text).split(' '));
}

function isWithin(few: ReadonlySet<string>, many: ReadonlySet<string>): boolean {
  return [...few].every((word) => many.has(word));
}

/**
 * When somebody has to have done something about a job: picked it up, or delivered it once it is
 * under way. A day is over at its end in the office's time zone.
 */
export function dueAt(
  { pickupBy, deliverBy }: Pick<JobFacts, 'pickupBy' | 'deliverBy'>,
  wasUnderway: boolean,
  timeZone: string,
): Moment | null {
  const due = wasUnderway ? deliverBy : (pickupBy ?? deliverBy);
  return due === null ? null : (timeOnDay('24:00', due, timeZone) ?? due);
}

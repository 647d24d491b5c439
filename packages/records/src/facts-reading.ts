import type { CountFact, Stop } from '@hookline/contract/job-facts';
import type { NameList } from './fields.ts';
import { COUNTS } from './job-names.ts';
import type { Moment } from './times.ts';

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

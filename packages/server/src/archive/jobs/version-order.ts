import type { Selectable } from 'kysely';
import type { Schema } from '../engine/store/schema.ts';

/** A version, as far as its place among the others goes. */
export type Placed = Pick<
  Selectable<Schema['job_versions']>,
  'id' | 'happened_in' | 'happened_at' | 'before_id'
>;

/** How long after its receipt something may be said to have happened: clocks are not all alike. */
const MOST_AHEAD = 10 * 60_000;

/** A time that lies ahead is a plan, or of a clock that nothing can be said by. */
export function hasHappened(at: string, receivedAt: string): boolean {
  return Date.parse(at) <= Date.parse(receivedAt) + MOST_AHEAD;
}

/** The latest time that versions have told at each place. */
export type LatestTimes = Readonly<Record<string, string>>;

/** When a version says that what it tells happened. */
export type Telling = Pick<Placed, 'happened_in' | 'happened_at'>;

/** Whether it tells of something that was before what is known already. */
export function isOvertaken({ happened_in: place, happened_at: at }: Telling, latest: LatestTimes) {
  return place !== null && at !== null && at < (latest[place] ?? '');
}

export function withTime(
  latest: LatestTimes,
  { happened_in: place, happened_at: at }: Telling,
): LatestTimes {
  if (place === null || at === null || at <= (latest[place] ?? '')) return latest;
  return { ...latest, [place]: at };
}

/**
 * The order in which versions count: that in which they were accepted, but for those that came late.
 *
 *     accepted       10:00 collected   10:40 delivered   10:20 at the door
 *     counts as      10:00 collected   10:20 at the door   10:40 delivered
 *
 * One that tells of an earlier time than another has told before it, at the same place of the
 * message and from the same sender, stands before the first such one. Times of different places say
 * nothing about each other, and one without a time comes where it came: by the receiver's clock
 * alone, "delivered" was turned back to "at the door" by a sender that tried again after an hour.
 */
export class VersionOrder {
  /** Of each place those that were not late, each later than the one before. */
  readonly #latest = new Map<string, { readonly id: string; readonly at: string }[]>();
  readonly #placed: Placed[] = [];
  #isSorted = true;

  /** With one more, accepted after all before. Answers how it is placed. */
  add({ id, happened_in, happened_at }: Omit<Placed, 'before_id'>): Placed {
    const before_id = this.#firstAfter(id, happened_in, happened_at);
    const placed = { id, happened_in, happened_at, before_id };
    this.#placed.push(placed);
    if (before_id !== null) this.#isSorted = false;
    return placed;
  }

  #firstAfter(id: string, place: string | null, at: string | null): string | null {
    if (place === null || at === null) return null;
    const known = this.#latest.get(place) ?? [];
    if (known.length === 0) this.#latest.set(place, known);
    if (at > (known.at(-1)?.at ?? '')) known.push({ id, at });
    if (at >= (known.at(-1)?.at ?? '')) return null;
    let [from, until] = [0, known.length - 1];
    while (from < until) {
      const middle = (from + until) >> 1;
      if ((known[middle]?.at ?? '') > at) until = middle;
      else from = middle + 1;
    }
    return known[from]?.id ?? null;
  }

  get size(): number {
    return this.#placed.length;
  }

  /** Ids in the order in which they count, all of them or so many from there on. */
  ids(from = 0, count = this.size): readonly string[] {
    if (!this.#isSorted) this.#placed.sort(byPlace);
    this.#isSorted = true;
    return this.#placed.slice(from, from + count).map(({ id }) => id);
  }
}

/** Those that stand before another one are there in the order of their times. */
function byPlace(a: Placed, b: Placed): number {
  const [ofA, ofB] = [a.before_id ?? a.id, b.before_id ?? b.id];
  if (ofA !== ofB) return ofA < ofB ? -1 : 1;
  if (a.before_id === null || b.before_id === null) return a.before_id === null ? 1 : -1;
  const [timeOfA, timeOfB] = [a.happened_at ?? '', b.happened_at ?? ''];
  if (timeOfA !== timeOfB) return timeOfA < timeOfB ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

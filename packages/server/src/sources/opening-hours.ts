import type { Opening } from '../config/office-hours.ts';

/** In milliseconds since 1970. */
interface Stretch {
  readonly from: number;
  readonly until: number;
}

/** Longer than any silence can be set: who is open around the clock opened before that. */
const DAYS_BEFORE = 8;

/** The day of the office in which a moment lies. */
export interface OfficeDay extends Stretch {
  /** As `2026-03-04`. */
  readonly name: string;
}

export function officeDay(now: number, timeZone: string): OfficeDay {
  const at = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone);
  const midnight = at.startOfDay();
  return {
    name: midnight.toPlainDate().toString(),
    from: midnight.epochMilliseconds,
    // Not 24 hours later: twice a year a day is longer or shorter.
    until: midnight.add({ days: 1 }).startOfDay().epochMilliseconds,
  };
}

/** When the office is open, by the clock on its wall. */
export class OpeningHours {
  readonly #openings: readonly Opening[] | undefined;
  readonly #timeZone: string;
  #day: OfficeDay | undefined;
  #stretches: readonly Stretch[] = [];

  /** Without openings it is always open. */
  constructor(openings: readonly Opening[] | undefined, timeZone: string) {
    this.#openings = openings;
    this.#timeZone = timeZone;
  }

  /** Since when the office has been open without a break; undefined while it is closed. */
  openedAt(now: number): number | undefined {
    if (!this.#openings) return Number.NEGATIVE_INFINITY;
    if (!this.#day || now < this.#day.from || now >= this.#day.until) {
      this.#day = officeDay(now, this.#timeZone);
      this.#stretches = joined(stretchesAround(this.#openings, this.#day.name, this.#timeZone));
    }
    return this.#stretches.find(({ from, until }) => from <= now && now < until)?.from;
  }
}

function stretchesAround(openings: readonly Opening[], day: string, zone: string): Stretch[] {
  const today = Temporal.PlainDate.from(day);
  return Array.from({ length: DAYS_BEFORE + 1 }, (_, n) => today.subtract({ days: n })).flatMap(
    (date) =>
      openings
        .filter(({ weekday }) => weekday === date.dayOfWeek)
        .map(({ from, until }) => ({
          from: momentOn(date, from, zone),
          until: momentOn(date, until, zone),
        })),
  );
}

/** An hour that a day leaves out is the one after it. */
function momentOn(date: Temporal.PlainDate, minutes: number, timeZone: string): number {
  const days = Math.floor(minutes / 1440);
  const plainTime = Temporal.PlainTime.from('00:00').add({ minutes: minutes % 1440 });
  return date.add({ days }).toZonedDateTime({ timeZone, plainTime }).epochMilliseconds;
}

/** What overlaps or touches is one stretch. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const all: Stretch[] = [];
  for (const next of stretches.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (!last || next.from > last.until) all.push(next);
    else all[all.length - 1] = { from: last.from, until: Math.max(last.until, next.until) };
  }
  return all;
}

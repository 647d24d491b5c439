import { REFUSAL_CAUSES, type RefusalCause, type SourceUrl } from '@hookline/contract';

export const HOURS = 24;
const HOUR = 60 * 60 * 1000;
/** Of one sender at one URL; a flood of odd ones pushes out the older, and takes no more room. */
const MOST_REFUSALS = 5;

export interface KeptRefusal {
  readonly at: string;
  readonly status: number;
  readonly code: string;
  readonly cause: RefusalCause;
  readonly path: string | null;
  readonly count: number;
}

/** A source as it is stored. */
export interface SourceState {
  readonly firstAt?: string;
  readonly lastAt?: string;
  /** The day of the office that `today` and `refusedToday` count. */
  readonly day?: string;
  readonly today?: number;
  readonly refusedToday?: number;
  /** The last of `hours`, counted since 1970. */
  readonly hour?: number;
  readonly hours?: readonly number[];
  readonly refusals?: readonly KeptRefusal[];
}

export function hourOf(now: number): number {
  return Math.floor(now / HOUR);
}

export function startOfHour(hour: number): number {
  return hour * HOUR;
}

export class Source {
  readonly sender: string | null;
  readonly url: SourceUrl;
  /** Since the start, for the metrics. */
  accepted = 0;
  refused = 0;
  firstAt: number | undefined;
  lastAt: number | undefined;
  #day = '';
  #today = 0;
  #refusedToday = 0;
  #hour = 0;
  #hours: number[] = Array(HOURS).fill(0);
  #refusals: KeptRefusal[] = [];

  constructor(sender: string | null, url: SourceUrl) {
    this.sender = sender;
    this.url = url;
  }

  accept(now: number, day: string): void {
    this.accepted++;
    this.firstAt ??= now;
    this.lastAt = now;
    this.#goTo(day);
    this.#today++;
    this.#advance(hourOf(now));
    const last = this.#hours.length - 1;
    this.#hours[last] = (this.#hours[last] ?? 0) + 1;
  }

  /** `refusal` is undefined for one that is only counted. */
  refuse(day: string, refusal: Omit<KeptRefusal, 'count'> | undefined): void {
    this.refused++;
    this.#goTo(day);
    this.#refusedToday++;
    if (!refusal) return;
    const isSame = ({ cause, path }: KeptRefusal) =>
      cause === refusal.cause && path === refusal.path;
    const before = this.#refusals.find(isSame)?.count ?? 0;
    const others = this.#refusals.filter((other) => !isSame(other));
    this.#refusals = [{ ...refusal, count: before + 1 }, ...others].slice(0, MOST_REFUSALS);
  }

  get refusals(): readonly KeptRefusal[] {
    return this.#refusals;
  }

  today(day: string): { readonly accepted: number; readonly refused: number } {
    return day === this.#day
      ? { accepted: this.#today, refused: this.#refusedToday }
      : { accepted: 0, refused: 0 };
  }

  /** The events of each hour up to this one. */
  hoursUntil(hour: number): readonly number[] {
    return shifted(this.#hours, hour - this.#hour);
  }

  state(): SourceState {
    return {
      ...(this.firstAt !== undefined && { firstAt: iso(this.firstAt) }),
      ...(this.lastAt !== undefined && { lastAt: iso(this.lastAt) }),
      day: this.#day,
      today: this.#today,
      refusedToday: this.#refusedToday,
      hour: this.#hour,
      hours: this.#hours,
      refusals: this.#refusals,
    };
  }

  /** Adds what was counted before the start; events may have come since. */
  restore(state: SourceState): void {
    const { day = '', today = 0, refusedToday = 0, hour = 0, hours = [] } = state;
    this.firstAt = least(this.firstAt, moment(state.firstAt));
    this.lastAt = most(this.lastAt, moment(state.lastAt));
    if (day >= this.#day) {
      if (day > this.#day) [this.#today, this.#refusedToday] = [0, 0];
      this.#day = day;
      this.#today += today;
      this.#refusedToday += refusedToday;
    }
    this.#advance(hour);
    const earlier = shifted(hours, this.#hour - hour);
    this.#hours = this.#hours.map((count, n) => count + (earlier[n] ?? 0));
    const known = (state.refusals ?? []).filter(({ cause }) => REFUSAL_CAUSES.includes(cause));
    this.#refusals = [...this.#refusals, ...known].slice(0, MOST_REFUSALS);
  }

  #goTo(day: string): void {
    if (day === this.#day) return;
    this.#day = day;
    this.#today = 0;
    this.#refusedToday = 0;
  }

  /** A clock that was put back counts in the hour that it had reached. */
  #advance(hour: number): void {
    if (hour <= this.#hour) return;
    this.#hours = shifted(this.#hours, hour - this.#hour);
    this.#hour = hour;
  }
}

/** As many hours later: those that are too old fall out. */
function shifted(hours: readonly number[], by: number): number[] {
  const gap = Math.min(Math.max(by, 0), HOURS);
  const all = [...Array<number>(HOURS).fill(0), ...hours, ...Array<number>(gap).fill(0)];
  return all.slice(-HOURS);
}

function iso(at: number): string {
  return new Date(at).toISOString();
}

function moment(text: string | undefined): number | undefined {
  const at = Date.parse(text ?? '');
  return Number.isNaN(at) ? undefined : at;
}

function least(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.min(a, b);
}

function most(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined || b === undefined ? (a ?? b) : Math.max(a, b);
}

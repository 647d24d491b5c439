import type { SilenceWatch } from '@hookline/contract';
import type { KeptSilence } from '../archive/events/kept-sources.ts';
import type { OpeningHours } from './opening-hours.ts';

export interface SilenceOptions {
  /** By name, how long it may be silent, in milliseconds. */
  readonly limits: Readonly<Record<string, number>>;
  readonly hours: OpeningHours;
  readonly lastEventOf: (name: string) => number | undefined;
  readonly now: () => number;
  readonly onSilent: (name: string, quietSince: number) => void;
  readonly onHeard: (name: string) => void;
}

export interface Watched extends Omit<SilenceWatch, 'quietSince' | 'lastEventAt'> {
  readonly quietSince: number | undefined;
  readonly lastEvent: number | undefined;
}

/**
 * Who has sent nothing for too long. It is counted from the latest of its last event, the opening
 * of the office and the start of the service, so that nobody is blamed for a night, a weekend or
 * a restart. Who was silent before a restart is so after it: a restart is no sign of life.
 */
export class Silence {
  readonly #options: SilenceOptions;
  readonly #startedAt: number;
  /** Since when those are quiet that are silent. */
  readonly #silent = new Map<string, number>();

  constructor(options: SilenceOptions) {
    this.#options = options;
    this.#startedAt = options.now();
  }

  look(): readonly Watched[] {
    const { limits, hours, now } = this.#options;
    const at = now();
    const openedAt = hours.openedAt(at);
    return Object.entries(limits).map(([name, limit]) => this.#lookAt(name, limit, at, openedAt));
  }

  get kept(): readonly KeptSilence[] {
    return Array.from(this.#silent, ([name, since]) => ({
      name,
      since: new Date(since).toISOString(),
    }));
  }

  /** What was silent when the service ended; whether it still is, the next look tells. */
  restore(kept: readonly KeptSilence[]): void {
    for (const { name, since } of kept) {
      const at = Date.parse(since);
      const isWatched = Object.hasOwn(this.#options.limits, name);
      if (isWatched && !Number.isNaN(at) && !this.#silent.has(name)) this.#silent.set(name, at);
    }
  }

  #lookAt(name: string, limit: number, now: number, openedAt: number | undefined): Watched {
    const lastEvent = this.#options.lastEventOf(name);
    const seconds = limit / 1000;
    if (openedAt === undefined) {
      this.#silent.delete(name);
      return { name, seconds, isCounted: false, isSilent: false, quietSince: undefined, lastEvent };
    }
    const before = this.#silent.get(name);
    const isStill = before !== undefined && before >= Math.max(openedAt, lastEvent ?? -Infinity);
    const from = isStill ? before : Math.max(openedAt, lastEvent ?? -Infinity, this.#startedAt);
    const isSilent = now - from >= limit;
    if (isSilent && before === undefined) this.#options.onSilent(name, from);
    if (!isSilent && before !== undefined) this.#options.onHeard(name);
    if (isSilent) this.#silent.set(name, from);
    else this.#silent.delete(name);
    return { name, seconds, isCounted: true, isSilent, quietSince: from, lastEvent };
  }
}

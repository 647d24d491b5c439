import { networkOf } from '../http/clients.ts';

interface Pauses {
  /** So many may be wrong before there is a pause. */
  readonly free: number;
  /** Milliseconds; each pause is twice as long as the one before. */
  readonly first: number;
  readonly longest: number;
  /** One wrong try is forgotten after each such time of quiet. */
  readonly forgotten: number;
}

const PER_ADDRESS: Pauses = { free: 3, first: 1000, longest: 15 * 60_000, forgotten: 15 * 60_000 };
/** Against guesses from many addresses. Short, because it holds up everybody who is new. */
const OVERALL: Pauses = { free: 50, first: 1000, longest: 30_000, forgotten: 60_000 };
const MOST_ADDRESSES = 10_000;

interface Tries {
  wrong: number;
  nextAt: number;
  lastAt: number;
}

/** Makes guessing a password slow, for each address and for all together. */
export class Attempts {
  readonly #now: () => number;
  /** In the order of their last try. */
  readonly #byAddress = new Map<string, Tries>();
  /** Somebody has logged in from there, so strangers who guess do not hold it up. */
  readonly #welcome = new Map<string, true>();
  readonly #overall: Tries = { wrong: 0, nextAt: 0, lastAt: 0 };

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Answers how many milliseconds to wait; none when there may be a try now. That try counts as
   * wrong until it turns out right: tries that come together must not all be the first one.
   */
  begin(address: string): number {
    const key = networkOf(address);
    const now = this.#now();
    const tries = this.#byAddress.get(key) ?? { wrong: 0, nextAt: 0, lastAt: now };
    const others = this.#welcome.has(key) ? undefined : this.#overall;
    const wait = Math.max(tries.nextAt, others?.nextAt ?? 0) - now;
    if (wait > 0) return wait;
    count(tries, PER_ADDRESS, now);
    count(this.#overall, OVERALL, now);
    keep(this.#byAddress, key, tries);
    return 0;
  }

  succeeded(address: string): void {
    const key = networkOf(address);
    this.#byAddress.delete(key);
    this.#overall.wrong = Math.max(0, this.#overall.wrong - 1);
    keep(this.#welcome, key, true);
  }
}

function count(tries: Tries, { free, first, longest, forgotten }: Pauses, now: number): void {
  const quiet = Math.floor(Math.max(0, now - tries.lastAt) / forgotten);
  tries.wrong = Math.max(0, tries.wrong - quiet) + 1;
  tries.lastAt = now;
  const beyond = tries.wrong - free;
  tries.nextAt = beyond < 0 ? 0 : now + Math.min(first * 2 ** beyond, longest);
}

/** As the newest, at the cost of the oldest when there are too many. */
function keep<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MOST_ADDRESSES) return;
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}

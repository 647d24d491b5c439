import { HttpProblem } from '../http/problem.ts';

/** So many clients are told apart; beyond that the one not heard of for longest is forgotten. */
const MOST_CLIENTS = 10_000;

const ROUNDING = 0.001;

export interface Rate {
  readonly count: number;
  /** Milliseconds. */
  readonly per: number;
}

interface Allowance {
  /** When all of it is there again. */
  fullAt: number;
  isRefused: boolean;
}

/**
 * A client may send `count` requests at once and gets them back evenly over `per`. One time per
 * client says it all, so nothing has to be counted down in the background.
 */
export class RateLimit {
  readonly #rate: Rate;
  readonly #now: () => number;
  /** Times are counted from here: in milliseconds since 1970 a fraction of one would be lost. */
  readonly #began: number;
  /** Least recently heard of first. */
  readonly #clients = new Map<string, Allowance>();

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
    this.#began = now();
  }

  get clients(): number {
    return this.#clients.size;
  }

  /** Counts a request of this client, and refuses it if it is one too many. */
  take(client: string): void {
    const { count, per } = this.#rate;
    const allowance = this.#allowanceOf(client);
    const { before, after, wait } = this.#withOneMore(allowance);
    if (wait < ROUNDING) {
      allowance.fullAt = after;
      allowance.isRefused = false;
      return;
    }
    allowance.fullAt = before;
    const isNews = !allowance.isRefused;
    allowance.isRefused = true;
    const seconds = Math.ceil(wait / 1000);
    throw new HttpProblem(
      'rate_limited',
      `This address may send ${count} webhooks in ${per / 1000} s.`,
      { 'retry-after': String(seconds) },
      isNews,
    );
  }

  /** Would a request of this client be let in? Asking counts nothing. */
  allows(client: string): boolean {
    const known = this.#clients.get(client);
    return known === undefined || this.#withOneMore(known).wait < ROUNDING;
  }

  #withOneMore({ fullAt }: Allowance): { before: number; after: number; wait: number } {
    const { count, per } = this.#rate;
    const now = this.#now() - this.#began;
    // Never further ahead than one whole allowance, or a clock that is put back would lock
    // everybody out until it has caught up.
    const before = Math.min(Math.max(fullAt, now), now + per);
    const after = before + per / count;
    return { before, after, wait: after - now - per };
  }

  #allowanceOf(client: string): Allowance {
    const known = this.#clients.get(client);
    const allowance = known ?? { fullAt: Number.NEGATIVE_INFINITY, isRefused: false };
    if (known) this.#clients.delete(client);
    else if (this.#clients.size >= MOST_CLIENTS) {
      const [oldest] = this.#clients.keys();
      if (oldest !== undefined) this.#clients.delete(oldest);
    }
    this.#clients.set(client, allowance);
    return allowance;
  }
}

import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { HttpProblem } from '../http/problem.ts';

const REMEMBERED_FOR = 10 * 60 * 1000;
const MOST_REMEMBERED = 10_000;

interface Remembered {
  readonly until: number;
  readonly payload: string;
  readonly receipt: string;
}

/** A key and a payload, and the receipt that they got before. */
export interface Repeat {
  readonly name: string;
  readonly payload: string;
  readonly receipt: string | undefined;
}

/**
 * The name that a sender gave its request, so that sending it again makes no second event.
 * `webhook-id` is stronger: where requests are signed it is part of what is signed, and a copy of
 * one with another `Idempotency-Key` must not count as new.
 */
export function repeatKey(headers: IncomingHttpHeaders): string | undefined {
  const id = headers['webhook-id'];
  if (id) return `id ${id}`;
  const key = headers['idempotency-key'];
  return key ? `key ${key}` : undefined;
}

/**
 * The receipts of the latest requests that had a key. Keys and payloads are kept as digests:
 * whoever sends long keys would otherwise decide how much memory they take.
 */
export class Repeats {
  readonly #now: () => number;
  /** Oldest first, which is also the order in which they run out. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(now: () => number) {
    this.#now = now;
  }

  get size(): number {
    return this.#remembered.size;
  }

  /** What is known of a key; throws if it came with another payload before. */
  find(key: string, payload: Buffer): Repeat {
    const now = this.#now();
    const name = hash('sha256', key, 'base64');
    const digest = hash('sha256', payload, 'base64');
    const found = this.#remembered.get(name);
    if (!found || found.until <= now) return { name, payload: digest, receipt: undefined };
    if (found.payload === digest) return { name, payload: digest, receipt: found.receipt };
    throw new HttpProblem(
      'key_reused',
      'A request with the same Idempotency-Key or webhook-id had another body.',
    );
  }

  /** Keeps the receipt of a payload that was new. */
  remember({ name, payload }: Repeat, receipt: string): void {
    const now = this.#now();
    this.#remembered.delete(name);
    this.#makeRoom(now);
    this.#remembered.set(name, { until: now + REMEMBERED_FOR, payload, receipt });
  }

  #makeRoom(now: number): void {
    for (const [oldest, { until }] of this.#remembered) {
      if (until > now && this.#remembered.size < MOST_REMEMBERED) return;
      this.#remembered.delete(oldest);
    }
  }
}

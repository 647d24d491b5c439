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

  /**
   * The receipt that the same key got before, else that of the payload, which is accepted now.
   * Nothing waits between looking and accepting, so of two requests at the same moment the second
   * one finds the first.
   */
  once(
    key: string,
    payload: Buffer,
    accept: () => string,
  ): { readonly receipt: string; readonly isRepeated: boolean } {
    const now = this.#now();
    const name = hash('sha256', key, 'base64');
    const digest = hash('sha256', payload, 'base64');
    const found = this.#remembered.get(name);
    if (found && found.until > now) {
      if (found.payload === digest) return { receipt: found.receipt, isRepeated: true };
      throw new HttpProblem(
        'key_reused',
        'A request with the same Idempotency-Key or webhook-id had another body.',
      );
    }
    const receipt = accept();
    this.#remembered.delete(name);
    this.#makeRoom(now);
    const until = now + REMEMBERED_FOR;
    this.#remembered.set(name, { until, payload: digest, receipt });
    return { receipt, isRepeated: false };
  }

  #makeRoom(now: number): void {
    for (const [oldest, { until }] of this.#remembered) {
      if (until > now && this.#remembered.size < MOST_REMEMBERED) return;
      this.#remembered.delete(oldest);
    }
  }
}

import { hash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { KEY_HEADERS } from '@hookline/contract';
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

/** The name that a sender gave its request, so that sending it again makes no second event. */
export interface RepeatKey {
  /** With the header that it stood in: an id of one kind is no key of another. */
  readonly key: string;
  readonly header: (typeof KEY_HEADERS)[KeyHeader];
}

type KeyHeader = keyof typeof KEY_HEADERS;
const HEADERS = Object.keys(KEY_HEADERS) as readonly KeyHeader[];
/**
 * What 1.0.0 calls them. A request that one node has taken and another one gets again counted twice
 * if they were of different versions and called it by different names.
 */
const CALLED: Partial<Record<KeyHeader, string>> = { 'webhook-id': 'id', 'idempotency-key': 'key' };

/**
 * `webhook-id` is stronger than others: where requests are signed it is part of what is signed, and
 * a copy of one with another `Idempotency-Key` must not count as new.
 */
export function repeatKey(headers: IncomingHttpHeaders): RepeatKey | undefined {
  const name = HEADERS.find((each) => headers[each]);
  if (name === undefined) return undefined;
  // Several hooks at GitHub tell of one event under one id, each in words of its own.
  const hook = name === 'x-github-delivery' ? ` ${headers['x-github-hook-id'] ?? ''}` : '';
  return { key: `${CALLED[name] ?? name} ${headers[name]}${hook}`, header: KEY_HEADERS[name] };
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

  /** What is known of the key of a sender at a URL; throws if it came with another payload before. */
  find(whose: string, { key, header }: RepeatKey, payload: Buffer): Repeat {
    const now = this.#now();
    const digest = hash('sha256', payload, 'base64');
    // WooCommerce makes its id of the second: two orders of one second have the same.
    const isShared = header === 'X-WC-Webhook-Delivery-ID';
    const name = hash('sha256', `${whose} ${key}${isShared ? ` ${digest}` : ''}`, 'base64');
    const found = this.#remembered.get(name);
    if (!found || found.until <= now) return { name, payload: digest, receipt: undefined };
    if (found.payload === digest) return { name, payload: digest, receipt: found.receipt };
    throw new HttpProblem('key_reused', `A request with the same ${header} had another body.`);
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

import type { Rejection } from '@hookline/contract';

const KEPT = 50;

/** The latest refused webhooks, so that an integrator can see what went wrong. */
export class Rejections {
  readonly #latest: Rejection[] = [];

  add(rejection: Rejection): void {
    this.#latest.unshift(rejection);
    if (this.#latest.length > KEPT) this.#latest.pop();
  }

  /** Newest first. */
  list(): readonly Rejection[] {
    return this.#latest;
  }
}

const LONGEST_SHOWN = 100;
/** Six digits or more are a phone number rather than a name. */
const LIKE_A_NUMBER = /\d(?:[./~_-]?\d){5,}/g;

/**
 * The path of a webhook as it may be shown to readers and in the log. Whoever gets the URL wrong
 * may have written the token into it, as a part of its own or behind a `?` that was encoded; or
 * the phone number of a customer.
 */
export function shownPath(path: string, token: string | undefined): string {
  const shown = /^[\w./~-]*/.exec(path)?.[0].slice(0, LONGEST_SHOWN) ?? '';
  if (token !== undefined && (path.includes(token) || path.includes(encodeURIComponent(token)))) {
    return '/api/webhook/…';
  }
  const named = shown.replace(LIKE_A_NUMBER, '…');
  return shown === path ? named : `${named}…`;
}

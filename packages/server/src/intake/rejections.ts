import querystring from 'node:querystring';
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

const BASE = '/api/webhook';
/** So much of a secret must not be shown either: the rest may have been cut off or mistyped. */
const PART_OF_SECRET = 8;

/**
 * The path of a webhook as it may be shown to readers and in the log. Whoever gets the URL wrong
 * may have written a secret into it, as a part of its own or behind a `?` that was encoded; or
 * the phone number of a customer.
 */
export function shownPath(path: string, secrets: readonly string[]): string {
  const shown = /^[\w./~-]*/.exec(path)?.[0].slice(0, LONGEST_SHOWN) ?? '';
  const told = [shown, path, decoded(path)].map((text) => text.slice(BASE.length));
  if (secrets.some((secret) => tells(told, secret))) return `${BASE}/…`;
  const named = shown.replace(LIKE_A_NUMBER, '…');
  return shown === path ? named : `${named}…`;
}

function tells([shown = '', ...whole]: readonly string[], secret: string): boolean {
  if (whole.some((text) => text.includes(secret))) return true;
  for (let from = 0; from + PART_OF_SECRET <= secret.length; from++) {
    if (shown.includes(secret.slice(from, from + PART_OF_SECRET))) return true;
  }
  return false;
}

/** Escapes in any spelling; what was encoded twice, by a proxy too, is decoded twice. */
function decoded(path: string): string {
  const once = querystring.unescape(path);
  return once.includes('%') ? querystring.unescape(once) : once;
}

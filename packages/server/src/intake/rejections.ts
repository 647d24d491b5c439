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

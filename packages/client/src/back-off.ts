/** Before the backend has said anything (milliseconds). */
const FIRST = 1000;
const LONGEST = 30_000;
const LONGEST_WHEN_ASKED = 120_000;
/** A connection that lasts so long was a good one. */
const SETTLED = 10_000;

/** How long to wait before the next attempt. */
export class BackOff {
  #retry = FIRST;
  #failures = 0;

  /** The backend's wish, already spread over its clients. */
  asked(milliseconds: number): void {
    this.#retry = Math.min(milliseconds, LONGEST_WHEN_ASKED);
  }

  /** A backend that crashes at every start greets each time; only one that stays is well. */
  lasted(milliseconds: number): void {
    if (milliseconds >= SETTLED) this.#failures = 0;
  }

  /** After a lost line or a failed attempt. The jitter keeps desks from coming back in step. */
  next(): number {
    const longest = Math.min(this.#retry * 2 ** this.#failures++, LONGEST);
    return this.#failures === 1 ? longest : longest * (0.5 + Math.random() / 2);
  }

  /** As long as the backend said, and no less. */
  get whenBusy(): number {
    return Math.max(this.#retry, FIRST);
  }
}

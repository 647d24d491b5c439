/** Heartbeats come this often unless the backend is told otherwise (milliseconds). */
const USUAL = 15_000;
/** A longer pause than this between two heartbeats is a sleep or a changed clock. */
const LONGEST = 900_000;
/** Networks and busy machines may hold a heartbeat up for so long. */
const GRACE = 2000;

/** How long silence is normal, learned from the heartbeats that come. */
export class HeartbeatTimeout {
  #interval: number;
  #learned: boolean;
  #previous: number | undefined;

  /** With the interval in milliseconds, if it is known. */
  constructor(given: number | undefined) {
    this.#interval = given ?? USUAL;
    this.#learned = given !== undefined;
  }

  /** After so much silence the line is dead. */
  get limit(): number {
    return Math.max(this.#interval * 2.5, this.#interval + GRACE);
  }

  /** After so much silence a heartbeat is overdue: reason enough on a machine that just woke. */
  get overdue(): number {
    return this.#interval + GRACE;
  }

  /** `at` is when the backend sent it: a proxy that hands on several at once misleads nobody. */
  heartbeat(at: string): void {
    const time = Date.parse(at);
    const gap = this.#previous === undefined ? 0 : time - this.#previous;
    this.#previous = time;
    if (gap > 0 && gap < LONGEST) {
      this.#interval = gap;
      this.#learned = true;
    }
  }

  newConnection(): void {
    this.#previous = undefined;
  }

  /** A backend with rarer heartbeats than usual must not be taken for dead again and again. */
  ranOut(): void {
    if (!this.#learned) this.#interval = Math.min(this.#interval * 2, LONGEST);
  }
}

/** A frame costs one unit, and a large one more. */
const BYTES_PER_UNIT = 2048;
const UNITS_PER_MS = 1;
/** What may be spent at once after a rest: enough for a phone book in single look-ups. */
const MOST_SAVED = 250;
const SHORTEST_WAIT = 10;

interface Frame {
  readonly bytes: Buffer;
  readonly isBinary: boolean;
}

export interface TurnOptions {
  readonly handle: (bytes: Buffer, isBinary: boolean) => void;
  /** Stops and goes on reading from the network. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/**
 * Bounds the work for one socket to about a thousand small frames a second. What comes faster is
 * not thrown away but left in the network: a client that floods slows down only itself.
 */
export class SocketTurns {
  readonly #options: TurnOptions;
  /** One read of the network at most: what had come before the pause took effect. */
  #waiting: Frame[] = [];
  #saved = MOST_SAVED;
  #countedAt = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(options: TurnOptions) {
    this.#options = options;
  }

  take(bytes: Buffer, isBinary: boolean): void {
    this.#waiting.push({ bytes, isBinary });
    if (!this.#timer) this.#work();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#waiting = [];
  }

  #work(): void {
    this.#count();
    let handled = 0;
    for (const { bytes, isBinary } of this.#waiting) {
      if (this.#saved <= 0) break;
      handled++;
      this.#saved -= 1 + Math.floor(bytes.length / BYTES_PER_UNIT);
      this.#options.handle(bytes, isBinary);
    }
    this.#waiting = this.#waiting.slice(handled);
    if (this.#saved <= 0) this.#rest();
  }

  #rest(): void {
    this.#options.pause();
    const wait = Math.max(SHORTEST_WAIT, -this.#saved / UNITS_PER_MS);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#work();
      if (!this.#timer) this.#options.resume();
    }, wait);
  }

  #count(): void {
    const now = performance.now();
    this.#saved = Math.min(MOST_SAVED, this.#saved + (now - this.#countedAt) * UNITS_PER_MS);
    this.#countedAt = now;
  }
}

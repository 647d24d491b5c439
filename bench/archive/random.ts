/** The same numbers in every run: two runs can only be compared when they store the same. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  /** From 0 up to, but not including 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** Small ones far more often than large ones, as a few customers make most of the calls. */
  skewedBelow(limit: number): number {
    return Math.floor(this.next() ** 3 * limit);
  }

  isOneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  of<T>(list: readonly T[]): T {
    const chosen = list[this.below(list.length)];
    if (chosen === undefined) throw new RangeError('an empty list has nothing to choose from');
    return chosen;
  }
}

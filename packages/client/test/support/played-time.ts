import type { Timers } from '../../src/index.ts';

/** Time that passes only when a test says so. */
export class PlayedTime implements Timers {
  #now = 1_000_000;
  readonly #waiting = new Set<{ at: number; callback: () => void }>();

  now(): number {
    return this.#now;
  }

  after(milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#now + milliseconds, callback };
    this.#waiting.add(timer);
    return () => {
      this.#waiting.delete(timer);
    };
  }

  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = [...this.#waiting].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#waiting.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.callback();
    }
    this.#now = end;
  }

  /** The machine sleeps: what was due meanwhile comes late, when it wakes. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds;
    this.pass(0);
  }

  /** Stops as soon as it is so: what was begun then has all the time it needs. Answers how long. */
  passUntil(condition: () => boolean): number {
    const begin = this.#now;
    while (!condition()) {
      if (this.#now - begin > 600_000) throw new Error('ten minutes passed in vain');
      this.pass(100);
    }
    return this.#now - begin;
  }
}

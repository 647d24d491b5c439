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

  /** The machine sleeps: the clock goes on, no timer runs. */
  sleep(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

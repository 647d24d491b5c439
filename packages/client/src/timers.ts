/** Time as a test can play it. */
export interface Timers {
  /** Wall clock in milliseconds: unlike a stopwatch it goes on while a laptop sleeps. */
  now(): number;
  /** Calls back once; answers how to call that off. */
  after(milliseconds: number, callback: () => void): () => void;
}

export const realTimers: Timers = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

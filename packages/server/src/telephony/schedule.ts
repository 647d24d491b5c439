/** When something happens later; a test brings one that does not wait so long. */
export interface Schedule {
  /** Runs it once after so many milliseconds; answers how to keep it from running. */
  after(milliseconds: number, run: () => void): () => void;
}

/** Does not keep a process alive that has nothing else to do. */
export const realTime: Schedule = {
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

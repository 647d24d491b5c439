/** Listeners that may come and go while they are being told. */
export class Subscribers<Told extends unknown[]> {
  readonly #listeners = new Map<symbol, (...told: Told) => void>();
  #soon = false;

  /** Answers how to leave. Twice the same function is two listeners. */
  add(listener: (...told: Told) => void): () => void {
    const key = Symbol();
    this.#listeners.set(key, listener);
    return () => {
      this.#listeners.delete(key);
    };
  }

  tell(...told: Told): void {
    for (const listener of [...this.#listeners.values()]) {
      try {
        listener(...told);
      } catch (error) {
        // One page part that throws must not end the stream of the others, nor go unnoticed.
        reportError(error);
      }
    }
  }

  /** Once for all that happens in one turn: fifty replayed events are one rendering. */
  tellSoon(...told: Told): void {
    if (this.#soon) return;
    this.#soon = true;
    queueMicrotask(() => {
      this.#soon = false;
      this.tell(...told);
    });
  }
}

function reportError(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

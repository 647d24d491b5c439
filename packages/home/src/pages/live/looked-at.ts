/** So long something has to be in view to count as seen. */
export const LOOK = 1000;

/**
 * Acts on an id once it has been in view for a while. While one is being looked at, newer ones wait
 * for their own turn: in a rush, where there is always a newer one, each still gets seen.
 */
export class LookedAt {
  readonly #act: (id: number) => void;
  #newest: number | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(act: (id: number) => void) {
    this.#act = act;
  }

  /** What is in view now; undefined if there is nothing new, or nobody to see it. */
  update(id: number | undefined): void {
    this.#newest = id;
    if (id === undefined) {
      clearTimeout(this.#timer);
      this.#timer = undefined;
    } else if (this.#timer === undefined) {
      this.#timer = setTimeout(() => this.#seen(id), LOOK);
    }
  }

  #seen(id: number): void {
    this.#timer = undefined;
    const newer = this.#newest !== undefined && this.#newest > id ? this.#newest : undefined;
    this.#act(id);
    if (newer !== undefined) this.update(newer);
  }
}

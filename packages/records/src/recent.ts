/** Longer texts are rarely the same twice. */
const LONGEST = 64;

/**
 * What was made of the last texts, for those that come again and again. In two halves: when one is
 * full, the older one is forgotten. To forget all at once would make everything anew each time
 * that a house has one name more than are kept.
 */
export class Recent<T> {
  readonly #most: number;
  #young = new Map<string, T>();
  #old = new Map<string, T>();

  constructor(most: number) {
    this.#most = most;
  }

  get(text: string): T | undefined {
    const young = this.#young.get(text);
    if (young !== undefined) return young;
    const old = this.#old.get(text);
    if (old !== undefined) this.keep(text, old);
    return old;
  }

  /** What was made of it before, or is made now. */
  of(text: string, make: (text: string) => T): T {
    const known = this.get(text);
    if (known !== undefined) return known;
    const made = make(text);
    this.keep(text, made);
    return made;
  }

  keep(text: string, made: T): void {
    if (text.length > LONGEST) return;
    if (this.#young.size >= this.#most / 2) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(copied(text), made);
  }
}

/** A part of a text, without the text: V8 would keep all of a payload for one word of it. */
export function copied(text: string): string {
  return ` ${text}`.slice(1);
}

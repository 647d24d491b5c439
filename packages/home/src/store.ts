import { useSyncExternalStore } from 'react';

/** Something that changes and that several parts of the page show. */
export class Store<T> {
  #value: T;
  readonly #listeners = new Set<() => void>();

  constructor(value: T) {
    this.#value = value;
  }

  readonly get = (): T => this.#value;

  set(value: T): void {
    this.#value = value;
    for (const listener of this.#listeners) listener();
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.wanted();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Somebody comes to look at it. */
  protected wanted(): void {}
}

export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.get);
}

/** What is too big to hold up the first view: fetched when somebody wants it, undefined until then. */
export class LateStore<T> extends Store<T | undefined> {
  readonly #fetch: () => Promise<T>;
  #isAsked = false;

  constructor(fetchValue: () => Promise<T>) {
    super(undefined);
    this.#fetch = fetchValue;
  }

  protected override wanted(): void {
    if (this.#isAsked) return;
    this.#isAsked = true;
    this.#fetch().then(
      (value) => this.set(value),
      () => {
        // No reason to trouble anyone; whoever comes next asks again.
        this.#isAsked = false;
      },
    );
  }
}

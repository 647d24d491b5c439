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

type Storage = 'localStorage' | 'sessionStorage';

/** What is kept in the browser, by any version of the page; undefined also where that is forbidden. */
export function kept(where: Storage, key: string): unknown {
  try {
    return JSON.parse(globalThis[where].getItem(key) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}

/** Private windows and full disks keep nothing: it then lasts as long as the page. */
export function keep(where: Storage, key: string, value: unknown): void {
  try {
    if (value === undefined) globalThis[where].removeItem(key);
    else globalThis[where].setItem(key, JSON.stringify(value));
  } catch {
    // Nobody could do anything about it.
  }
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

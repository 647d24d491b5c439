import type { OpenTabChannel, Timers } from '../../src/index.ts';

/** A browser with tabs that can be throttled, frozen and killed. */
export class Browser {
  readonly tabs = new Set<Tab>();

  newTab(timers: Timers): Tab {
    const tab = new Tab(this, timers);
    this.tabs.add(tab);
    return tab;
  }
}

export class Tab {
  /** Timers run no more often than this (milliseconds), as in a tab that is long hidden. */
  throttle = 0;
  readonly #browser: Browser;
  readonly #timers: Timers;
  readonly #listeners = new Map<string, (message: unknown) => void>();
  #frozen = false;
  #backlog: (() => void)[] = [];

  constructor(browser: Browser, timers: Timers) {
    this.#browser = browser;
    this.#timers = timers;
  }

  /** As in a browser, a message is copied and comes in a later turn. */
  readonly open: OpenTabChannel = (name, listener) => {
    this.#listeners.set(name, listener);
    return {
      post: (message) => {
        for (const tab of this.#browser.tabs) {
          const copy: unknown = structuredClone(message);
          if (tab !== this) queueMicrotask(() => tab.#run(() => tab.#listeners.get(name)?.(copy)));
        }
      },
      close: () => {
        this.#listeners.delete(name);
      },
    };
  };

  readonly timers: Timers = {
    now: () => this.#timers.now(),
    after: (milliseconds, callback) => {
      let off = false;
      const callOff = this.#timers.after(Math.max(milliseconds, this.throttle), () =>
        this.#run(() => off || callback()),
      );
      return () => {
        off = true;
        callOff();
      };
    },
  };

  freeze(): void {
    this.#frozen = true;
  }

  thaw(): void {
    this.#frozen = false;
    const backlog = this.#backlog;
    this.#backlog = [];
    for (const task of backlog) task();
  }

  /** Gone without a word. */
  kill(): void {
    this.freeze();
    this.#browser.tabs.delete(this);
  }

  #run(task: () => void): void {
    if (this.#frozen) this.#backlog.push(task);
    else task();
  }
}

import { BackOff } from '../back-off.ts';
import type { Timers } from '../timers.ts';
import { fetchPhoneBook, type PhoneBookProgress, type PhoneBookSource } from './phone-book-ways.ts';
import type { PhoneBookEntry } from './phone-call.ts';
import type { AddressCacheState, TelephonySystem } from './telephony-system.ts';

export interface PhoneBook {
  readonly entries: readonly PhoneBookEntry[];
  /** The way it was got; null before there is one. */
  readonly source: PhoneBookSource | null;
  /** Entries that could not be read. */
  readonly failed: number;
}

export interface PhoneBookOptions {
  readonly system: TelephonySystem;
  readonly timers: Timers;
  readonly changed: () => void;
  /** A whole new book, to be told to the archive. */
  readonly report: (entries: readonly PhoneBookEntry[]) => void;
}

const NO_BOOK: PhoneBook = { entries: [], source: null, failed: 0 };

/** Keeps the phone book. The old one stays in place until a new one is complete. */
export class PhoneBookKeeper {
  readonly #options: PhoneBookOptions;
  #book = NO_BOOK;
  #progress: PhoneBookProgress | null = null;
  #backOff = new BackOff();
  /** The state of the system's cache that the book was got in. */
  #cache: AddressCacheState | undefined;
  #isStale = false;
  /** Changes with every line: what an old one was asked for is of no use. */
  #line: symbol | undefined;
  #running: symbol | undefined;
  #callOff = () => {};

  constructor(options: PhoneBookOptions) {
    this.#options = options;
  }

  get book(): PhoneBook {
    return this.#book;
  }

  /** Null while nothing is being read. */
  get progress(): PhoneBookProgress | null {
    return this.#progress;
  }

  /** The line is up. A book that is as the system's cache says is not read again. */
  begin(cache: AddressCacheState): void {
    this.#line = Symbol();
    const isKnown =
      this.#book.source === 'cache' &&
      cache.state === 'filled' &&
      cache.updatedAt === this.#cache?.updatedAt;
    this.#cache = cache;
    if (!isKnown || this.#isStale) this.refresh();
  }

  /** Somebody was erased: what is here may tell of them, until it is read anew. */
  forget(): void {
    this.#book = NO_BOOK;
    // What is being read is of no use any more.
    if (this.#line) this.#line = Symbol();
    this.refresh();
    this.#options.changed();
  }

  end(): void {
    this.#line = undefined;
    this.#running = undefined;
    this.#callOff();
    this.#show(null);
  }

  changed(cache: AddressCacheState): void {
    this.#cache = cache;
    this.refresh();
  }

  refresh(): void {
    this.#isStale = true;
    this.#callOff();
    // What is being read may be the old book or the new one: it is read once more afterwards.
    if (this.#line && this.#running !== this.#line) void this.#run(this.#line);
  }

  async #run(line: symbol): Promise<void> {
    this.#running = line;
    const isCancelled = () => this.#running !== line;
    while (this.#isStale && !isCancelled()) {
      this.#isStale = false;
      await this.#fetch(isCancelled).catch(() => {
        // The line is lost; the next one begins again.
        this.#isStale = true;
        if (!isCancelled()) this.#running = undefined;
      });
    }
    if (isCancelled()) return;
    this.#running = undefined;
    this.#show(null);
  }

  async #fetch(isCancelled: () => boolean): Promise<void> {
    const { system, timers, report } = this.#options;
    const isFirst = this.#book.source === null;
    const before = this.#book.entries.length || this.#cache?.count || null;
    const { source, entries, failed } = await fetchPhoneBook({
      system,
      expected: before,
      isCancelled,
      progress: (progress, found) => {
        if (isCancelled()) return;
        if (isFirst && found.length > 0) this.#book = { ...NO_BOOK, entries: found };
        this.#show(progress);
      },
    });
    if (isCancelled()) return;
    const isEmpty = entries.length === 0 && failed > 0;
    if (!isEmpty) {
      this.#book = { source, entries, failed };
      if (!this.#cache?.ofArchive) report(entries);
    }
    if (failed > 0) this.#callOff = timers.after(this.#backOff.next(), () => this.refresh());
    else this.#backOff = new BackOff();
  }

  #show(progress: PhoneBookProgress | null): void {
    this.#progress = progress;
    this.#options.changed();
  }
}

import { lookUpAll } from './lookups.ts';
import type { PhoneBookEntry } from './phone-call.ts';
import { isOffline } from './telephony-error.ts';
import type { TelephonySystem } from './telephony-system.ts';

/** The ways to the phone book, the best one first. */
export type PhoneBookSource = 'cache' | 'command' | 'lookups';

export interface PhoneBookProgress {
  readonly source: PhoneBookSource;
  readonly done: number;
  /** Null as long as nobody knows. */
  readonly total: number | null;
}

export interface FetchOptions {
  readonly system: TelephonySystem;
  /** How many entries there were the last time, if any were. */
  readonly expected: number | null;
  readonly isCancelled: () => boolean;
  readonly progress: (progress: PhoneBookProgress, entries: readonly PhoneBookEntry[]) => void;
}

export interface FetchedBook {
  readonly source: PhoneBookSource;
  readonly entries: readonly PhoneBookEntry[];
  /** Entries that are known to be missing. */
  readonly failed: number;
}

/** Other systems allow no more on a page. */
const PAGE_SIZE = 50;
/** A system that answers every page with the first one would be asked for ever. */
const MOST_PAGES = 2000;

/** Tries one way after the other. Fails only when the line is lost. */
export async function fetchPhoneBook(options: FetchOptions): Promise<FetchedBook> {
  for (const way of [fromCache, fromCommand]) {
    try {
      const book = await way(options);
      if (book) return book;
    } catch (error) {
      if (isOffline(error)) throw error;
    }
  }
  return fromLookups(options);
}

async function fromCache(options: FetchOptions): Promise<FetchedBook | undefined> {
  options.progress({ source: 'cache', done: 0, total: options.expected }, []);
  const { state, addresses: entries } = await options.system.addressCache();
  if (state !== 'filled') return undefined;
  options.progress({ source: 'cache', done: entries.length, total: entries.length }, entries);
  return { source: 'cache', entries, failed: 0 };
}

async function fromCommand(options: FetchOptions): Promise<FetchedBook> {
  options.progress({ source: 'command', done: 0, total: options.expected }, []);
  const entries: PhoneBookEntry[] = [];
  for (let page = 1; page <= MOST_PAGES && !options.isCancelled(); page++) {
    const { addresses, total } = await options.system.addresses(page, PAGE_SIZE);
    entries.push(...addresses);
    options.progress({ source: 'command', done: entries.length, total }, entries);
    // An entry without a number is left out, so the sum alone may never reach the total.
    if (addresses.length === 0 || page * PAGE_SIZE >= total) break;
  }
  return { source: 'command', entries, failed: 0 };
}

async function fromLookups(options: FetchOptions): Promise<FetchedBook> {
  const { expected: total } = options;
  options.progress({ source: 'lookups', done: 0, total }, []);
  const { entries, failed } = await lookUpAll({
    ...options,
    found: (found) => options.progress({ source: 'lookups', done: found.length, total }, found),
  });
  return { source: 'lookups', entries, failed };
}

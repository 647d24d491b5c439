import type { PhoneBookEntry } from './phone-call.ts';
import { isOffline, TelephonyError } from './telephony-error.ts';
import type { TelephonySystem } from './telephony-system.ts';

/** The ways to the phone book, the best one first. */
export type PhoneBookSource = 'cache' | 'command' | 'lookups';

export interface PhoneBookProgress {
  readonly source: PhoneBookSource;
  readonly done: number;
  /** Null as long as nobody knows. */
  readonly total: number | null;
}

interface FetchOptions {
  readonly system: TelephonySystem;
  /** How many entries there were the last time, if any were. */
  readonly expected: number | null;
  readonly isCancelled: () => boolean;
  readonly progress: (progress: PhoneBookProgress, entries: readonly PhoneBookEntry[]) => void;
}

interface FetchedBook {
  readonly source: PhoneBookSource;
  readonly entries: readonly PhoneBookEntry[];
  /** Entries that are known to be missing. */
  readonly failed: number;
}

/** Other systems allow no more on a page. */
const PAGE_SIZE = 50;
/** A system that answers every page with the first one would be asked for ever. */
const MOST_PAGES = 2000;
/** So many at a time: a telephony app on the dispatcher's own machine has calls to see to. */
const AT_A_TIME = 6;
/** So many places without an entry are the end of the book and no gap in it. */
const GAP = 6;
/** So many failures in a row, of whatever kind, and nobody answers at all. */
const HOPELESS = 24;
const MOST = 100_000;

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
  return lookUpAll(options);
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

/** Reads it one by one. Places that could not be read at the second attempt either have failed. */
export async function lookUpAll(options: FetchOptions): Promise<FetchedBook> {
  const { system, isCancelled, progress, expected: total } = options;
  const source = 'lookups';
  progress({ source, done: 0, total }, []);
  const byIndex = new Map<number, PhoneBookEntry>();
  const failed = new Set<number>();
  let next = 1;
  /** The last place that has an entry, or may have one: it could not be read. */
  let last = 0;
  let hopeless = 0;

  const read = async (index: number) => {
    try {
      byIndex.set(index, await system.address({ index }));
      failed.delete(index);
      last = Math.max(last, index);
      hopeless = 0;
      progress({ source, done: byIndex.size, total }, inOrder(byIndex));
    } catch (error) {
      if (isOffline(error)) throw error;
      hopeless++;
      const isGap = error instanceof TelephonyError && error.code === 'not_found';
      if (isGap) return;
      failed.add(index);
      last = Math.max(last, index);
    }
  };
  const isOver = () =>
    isCancelled() || next > MOST || hopeless >= HOPELESS || next > Math.max(total ?? 0, last) + GAP;
  await inParallel(() => (isOver() ? undefined : read(next++)));

  const again = hopeless >= HOPELESS ? [] : [...failed];
  await inParallel(() => {
    const index = isCancelled() ? undefined : again.shift();
    return index === undefined ? undefined : read(index);
  });
  return { source, entries: inOrder(byIndex), failed: failed.size };
}

function inOrder(byIndex: ReadonlyMap<number, PhoneBookEntry>): PhoneBookEntry[] {
  return [...byIndex].sort(([a], [b]) => a - b).map(([, entry]) => entry);
}

async function inParallel(next: () => Promise<void> | undefined): Promise<void> {
  const worker = async () => {
    for (let work = next(); work; work = next()) await work;
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
}

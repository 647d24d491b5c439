import type { PhoneBookEntry } from './phone-call.ts';
import { isOffline, TelephonyError } from './telephony-error.ts';
import type { TelephonySystem } from './telephony-system.ts';

/** So many at a time: a telephony app on the dispatcher's own machine has calls to see to. */
const AT_A_TIME = 6;
/** So many places without an entry are the end of the book and no gap in it. */
const GAP = 6;
/** So many failures in a row, of whatever kind, and nobody answers at all. */
const HOPELESS = 24;
const MOST = 100_000;

export interface LookupsOptions {
  readonly system: TelephonySystem;
  /** How many entries there should be; null if nobody knows. */
  readonly expected: number | null;
  readonly isCancelled: () => boolean;
  readonly found: (entries: readonly PhoneBookEntry[]) => void;
}

export interface Lookups {
  readonly entries: readonly PhoneBookEntry[];
  /** Places that could not be read, at the second attempt neither. */
  readonly failed: number;
}

/** Reads the phone book one by one. Fails only when the line is lost. */
export async function lookUpAll(options: LookupsOptions): Promise<Lookups> {
  const { system, isCancelled } = options;
  const expected = options.expected ?? 0;
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
      options.found(inOrder(byIndex));
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
    isCancelled() || next > MOST || hopeless >= HOPELESS || next > Math.max(expected, last) + GAP;
  await inParallel(() => (isOver() ? undefined : read(next++)));

  const again = hopeless >= HOPELESS ? [] : [...failed];
  await inParallel(() => {
    const index = isCancelled() ? undefined : again.shift();
    return index === undefined ? undefined : read(index);
  });
  return { entries: inOrder(byIndex), failed: failed.size };
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

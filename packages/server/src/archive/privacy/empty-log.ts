import type { Store } from '../engine/store/store.ts';
import type { Turn } from '../engine/store/transaction.ts';

/** Somebody who reads a long list may need the log for a while. */
const ATTEMPTS = 4;
const PAUSE = 200;
/** Whoever waits for an answer gets it by then, and the rest is done without them. */
const LATER = 5000;

/**
 * Rids SQLite's write-ahead log of what was erased or purged: the old pages stand in it, names
 * and numbers and all, until it happens to be written over. PostgreSQL has no file of that kind.
 */
export async function emptyLog(turn: Turn<{ readonly store: Store }>): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (await turn(async ({ store }) => store.file?.emptyLog() ?? true)) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  const again = () => emptyLog(turn).catch(later);
  const later = () => setTimeout(again, LATER).unref();
  later();
}

import { join } from 'node:path';
import { NumberFinder, type PhoneRules } from '@hookline/records/phone';
import type { Entry } from '../engine/journal/batch.ts';
import { sqlitePath } from '../engine/store/sqlite-file.ts';
import type { Store } from '../engine/store/store.ts';
import type { Db } from '../engine/store/transaction.ts';
import { erased } from './erase-in-json.ts';
import { ErasureMarks } from './erasure-marks.ts';
import { erasureNotesIn, linesIn, writeLines } from './erasure-notes.ts';

/**
 * Numbers that were erased: what was told of them before, and of those that were erased for good
 * whatever comes in, is taken out before it is stored.
 */
export class Suppression {
  readonly marks: ErasureMarks;
  readonly #rules: PhoneRules;
  readonly #onChange: (keys: readonly string[]) => void;
  /**
   * The same list beside the file of SQLite: one that is damaged and set aside, or put back from a
   * backup, would bring everybody back. Of PostgreSQL it is for `hookline restore`: others write to
   * that as well, and may have let somebody in again.
   */
  readonly #path: string | undefined;
  readonly #isPathRead: boolean;
  #finder: NumberFinder | undefined;
  #keys: readonly string[] = [];

  constructor(
    rules: PhoneRules,
    at?: { readonly url: string; readonly spoolFolder: string },
    onChange: (keys: readonly string[]) => void = () => {},
  ) {
    this.#rules = rules;
    this.marks = new ErasureMarks(rules, at && erasureNotesIn(at.spoolFolder));
    this.#path = at && suppressedBeside(at.url, at.spoolFolder);
    this.#isPathRead = at?.url.startsWith('sqlite:') ?? false;
    this.#onChange = onChange;
  }

  /** On a database that others write to as well, they may have added some. */
  async keepUp(kind: Store['kind'], db: Db): Promise<void> {
    if (kind === 'postgres') await this.load({ db, kind });
  }

  async load(store: Pick<Store, 'kind'> & { readonly db: Db }): Promise<void> {
    await this.marks.load(store);
    const { db } = store;
    const rows = await db.selectFrom('suppressed_numbers').select('number_key').execute();
    const stored = new Set(rows.map(({ number_key }) => number_key));
    const beside = this.#path !== undefined && this.#isPathRead ? linesIn(this.#path) : [];
    const lost = beside.filter((key) => !stored.has(key));
    if (lost.length > 0) await keepOut(db, lost);
    const keys = [...stored, ...lost].sort();
    if (this.#isPathRead && this.#path !== undefined && keys.length > beside.length)
      writeLines(this.#path, keys);
    if (keys.join() === this.#keys.join()) return;
    if (!this.#isPathRead && this.#path !== undefined) noteKeys(this.#path, keys);
    this.#keys = keys;
    this.#finder = keys.length > 0 ? new NumberFinder(keys, this.#rules) : undefined;
    this.#onChange(keys);
  }

  /**
   * The entry as it may be stored; none if nothing of it may. An erasure has reached all that is in
   * a stream, but not every journal: a node may have been cut off.
   */
  withoutErased(entry: Entry, isFromStream = false): Entry[] {
    // What is counted of senders has no number in it that is anybody's.
    if (entry.kind === 'sources') return [entry];
    const { marks } = this;
    const finders = [this.#finder, isFromStream ? undefined : marks.finderOf(entry.receivedAt)];
    let { text } = entry;
    for (const finder of finders) {
      const erasure = finder && erased(text, finder);
      if (erasure?.outcome === 'removed') return [];
      if (erasure?.outcome === 'cut') text = erasure.text;
    }
    return [text === entry.text ? entry : { ...entry, text }];
  }
}

/** From now on nothing about these numbers is stored. */
export async function suppress(
  { store, suppression }: { store: Store; suppression: Suppression },
  keys: readonly string[],
): Promise<void> {
  await keepOut(store.db, keys);
  await suppression.load(store);
}

export async function keepOut(db: Db, keys: readonly string[]): Promise<void> {
  const since = new Date().toISOString();
  await db
    .insertInto('suppressed_numbers')
    .values(keys.map((number_key) => ({ number_key, since })))
    .onConflict((conflict) => conflict.column('number_key').doNothing())
    .execute();
}

/** Where the list stands besides the database. */
export function suppressedBeside(url: string, spoolFolder: string): string {
  return url.startsWith('sqlite:')
    ? `${sqlitePath(url)}.suppressed`
    : join(spoolFolder, 'suppressed');
}

/** Without it the archive goes on; only what is restored one day lacks them. */
function noteKeys(path: string, keys: readonly string[]): void {
  try {
    const known = linesIn(path);
    const all = [...new Set([...known, ...keys])].sort();
    if (all.length > known.length) writeLines(path, all);
  } catch {
    // The folder of the journal cannot be written, and that is told.
  }
}

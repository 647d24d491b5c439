import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { NumberFinder, type PhoneRules } from '@hookline/records/phone';
import type { Entry } from '../engine/journal/batch.ts';
import { sqlitePath } from '../engine/store/sqlite-file.ts';
import type { Store } from '../engine/store/store.ts';
import type { Db } from '../engine/store/transaction.ts';
import { erased } from './erase-in-json.ts';
import { ErasureMarks } from './erasure-marks.ts';

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
   * backup, would bring everybody back.
   */
  readonly #path: string | undefined;
  #finder: NumberFinder | undefined;
  #keys: readonly string[] = [];

  constructor(rules: PhoneRules, url = '', onChange: (keys: readonly string[]) => void = () => {}) {
    this.#rules = rules;
    this.marks = new ErasureMarks(rules);
    this.#path = url.startsWith('sqlite:') ? `${sqlitePath(url)}.suppressed` : undefined;
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
    const beside = this.#path === undefined ? [] : keysIn(this.#path);
    const lost = beside.filter((key) => !stored.has(key));
    if (lost.length > 0) await insert(db, lost);
    const keys = [...stored, ...lost].sort();
    if (this.#path !== undefined && keys.length > beside.length) write(this.#path, keys);
    if (keys.join() === this.#keys.join()) return;
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
    const finders = [
      this.#finder,
      isFromStream ? undefined : marks.finderSince(marks.acceptedAt(entry.receivedAt)),
    ];
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
  await insert(store.db, keys);
  await suppression.load(store);
}

async function insert(db: Db, keys: readonly string[]): Promise<void> {
  const since = new Date().toISOString();
  await db
    .insertInto('suppressed_numbers')
    .values(keys.map((number_key) => ({ number_key, since })))
    .onConflict((conflict) => conflict.column('number_key').doNothing())
    .execute();
}

function keysIn(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n').filter(Boolean);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** Whole or not at all: half a list would let somebody back in. */
function write(path: string, keys: readonly string[]): void {
  const fresh = `${path}.new`;
  writeFileSync(fresh, `${keys.join('\n')}\n`, { mode: 0o600, flush: true });
  renameSync(fresh, path);
}

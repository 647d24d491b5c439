import { NumberFinder, type PhoneRules } from '@hookline/records/phone';
import { erased } from '../normalise/erase.ts';
import type { Store } from '../store/store.ts';
import type { Entry } from './batch.ts';
import type { Db } from './transaction.ts';

/** Numbers that were erased for good. What comes in about them is taken out before it is stored. */
export class Suppression {
  readonly #rules: PhoneRules;
  #finder: NumberFinder | undefined;
  /** How many there were, and since when the last one. */
  #known = '';

  constructor(rules: PhoneRules) {
    this.#rules = rules;
  }

  /** On a database that others write to as well, they may have added some. */
  async keepUp(kind: Store['kind'], db: Db): Promise<void> {
    if (kind === 'sqlite') return;
    const { count, since } = await db
      .selectFrom('suppressed_numbers')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.max('since').as('since')])
      .executeTakeFirstOrThrow();
    const known = `${count} ${since}`;
    if (known === this.#known) return;
    await this.load({ db });
    this.#known = known;
  }

  async load({ db }: { readonly db: Db }): Promise<void> {
    const rows = await db.selectFrom('suppressed_numbers').select('number_key').execute();
    const keys = rows.map(({ number_key }) => number_key);
    this.#finder = keys.length > 0 ? new NumberFinder(keys, this.#rules) : undefined;
  }

  /** The entry as it may be stored; none if nothing of it may. */
  withoutErased(entry: Entry): Entry[] {
    // What is counted of senders has no number in it that is anybody's.
    if (!this.#finder || entry.kind === 'sources') return [entry];
    const erasure = erased(entry.text, this.#finder);
    if (erasure.outcome === 'untouched') return [entry];
    return erasure.outcome === 'cut' ? [{ ...entry, text: erasure.text }] : [];
  }
}

/** From now on nothing about these numbers is stored. */
export async function suppress(
  { store, suppression }: { store: Store; suppression: Suppression },
  keys: readonly string[],
): Promise<void> {
  const since = new Date().toISOString();
  await store.db
    .insertInto('suppressed_numbers')
    .values(keys.map((number_key) => ({ number_key, since })))
    .onConflict((conflict) => conflict.column('number_key').doNothing())
    .execute();
  await suppression.load(store);
}

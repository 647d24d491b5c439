import { sql } from 'kysely';
import { scanStep } from '../engine/lists/scan.ts';
import type { Store } from '../engine/store/store.ts';
import { inTransaction } from '../engine/store/transaction.ts';
import { searchTerms } from './search-terms.ts';

/** Another one whenever events are found by more than before. */
export const EVENT_READING = '1';

/**
 * Notes for some of the stored events by what they are found. Goes on after the id of the step
 * before; without a next one it is done. Done twice, it changes nothing.
 */
export function rebuildEvents(
  { store }: { readonly store: Store },
  after: string | null,
  limit: number,
): Promise<{ readonly next: string | null }> {
  return inTransaction(store, async (db) => {
    const { rows, last } = await scanStep(db, 'events', after ?? '', { limit });
    const changed = rows
      .map(({ id, payload, search_terms }) => ({ id, was: search_terms, is: searchTerms(payload) }))
      .filter(({ was, is }) => was !== is);
    if (changed.length > 0) {
      const cases = changed.map(({ id, is }) => sql`when ${id} then ${is}`);
      await db
        .updateTable('events')
        .set({ search_terms: sql<string | null>`case id ${sql.join(cases, sql` `)} end` })
        .where(
          'id',
          'in',
          changed.map(({ id }) => id),
        )
        .execute();
    }
    return { next: last ?? null };
  });
}

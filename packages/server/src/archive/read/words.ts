import type { Expression, SqlBool } from 'kysely';
import { queryWords } from '../normalise/search-text.ts';
import type { Searchable } from '../store/search.ts';
import type { Store } from '../store/store.ts';

/** True for rows with every word of the query; undefined if it has none, for then all rows fit. */
export async function hasWords(
  { db, search }: Store,
  table: Searchable,
  q: string | undefined,
): Promise<Expression<SqlBool> | undefined> {
  const words = q === undefined ? [] : queryWords(q);
  return words.length > 0 ? search.matching(db, table, words) : undefined;
}

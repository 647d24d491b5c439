import { queryWords } from '@hookline/records';
import type { Schema } from '../store/schema.ts';
import type { SearchedList } from '../store/search.ts';
import type { Store } from '../store/store.ts';

/** The first rows of a list with every word of the query; if it has none, all rows fit. */
export async function firstRows<Tables extends keyof Schema, Row>(
  { db, search }: Store,
  list: SearchedList<Tables, Row>,
  q: string | undefined,
  rows: number,
): Promise<readonly Row[]> {
  const words = q === undefined ? [] : queryWords(q);
  if (words.length > 0) return search.first(db, list, words, rows);
  return (await list.query.limit(rows).execute()) as Row[];
}

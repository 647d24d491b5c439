import type { Expression, SqlBool } from 'kysely';
import type { SearchMigration } from './migrations.ts';

/** The tables whose column `search` holds folded text that can be searched by parts of words. */
export type Searchable = 'addresses' | 'jobs';

/**
 * Folded words, each in its spellings, of which one must be found: anywhere if it has an index's
 * length, else at the beginning of a word, since two letters stand somewhere in every text.
 */
export type SearchWords = readonly (readonly string[])[];

/** The length from which a part of a word can be looked up in an index of trigrams. */
export const TRIGRAM = 3;

export function isIndexed(word: string): boolean {
  return Array.from(word).length >= TRIGRAM;
}

/** What each database does in its own way: finding rows by words, with an index. */
export interface Search extends SearchMigration {
  /** True for rows of the table whose `search` contains every one of these words. */
  matches(table: Searchable, words: SearchWords): Expression<SqlBool>;
  /** True where raw JSON text fits this regular expression, ignoring case. */
  fits(column: Expression<string>, pattern: string): Expression<SqlBool>;
}

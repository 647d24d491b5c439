import type { Expression, Kysely, SqlBool } from 'kysely';
import type { SearchMigration } from './migrations.ts';
import type { Schema } from './schema.ts';

/** The tables whose column `search` holds folded text that can be searched by parts of words. */
export type Searchable = 'addresses' | 'jobs';

/**
 * Folded words, each in its spellings, of which one must be found: anywhere if it has an index's
 * length, else at the beginning of a word, since two letters stand somewhere in every text.
 */
export type SearchWords = readonly (readonly string[])[];

export interface TextPattern {
  /** A regular expression. */
  readonly expression: string;
  /**
   * Small ASCII letters and digits that every text carries that fits, in either case; may be empty.
   * Looking for them takes a fraction of the time, and most texts lack them.
   */
  readonly literal: string;
}

/** The length from which a part of a word can be looked up in an index of trigrams. */
export const TRIGRAM = 3;

export function isIndexed(word: string): boolean {
  return Array.from(word).length >= TRIGRAM;
}

/** What each database does in its own way: finding rows by words, with an index. */
export interface Search extends SearchMigration {
  /**
   * True for rows of the table whose `search` contains every one of these words. The database may
   * be asked how many there are, since finding few and finding many are done differently.
   */
  matching(db: Kysely<Schema>, table: Searchable, words: SearchWords): Promise<Expression<SqlBool>>;
  /** Makes sure that nothing of rows that are gone is left in the index. */
  forgetErased(db: Kysely<Schema>): Promise<void>;
  /** True where raw JSON text fits this pattern, ignoring case. */
  fits(column: Expression<string>, pattern: TextPattern): Expression<SqlBool>;
}

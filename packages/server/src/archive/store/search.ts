import type { Expression, Kysely, SelectQueryBuilder, SqlBool } from 'kysely';
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

/** A list in which words are searched for. */
export interface SearchedList<Tables extends keyof Schema, Row> {
  readonly table: Searchable;
  /** Its rows in their order, from the first one that is wanted. */
  readonly query: SelectQueryBuilder<Schema, Tables, Row>;
  /** The columns that it is sorted by, all of them descending. */
  readonly order: readonly string[];
}

/** How far the index has been rid of rows that are gone. */
export interface Forgetting {
  readonly table: Searchable;
  readonly isBegun: boolean;
}

/** What each database does in its own way: finding rows by words, with an index. */
export interface Search extends SearchMigration {
  /**
   * The first rows of the list whose `search` contains every one of these words. Finding few and
   * finding many are done differently, for its cost must follow the page and not the table.
   */
  first<Tables extends keyof Schema, Row>(
    db: Kysely<Schema>,
    list: SearchedList<Tables, Row>,
    words: SearchWords,
    rows: number,
  ): Promise<readonly Row[]>;
  /**
   * Takes what rows that are gone have left behind out of the index, step by step; answers what to
   * go on with, and nothing when nothing is left.
   */
  forgetErased(db: Kysely<Schema>, from?: Forgetting): Promise<Forgetting | undefined>;
  /** True where raw JSON text fits this pattern, ignoring case. */
  fits(column: Expression<string>, pattern: TextPattern): Expression<SqlBool>;
}

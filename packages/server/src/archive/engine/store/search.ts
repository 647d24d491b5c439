import { type Expression, type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { SearchMigration } from './migrations/001-first.ts';
import type { Schema } from './schema.ts';

/** The tables whose column `search` holds folded text that can be searched by parts of words. */
export type Searchable = 'addresses' | 'jobs';

/**
 * Folded words, each in its spellings, of which one must be found: anywhere if it has an index's
 * length, else at the beginning of a word, since two letters stand somewhere in every text.
 */
export type SearchWords = readonly (readonly string[])[];

/** A plain text and what is put in its place, wherever it stands. */
export type Replacement = readonly [from: string, to: string];

/**
 * A word as it is looked for in JSON text. It is there if the text, in small ASCII letters and
 * with all replacements made in their order, contains it.
 */
export interface PayloadWord {
  readonly typed: string;
  /**
   * Small ASCII letters and digits that every text carries that has the word, in either case; may
   * be empty. Looking for them takes a fraction of the time, and most texts lack them.
   */
  readonly literal: string;
  /** Undo escapes and write out umlauts. */
  readonly writtenOut: readonly Replacement[];
  /** The word in such a text. */
  readonly found: string;
  /** Further ones after them, that make umlauts bare letters; none if that makes no difference. */
  readonly bare: readonly Replacement[];
  readonly foundBare: string;
}

/** The text with all of the replacements made, one after the other. */
export function replaced(text: string, replacements: readonly Replacement[]): string {
  let result = text;
  for (const [from, to] of replacements) result = result.replaceAll(from, to);
  return result;
}

/** PostgreSQL has a limit of its own; in SQLite a search would keep all other readers waiting. */
export const SEARCH_TIMEOUT = 15_000;
export const TOO_LONG = 'The search takes too long. Ask for fewer words or for fewer days.';

/** The length from which a part of a word can be looked up in an index of trigrams. */
export const TRIGRAM = 3;

export function isIndexed(word: string): boolean {
  return Array.from(word).length >= TRIGRAM;
}

export function allOf(conditions: readonly Expression<unknown>[]): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`;
}

export function anyOf(conditions: readonly Expression<unknown>[]): Expression<SqlBool> {
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
}

/** True where a folded text has every word. */
export function hasAll(
  { has }: Pick<Search, 'has'>,
  text: Expression<string>,
  words: SearchWords,
): Expression<SqlBool> {
  const isThere = (word: string) =>
    isIndexed(word) ? has(text, word) : has(sql`' ' || ${text}`, ` ${word}`);
  return allOf(words.map((spellings) => anyOf(spellings.map(isThere))));
}

/** What a list is sorted by, all of it in one direction: newest first, or forwards. */
export interface Order {
  readonly columns: readonly string[];
  readonly direction: 'backwards' | 'forwards';
}

/** A list in which words are searched for. */
export interface SearchedList<Tables extends keyof Schema, Row> {
  readonly table: Searchable;
  /** Its rows in their order, from the first one that is wanted. */
  readonly query: SelectQueryBuilder<Schema, Tables, Row>;
  readonly order: Order;
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
  /** True where a text has this part, letter by letter. */
  has(column: Expression<string | null>, part: string): Expression<SqlBool>;
  /** True where raw JSON text has this word. */
  carries(column: Expression<string>, word: PayloadWord): Expression<SqlBool>;
}

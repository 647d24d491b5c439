import type { Expression, SqlBool } from 'kysely';
import type { SearchMigration } from './migrations.ts';

/** The tables whose column `search` holds folded text that can be searched by parts of words. */
export type Searchable = 'addresses' | 'jobs';

/** What each database does in its own way: finding rows by words, with an index. */
export interface Search extends SearchMigration {
  /** True for rows of the table whose `search` contains every one of these folded words. */
  matches(table: Searchable, words: readonly string[]): Expression<SqlBool>;
  /** True where raw JSON text fits this regular expression, ignoring case. */
  fits(column: Expression<string>, pattern: string): Expression<SqlBool>;
}

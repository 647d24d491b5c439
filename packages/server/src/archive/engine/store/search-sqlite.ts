import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Schema } from './schema.ts';
import {
  hasAll,
  isIndexed,
  SEARCH_TIMEOUT,
  type Search,
  type Searchable,
  type SearchedList,
  type SearchWords,
} from './search.ts';
import type { WantedWord } from './sqlite.ts';

const FEW = 10_000;
/** Pages of the index that are merged in one step: some ten milliseconds. */
const MERGED_PAGES = 25;

/** FTS5 with trigrams finds any part of three characters or more; shorter ones are scanned for. */
export const sqliteSearch: Search = {
  createAddressSearch: (db) => createIndex(db, 'addresses'),
  createJobSearch: (db) => createIndex(db, 'jobs'),

  async first(db, list, words, rows) {
    return (await searchQuery(db, list, words, rows)).execute();
  },

  async forgetErased(db, { table, isBegun } = { table: 'addresses', isBegun: false }) {
    if (await mergeSome(db, table, isBegun)) return { table, isBegun: true };
    return table === 'addresses' ? { table: 'jobs', isBegun: false } : undefined;
  },

  has: (column, part) => sql<SqlBool>`instr(${column}, ${part}) > 0`,

  // SQLite's own `lower` changes ASCII letters only, as that of PostgreSQL does here.
  carries(column, word) {
    const wanted: WantedWord = { ...word, until: Date.now() + SEARCH_TIMEOUT };
    const isSearched = sql`carries_word(lower(${column}), ${JSON.stringify(wanted)})`;
    return sql<SqlBool>`(${column} like ${`%${word.literal}%`} and ${isSearched})`;
  },
};

/**
 * The index only marks a row as gone and keeps its trigrams until it happens to be merged. All of
 * it is merged here, but not at once: that takes seconds, in which nothing is stored. Its own
 * `secure-delete` would do this at every change of a job, and cost nine tenths of the speed.
 */
async function mergeSome(
  db: Kysely<Schema>,
  table: Searchable,
  isBegun: boolean,
): Promise<boolean> {
  const index = `${table}_search`;
  const changes = async () => {
    const counted = sql<{ count: number }>`select total_changes() as count`;
    return (await counted.execute(db)).rows[0]?.count ?? 0;
  };
  const before = await changes();
  // A negative number begins anew with all parts of the index, a positive one goes on.
  const pages = isBegun ? MERGED_PAGES : -MERGED_PAGES;
  await sql`insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${pages})`.execute(
    db,
  );
  // The command itself counts as one change, so this is how it says that nothing was left to do.
  return (await changes()) - before >= 2;
}

export async function searchQuery<Tables extends keyof Schema, Row>(
  db: Kysely<Schema>,
  { table, query }: SearchedList<Tables, Row>,
  words: SearchWords,
  rows: number,
): Promise<SelectQueryBuilder<Schema, Tables, Row>> {
  const column = sql.ref<string>(`${table}.search`);
  const long = words.filter((spellings) => spellings.every(isIndexed));
  const found = long.length > 0 ? await fewFound(db, table, queryFor(long)) : undefined;
  if (found === undefined) return query.where(hasAll(sqliteSearch, column, words)).limit(rows);
  const row = sql.ref<number>(`${table}.rowid`);
  // Sorted without their contents: to carry those along takes six times as long.
  const first = query
    .clearSelect()
    .select(row.as('found_row'))
    .where(sql<SqlBool>`${row} in (select value from json_each(${found}))`)
    // The short words, and the others again: a row may have become another one meanwhile.
    .where(hasAll(sqliteSearch, column, words))
    .limit(rows);
  return query.where(sql<SqlBool>`${row} in (${first})`);
}

/**
 * The rows that the index finds, as a JSON list, if they are few. All of many would have to be
 * sorted for one page, while going through the list soon comes across enough of them.
 */
async function fewFound(
  db: Kysely<Schema>,
  table: Searchable,
  query: string,
): Promise<string | undefined> {
  const index = sql.table(`${table}_search`);
  const found = sql`select rowid from ${index} where ${index} match ${query} limit ${FEW + 1}`;
  const listed = sql<{
    list: string;
    count: number;
  }>`select json_group_array(rowid) as list, count(*) as count from (${found})`;
  const [few] = (await listed.execute(db)).rows;
  return few && few.count <= FEW ? few.list : undefined;
}

function queryFor(words: SearchWords): string {
  // Quoted, so that nothing a person types is taken for the query language.
  const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;
  return words.map((spellings) => `(${spellings.map(quoted).join(' OR ')})`).join(' AND ');
}

/** Kept in step by triggers, so that no writer can forget it. */
async function createIndex(db: Kysely<Schema>, table: Searchable): Promise<void> {
  const name = `${table}_search`;
  const statements = [
    `create virtual table ${name} using fts5(search, content='${table}', content_rowid='rowid', tokenize='trigram')`,
    `create trigger ${name}_insert after insert on ${table} begin
       insert into ${name}(rowid, search) values (new.rowid, new.search);
     end`,
    `create trigger ${name}_delete after delete on ${table} begin
       insert into ${name}(${name}, rowid, search) values ('delete', old.rowid, old.search);
     end`,
    `create trigger ${name}_update after update of search on ${table} when old.search <> new.search begin
       insert into ${name}(${name}, rowid, search) values ('delete', old.rowid, old.search);
       insert into ${name}(rowid, search) values (new.rowid, new.search);
     end`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from './schema.ts';
import { isIndexed, type Search, type Searchable, type SearchWords } from './search.ts';

const FEW = 4000;

/** FTS5 with trigrams finds any part of three characters or more; shorter ones are scanned for. */
export const sqliteSearch: Search = {
  createAddressSearch: (db) => createIndex(db, 'addresses'),
  createJobSearch: (db) => createIndex(db, 'jobs'),

  async matching(db, table, words) {
    const long = words.filter((spellings) => spellings.every(isIndexed));
    const found = long.length > 0 ? await fewFound(db, table, queryFor(long)) : undefined;
    const column = sql.ref<string>(`${table}.search`);
    const conditions = words
      .filter((spellings) => !found || !long.includes(spellings))
      .map((spellings) => scanned(column, spellings));
    return sql<SqlBool>`(${sql.join([...(found ? [found] : []), ...conditions], sql` and `)})`;
  },

  async forgetErased(db) {
    // The index only marks a row as gone and keeps its trigrams until it happens to be merged.
    // Its own `secure-delete` would do this at every change of a job, and cost nine tenths of the speed.
    for (const table of ['addresses', 'jobs'] as const) {
      const index = sql.table(`${table}_search`);
      await sql`insert into ${index} (${sql.ref(`${table}_search`)}) values ('optimize')`.execute(
        db,
      );
    }
  },

  fits: (column, { expression, literal }) =>
    sql<SqlBool>`(${column} like ${`%${literal}%`} and ${column} regexp ${expression})`,
};

/**
 * True for the rows that the index finds, if they are few. All of many would have to be fetched
 * and sorted for one page, while going through the list soon comes across enough of them.
 */
async function fewFound(
  db: Kysely<Schema>,
  table: Searchable,
  query: string,
): Promise<Expression<SqlBool> | undefined> {
  const index = sql.table(`${table}_search`);
  const found = sql`select rowid from ${index} where ${index} match ${query}`;
  const counted = sql<{ rows: number }>`select count(*) as rows from (${found} limit ${FEW + 1})`;
  const [count] = (await counted.execute(db)).rows;
  if (!count || count.rows > FEW) return undefined;
  return sql<SqlBool>`${sql.ref(`${table}.rowid`)} in (${found})`;
}

function queryFor(words: SearchWords): string {
  // Quoted, so that nothing a person types is taken for the query language.
  const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;
  return words.map((spellings) => `(${spellings.map(quoted).join(' OR ')})`).join(' AND ');
}

function scanned(column: Expression<string>, spellings: readonly string[]): Expression<SqlBool> {
  const conditions = spellings.map((word) =>
    isIndexed(word)
      ? sql`instr(${column}, ${word}) > 0`
      : sql`instr(' ' || ${column}, ${` ${word}`}) > 0`,
  );
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;
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

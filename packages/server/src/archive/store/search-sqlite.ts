import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from './schema.ts';
import type { Search, Searchable } from './search.ts';

const TRIGRAM = 3;

/** FTS5 with trigrams finds any part of three characters or more; shorter ones are scanned for. */
export const sqliteSearch: Search = {
  createAddressSearch: (db) => createIndex(db, 'addresses'),
  createJobSearch: (db) => createIndex(db, 'jobs'),

  matches(table, words) {
    const long = words.filter((word) => word.length >= TRIGRAM);
    const short = words.filter((word) => word.length < TRIGRAM);
    const column = sql.ref<string>(`${table}.search`);
    const conditions: Expression<SqlBool>[] = short.map(
      (word) => sql<SqlBool>`instr(${column}, ${word}) > 0`,
    );
    if (long.length > 0) {
      // Quoted, so that nothing a person types is taken for the query language.
      const query = long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' ');
      const index = sql.table(`${table}_search`);
      conditions.push(
        sql<SqlBool>`${sql.ref(`${table}.rowid`)} in (select rowid from ${index} where ${index} match ${query})`,
      );
    }
    return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql`1 = 1`;
  },

  fits: (column, pattern) => sql<SqlBool>`${column} regexp ${pattern}`,
};

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

import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from './schema.ts';
import { isIndexed, type Search, type Searchable } from './search.ts';

/** An index of trigrams serves `like` with any part of three characters or more. */
export const postgresSearch: Search = {
  async createAddressSearch(db) {
    // Part of PostgreSQL's own distribution; the owner of a database may create it.
    await sql`create extension if not exists pg_trgm`.execute(db);
    await createIndex(db, 'addresses');
  },
  createJobSearch: (db) => createIndex(db, 'jobs'),

  async matching(_db, table, words) {
    const column = sql.ref<string>(`${table}.search`);
    const conditions = words.map((spellings) => {
      const patterns = spellings.flatMap(patternsFor);
      return sql<SqlBool>`(${sql.join(
        patterns.map((pattern) => sql`${column} like ${pattern}`),
        sql` or `,
      )})`;
    });
    return conditions.length > 0 ? sql<SqlBool>`(${sql.join(conditions, sql` and `)})` : sql`true`;
  },

  // Rows that are gone leave the index with them, at the next vacuum.
  async forgetErased() {},

  // By itself the planner would take the expression for the cheaper one of the two.
  fits: (column, { expression, literal }) => sql<SqlBool>`case
    when lower(${column} collate "C") like ${`%${literal}%`} then ${column} ~* ${expression}
    else false end`,
};

function patternsFor(word: string): readonly string[] {
  const literal = word.replace(/[\\%_]/g, '\\$&');
  return isIndexed(word) ? [`%${literal}%`] : [`${literal}%`, `% ${literal}%`];
}

async function createIndex(db: Kysely<Schema>, table: Searchable): Promise<void> {
  const name = sql.id(`${table}_search`);
  const target = sql.table(table);
  await sql`create index ${name} on ${target} using gin (search gin_trgm_ops)`.execute(db);
  // With fewer samples a rare word is taken for a common one, and the list is gone through for it.
  await sql`alter table ${target} alter column search set statistics 1000`.execute(db);
}

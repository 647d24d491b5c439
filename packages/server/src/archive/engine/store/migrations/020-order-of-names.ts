import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** By what addresses are listed as in a phone book; filled where addresses are read anew. */
export async function orderOfNames(db: Kysely<Schema>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  // Letter by letter in both, so that those that begin alike stand together.
  const type = sql.raw(isPostgres ? 'text collate "C"' : 'text');
  await sql`alter table addresses add column sort_name ${type} not null default ''`.execute(db);
  await sql`create index addresses_by_sort_name_id on addresses (sort_name, id)`.execute(db);
}

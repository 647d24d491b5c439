import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * Steps 006 and 008 were still changed when the first databases had them. Those lack what came into
 * the steps later: without it nothing could be stored any more. Everywhere else this does nothing.
 */
export async function completedSteps(db: Kysely<Schema>): Promise<void> {
  const addresses = await columnsOf(db, 'addresses');
  for (const column of ['corrected_by', 'corrected_at']) {
    if (addresses.has(column)) continue;
    await db.schema.alterTable('addresses').addColumn(column, 'text').execute();
  }
  if (!(await columnsOf(db, 'sources')).has('life')) await countByLife(db);
  await sql`create index if not exists jobs_by_is_open_status on jobs (is_open, status)`.execute(
    db,
  );
  await sql`drop index if exists jobs_by_is_open_received_at_version_id`.execute(db);
  await sql`create index if not exists jobs_by_is_open_received_at_version_id_due_order
    on jobs (is_open, received_at, version_id, due_order)`.execute(db);
}

/** Of our table: a database of PostgreSQL may have others of that name beside it. */
async function columnsOf(db: Kysely<Schema>, table: keyof Schema): Promise<ReadonlySet<string>> {
  const { rows } = await (db.getExecutor().adapter instanceof PostgresAdapter
    ? sql<{ name: string }>`select column_name as name from information_schema.columns
        where table_schema = current_schema() and table_name = ${table}`
    : sql<{ name: string }>`select name from pragma_table_info(${table})`
  ).execute(db);
  return new Set(rows.map(({ name }) => name));
}

/** A key cannot be changed in SQLite; what was counted goes to no life in particular. */
async function countByLife(db: Kysely<Schema>): Promise<void> {
  await sql`alter table sources rename to sources_of_before`.execute(db);
  await sql`create table sources (sender text not null, url text not null, life text not null,
    state text not null, primary key (sender, url, life))`.execute(db);
  await sql`insert into sources (sender, url, life, state)
    select sender, url, '', state from sources_of_before`.execute(db);
  await sql`drop table sources_of_before`.execute(db);
}

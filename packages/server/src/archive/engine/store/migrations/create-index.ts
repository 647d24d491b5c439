import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function index(
  db: Kysely<Schema>,
  table: string,
  columns: string[],
  which?: RawBuilder<unknown>,
): Promise<void> {
  const name = sql.id(`${table}_by_${columns.join('_')}`);
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const rows = which ? sql`where ${which}` : sql``;
  await sql`create index ${name} on ${sql.table(table)} (${list}) ${rows}`.execute(db);
}

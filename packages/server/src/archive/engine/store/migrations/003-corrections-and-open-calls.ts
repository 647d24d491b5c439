import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

export async function correctionsAndOpenCalls(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('addresses')
    .addColumn('corrections', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
  // Small ones, for calls that are few among all: without them, the whole list is gone through.
  await sql`create index calls_to_call_back on calls (missed, settled, sort_at, id)
    where missed = 1 and settled = 0`.execute(db);
  await sql`create index calls_settled on calls (settled, sort_at, id)
    where settled = 1`.execute(db);
}

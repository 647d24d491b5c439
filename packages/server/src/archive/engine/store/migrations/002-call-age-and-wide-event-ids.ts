import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { index } from './create-index.ts';

export async function callAgeAndWideEventIds(db: Kysely<Schema>): Promise<void> {
  // A whole number of SQLite has 64 bits anyway.
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`alter table events alter column event_id type bigint`.execute(db);
  }
  // For retention, which goes by when the server first heard of a call.
  await index(db, 'calls', ['created_at']);
}

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { index } from './create-index.ts';

/** How calling back goes on, and what a call was about. */
export async function callBacks(db: Kysely<Schema>): Promise<void> {
  for (const column of ['attempts', 'remind_at', 'remind_by', 'job', 'contact']) {
    await db.schema.alterTable('calls').addColumn(column, 'text').execute();
  }
  await index(db, 'calls', ['job', 'sort_at', 'id'], sql`job is not null`);
}

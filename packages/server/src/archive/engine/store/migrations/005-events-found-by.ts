import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

export async function eventsFoundBy(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('events').addColumn('found_by', 'text').execute();
}

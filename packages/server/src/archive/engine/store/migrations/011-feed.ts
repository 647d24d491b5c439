import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** Ids of a stream have to fit as well, which `events` has room for since the second step. */
export async function feed(db: Kysely<Schema>): Promise<void> {
  await sql`create table archive_feed
    (instance text primary key, seq bigint not null, newest_at text not null)`.execute(db);
}

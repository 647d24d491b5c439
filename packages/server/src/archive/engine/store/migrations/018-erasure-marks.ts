import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

const KEY_BYTES = 32;

/** Which numbers were erased and when, without telling them, and which requests have come. */
export async function erasureMarks(db: Kysely<Schema>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`create table erasure_marks (
    hash text primary key,
    glance text not null,
    erased_at text not null)`);
  // Not in the same table: whoever gets hold of the marks alone cannot try numbers out on them.
  await run('create table erasure_key (secret text primary key)');
  const secret = randomBytes(KEY_BYTES).toString('base64url');
  await sql`insert into erasure_key (secret) values (${secret})`.execute(db);
  await run(`create table event_names (
    name text primary key,
    received_at text not null)`);
}

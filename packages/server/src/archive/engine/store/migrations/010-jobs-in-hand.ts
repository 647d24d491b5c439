import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** What couriers have to do: how much is counted in the first, what is due is read in the second. */
export async function jobsInHand(db: Kysely<Schema>): Promise<void> {
  const inHand = sql`is_open = 1 and courier_key is not null`;
  await sql`create index jobs_per_courier on jobs (courier_key) where ${inHand}`.execute(db);
  await sql`drop index jobs_of_couriers`.execute(db);
  await sql`create index jobs_of_couriers on jobs (courier_key, due_order, job_key, version_id)
    where ${inHand}`.execute(db);
}

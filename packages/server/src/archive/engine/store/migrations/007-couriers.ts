import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { index } from './create-index.ts';

/** What is stored already gets its values when it is read anew. */
export async function couriers(db: Kysely<Schema>): Promise<void> {
  const names = ['seen_at', 'own_id', 'courier_name', 'courier_status', 'courier_vehicle'];
  for (const name of names) {
    await db.schema.alterTable('addresses').addColumn(name, 'text').execute();
  }
  await index(db, 'addresses', ['own_id'], sql`own_id is not null`);
  await index(db, 'addresses', ['courier_name'], sql`courier_name is not null`);
  await db.schema.alterTable('jobs').addColumn('courier_key', 'text').execute();
  // How many open jobs each courier has is counted in here, without a look at the jobs themselves.
  await sql`create index jobs_of_couriers on jobs (courier_key, due_order, job_key)
    where is_open = 1 and courier_key is not null`.execute(db);
  await sql`create index jobs_without_courier on jobs (is_open, received_at, version_id)
    where courier_key is null`.execute(db);
  await sql`create index jobs_without_courier_by_due on jobs (is_open, due_order, job_key)
    where courier_key is null`.execute(db);
}

import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/** What `dueOrder` has put there since: the last change, with every digit taken from nine. */
export async function turnedDueOrder(db: Kysely<Schema>): Promise<void> {
  let turned = sql`received_at`;
  // By way of letters, or what has been turned would be turned back.
  const [from, to] = ['0123456789abcde', 'abcde4321098765'];
  for (const [n, letter] of [...from].entries()) {
    turned = sql`replace(${turned}, ${sql.lit(letter)}, ${sql.lit(to.charAt(n))})`;
  }
  await sql`update jobs set due_order = due_order || ' ' || ${turned}`.execute(db);
}

/** What couriers have to do: how much is counted in the first, what is due is read in the second. */
export async function jobsInHand(db: Kysely<Schema>): Promise<void> {
  const inHand = sql`is_open = 1 and courier_key is not null`;
  await sql`create index jobs_per_courier on jobs (courier_key) where ${inHand}`.execute(db);
  await sql`drop index jobs_of_couriers`.execute(db);
  await sql`create index jobs_of_couriers on jobs (courier_key, due_order, job_key, version_id)
    where ${inHand}`.execute(db);
}

/**
 * Versions go by their ids, in which they were accepted. A job whose times say otherwise, because a
 * clock was put right between them, is merged anew.
 */
export async function orderOfAcceptance(db: Kysely<Schema>): Promise<void> {
  await sql`insert into stale_jobs (job_key)
    select distinct job_key from (
      select job_key, id, lag(id) over (partition by job_key order by received_at, id) as previous
      from job_versions) as versions
    where id < previous on conflict do nothing`.execute(db);
  await sql`drop index job_versions_by_job_key_received_at_id`.execute(db);
  await sql`create index job_versions_by_job_key_id on job_versions (job_key, id)`.execute(db);
  await sql`alter table archive_feed drop column newest_at`.execute(db);
}

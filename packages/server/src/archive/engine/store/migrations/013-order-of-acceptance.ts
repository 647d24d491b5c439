import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

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

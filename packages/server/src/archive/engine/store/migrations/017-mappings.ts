import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** What people have said about senders, who sent what, also where the event is gone, and what they call it. */
export async function mappings(db: Kysely<Schema>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  await run(`create table mapping_versions (
    id text primary key,
    sender text not null,
    channel text not null,
    version integer not null,
    rules text not null,
    saved_at text not null,
    saved_by text,
    unique (sender, channel, version))`);
  await run(`create index events_by_sender on events (sender, channel, received_at)
    where sender is not null and channel is not null`);
  await run('alter table events add column topic text');
  await run('alter table job_versions add column sender text');
  await run(`update job_versions
    set sender = (select sender from events where events.id = job_versions.event)
    where event in (select id from events where sender is not null and channel = 'jobs')`);
}

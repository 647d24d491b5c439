import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { index } from './create-index.ts';

/** What desks do to calls, jobs and addresses by hand. */
export async function desks(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  for (const done of ['note', 'claimed', 'settled']) {
    for (const column of [`${done}_by`, `${done}_at`]) {
      await schema.alterTable('calls').addColumn(column, 'text').execute();
    }
  }
  await index(db, 'calls', ['claimed_by', 'sort_at', 'id'], sql`claimed_by is not null`);
  for (const column of ['corrected_by', 'corrected_at']) {
    await schema.alterTable('addresses').addColumn(column, 'text').execute();
  }

  await schema
    .alterTable('jobs')
    .addColumn('closed_by_hand', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('jobs').addColumn('told_class', 'text').execute();
  await schema.alterTable('jobs').addColumn('claimed_by', 'text').execute();
  for (const order of [
    ['received_at', 'version_id'],
    ['due_order', 'job_key'],
  ]) {
    await index(db, 'jobs', ['claimed_by', ...order], sql`claimed_by is not null`);
  }

  // For numbers: what is open by status is counted without a look at the jobs.
  await index(db, 'jobs', ['is_open', 'status']);
  // Which of the open ones are late is seen on the way, in the order of their changes.
  await sql`drop index jobs_by_is_open_received_at_version_id`.execute(db);
  await index(db, 'jobs', ['is_open', 'received_at', 'version_id', 'due_order']);

  await schema
    .createTable('job_handling')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('job_key', 'text', (c) => c.notNull().unique())
    .addColumn('version_id', 'text', (c) => c.notNull())
    .addColumn('version_at', 'text', (c) => c.notNull())
    .addColumn('event', 'text')
    .addColumn('note', 'text')
    .addColumn('note_by', 'text')
    .addColumn('note_at', 'text')
    .addColumn('claimed_by', 'text')
    .addColumn('claimed_at', 'text')
    .addColumn('closed_by', 'text')
    .addColumn('closed_at', 'text')
    .execute();
  await index(db, 'job_handling', ['closed_at'], sql`closed_at is not null`);
}

import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { index } from './create-index.ts';

export async function jobFacts(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  const add = (table: 'jobs' | 'job_versions', name: string, preset?: string) =>
    schema
      .alterTable(table)
      .addColumn(name, 'text', (c) => (preset === undefined ? c : c.notNull().defaultTo(preset)))
      .execute();
  await add('job_versions', 'status_class');
  await add('job_versions', 'facts', '{}');
  await add('job_versions', 'event');
  await add('jobs', 'status_class');
  await schema
    .alterTable('jobs')
    .addColumn('was_underway', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await add('jobs', 'facts', '{}');
  await add('jobs', 'due_at');
  await add('jobs', 'due_order', '9999-12-31T23:59:59.999Z');
  await add('jobs', 'courier_name');
  await add('jobs', 'courier_line');
  await index(db, 'jobs', ['status_class', 'received_at', 'version_id']);
  await index(db, 'jobs', ['is_open', 'due_order', 'job_key']);
  await index(db, 'jobs', ['due_order', 'job_key']);
  for (const courier of ['courier_name', 'courier_line']) {
    await index(
      db,
      'jobs',
      [courier, 'received_at', 'version_id'],
      sql`${sql.ref(courier)} is not null`,
    );
  }
  // The few that have another name than their job.
  await index(db, 'job_versions', ['reference'], sql`reference <> job_key`);

  await schema
    .createTable('job_names')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('reference', 'text', (c) => c.notNull())
    .addColumn('is_former', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('job_names_pk', ['name', 'reference'])
    .execute();
  await index(db, 'job_names', ['reference']);
  await schema
    .createTable('stale_jobs')
    .addColumn('job_key', 'text', (c) => c.primaryKey())
    .execute();
  await schema
    .createTable('readings')
    .addColumn('kind', 'text', (c) => c.primaryKey())
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('cursor', 'text')
    .execute();
}

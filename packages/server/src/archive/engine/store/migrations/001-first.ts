import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import { index } from './create-index.ts';

/** Steps that differ between the databases; search is the only one. */
export interface SearchMigration {
  createAddressSearch(db: Kysely<Schema>): Promise<void>;
  createJobSearch(db: Kysely<Schema>): Promise<void>;
}

export async function first(db: Kysely<Schema>, search: SearchMigration): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('events')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('instance', 'text', (c) => c.notNull())
    .addColumn('event_id', 'integer', (c) => c.notNull())
    .addColumn('channel', 'text')
    .addColumn('received_at', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .execute();
  await index(db, 'events', ['received_at', 'id']);
  await index(db, 'events', ['channel', 'received_at', 'id']);

  await schema
    .createTable('addresses')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('dedup_key', 'text', (c) => c.notNull().unique())
    .addColumn('number_key', 'text')
    .addColumn('number', 'text')
    .addColumn('e164', 'text')
    .addColumn('display', 'text', (c) => c.notNull())
    .addColumn('number_kind', 'text', (c) => c.notNull().defaultTo('other'))
    .addColumn('aliases', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('name', 'text')
    .addColumn('is_customer', 'integer', (c) => c.notNull())
    .addColumn('is_courier', 'integer', (c) => c.notNull())
    .addColumn('fields', 'text', (c) => c.notNull())
    .addColumn('last_reports', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await index(db, 'addresses', ['created_at', 'id']);
  await index(db, 'addresses', ['is_customer', 'created_at', 'id']);
  await index(db, 'addresses', ['is_courier', 'created_at', 'id']);
  await index(db, 'addresses', ['updated_at']);

  await schema
    .createTable('address_numbers')
    .addColumn('number_key', 'text', (c) => c.notNull())
    .addColumn('address_id', 'text', (c) =>
      c.notNull().references('addresses.id').onDelete('cascade'),
    )
    .addColumn('is_own', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('address_numbers_pk', ['number_key', 'address_id'])
    .execute();
  await index(db, 'address_numbers', ['address_id']);

  await schema
    .createTable('calls')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('dedup_key', 'text', (c) => c.unique())
    .addColumn('call_id', 'text')
    .addColumn('state', 'text')
    .addColumn('direction', 'text')
    .addColumn('number', 'text')
    .addColumn('number_key', 'text')
    .addColumn('e164', 'text')
    .addColumn('name', 'text')
    .addColumn('missed', 'integer', (c) => c.notNull())
    .addColumn('settled', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('note', 'text')
    .addColumn('started_at', 'text')
    .addColumn('answered_at', 'text')
    .addColumn('ended_at', 'text')
    .addColumn('sort_at', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('merge_state', 'text', (c) => c.notNull())
    .addColumn('created_at', 'text', (c) => c.notNull())
    .addColumn('updated_at', 'text', (c) => c.notNull())
    .execute();
  await index(db, 'calls', ['call_id']);
  await index(db, 'calls', ['sort_at', 'id']);
  await index(db, 'calls', ['missed', 'sort_at', 'id']);
  await index(db, 'calls', ['number_key', 'sort_at', 'id']);

  await schema
    .createTable('call_reports')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('call', 'text', (c) => c.notNull().references('calls.id').onDelete('cascade'))
    .addColumn('content_hash', 'text', (c) => c.notNull())
    .addColumn('received_at', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addUniqueConstraint('call_reports_once', ['call', 'content_hash'])
    .execute();

  await schema
    .createTable('job_versions')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('job_key', 'text', (c) => c.notNull())
    .addColumn('reference', 'text')
    .addColumn('status', 'text')
    .addColumn('received_at', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .execute();
  await index(db, 'job_versions', ['job_key', 'received_at', 'id']);
  await index(db, 'job_versions', ['received_at']);

  await schema
    .createTable('jobs')
    .addColumn('job_key', 'text', (c) => c.primaryKey())
    .addColumn('reference', 'text')
    .addColumn('version_id', 'text', (c) => c.notNull())
    .addColumn('status', 'text')
    .addColumn('is_open', 'integer', (c) => c.notNull())
    .addColumn('received_at', 'text', (c) => c.notNull())
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('search', 'text', (c) => c.notNull())
    .execute();
  await index(db, 'jobs', ['received_at', 'version_id']);
  await index(db, 'jobs', ['is_open', 'received_at', 'version_id']);
  await index(db, 'jobs', ['status', 'received_at', 'version_id']);

  await schema
    .createTable('job_numbers')
    .addColumn('number_key', 'text', (c) => c.notNull())
    .addColumn('job_key', 'text', (c) => c.notNull().references('jobs.job_key').onDelete('cascade'))
    .addColumn('received_at', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('job_numbers_pk', ['number_key', 'job_key'])
    .execute();
  await index(db, 'job_numbers', ['number_key', 'received_at', 'job_key']);
  await index(db, 'job_numbers', ['job_key']);

  await schema
    .createTable('suppressed_numbers')
    .addColumn('number_key', 'text', (c) => c.primaryKey())
    .addColumn('since', 'text', (c) => c.notNull())
    .execute();

  await schema
    .createTable('set_aside')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('at', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('content', 'text', (c) => c.notNull())
    .execute();

  await schema
    .createTable('applied_batches')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('applied_at', 'text', (c) => c.notNull())
    .execute();
  await index(db, 'applied_batches', ['applied_at']);

  await search.createAddressSearch(db);
  await search.createJobSearch(db);
}

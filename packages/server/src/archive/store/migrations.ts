import { CHANNELS, GENERIC } from '@hookline/contract/words';
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';
import { NEVER } from '../normalise/due-order.ts';
import { completedSteps } from './completed-steps.ts';
import type { Schema } from './schema.ts';
import { ownersAndCouriers } from './steps-of-couriers.ts';
import { jobsInHand, jobsWithIds, orderOfAcceptance, turnedDueOrder } from './steps-of-jobs.ts';

/** Steps that differ between the databases; search is the only one. */
export interface SearchMigration {
  createAddressSearch(db: Kysely<Schema>): Promise<void>;
  createJobSearch(db: Kysely<Schema>): Promise<void>;
}

/** Forward only: what was released is never changed, only followed by another step. */
const LATER: Readonly<Record<string, Migration>> = {
  '002-call-age-and-wide-event-ids': { up: callAgeAndWideEventIds },
  '003-corrections-and-open-calls': { up: correctionsAndOpenCalls },
  '004-job-facts': { up: jobFacts },
  '005-events-found-by': { up: eventsFoundBy },
  '006-desks': { up: desks },
  '007-couriers': { up: couriers },
  '008-senders': { up: senders },
  '009-due-order': { up: turnedDueOrder },
  '010-jobs-in-hand': { up: jobsInHand },
  '011-feed': { up: feed },
  '012-completed-steps': { up: completedSteps },
  '013-order-of-acceptance': { up: orderOfAcceptance },
  '014-jobs-with-ids': { up: jobsWithIds },
  '015-owners-and-couriers': { up: ownersAndCouriers },
};

/** How many there are. */
export const STEPS = 1 + Object.keys(LATER).length;

export function migrations(search: SearchMigration): MigrationProvider {
  const steps = { '001-first': { up: (db: Kysely<Schema>) => first(db, search) }, ...LATER };
  return { getMigrations: async () => steps };
}

async function first(db: Kysely<Schema>, search: SearchMigration): Promise<void> {
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

async function callAgeAndWideEventIds(db: Kysely<Schema>): Promise<void> {
  // A whole number of SQLite has 64 bits anyway.
  if (db.getExecutor().adapter instanceof PostgresAdapter) {
    await sql`alter table events alter column event_id type bigint`.execute(db);
  }
  // For retention, which goes by when the server first heard of a call.
  await index(db, 'calls', ['created_at']);
}

async function correctionsAndOpenCalls(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('addresses')
    .addColumn('corrections', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
  // Small ones, for calls that are few among all: without them, the whole list is gone through.
  await sql`create index calls_to_call_back on calls (missed, settled, sort_at, id)
    where missed = 1 and settled = 0`.execute(db);
  await sql`create index calls_settled on calls (settled, sort_at, id)
    where settled = 1`.execute(db);
}

async function jobFacts(db: Kysely<Schema>): Promise<void> {
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
  await add('jobs', 'due_order', NEVER);
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

async function eventsFoundBy(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('events').addColumn('found_by', 'text').execute();
}

/** What desks do to calls, jobs and addresses by hand. */
async function desks(db: Kysely<Schema>): Promise<void> {
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

/** What is stored already gets its values when it is read anew. */
async function couriers(db: Kysely<Schema>): Promise<void> {
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

async function senders(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('events').addColumn('sender', 'text').execute();
  await index(db, 'events', ['sender', 'received_at', 'id'], sql`sender is not null`);
  await schema
    .createTable('sources')
    .addColumn('sender', 'text', (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('life', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('sources_pk', ['sender', 'url', 'life'])
    .execute();
  await schema
    .createTable('silences')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('since', 'text', (c) => c.notNull())
    .execute();
  // An office that has been sent events before must not be shown how to get the first one.
  for (const channel of [...CHANNELS, null]) {
    const of = channel === null ? sql`channel is null` : sql`channel = ${channel}`;
    const { rows } = await sql<{ first: string | null; last: string | null }>`
      select (select min(received_at) from events where ${of}) as first,
        (select max(received_at) from events where ${of}) as last`.execute(db);
    const [{ first, last } = { first: null, last: null }] = rows;
    if (first === null || last === null) continue;
    const state = JSON.stringify({ firstAt: first, lastAt: last });
    await db
      .insertInto('sources')
      .values({ sender: '', url: channel ?? GENERIC, life: '', state })
      .execute();
  }
}

/** Ids of a stream have to fit as well, which `events` has room for since the second step. */
async function feed(db: Kysely<Schema>): Promise<void> {
  await sql`create table archive_feed
    (instance text primary key, seq bigint not null, newest_at text not null)`.execute(db);
}

async function index(
  db: Kysely<Schema>,
  table: keyof Schema,
  columns: string[],
  which?: RawBuilder<unknown>,
): Promise<void> {
  const name = sql.id(`${table}_by_${columns.join('_')}`);
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const rows = which ? sql`where ${which}` : sql``;
  await sql`create index ${name} on ${sql.table(table)} (${list}) ${rows}`.execute(db);
}

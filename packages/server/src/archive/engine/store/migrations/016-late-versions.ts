import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/**
 * When versions say that they happened, customers by what their sender calls them, and names that
 * somebody from elsewhere would look for.
 */
export async function lateVersions(db: Kysely<Schema>): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(db);
  for (const column of ['happened_at', 'happened_in', 'before_id']) {
    await run(`alter table job_versions add column ${column} text`);
  }
  await run(`alter table jobs add column latest_times text not null default '{}'`);
  await run('alter table addresses add column customer_id text');
  await run(`create index addresses_by_customer_id on addresses (customer_id)
    where customer_id is not null`);
  await run('alter table set_aside rename to dead_letters');
  await run('alter table job_handling rename to job_assignments');
  const columns = [
    ['jobs', 'told_class', 'reported_class'],
    ['jobs', 'due_order', 'due_sort_key'],
    ['events', 'found_by', 'search_terms'],
  ];
  for (const [table, before, now] of columns) {
    await run(`alter table ${table} rename column ${before} to ${now}`);
  }
}

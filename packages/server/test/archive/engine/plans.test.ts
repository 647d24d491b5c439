import { StatusWords } from '@hookline/records';
import { type RawBuilder, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import {
  addressesOfNumber,
  addressList,
  BY_NAME,
} from '../../../src/archive/addresses/address-list.ts';
import { callQuery } from '../../../src/archive/calls/call-list.ts';
import { dueFirst } from '../../../src/archive/calls/caller.ts';
import { workQuery } from '../../../src/archive/couriers/courier-list.ts';
import type { View } from '../../../src/archive/engine/lists/page.ts';
import type { Schema } from '../../../src/archive/engine/store/schema.ts';
import type { SearchedList } from '../../../src/archive/engine/store/search.ts';
import { foundByIndex, foundOnTheWay } from '../../../src/archive/engine/store/search-postgres.ts';
import { searchQuery } from '../../../src/archive/engine/store/search-sqlite.ts';
import { migrate, openStore, type Store } from '../../../src/archive/engine/store/store.ts';
import { eventQuery } from '../../../src/archive/events/event-list.ts';
import { jobList, statusQuery } from '../../../src/archive/jobs/job-list.ts';
import { closedByHandQuery } from '../../../src/archive/threads/summary.ts';
import { NOW, RULES } from '../../support/archive-rows.ts';
import { DATABASES, type DatabaseKind, emptyDatabase } from '../../support/databases.ts';

const viewOf = (store: Store): View => ({
  store,
  rules: RULES,
  now: NOW,
  words: new StatusWords(),
});

type Query = Pick<ReturnType<typeof callQuery>, 'explain'>;

const END = ['2026-03-01T00:00:00.000Z', '00000000-0000-7000-8000-000000000000'];
const NAMED = ['suss', '00000000-0000-7000-8000-000000000000'];
const KEY = '+493023125100';
const since = '2026-01-01';
const OPEN = { missed: true, settled: false };
const WORDS = [['suess', 'suss'], ['berlin']];

/** Each list and filter, on the first page and on a later one, with the index it goes along. */
const ORDERED: readonly (readonly [index: string, query: (store: Store) => Query])[] = [
  ['addresses_by_created_at_id', (store) => addressList(store, undefined, undefined).query],
  ['addresses_by_created_at_id', (store) => addressList(store, undefined, END).query],
  ['addresses_by_sort_name_id', (store) => addressList(store, undefined, NAMED, BY_NAME).query],
  ['addresses_by_is_courier_', (store) => addressList(store, 'courier', END).query],
  ['addresses_by_is_customer_', (store) => addressList(store, 'customer', END).query],
  ['calls_by_sort_at_id', (store) => callQuery(store, {}, undefined, undefined)],
  ['calls_by_sort_at_id', (store) => callQuery(store, {}, undefined, END)],
  ['calls_by_sort_at_id', (store) => callQuery(store, { since: '2026-01-01' }, undefined, END)],
  ['calls_by_missed_', (store) => callQuery(store, { missed: true }, undefined, END)],
  ['calls_to_call_back', (store) => callQuery(store, OPEN, undefined, undefined)],
  ['calls_to_call_back', (store) => callQuery(store, { ...OPEN, since }, undefined, END)],
  ['calls_settled', (store) => callQuery(store, { settled: true }, undefined, END)],
  ['calls_settled', (store) => callQuery(store, { settled: true, missed: true }, undefined, END)],
  ['calls_by_sort_at_id', (store) => callQuery(store, { settled: false }, undefined, END)],
  ['calls_by_number_key_', (store) => callQuery(store, {}, KEY, undefined)],
  ['calls_by_number_key_', (store) => callQuery(store, {}, KEY, END)],
  ['jobs_by_received_at_', (store) => jobList(viewOf(store), {}, END).query],
  ['jobs_by_received_at_', (store) => jobList(viewOf(store), { since: '2026-01-01' }, END).query],
  ['jobs_by_is_open_', (store) => jobList(viewOf(store), { open: true }, END).query],
  ['jobs_by_status_class_', (store) => jobList(viewOf(store), { class: 'new' }, END).query],
  [
    'jobs_by_status_class_',
    (store) => jobList(viewOf(store), { class: 'done', open: false }, END).query,
  ],
  ['jobs_by_courier_name_', (store) => jobList(viewOf(store), { courier: 'Rast' }, END).query],
  [
    'jobs_by_courier_line_',
    (store) => jobList(viewOf(store), { courier: '0171 3920011' }, END).query,
  ],
  [
    'jobs_without_courier',
    (store) => jobList(viewOf(store), { courier: 'none', open: true }, END).query,
  ],
  [
    'jobs_without_courier_by_due',
    (store) => jobList(viewOf(store), { courier: 'none', open: true, sort: 'due' }, END).query,
  ],
  ['jobs_by_due_order_', (store) => jobList(viewOf(store), { sort: 'due' }, END).query],
  [
    'jobs_by_is_open_due_order_',
    (store) => jobList(viewOf(store), { sort: 'due', open: true }, END).query,
  ],
  [
    'jobs_by_is_open_due_order_',
    (store) => jobList(viewOf(store), { sort: 'due', late: true }, END).query,
  ],
  ['jobs_by_is_open_received_at_', (store) => jobList(viewOf(store), { late: true }, END).query],
  [
    'jobs_by_claimed_by_due_order_',
    (store) => jobList(viewOf(store), { sort: 'due', claimedBy: 'Jana', open: true }, END).query,
  ],
  [
    'jobs_by_claimed_by_received_at_',
    (store) => jobList(viewOf(store), { claimedBy: 'Jana', open: true }, END).query,
  ],
  ['calls_by_claimed_by_', (store) => callQuery(store, { claimedBy: 'Jana' }, undefined, END)],
  ['calls_by_job_', (store) => callQuery(store, { jobs: ['A-1'] }, undefined, END)],
  ['jobs_by_closed_at', ({ db }) => closedByHandQuery(db, new Date(NOW).toISOString())],
  ['jobs_by_status_', (store) => jobList(viewOf(store), { status: 'new' }, END).query],
  ['events_by_received_at_id', (store) => eventQuery(viewOf(store), {}, END)],
  ['events_by_received_at_id', (store) => eventQuery(viewOf(store), { q: 'süß' }, undefined)],
  ['events_by_received_at_id', (store) => eventQuery(viewOf(store), { q: '030/78001' }, undefined)],
  ['events_by_channel_', (store) => eventQuery(viewOf(store), { channel: 'jobs' }, END)],
  ['events_by_channel_', (store) => eventQuery(viewOf(store), { channel: 'generic' }, undefined)],
  ['events_by_channel_', (store) => eventQuery(viewOf(store), { channel: 'generic' }, END)],
];

async function open(kind: DatabaseKind, ...settings: readonly string[]): Promise<Store> {
  const url = await emptyDatabase(kind);
  const store = openStore(url, 'write');
  await migrate(store, url);
  for (const setting of kind === 'postgres' ? settings : []) {
    await sql.raw(`set ${setting} = off`).execute(store.db);
  }
  return store;
}

async function planOf(store: Store, query: (store: Store) => Query): Promise<string> {
  const rows =
    store.kind === 'sqlite'
      ? await query(store).explain(undefined, sql`query plan`)
      : await query(store).explain();
  return rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n');
}

async function searchPlanOf<Tables extends keyof Schema, Row>(
  store: Store,
  list: SearchedList<Tables, Row>,
): Promise<string> {
  const query =
    store.kind === 'postgres'
      ? foundByIndex(list, WORDS, 51)
      : await searchQuery(store.db, list, WORDS, 51);
  return planOf(store, () => query);
}

async function explained(store: Store, query: RawBuilder<unknown>): Promise<string> {
  const explain = sql.raw(store.kind === 'sqlite' ? 'explain query plan' : 'explain');
  const { rows } = await sql<Record<string, string>>`${explain} ${query}`.execute(store.db);
  return rows.map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n');
}

describe.each(DATABASES)('%s', (kind) => {
  test('[AR10] every list is read along an index and never sorted', async () => {
    // Empty tables are cheap to sort: what counts is whether it can do without.
    const store = await open(kind, 'enable_seqscan', 'enable_sort', 'enable_bitmapscan');
    for (const [index, query] of ORDERED) {
      const plan = await planOf(store, query);
      expect(plan).toContain(index);
      expect(plan).not.toMatch(/Sort|TEMP B-TREE/);
    }
    await store.close();
  });

  test('[HP20] the open jobs of a caller are looked up by their names', async () => {
    const store = await open(kind, 'enable_seqscan', 'enable_bitmapscan');
    const plan = await planOf(store, ({ db }) => dueFirst(db, [KEY, `${KEY}1`]));
    const reads = plan.split('\n').filter((line) => /(?:SEARCH|SCAN|on) jobs\b/.test(line));
    expect(reads.length).toBeGreaterThan(0);
    for (const line of reads) expect(line).toMatch(/jobs_pkey|sqlite_autoindex_jobs/);
    await store.close();
  });

  test('[HP13] from one status of jobs to the next goes a step of the index', async () => {
    const store = await open(kind, 'enable_seqscan', 'enable_bitmapscan');
    const plan = await explained(store, statusQuery);
    const reads = plan.split('\n').filter((line) => /(?:SEARCH|SCAN|on) jobs\b/.test(line));
    expect(reads.length).toBeGreaterThan(3);
    for (const line of reads) expect(line).toContain('jobs_by_status_received_at_');
    await store.close();
  });

  test('[DI3] what couriers have to do stands in an index', async () => {
    const store = await open(kind, 'enable_seqscan', 'enable_bitmapscan');
    const work = await explained(store, workQuery(kind, NOW));
    const reads = work.split('\n').filter((line) => /(?:SEARCH|SCAN|on) jobs\b/.test(line));
    const indexes = reads.map((line) => /(?:INDEX|Index Only Scan using) (\w+)/.exec(line)?.[1]);
    expect(indexes).toEqual(['jobs_of_couriers']);
    expect(work).not.toMatch(/Sort|TEMP B-TREE/);
    await store.close();
  });

  test('[AR10] words and numbers are looked up in an index', async () => {
    const store = await open(kind, 'enable_seqscan', 'enable_indexscan');
    const addresses = addressList(store, undefined, undefined);
    const jobs = jobList(viewOf(store), {}, undefined);
    // That of SQLite is a table of its own, and has been asked for its rows before.
    const isFound = kind === 'sqlite' ? /PRIMARY KEY \(rowid=\?\)/ : /(addresses|jobs)_search/;
    expect(await searchPlanOf(store, addresses)).toMatch(isFound);
    expect(await searchPlanOf(store, jobs)).toMatch(isFound);
    const ofNumber = addressesOfNumber(store, KEY, undefined, undefined);
    // SQLite has a name of its own for the index of a primary key.
    expect(await planOf(store, () => ofNumber.query)).toMatch(
      /address_numbers_pk|autoindex_address_numbers/,
    );
    await store.close();
  });
});

test('[AR10] PostgreSQL looks for words in no more than the next rows of a list, in its order', async () => {
  const store = await open('postgres', 'enable_seqscan', 'enable_sort', 'enable_bitmapscan');
  const list = addressList(store, undefined, END);
  const plan = await explained(store, foundOnTheWay(list, WORDS, 51));
  expect(plan).toMatch(/Limit.*Filter.*Limit.*Index Scan.*addresses_by_created_at_id/s);
  expect(plan).not.toContain('Sort');
  await store.close();
});

import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { addressesOfNumberQuery, addressQuery } from '../../../src/archive/read/address-list.ts';
import { callQuery } from '../../../src/archive/read/call-list.ts';
import { eventQuery } from '../../../src/archive/read/event-list.ts';
import { jobQuery } from '../../../src/archive/read/job-list.ts';
import { hasWords } from '../../../src/archive/read/words.ts';
import { migrate, openStore, type Store } from '../../../src/archive/store/store.ts';
import { NOW } from '../../support/archive-rows.ts';
import { DATABASES, type DatabaseKind, emptyDatabase } from '../../support/databases.ts';

type Query = Pick<ReturnType<typeof callQuery>, 'explain'>;

const END = ['2026-03-01T00:00:00.000Z', '00000000-0000-7000-8000-000000000000'];
const KEY = '+493023125100';

/** Each list and filter, on the first page and on a later one, with the index it goes along. */
const ORDERED: readonly (readonly [index: string, query: (store: Store) => Query])[] = [
  ['addresses_by_created_at_id', (store) => addressQuery(store, undefined, undefined, undefined)],
  ['addresses_by_created_at_id', (store) => addressQuery(store, undefined, undefined, END)],
  ['addresses_by_is_courier_', (store) => addressQuery(store, 'courier', undefined, END)],
  ['addresses_by_is_customer_', (store) => addressQuery(store, 'customer', undefined, END)],
  ['calls_by_sort_at_id', (store) => callQuery(store, {}, undefined, undefined)],
  ['calls_by_sort_at_id', (store) => callQuery(store, {}, undefined, END)],
  ['calls_by_sort_at_id', (store) => callQuery(store, { since: '2026-01-01' }, undefined, END)],
  ['calls_by_missed_', (store) => callQuery(store, { missed: true }, undefined, END)],
  ['calls_by_number_key_', (store) => callQuery(store, {}, KEY, undefined)],
  ['calls_by_number_key_', (store) => callQuery(store, {}, KEY, END)],
  ['jobs_by_received_at_', (store) => jobQuery(store, {}, undefined, END)],
  ['jobs_by_is_open_', (store) => jobQuery(store, { open: true }, undefined, END)],
  ['jobs_by_status_', (store) => jobQuery(store, { status: 'new' }, undefined, END)],
  ['events_by_received_at_id', (store) => eventQuery(store, {}, END, NOW)],
  ['events_by_received_at_id', (store) => eventQuery(store, { q: 'süß' }, undefined, NOW)],
  ['events_by_channel_', (store) => eventQuery(store, { channel: 'jobs' }, END, NOW)],
  ['events_by_channel_', (store) => eventQuery(store, { channel: 'generic' }, undefined, NOW)],
  ['events_by_channel_', (store) => eventQuery(store, { channel: 'generic' }, END, NOW)],
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

  test('[AR10] words and numbers are looked up in an index', async () => {
    const store = await open(kind, 'enable_seqscan', 'enable_indexscan');
    const [addresses, jobs] = await Promise.all([
      hasWords(store, 'addresses', 'süß berlin'),
      hasWords(store, 'jobs', 'süß berlin'),
    ]);
    const plans = [
      await planOf(store, () => addressQuery(store, undefined, addresses, undefined)),
      await planOf(store, () => jobQuery(store, {}, jobs, undefined)),
      await planOf(store, () =>
        addressesOfNumberQuery(store, KEY, undefined, undefined, undefined),
      ),
    ];
    expect(plans[0]).toContain('addresses_search');
    expect(plans[1]).toContain('jobs_search');
    // SQLite has a name of its own for the index of a primary key.
    expect(plans[2]).toMatch(/address_numbers_pk|autoindex_address_numbers/);
    await store.close();
  });
});

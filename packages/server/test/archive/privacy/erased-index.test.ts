import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import type { Forgetting } from '../../../src/archive/engine/store/search.ts';
import { sqlitePath } from '../../../src/archive/engine/store/sqlite-file.ts';
import { migrate, openStore, type Store } from '../../../src/archive/engine/store/store.ts';
import { emptyDatabase } from '../../support/database.ts';

const row = (id: string, search: string) => ({
  id,
  dedup_key: id,
  number_key: null,
  number: null,
  e164: null,
  display: '',
  name: null,
  is_customer: 1,
  is_courier: 0,
  fields: '{}',
  last_reports: '{}',
  search,
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: '2026-03-01T00:00:00.000Z',
});

const job = (key: string, search: string) => ({
  name: key,
  id: key,
  version_id: key,
  received_at: '2026-03-01T00:00:00.000Z',
  bytes: 2,
  status: null,
  is_open: 1,
  search,
});

async function forgetErased({ db, search }: Store, begun?: Forgetting): Promise<void> {
  let left = await search.forgetErased(db, begun);
  while (left !== undefined) left = await search.forgetErased(db, left);
}

test('[AR13] sqlite: the search index keeps no trigrams of what was erased', async () => {
  const url = await emptyDatabase('sqlite');
  const store = openStore(url, 'write');
  await migrate(store, url);
  // Trigrams that stand nowhere else in the file.
  await store.db.insertInto('addresses').values(row('1', 'qxzqjv')).execute();
  await store.db.insertInto('addresses').values(row('2', 'bleibt')).execute();
  await store.db.deleteFrom('addresses').where('id', '=', '1').execute();
  await forgetErased(store);
  await store.close();
  // Closing has brought everything into the file.
  const file = readFileSync(sqlitePath(url), 'latin1');
  expect(file).toContain('ble');
  expect(file).not.toMatch(/qxz|xzq|zqj|qjv/);
});

test('[AR13] sqlite: nor does the search index of the jobs keep any', async () => {
  const url = await emptyDatabase('sqlite');
  const store = openStore(url, 'write');
  await migrate(store, url);
  await store.db
    .insertInto('jobs')
    .values([job('1', 'qxzqjv'), job('2', 'bleibt')])
    .execute();
  await store.db.deleteFrom('jobs').where('name', '=', '1').execute();
  await forgetErased(store);
  await store.close();
  const file = readFileSync(sqlitePath(url), 'latin1');
  expect(file).toContain('ble');
  expect(file).not.toMatch(/qxz|xzq|zqj|qjv/);
});

test('[AR13] sqlite: a large search index is cleaned in steps, while rows go on coming', async () => {
  const url = await emptyDatabase('sqlite');
  const store = openStore(url, 'write');
  await migrate(store, url);
  const insert = (rows: readonly ReturnType<typeof row>[]) =>
    store.db.insertInto('addresses').values(rows).execute();
  await insert([row('erased', 'qxzqjv')]);
  for (let n = 0; n < 20; n++) {
    const digits = (i: number) => createHash('sha256').update(`${n} ${i}`).digest('hex');
    await insert(Array.from({ length: 100 }, (_, i) => row(`${n}-${i}`, digits(i))));
  }
  await store.db.deleteFrom('addresses').where('id', '=', 'erased').execute();
  const begun = await store.search.forgetErased(store.db);
  expect(begun).toEqual({ table: 'addresses', isBegun: true });
  await insert([row('late', 'spaeter')]);
  await store.db.deleteFrom('addresses').where('id', '=', '3-3').execute();
  await forgetErased(store, begun);
  await sql`insert into addresses_search (addresses_search) values ('integrity-check')`.execute(
    store.db,
  );
  await store.close();
  const file = readFileSync(sqlitePath(url), 'latin1');
  expect(file).toContain('spa');
  expect(file).not.toMatch(/qxz|xzq|zqj|qjv/);
});

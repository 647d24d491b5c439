import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { migrate, openStore, sqlitePath } from '../../../src/archive/store/store.ts';
import { emptyDatabase } from '../../support/databases.ts';

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

test('[AR13] sqlite: the search index keeps no trigrams of what was erased', async () => {
  const url = await emptyDatabase('sqlite');
  const store = openStore(url, 'write');
  await migrate(store, url);
  // Trigrams that stand nowhere else in the file.
  await store.db.insertInto('addresses').values(row('1', 'qxzqjv')).execute();
  await store.db.insertInto('addresses').values(row('2', 'bleibt')).execute();
  await store.db.deleteFrom('addresses').where('id', '=', '1').execute();
  await store.search.forgetErased(store.db);
  await store.close();
  // Closing has brought everything into the file.
  const file = readFileSync(sqlitePath(url), 'latin1');
  expect(file).toContain('ble');
  expect(file).not.toMatch(/qxz|xzq|zqj|qjv/);
});

import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import type { SearchMigration } from '../../src/archive/store/migrations.ts';
import { sqlitePath } from '../../src/archive/store/sqlite-file.ts';
import type { Store } from '../../src/archive/store/store.ts';
import { emptyDatabase } from '../support/databases.ts';

/** Steps of a later release. */
const later = vi.hoisted(() => ({ steps: {} as Record<string, Migration> }));

vi.mock(import('../../src/archive/store/migrations.ts'), async (importOriginal) => {
  const { migrations } = await importOriginal();
  return {
    migrations: (search: SearchMigration): MigrationProvider => ({
      getMigrations: async () => ({
        ...(await migrations(search).getMigrations()),
        ...later.steps,
      }),
    }),
  };
});

// Other files of this process may have loaded it with the real steps, and others will want those.
vi.resetModules();
const { migrate, openStore } = await import('../../src/archive/store/store.ts');
afterAll(() => void vi.resetModules());

beforeEach(() => {
  later.steps = {};
});

async function opened(url: string): Promise<Store> {
  const store = openStore(url, 'write');
  try {
    await migrate(store, url);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

async function withEvent(): Promise<{ url: string; store: Store }> {
  const url = await emptyDatabase('sqlite');
  const store = await opened(url);
  await store.db
    .insertInto('events')
    .values({
      id: 'e',
      instance: 'i',
      event_id: 1,
      channel: null,
      payload: '1.0',
      received_at: '2026-03-01T08:00:00.000Z',
    })
    .execute();
  return { url, store };
}

test('[AR11] a SQLite file is copied before it is migrated', async () => {
  const { url, store } = await withEvent();
  const copy = `${sqlitePath(url)}.before-999-later`;
  // As after an end without goodbye: the event still stands in the write-ahead log only.
  const left = ['', '-wal'].map((suffix) => [suffix, `${sqlitePath(url)}.left${suffix}`] as const);
  for (const [suffix, path] of left) copyFileSync(sqlitePath(url) + suffix, path);
  await store.close();
  for (const [suffix, path] of left) copyFileSync(path, sqlitePath(url) + suffix);
  later.steps = {
    '999-later': { up: (db) => sql`update events set payload = '2'`.execute(db).then(() => {}) },
  };
  const migrated = await opened(url);
  expect(await migrated.db.selectFrom('events').select('payload').execute()).toEqual([
    { payload: '2' },
  ]);
  await migrated.close();
  later.steps = {};
  const before = await opened(`sqlite:${copy}`);
  expect(await before.db.selectFrom('events').select('payload').execute()).toEqual([
    { payload: '1.0' },
  ]);
  await before.close();
});

test('[AR11] who went back to the copy and upgrades again gets a new one', async () => {
  const { url, store } = await withEvent();
  await store.close();
  const copy = `${sqlitePath(url)}.before-999-later`;
  // Of a life of the service before this one.
  writeFileSync(copy, 'of weeks ago');
  later.steps = { '999-later': { async up() {} } };
  await (await opened(url)).close();
  later.steps = {};
  const before = await opened(`sqlite:${copy}`);
  expect(await before.db.selectFrom('events').select('id').execute()).toEqual([{ id: 'e' }]);
  await before.close();
});

test('[AR11] a migration that fails leaves the file as it was, and its copy', async () => {
  const { url, store } = await withEvent();
  await store.close();
  later.steps = {
    '999-later': {
      async up(db) {
        await sql`update events set payload = '2'`.execute(db);
        await sql`update nothing set payload = '2'`.execute(db);
      },
    },
  };
  await expect(opened(url)).rejects.toThrow('nothing');
  expect(existsSync(`${sqlitePath(url)}.before-999-later`)).toBe(true);
  later.steps = {};
  const restored = await opened(url);
  expect(await restored.db.selectFrom('events').select('payload').execute()).toEqual([
    { payload: '1.0' },
  ]);
  await restored.close();
});

test('[AR11] a first start and one without a new step copy nothing', async () => {
  const { url, store } = await withEvent();
  await store.close();
  await (await opened(url)).close();
  expect(existsSync(`${sqlitePath(url)}.before-001-first`)).toBe(false);
});

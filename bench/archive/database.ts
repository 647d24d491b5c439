import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate, openStore, type Store } from '../../packages/server/src/archive/store/store.ts';
import { startPostgres } from '../../scripts/postgres-for-tests.ts';

export interface Database {
  readonly name: 'SQLite' | 'PostgreSQL';
  readonly store: Store;
  /** A connection like that of the reading thread. */
  reading(): Store;
  remove(): Promise<void>;
}

/** A new file, or a copy of one that is filled. */
export async function openSqliteIn(folder: string, filled: string | undefined): Promise<Database> {
  const file = join(folder, 'bench.db');
  if (filled !== undefined) copyFileSync(filled, file);
  const url = `sqlite:${file}`;
  return opened('SQLite', url, () => {});
}

export async function openNewPostgres(): Promise<Database> {
  const server = await startPostgres({ fsync: true });
  return opened('PostgreSQL', server.url, server.remove);
}

async function opened(
  name: Database['name'],
  url: string,
  removeServer: () => void,
): Promise<Database> {
  const store = openStore(url, 'write');
  await migrate(store, url);
  return {
    name,
    store,
    reading: () => openStore(url, 'read'),
    async remove() {
      await store.close();
      removeServer();
    },
  };
}

export async function keepAs(file: string, { store }: Database): Promise<void> {
  await sql`vacuum into ${file}`.execute(store.db);
}

/** What PostgreSQL does by itself within minutes of such a load; SQLite has to do without. */
export async function settle({ store }: Database): Promise<void> {
  if (store.kind === 'postgres') await sql.raw('vacuum analyze').execute(store.db);
}

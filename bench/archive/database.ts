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

export async function openSqliteIn(folder: string): Promise<Database> {
  const url = `sqlite:${join(folder, 'bench.db')}`;
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

/** What PostgreSQL does by itself within minutes of such a load. */
export async function settle({ store }: Database): Promise<void> {
  await sql.raw(store.kind === 'postgres' ? 'vacuum analyze' : 'pragma optimize').execute(store.db);
}

import { closeSync, copyFileSync, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import {
  migrate,
  openStore,
  type Store,
} from '../../packages/server/src/archive/engine/store/store.ts';
import { startPostgres } from '../../scripts/postgres-for-tests.ts';

export interface Database {
  readonly name: 'SQLite' | 'PostgreSQL';
  readonly url: string;
  readonly store: Store;
  /** A connection like that of the reading thread. */
  reading(): Store;
  remove(): Promise<void>;
}

/** A new file, or a copy of one that is filled. */
export async function openSqliteIn(folder: string, filled: string | undefined): Promise<Database> {
  const file = join(folder, 'bench.db');
  if (filled !== undefined) {
    copyFileSync(filled, file);
    // Or the first turn that moves SQLite's log waits until all of the copy is on the disk.
    const copy = openSync(file, 'r+');
    fsyncSync(copy);
    closeSync(copy);
  }
  const url = `sqlite:${file}`;
  return opened('SQLite', url, () => {});
}

type Fill = (database: Database) => Promise<void>;

export async function openNewPostgres(fill: Fill): Promise<Database> {
  const server = await startPostgres({ fsync: true });
  try {
    const database = await opened('PostgreSQL', server.url, server.remove);
    await fill(database);
    return database;
  } catch (error) {
    server.remove();
    throw error;
  }
}

/**
 * A copy of the database of this name in a server of one's own; if it is not there yet, it is made
 * and filled, and stays.
 */
export async function openPostgresIn(server: string, name: string, fill: Fill): Promise<Database> {
  // Not a store of the archive: copying a database takes longer than its statements may.
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const known = await admin.query('select from pg_database where datname = $1', [name]);
  if (known.rowCount === 0) {
    // Under another name until it is whole: one that was broken off must not pass for a filled one.
    const part = `${name}_part`;
    await admin.query(`drop database if exists ${part}`);
    await admin.query(`create database ${part}`);
    const database = await opened('PostgreSQL', databaseOf(server, part), () => {});
    await fill(database);
    await settle(database);
    await database.remove();
    await admin.query(`alter database ${part} rename to ${name}`);
  }
  const copy = `${name}_copy`;
  await admin.query(`drop database if exists ${copy}`);
  await admin.query(`create database ${copy} template ${name} strategy file_copy`);
  return opened('PostgreSQL', databaseOf(server, copy), async () => {
    await admin.query(`drop database ${copy}`);
    await admin.end();
  });
}

function databaseOf(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function opened(
  name: Database['name'],
  url: string,
  removeServer: () => void | Promise<void>,
): Promise<Database> {
  const store = openStore(url, 'write');
  await migrate(store, url);
  return {
    name,
    url,
    store,
    reading: () => openStore(url, 'read'),
    async remove() {
      await store.close();
      await removeServer();
    },
  };
}

export async function keepAs(file: string, { store }: Database): Promise<void> {
  await sql`vacuum into ${file}`.execute(store.db);
}

/** What PostgreSQL does by itself within minutes of such a load; SQLite has to do without. */
export async function settle({ store, url }: Database): Promise<void> {
  if (store.kind !== 'postgres') return;
  // Not through the store: it takes a statement that lasts this long for a server that hangs.
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate, openStore } from '../packages/server/src/archive/store/store.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A SQLite file that has all tables, to be copied. */
    sqliteWithTables: string;
    /** A database in the PostgreSQL of the run that has all tables, to be copied. */
    postgresWithTables: string;
  }
}

/** Hundreds of tests begin with an archive in which nothing is yet: a copy takes a fifth. */
export default async function setup(project: TestProject): Promise<void> {
  const file = join(tmpdir(), 'with-tables.db');
  await makeTables(`sqlite:${file}`);
  project.provide('sqliteWithTables', file);

  const server = project.getProvidedContext().postgresUrl;
  const name = 'with_tables';
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  await makeTables(Object.assign(new URL(server), { pathname: name }).href);
  project.provide('postgresWithTables', name);
}

async function makeTables(url: string): Promise<void> {
  const store = openStore(url, 'write');
  await migrate(store, url);
  await store.close();
}

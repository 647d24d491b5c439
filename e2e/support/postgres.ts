import { randomUUID } from 'node:crypto';
import { onTestFinished } from 'vitest';
import { startPostgres, type TestPostgres } from '../../scripts/postgres-for-tests.ts';
import { provided } from '../../scripts/provided.ts';
import { rowsOf } from './archive.ts';

/** A PostgreSQL of the test's own, which it may stop, freeze and start again. */
export async function ownPostgres(): Promise<TestPostgres> {
  const server = await startPostgres();
  onTestFinished(() => server.remove());
  return server;
}

/** A database of its own in the PostgreSQL of the test run. */
export async function ownDatabase(): Promise<string> {
  const server = new URL(provided('postgres').url);
  const name = `survival_${randomUUID().replaceAll('-', '')}`;
  await rowsOf(server.href, `create database ${name}`);
  return Object.assign(server, { pathname: name }).href;
}

import { randomUUID } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { onTestFinished } from 'vitest';
import { provided } from '../../../../scripts/provided.ts';
import { makeTables } from '../../../../scripts/tables-for-tests.ts';

export type DatabaseKind = 'sqlite' | 'postgres';

/** Takes what is to be done when the test, or the file of tests, is over. */
export type WhenOver = (end: () => void | Promise<void>) => void;

let fileWithTables: Promise<string> | undefined;

/** The address of a database of the kind without any tables, gone when the test is over. */
export async function emptyDatabase(kind: DatabaseKind): Promise<string> {
  return kind === 'sqlite' ? newFile() : newDatabase();
}

/** The same with all tables, and nothing in them. */
export async function databaseWithTables(
  kind: DatabaseKind,
  whenOver: WhenOver = onTestFinished,
): Promise<string> {
  if (kind === 'postgres') {
    return newDatabase(`template ${provided('postgres').template}`, whenOver);
  }
  const url = newFile(whenOver);
  fileWithTables ??= makeFile(join(tmpdir(), `with-tables-${process.pid}.db`));
  copyFileSync(await fileWithTables, url.slice('sqlite:'.length));
  return url;
}

/** The address of a database that is not there yet, and a way to make it. */
export async function absentDatabase(kind: DatabaseKind) {
  const url = await emptyDatabase(kind);
  if (kind === 'sqlite') {
    const folder = join(dirname(url.slice('sqlite:'.length)), 'data');
    writeFileSync(folder, 'no folder');
    return { url: `sqlite:${join(folder, 'hookline.db')}`, create: async () => rmSync(folder) };
  }
  const name = url.slice(url.lastIndexOf('/') + 1);
  const server = provided('postgres').url;
  await execute(server, `drop database ${name}`);
  return { url, create: () => execute(server, `create database ${name}`) };
}

async function makeFile(path: string): Promise<string> {
  await makeTables(`sqlite:${path}`);
  return path;
}

function newFile(whenOver: WhenOver = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-archive-'));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return `sqlite:${join(folder, 'hookline.db')}`;
}

async function newDatabase(like = '', whenOver: WhenOver = onTestFinished): Promise<string> {
  const server = provided('postgres').url;
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  // The usual way writes every page of it to the log of PostgreSQL, too.
  await execute(server, `create database ${name} ${like} strategy file_copy`);
  whenOver(() => execute(server, `drop database if exists ${name} with (force)`));
  return server.replace(/\/postgres$/, `/${name}`);
}

/** Past the service, as an operator would. */
export async function execute(url: string, statement: string): Promise<void> {
  if (url.startsWith('sqlite:')) {
    const file = new DatabaseSync(url.slice('sqlite:'.length), { timeout: 300_000 });
    file.exec(statement);
    file.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

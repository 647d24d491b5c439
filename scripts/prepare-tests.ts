import { spawn } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { bundleServer, type ServerBundle } from './bundled-server.ts';
import { debianPackages, needsOf } from './needs.ts';
import { startPostgres, type TestPostgres } from './postgres-for-tests.ts';
import { makeTables } from './tables-for-tests.ts';

declare module 'vitest' {
  interface ProvidedContext {
    bundle: ServerBundle;
    /** The PostgreSQL of this run, whose superuser needs no password, and a database to be copied. */
    postgres: { readonly url: string; readonly template: string };
  }
}

/** Starts and builds what the files of this run need, and nothing else. */
export default async function setup(project: TestProject): Promise<() => void> {
  let postgres: TestPostgres | undefined;

  async function prepare(files: readonly string[]): Promise<void> {
    const needs = needsOf(files);
    const missing = debianPackages(needs);
    if (missing.length > 0) await run('scripts/install-debian.sh', ...missing);
    if (needs.has('nats')) await run('scripts/nats-server.sh');
    if (needs.has('old-nats')) await run('scripts/nats-server.sh', 'old');
    if (needs.has('build')) await run('scripts/build.sh');
    if (needs.has('bundle')) project.provide('bundle', await bundleServer());
    if (needs.has('postgres') && !postgres) {
      postgres = await startPostgres();
      const template = await databaseWithTables(postgres.url);
      project.provide('postgres', { url: postgres.url, template });
    }
  }

  // A file that is watched may have come to need more, and what is built is built of what it was.
  project.onTestsRerun((files) => prepare(files.map(({ moduleId }) => moduleId)));
  await prepare(project.vitest.state.getPaths());
  return () => postgres?.remove();
}

async function run(script: string, ...parameters: string[]): Promise<void> {
  const [code] = await once(
    spawn('sh', [script, ...parameters], { stdio: ['ignore', 'inherit', 'inherit'] }),
    'exit',
  );
  if (code !== 0) throw new Error(`${script} has failed, for the reason above`);
}

async function databaseWithTables(server: string): Promise<string> {
  const name = 'with_tables';
  const client = new pg.Client(server);
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  await makeTables(Object.assign(new URL(server), { pathname: name }).href);
  return name;
}

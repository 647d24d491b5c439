/**
 * Makes the archives that the tests of the migration begin with, by running the program that wrote
 * such archives: `node packages/server/test/archive/earlier/make.ts COMMIT`. The commit is checked
 * out beside this one, with its own dependencies.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { leaveNothingBehind } from '../../../../../scripts/leave-nothing-behind.ts';
import { startPostgres } from '../../../../../scripts/postgres-for-tests.ts';
import { FORGOTTEN, madeUpWeek } from './made-up-week.ts';

const [, , commit] = process.argv;
if (commit === undefined) throw new Error('which commit?');
const root = join(import.meta.dirname, '../../../../..');
const folder = leaveNothingBehind('hookline-earlier-');
const checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
const git = (...words: string[]) => execFileSync('git', words, { cwd: root, stdio: 'inherit' });

/** The service of that commit, on a database, with everything of the week sent to it. */
async function liveThrough(url: string): Promise<void> {
  const source = join(checkout, 'packages/server/src');
  const { createServer }: typeof import('../../../src/server.ts') = await import(
    join(source, 'server.ts')
  );
  const { presetConfig }: typeof import('../../../src/config/load.ts') = await import(
    join(source, 'config/load.ts')
  );
  let clock = 0;
  const config = presetConfig({
    'app.server.port': 0,
    'app.archive.url': url,
    'app.archive.spool-dir': mkdtempSync(join(folder, 'spool-')),
    'app.log.level': 'fatal',
  });
  const server = createServer(config, { now: () => clock });
  const address = await server.start();
  const ask = async (method: string, path: string, body?: string) => {
    const answer = await fetch(new URL(path, address), {
      method,
      ...(body !== undefined && { body }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  };
  const week = madeUpWeek();
  for (const { at, path, json } of week) {
    clock = at;
    await ask('POST', path, json);
  }
  const count = (prefix: string) => week.filter(({ path }) => path.startsWith(prefix)).length;
  for (;;) {
    const { events, calls } = await ask('GET', '/api/archive/summary?since=2026-01-01');
    if (events.total === count('/api/webhook') && calls.total === count('/api/calls')) break;
    await pause(100);
  }
  // Somebody wants to be forgotten.
  const { number } = FORGOTTEN;
  await ask('POST', '/api/privacy/erase', JSON.stringify({ number, suppress: true }));
  const { items: missed } = await ask('GET', '/api/calls?missed=true');
  await ask('PATCH', `/api/calls/${missed[0].id}`, '{"note":"ruft an","settled":true}');
  const { items: people } = await ask('GET', '/api/addresses?role=customer');
  await ask('PATCH', `/api/addresses/${people[0].id}`, '{"fields":{"notiz":"von Hand"}}');
  await server.stop();
}

git('worktree', 'add', '--detach', '--force', checkout, commit);
try {
  execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: checkout, stdio: 'inherit' });
  const file = join(folder, 'hookline.db');
  await liveThrough(`sqlite:${file}`);
  writeFileSync(join(import.meta.dirname, 'sqlite.db.br'), brotliCompressSync(readFileSync(file)));
  const postgres = await startPostgres();
  try {
    await liveThrough(postgres.url);
    const dump = execFileSync('pg_dump', ['--no-owner', postgres.url]);
    writeFileSync(join(import.meta.dirname, 'postgres.sql.br'), brotliCompressSync(dump));
  } finally {
    postgres.remove();
  }
} finally {
  git('worktree', 'remove', '--force', checkout);
}

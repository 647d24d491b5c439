/**
 * Makes what the tests of upgrades begin with, by running the programs that wrote such things:
 * `node packages/server/test/archive/earlier/make.ts [VERSION ...]`, without a name for every
 * version of `versions.ts` that is not there yet; `week` is the first one with a whole week. Each is
 * checked out beside this one, with its own dependencies.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { leaveNothingBehind } from '../../../../../scripts/leave-nothing-behind.ts';
import { startPostgres } from '../../../../../scripts/postgres-for-tests.ts';
import { VERSION_NAMES, VERSIONS, type Version } from './versions.ts';

const here = import.meta.dirname;
const root = join(here, '../../../../..');
const missing = VERSION_NAMES.filter((name) => !existsSync(join(here, 'days', `${name}.json`)));
const asked = process.argv.length > 2 ? process.argv.slice(2) : missing;
const folder = leaveNothingBehind('hookline-earlier-');
const checkout = mkdtempSync(join(tmpdir(), 'checkout-'));
const nobody = 'postgres://127.0.0.1:1/nobody';

const run = (command: string, words: readonly string[], cwd = checkout) =>
  execFileSync(command, words, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
const live = (story: string, url: string) =>
  run(process.execPath, [join(here, 'live-through.ts'), checkout, story, url, folder]);

async function make(story: 'day' | 'week', to: string): Promise<void> {
  const file = join(mkdtempSync(join(folder, 'sqlite-')), 'hookline.db');
  live(story, `sqlite:${file}`);
  writeFileSync(`${to}.db.br`, brotliCompressSync(readFileSync(file)));
  const postgres = await startPostgres();
  try {
    live(story, postgres.url);
    const dump = execFileSync('pg_dump', ['--no-owner', postgres.url]);
    writeFileSync(`${to}.sql.br`, brotliCompressSync(dump));
  } finally {
    postgres.remove();
  }
}

run('git', ['worktree', 'add', '--detach', '--force', checkout], root);
try {
  for (const name of asked) {
    const version: Version = name === 'week' ? 'first' : (name as Version);
    run('git', ['checkout', '--quiet', '--detach', VERSIONS[version]]);
    run('sh', ['scripts/install.sh']);
    if (name === 'week') await make('week', join(here, 'week'));
    else {
      await make('day', join(here, 'days', name));
      live('away', nobody);
      renameSync(join(folder, 'leftovers.json'), join(here, 'days', `${name}.json`));
    }
  }
} finally {
  run('git', ['worktree', 'remove', '--force', checkout], root);
}

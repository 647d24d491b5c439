import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../../e2e/support/service.ts';
import { VERSIONS } from '../../packages/server/test/archive/earlier/versions.ts';

const root = join(import.meta.dirname, '../..');

/** An earlier version with its own dependencies, and how it is started. */
export function installed(
  version: keyof typeof VERSIONS,
  ...scripts: readonly string[]
): readonly string[] {
  const cwd = join(temporaryFolder(), version);
  const run = (command: string, ...words: string[]) =>
    execFileSync(command, words, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  mkdirSync(cwd);
  run('git', 'clone', '--quiet', '--shared', '--no-checkout', root, '.');
  run('git', 'checkout', '--quiet', '--detach', VERSIONS[version]);
  for (const script of ['install.sh', ...scripts]) run('sh', `scripts/${script}`);
  return [join(cwd, 'node_modules/.bin/node'), join(cwd, 'packages/server/src/main.ts')];
}

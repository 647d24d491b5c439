import { execFile } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../packages/server/test/support/written-archive.ts';

const ROOT = join(import.meta.dirname, '..');

/** A run of Vitest with these words, on a machine that has Node and a shell. */
async function run(...words: string[]): Promise<{ code: unknown; said: string; closing: string }> {
  const path = temporaryFolder();
  symlinkSync(process.execPath, join(path, 'node'));
  symlinkSync('/bin/sh', join(path, 'sh'));
  const program = join(ROOT, 'node_modules/vitest/vitest.mjs');
  const env = { ...process.env, PATH: path, NO_COLOR: '1' };
  const ended = promisify(execFile)('node', [program, 'run', ...words], { cwd: ROOT, env }).then(
    (out) => ({ ...out, code: 0 }),
    (error) => error,
  );
  const { code, stdout, stderr } = await ended;
  const [closing = ''] = stdout.trimEnd().split('\n').slice(-1);
  return { code, said: stdout + stderr, closing };
}

test('a run in which no test has run is red', async () => {
  const { code, said, closing } = await run(
    'packages/records/test/times.test.ts',
    '-t',
    'no such test',
  );
  expect(said).toContain('No test has run');
  expect(closing).toMatch(/^0 passed, 1 failed, \d+ skipped$/);
  expect(code).toBe(1);
});

test('a file asks for the programs that it needs, and for no others', async () => {
  const { code, said, closing } = await run('e2e/certificates.test.ts');
  expect(said).toMatch(/apt-get install --no-install-recommends openssl\n/);
  expect(closing).toBe('0 passed, 1 failed');
  expect(code).toBe(1);
});

test('a file that asks for what it does not say it needs is told what to say', async () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'scripts'));
  writeFileSync(
    join(folder, 'scripts/asks.test.ts'),
    `import { test } from 'vitest';
import { emptyDatabase } from '${ROOT}/packages/server/test/support/database.ts';
test('asks', () => emptyDatabase('postgres'));
`,
  );
  const { code, said, closing } = await run('--mode', 'unit', '--dir', folder);
  expect(said).toContain('has to end with @needs postgres');
  expect(closing).toBe('0 passed, 1 failed');
  expect(code).toBe(1);
});

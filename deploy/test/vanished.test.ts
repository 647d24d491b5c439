import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';

const here = import.meta.dirname;

test('[ST6] a client whose cable is pulled is no listener for long', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-vanished-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const main = join(here, '../../packages/server/src/main.ts');
  const words = ['--user', '--map-root-user', '--net', 'sh', `${here}/vanished.sh`];
  const { stdout } = await promisify(execFile)(
    'unshare',
    [...words, process.execPath, main, folder],
    { timeout: 300_000 },
  );
  expect(stdout).toContain('before: hookline_streams 1 ');
  expect(stdout).toContain('after: hookline_streams 0 ');
  expect(stdout).toMatch(/after: .*reason="stalled"} 1\n$/);
});

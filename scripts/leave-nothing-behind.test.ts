import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Program } from '../e2e/support/service.ts';

/** A run with a grandchild, one without an environment, and one that has a session of its own. */
const RUN = `
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import { leaveNothingBehind } from '${import.meta.dirname}/leave-nothing-behind.ts';
leaveNothingBehind('hookline-run-');
const quiet = { stdio: 'ignore' };
spawn('sh', ['-c', 'sleep 1000 & wait'], quiet);
spawn('env', ['-i', 'sh', '-c', 'while :; do sleep 1; done', tmpdir()], quiet);
spawn('setsid', ['sh', '-c', 'trap "" TERM INT; while :; do sleep 1; done'], quiet);
console.log('folder ' + tmpdir());
if (process.argv[1] === 'ends') process.exit();
`;

test.each(['SIGTERM', 'SIGINT', 'SIGKILL', 'SIGKILL of npm', 'its end'] as const)(
  'a run that ends by %s leaves no process and no folder behind',
  async (how) => {
    const around = mkdtempSync(join(tmpdir(), 'hookline-around-'));
    onTestFinished(() => rmSync(around, { recursive: true, force: true }));
    const words = [
      '--input-type=module-typescript',
      '-e',
      RUN,
      how === 'its end' ? 'ends' : 'stays',
    ];
    const run =
      how === 'SIGKILL of npm'
        ? // A shell in its place, which waits for the run as npm does.
          new Program('sh', ['-c', '"$@"; exit', 'sh', 'node', ...words], {
            TMPDIR: around,
            npm_lifecycle_event: 'test',
          })
        : new Program('node', words, { TMPDIR: around });
    const [, folder = ''] = await run.line(/^folder (.+)$/);
    if (how !== 'its end') run.child.kill(how === 'SIGKILL of npm' ? 'SIGKILL' : how);
    await run.outcome;
    await expect.poll(() => existsSync(folder)).toBe(false);
    const left = async () => (await new Program('pgrep', ['-f', folder]).outcome).stdout;
    await expect.poll(left).toBe('');
  },
);

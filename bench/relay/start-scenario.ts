import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { freePort, pause } from './contender.ts';
import { type Figures, type Scenario, valueAtMost } from './scenario.ts';
import type { Sizes } from './sizes.ts';

const ROOT = join(import.meta.dirname, '../..');
const GIVE_UP = 30_000;

/** `npm start` until it answers, as an operator has it. */
export function startScenario({ rounds }: Sizes, folder: string): Scenario {
  let isFirst = true;
  return {
    name: 'start',
    rounds,
    trials: {
      hookline: {
        side: 'Hookline',
        async run() {
          // The first start installs, builds and compiles what later ones find done.
          if (isFirst) await startTime(folder);
          isFirst = false;
          return startTime(folder);
        },
      },
    },
    rows: (median) => [
      {
        what: 'from `npm start` to the first answer',
        unit: 's',
        hookline: median('hookline', 'seconds'),
        goal: valueAtMost(1.5),
      },
    ],
  };
}

async function startTime(folder: string): Promise<Figures> {
  const data = join(folder, 'started');
  mkdirSync(data, { recursive: true });
  const port = await freePort();
  const begin = performance.now();
  // On all cores, though this process may be bound to one.
  const npm = spawn('taskset', ['-c', `0-${cpus().length - 1}`, 'npm', 'start'], {
    cwd: ROOT,
    stdio: 'ignore',
    env: {
      ...process.env,
      APP_SERVER_PORT: String(port),
      APP_ARCHIVE_URL: `sqlite:${join(data, 'hookline.db')}`,
      APP_ARCHIVE_SPOOL_DIR: join(data, 'spool'),
      APP_ACCESS_ENDED_SESSIONS: join(data, 'ended-sessions'),
    },
  });
  const ended = once(npm, 'exit');
  try {
    while (!(await isHealthy(port))) {
      if (npm.exitCode !== null) throw new Error(`npm start ended with ${npm.exitCode}`);
      if (performance.now() - begin > GIVE_UP) throw new Error('npm start does not answer');
      await pause(10);
    }
    return { seconds: (performance.now() - begin) / 1000 };
  } finally {
    npm.kill('SIGTERM');
    await ended;
  }
}

async function isHealthy(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/healthz`)).ok;
  } catch {
    return false;
  }
}

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.ts';
import { pause } from './contender.ts';
import { CACHE, MAIN } from './hookline.ts';
import { type Figures, type Scenario, valueAtMost } from './scenario.ts';
import type { Sizes } from './sizes.ts';

const ROOT = join(import.meta.dirname, '../..');
const GIVE_UP = 30_000;

/** Until it answers: as an operator has it, and without npm. */
export function startScenario({ rounds }: Sizes, folder: string): Scenario {
  const trial = (command: readonly string[]) => {
    let isFirst = true;
    return {
      side: 'Hookline',
      async run() {
        // The first start builds and compiles what later ones find done.
        if (isFirst) await startTime(folder, command);
        isFirst = false;
        return startTime(folder, command);
      },
    };
  };
  return {
    name: 'start',
    rounds,
    trials: {
      npm: trial(['npm', 'start']),
      node: trial(['env', CACHE, process.execPath, MAIN]),
    },
    rows: (median) => [
      {
        what: 'from `npm start` to the first answer',
        unit: 's',
        hookline: median('npm', 'seconds'),
        goal: valueAtMost(1.5),
      },
      {
        what: 'from the start of Node to the first answer',
        unit: 's',
        hookline: median('node', 'seconds'),
        goal: valueAtMost(0.35),
      },
    ],
  };
}

async function startTime(folder: string, command: readonly string[]): Promise<Figures> {
  const data = join(folder, 'started');
  mkdirSync(data, { recursive: true });
  const port = await freePort();
  const begin = performance.now();
  // On all cores, though this process may be bound to one.
  const started = spawn('taskset', ['-c', `0-${cpus().length - 1}`, ...command], {
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
  const ended = once(started, 'exit');
  try {
    while (!(await isHealthy(port))) {
      if (started.exitCode !== null) throw new Error(`it ended with ${started.exitCode}`);
      if (performance.now() - begin > GIVE_UP) throw new Error('it does not answer');
      await pause(5);
    }
    return { seconds: (performance.now() - begin) / 1000 };
  } finally {
    started.kill('SIGTERM');
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

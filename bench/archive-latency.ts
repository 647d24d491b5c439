import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { leaveNothingBehind } from '../scripts/leave-nothing-behind.ts';
import { startPostgres } from '../scripts/postgres-for-tests.ts';
import { median, Pinned } from './support.ts';

/** Server on one core, load on the other; every figure is the median of several rounds. */
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const ROUNDS = process.argv.includes('--quick') ? 1 : 5;
const SECONDS = 8;
const here = import.meta.dirname;
const folder = leaveNothingBehind('hookline-latency-');

const wanted = ['wrk:wrk', 'taskset:util-linux', 'postgresql'];
execFileSync('sh', [`${here}/../scripts/install-debian.sh`, ...wanted], { stdio: 'inherit' });

interface Latency {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** The same load for each: jobs, which are what an archive has the most work with. */
async function latencyWith(archiveUrl: string, isAwaited: boolean): Promise<Latency> {
  const server = new Pinned(SERVER_CORE, folder, process.execPath, [
    `${here}/../packages/server/dist/main.mjs`,
    '--app.server.port=0',
    `--app.archive.url=${archiveUrl}`,
    `--app.archive.spool-dir=${join(folder, randomUUID())}`,
    `--app.archive.journal=${isAwaited}`,
  ]);
  try {
    const [, port = ''] = await server.output(/listens on http:\/\/127\.0\.0\.1:(\d+)/);
    const url = `http://127.0.0.1:${port}/api/webhook/jobs`;
    const wrk = (seconds: number) => {
      const load = ['wrk', '-t1', '-c16', `-d${seconds}s`, '--latency', '-s', `${here}/jobs.lua`];
      const words = ['-c', String(LOAD_CORE), ...load, url];
      return execFileSync('taskset', words, { encoding: 'utf8' });
    };
    wrk(2);
    return latencyIn(wrk(SECONDS));
  } finally {
    await server.stop();
  }
}

function latencyIn(report: string): Latency {
  if (/Non-2xx|Socket errors/.test(report)) throw new Error(report);
  const [, perSecond] = /Requests\/sec:\s+(\S+)/.exec(report) ?? [];
  return { perSecond: Number(perSecond), p50: timeIn(report, 50), p99: timeIn(report, 99) };
}

/** In milliseconds; wrk chooses the unit. */
function timeIn(report: string, percent: number): number {
  const [, value, unit = ''] = new RegExp(`${percent}%\\s+([\\d.]+)(us|ms|s)`).exec(report) ?? [];
  const factor = { us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN;
  return Number(value) * factor;
}

/** Takes connections and never says a word, as a database does whose disk has gone. */
const silent = createServer().listen(0, '127.0.0.1');
await once(silent, 'listening');
const address = silent.address();
const silentPort = typeof address === 'object' && address ? address.port : 0;
const postgres = await startPostgres({ fsync: true });

const sqlite = () => `sqlite:${join(folder, `${randomUUID()}.db`)}`;
const archives: readonly (readonly [name: string, url: () => string, isAwaited: boolean])[] = [
  ['off', () => 'off', true],
  ['SQLite, storing, the journal not waited for', sqlite, false],
  ['SQLite, storing', sqlite, true],
  ['PostgreSQL, storing, the journal not waited for', () => postgres.url, false],
  ['PostgreSQL, storing', () => postgres.url, true],
  ['a database that does not answer', () => `postgres://x@127.0.0.1:${silentPort}/x`, true],
];
const found = new Map<string, Latency[]>();
try {
  for (let round = 1; round <= ROUNDS; round++) {
    for (const [name, url, isAwaited] of archives) {
      process.stderr.write(`${name}: round ${round} of ${ROUNDS}\n`);
      found.set(name, [...(found.get(name) ?? []), await latencyWith(url(), isAwaited)]);
    }
  }
} finally {
  postgres.remove();
  silent.close();
}

const of = (some: readonly Latency[], key: keyof Latency) => median(some.map((one) => one[key]));
const lines = Array.from(found, ([name, some]) => {
  const figures = [of(some, 'p50').toFixed(2), of(some, 'p99').toFixed(2)];
  return `| ${name} | ${Math.round(of(some, 'perSecond'))} | ${figures.join(' / ')} ms |`;
});
process.stdout.write(
  ['| archive | POSTs per second | p50 / p99 |', '|---|---|---|', ...lines, ''].join('\n'),
);

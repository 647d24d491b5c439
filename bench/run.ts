import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, Pinned } from './support.ts';

/** Server on one core, load on the other; every figure is the median of several rounds. */
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const ROUNDS = process.argv.includes('--quick') ? 1 : 5;
const here = import.meta.dirname;
const folder = mkdtempSync(join(tmpdir(), 'hookline-bench-'));
const load = join(folder, 'load');

execFileSync(
  'sh',
  [`${here}/../scripts/install-debian.sh`, 'gcc:gcc', 'wrk:wrk', 'taskset:util-linux'],
  {
    stdio: 'inherit',
  },
);
execFileSync('gcc', ['-O2', '-Wall', '-o', load, `${here}/load.c`], { stdio: 'inherit' });

async function startHookline(): Promise<{ server: Pinned; port: number }> {
  const server = new Pinned(SERVER_CORE, folder, process.execPath, [
    `${here}/../packages/server/src/main.ts`,
    '--app.server.port=0',
    `--app.archive.url=sqlite:${folder}/${randomUUID()}.db`,
    `--app.archive.spool-dir=${folder}/spool`,
  ]);
  const [, port = ''] = await server.output(/listens on http:\/\/127\.0\.0\.1:(\d+)/);
  return { server, port: Number(port) };
}

async function startFloor(): Promise<{ server: Pinned; port: number }> {
  const port = 18_299;
  const server = new Pinned(SERVER_CORE, folder, process.execPath, [
    `${here}/floor.ts`,
    String(port),
  ]);
  await server.output(/listens/);
  return { server, port };
}

interface FanOut {
  readonly perSecond: number;
  readonly microsecondsEach: number;
  readonly p50: number;
  readonly p99: number;
}

async function fanOut(
  streams: number,
  publishers: number,
  events: number,
  pace: number,
): Promise<FanOut> {
  const { server, port } = await startHookline();
  const words = [port, '/api/webhook/events', streams, '/api/webhook', publishers, events, pace];
  const client = new Pinned(LOAD_CORE, folder, load, words.map(String));
  await client.output(/ready/);
  const before = server.cpu;
  client.say('go');
  const [, delivered, seconds, p50, p99] = await client.output(/^(\d+) (\S+) (\S+) (\S+)$/m);
  const cpu = server.cpu - before;
  await Promise.all([client.stop(), server.stop()]);
  if (Number(delivered) !== streams * events) {
    throw new Error(`${streams * events - Number(delivered)} deliveries are missing`);
  }
  return {
    perSecond: Number(delivered) / Number(seconds),
    microsecondsEach: (cpu / Number(delivered)) * 1e6,
    p50: Number(p50),
    p99: Number(p99),
  };
}

async function postsPerSecond(
  start: () => Promise<{ server: Pinned; port: number }>,
): Promise<number> {
  const { server, port } = await start();
  const wrk = (seconds: number) =>
    execFileSync(
      'taskset',
      [
        '-c',
        String(LOAD_CORE),
        'wrk',
        '-t1',
        '-c32',
        `-d${seconds}s`,
        '-s',
        `${here}/post.lua`,
        `http://127.0.0.1:${port}/api/webhook`,
      ],
      { encoding: 'utf8' },
    );
  wrk(1);
  const report = wrk(4);
  await server.stop();
  if (/Non-2xx/.test(report)) throw new Error(report);
  return Number(/Requests\/sec:\s+(\S+)/.exec(report)?.[1]);
}

async function memoryPerStream(streams: number): Promise<number> {
  const { server, port } = await startHookline();
  await fetch(`http://127.0.0.1:${port}/healthz`);
  const before = server.memory;
  const words = [port, '/api/webhook/events', streams, '/api/webhook', 1, 1, 0];
  const client = new Pinned(LOAD_CORE, folder, load, words.map(String));
  await client.output(/ready/);
  await new Promise((resolve) => setTimeout(resolve, 3000));
  const after = server.memory;
  await Promise.all([client.stop(), server.stop()]);
  return (after - before) / streams;
}

async function repeated<T>(what: string, measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let round = 1; round <= ROUNDS; round++) {
    process.stderr.write(`${what}: round ${round} of ${ROUNDS}\n`);
    results.push(await measure());
  }
  return results;
}

const say = (text: string) => process.stdout.write(`${text}\n`);
const of = (results: FanOut[], key: keyof FanOut) => median(results.map((result) => result[key]));

const burst = await repeated('burst', () => fanOut(1000, 8, 3000, 0));
const paced = await repeated('paced', () => fanOut(1000, 4, 250, 50));
const idle = await repeated('memory', () => memoryPerStream(8000));
const intake = await repeated('intake', async () => {
  const hookline = await postsPerSecond(startHookline);
  const floor = await postsPerSecond(startFloor);
  return { hookline, floor };
});
rmSync(folder, { recursive: true });

say('| measure | Hookline |');
say('|---|---|');
say(
  `| burst, 1,000 streams: deliveries per second | ${Math.round(of(burst, 'perSecond')).toLocaleString('en')} |`,
);
say(`| burst: processor time per delivery | ${of(burst, 'microsecondsEach').toFixed(2)} µs |`);
say(
  `| paced, 1,000 streams, 50 events/s: processor time per delivery | ${of(paced, 'microsecondsEach').toFixed(2)} µs |`,
);
say(`| paced: latency p50 / p99 | ${of(paced, 'p50')} / ${of(paced, 'p99')} ms |`);
say(`| memory per idle stream, 8,000 of them | ${median(idle).toFixed(1)} KiB |`);
const posts = median(intake.map(({ hookline }) => hookline));
const floor = median(intake.map(({ floor: value }) => value));
say(`| intake, 32 connections: posts per second | ${Math.round(posts)} |`);
say(
  `| bare node:http that checks JSON, same run | ${Math.round(floor)} (Hookline ${(posts / floor).toFixed(2)} ×) |`,
);

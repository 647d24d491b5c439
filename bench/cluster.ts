import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { leaveNothingBehind } from '../scripts/leave-nothing-behind.ts';
import { startNatsCluster } from '../scripts/nats-for-tests.ts';
import { startPostgres } from '../scripts/postgres-for-tests.ts';
import { pause } from './relay/contender.ts';
import { CACHE, MAIN } from './relay/hookline.ts';
import { machine } from './relay/machine.ts';
import { cpuOf, median, Pinned } from './support.ts';

/** Any core: what five processes do together is not for one of them alone. */
const CORES = '0-255';
/** A node runs for weeks: what its first events cost is no measure. */
const EVENTS = { before: 8000, measured: 6000 };
const FLOOR = join(import.meta.dirname, 'cluster-floor.ts');
const folder = leaveNothingBehind('hookline-bench-cluster-');
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    /** A built server of another checkout, measured in turn with this one. */
    server: { type: 'string' },
  },
});

/** In milliseconds; but for the first two, of processor for each event. */
interface Figures {
  readonly p50: number;
  readonly p99: number;
  readonly accepting: number;
  readonly other: number;
  readonly nats: number;
}

type Sign = (url: string) => Promise<boolean>;
const takes: Sign = async (url) => (await fetch(`${url}/readyz`)).ok;
const feeds: Sign = async (url) =>
  /^hookline_feed_feeding 1$/m.test(await (await fetch(`${url}/metrics`)).text());

/** Small events, one at a time, to the node that does not feed the archive, stored by three servers. */
async function measured(main: string): Promise<Figures> {
  const postgres = await startPostgres();
  const servers = await startNatsCluster(3);
  const url = servers.map((server) => server.url).join(',');
  const other = await startNode(main === FLOOR ? MAIN : main, postgres.url, url, feeds);
  const accepting =
    main === FLOOR ? await start(FLOOR, url) : await startNode(main, postgres.url, url, takes);
  try {
    const socket = connect(accepting.port, '127.0.0.1').setNoDelay();
    await once(socket, 'connect');
    await timesOf(socket, EVENTS.before);
    const natsIds = servers.map((one) =>
      execFileSync('pgrep', ['-f', `nats-server -c ${one.folder}`], { encoding: 'utf8' }).trim(),
    );
    const cpu = () => [
      accepting.process.cpu,
      other.process.cpu,
      natsIds.map(cpuOf).reduce((a, b) => a + b),
    ];
    const before = cpu();
    const times = (await timesOf(socket, EVENTS.measured)).toSorted((a, b) => a - b);
    const [mine = 0, others = 0, nats = 0] = cpu().map(
      (seconds, i) => ((seconds - (before[i] ?? 0)) * 1000) / EVENTS.measured,
    );
    socket.destroy();
    const at = (part: number) => times[Math.floor(times.length * part)] ?? Number.NaN;
    return { p50: at(0.5), p99: at(0.99), accepting: mine, other: others, nats };
  } finally {
    await Promise.all([accepting, other].map(({ process }) => process.stop()));
    await Promise.all(servers.map((server) => server.remove()));
    postgres.remove();
  }
}

async function startNode(main: string, archive: string, cluster: string, isReady: Sign) {
  const node = await start(
    main,
    '--app.server.port=0',
    `--app.archive.url=${archive}`,
    `--app.archive.spool-dir=${join(folder, randomUUID())}`,
    `--app.access.ended-sessions=${join(folder, randomUUID())}`,
    `--app.cluster.url=${cluster}`,
  );
  while (!(await isReady(`http://127.0.0.1:${node.port}`))) await pause(100);
  return node;
}

async function start(...words: string[]) {
  const program = new Pinned(CORES, folder, 'env', [CACHE, process.execPath, ...words]);
  const [, port] = await program.output(/listens on http:\/\/127\.0\.0\.1:(\d+)/);
  return { process: program, port: Number(port) };
}

async function timesOf(socket: Socket, count: number): Promise<number[]> {
  const times: number[] = [];
  while (times.length < count) {
    const body = `{"auftragsnummer":"${randomUUID()}"}`;
    const began = performance.now();
    socket.write(
      `POST /api/webhook HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
    const [answer] = await once(socket, 'data');
    times.push(performance.now() - began);
    if (!String(answer).startsWith('HTTP/1.1 202')) throw new Error(String(answer));
  }
  return times;
}

const contenders = [...(values.server ? [values.server] : []), MAIN, FLOOR];
const found = contenders.map((): Figures[] => []);
for (let round = 1; round <= Number(values.rounds); round++) {
  for (const [i, main] of contenders.entries()) {
    const figures = await measured(main);
    process.stderr.write(`${main}, round ${round}: ${JSON.stringify(figures)}\n`);
    found[i]?.push(figures);
  }
}
const figure = (all: readonly Figures[] = [], of: keyof Figures) =>
  median(all.map((one) => one[of]));
const row = (of: keyof Figures, what: string) =>
  `| ${what} | ${found.map((all) => `${figure(all, of).toFixed(2)} ms`).join(' | ')} |\n`;
const least = figure(found.at(-1), 'accepting');
const shares = found.map((all) => `${Math.round((figure(all, 'accepting') / least) * 100)} %`);
process.stdout.write(`${machine().join('\n')}

| | ${contenders.join(' | ')} |\n|---|${contenders.map(() => '--:|').join('')}
${row('p50', 'POST, p50')}${row('p99', '… p99')}${row('accepting', 'processor time of the accepting node, each event')}| … of what a bare one takes | ${shares.join(' | ')} |
${row('other', '… of the other one, which feeds')}${row('nats', '… of the three nats-servers')}`);

import { leaveNothingBehind } from '../scripts/leave-nothing-behind.ts';
import { HonestTraffic, type Times } from './slowloris/honest.ts';
import { Pinned } from './support.ts';

/** A thousand connections that never finish a request, and what honest clients notice of them. */
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const DRIBBLERS = 1000;
const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 1 : 5;
const SECONDS = 12;
const PER_SECOND = 100;
/** Shorter than the defaults, so that a round sees every dribbler cut more than once. */
const LIMITS = { header: 3, body: 5 };
const here = import.meta.dirname;
const folder = leaveNothingBehind('hookline-slowloris-');

interface Cuts {
  readonly cut: Readonly<Record<'header' | 'body', number>>;
  readonly longest: Readonly<Record<'header' | 'body', number>>;
}

const server = new Pinned(SERVER_CORE, folder, process.execPath, [
  `${here}/../packages/server/dist/main.mjs`,
  '--app.server.port=0',
  '--app.archive.url=off',
  `--app.server.header-timeout=${LIMITS.header}s`,
  `--app.server.request-timeout=${LIMITS.body}s`,
]);

async function attacked(port: number, honest: HonestTraffic): Promise<Times & { cuts: Cuts }> {
  const words = [`${here}/slowloris/dribblers.ts`, port, DRIBBLERS, 500].map(String);
  const dribblers = new Pinned(LOAD_CORE, folder, process.execPath, words);
  try {
    await dribblers.output(/ready/);
    const times = await honest.run(SECONDS, PER_SECOND);
    dribblers.say('over');
    await dribblers.output(/all cut/);
    dribblers.say('report');
    const [, report = ''] = await dribblers.output(/report (.*)/);
    return { ...times, cuts: JSON.parse(report) };
  } finally {
    await dribblers.stop();
  }
}

const without: Times[] = [];
const withThem: (Times & { cuts: Cuts })[] = [];
try {
  const [, port = ''] = await server.output(/listens on http:\/\/127\.0\.0\.1:(\d+)/);
  const honest = new HonestTraffic(Number(port));
  await honest.run(2, PER_SECOND);
  for (let round = 1; round <= ROUNDS; round++) {
    process.stderr.write(`round ${round} of ${ROUNDS}\n`);
    without.push(await honest.run(SECONDS, PER_SECOND));
    withThem.push(await attacked(Number(port), honest));
  }
  honest.close();
} finally {
  await server.stop();
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
const shown = (rounds: readonly Times[], key: keyof Times) => {
  const all = rounds.flatMap((round) => round[key]);
  return `${quantile(all, 0.5).toFixed(2)} / ${quantile(all, 0.99).toFixed(2)} ms`;
};
const most = (kind: 'header' | 'body') =>
  Math.max(...withThem.map(({ cuts }) => cuts.longest[kind])) / 1000;
const sum = (kind: 'header' | 'body') =>
  withThem.reduce((total, { cuts }) => total + cuts.cut[kind], 0);

const rows = [
  `| | nobody else | ${DRIBBLERS} connections that dribble |`,
  '|---|---|---|',
  `| ${PER_SECOND} posts per second, p50 / p99 | ${shown(without, 'posts')} | ${shown(withThem, 'posts')} |`,
  `| post to stream, p50 / p99 | ${shown(without, 'deliveries')} | ${shown(withThem, 'deliveries')} |`,
  `| cut in the head of a request (limit ${LIMITS.header} s) | | ${sum('header')}, the last after ${most('header').toFixed(1)} s |`,
  `| cut in the body (limit ${LIMITS.body} s) | | ${sum('body')}, the last after ${most('body').toFixed(1)} s |`,
  '',
];
process.stdout.write(rows.join('\n'));

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Pinned } from './support.ts';

const here = import.meta.dirname;

/** Twenty connections that ask for all there is, and what one that asks for little notices. */
const SERVER_CORE = 0;
const LOAD_CORE = 1;
const GREEDY = 20;
const { values: options } = parseArgs({
  options: { quick: { type: 'boolean' }, only: { type: 'string' }, server: { type: 'string' } },
});
const { quick: isQuick = false, only } = options;
/** Another checkout's program may be measured, to compare. */
const { server: program = join(here, '../packages/server/dist/main.mjs') } = options;
const ROUNDS = isQuick ? 2 : 5;
const SECONDS = 8;
const PER_SECOND = 100;
const folder = mkdtempSync(join(tmpdir(), 'hookline-fairness-'));

const KINDS = {
  short: 'requests sent without waiting, fast path',
  long: 'requests sent without waiting, HTTP server',
  bodies: 'webhooks of 1 MiB of tiny objects',
  addresses: 'reports of 1 MiB of tiny addresses',
  keys: 'reports of 1 MiB of nothing but names',
} as const;
type Kind = keyof typeof KINDS;

interface Rounds {
  readonly quiet: number[];
  readonly attacked: number[];
  answers: number;
}

/**
 * Senders on one core. The greedy ones give way there, as they would on machines of their own: what
 * is measured is how long the service takes, not how long a sender waits for its own processor.
 */
function load(name: 'honest' | 'greedy', ...parameters: (string | number)[]): Pinned {
  const words = [process.execPath, `${here}/fairness/${name}.ts`, ...parameters.map(String)];
  return new Pinned(LOAD_CORE, folder, 'nice', ['-n', name === 'greedy' ? '19' : '0', ...words]);
}

async function measure(kind: Kind): Promise<Rounds> {
  const url =
    kind === 'addresses' || kind === 'keys' ? `sqlite:${join(folder, 'archive.db')}` : 'off';
  const server = new Pinned(SERVER_CORE, folder, process.execPath, [
    program,
    '--app.server.port=0',
    `--app.archive.url=${url}`,
    `--app.archive.spool-dir=${join(folder, 'spool')}`,
  ]);
  const rounds: Rounds = { quiet: [], attacked: [], answers: 0 };
  try {
    const [, port = ''] = await server.output(/listens on http:\/\/127\.0\.0\.1:(\d+)/);
    const posts = async () => {
      const honest = load('honest', port);
      try {
        honest.say(`${SECONDS} ${PER_SECOND}`);
        const [, times = '[]'] = await honest.output(/round (.*)\n/);
        const took: number[] = JSON.parse(times);
        return took;
      } finally {
        await honest.stop();
      }
    };
    await posts();
    for (let round = 1; round <= ROUNDS; round++) {
      process.stderr.write(`${kind}: round ${round} of ${ROUNDS}\n`);
      rounds.quiet.push(...(await posts()));
      const greedy = load('greedy', port, GREEDY, kind);
      try {
        await greedy.output(/ready/);
        rounds.attacked.push(...(await posts()));
        greedy.say('report');
        const [, answers] = await greedy.output(/answers (\d+)/);
        rounds.answers += Number(answers);
      } finally {
        await greedy.stop();
      }
    }
  } finally {
    await server.stop();
  }
  return rounds;
}

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
const shown = (times: readonly number[]) =>
  `${quantile(times, 0.5).toFixed(2)} / ${quantile(times, 0.99).toFixed(2)} ms`;

const rows = [
  `| ${GREEDY} connections with | posts, nobody else: p50 / p99 | posts beside them: p50 / p99 | p99, times its quiet value | they got answers |`,
  '|---|---|---|---|---|',
];
try {
  for (const kind of Object.keys(KINDS) as Kind[]) {
    if (only !== undefined && !only.split(',').includes(kind)) continue;
    const { quiet, attacked, answers } = await measure(kind);
    const ratio = quantile(attacked, 0.99) / quantile(quiet, 0.99);
    rows.push(
      `| ${KINDS[kind]} | ${shown(quiet)} | ${shown(attacked)} | ${ratio.toFixed(1)} | ${answers} |`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${rows.join('\n')}\n`);

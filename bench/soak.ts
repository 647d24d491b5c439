import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type RunningServer, withServer } from './relay/contender.ts';
import { hookline } from './relay/hookline.ts';
import { compileLoad, Load } from './relay/load.ts';
import { complaintsOfClients, complaintsOfServer } from './soak/complaints.ts';
import { memoryGrowth } from './soak/memory-growth.ts';

/** Events at a steady pace to streams that come and go: does memory grow, is anything lost? */
const { values: options } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    streams: { type: 'string', default: '1000' },
    pace: { type: 'string', default: '100' },
  },
});
const seconds = Number(options.minutes) * 60;
if (!(seconds >= 30)) throw new Error('--minutes is a number, 0.5 at least');
const REPORT_EVERY = 5;
/** More than the log holds of this size: from then on an event is let go for each that comes. */
const FILLING = 30_000;

const installer = join(import.meta.dirname, '../scripts/install-debian.sh');
execFileSync('sh', [installer, 'gcc:gcc', 'taskset:util-linux'], { stdio: 'inherit' });
const folder = mkdtempSync(join(tmpdir(), 'hookline-soak-'));
const say = (text: string) => process.stdout.write(`${text}\n`);

async function soak(program: string, server: RunningServer): Promise<string[]> {
  const filling = { streams: 1, publishers: 8, events: FILLING };
  const first = new Load(program, server, 'fan-out', filling);
  await first.ready();
  await first.go();
  await first.stop();

  const samples: number[] = [];
  const load = new Load(program, server, 'churn', {
    streams: Number(options.streams),
    publishers: 8,
    pace: Number(options.pace),
    seconds,
  });
  try {
    await load.ready();
    say('| s | memory | streams | came back | events | delivered | missed | lost | p99 |');
    say('|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
    const last = await load.goOn((figures) => {
      if (!server.process.isRunning) return;
      samples.push(server.process.memory);
      if (samples.length % REPORT_EVERY === 0) say(lineOf(figures, samples.at(-1) ?? 0));
    });
    const { earlier, later, isGrowing } = memoryGrowth(samples);
    say(`\nmemory, lowest values: ${mebibytes(earlier)} at first, ${mebibytes(later)} at last`);
    return [
      ...(isGrowing ? ['memory grows'] : []),
      ...complaintsOfClients(last, seconds * Number(options.pace)),
      ...(await complaintsOfServer(server)),
    ];
  } finally {
    await load.stop();
  }
}

function lineOf(figures: Readonly<Record<string, number>>, memory: number): string {
  const names = ['streams', 'comebacks', 'events', 'delivered', 'missed', 'lost'];
  const counts = names.map((name) => figures[name]?.toLocaleString('en'));
  const second = Math.round(figures['seconds'] ?? 0);
  return `| ${[second, mebibytes(memory), ...counts, `${figures['p99']} ms`].join(' | ')} |`;
}

function mebibytes(kibibytes: number): string {
  return `${(kibibytes / 1024).toFixed(1)} MiB`;
}

try {
  const program = compileLoad(folder);
  const complaints = await withServer(hookline(folder), (server) => soak(program, server));
  for (const complaint of complaints) say(`FAILED: ${complaint}`);
  if (complaints.length === 0) say('nothing lost, and memory does not grow');
  process.exitCode = complaints.length === 0 ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

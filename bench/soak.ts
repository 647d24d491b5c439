import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { freePort } from '../scripts/free-port.ts';
import { leaveNothingBehind } from '../scripts/leave-nothing-behind.ts';
import { pause, type RunningServer, withServer } from './relay/contender.ts';
import { hookline } from './relay/hookline.ts';
import { compileLoad, Load, type LoadFigures } from './relay/load.ts';
import { metricsOf } from './relay/metrics.ts';
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
if (!(seconds >= 120)) throw new Error('--minutes is a number, 2 at least');
const REPORT_EVERY = 5;
const HELD_TOLERANCE = 0.03;
/** It has garbage of three threads in it, which come and go over minutes. */
const RESIDENT_TOLERANCE = 0.15;
/** More than the log holds of this size: from then on an event is let go for each that comes. */
const FILLING = 30_000;

const installer = join(import.meta.dirname, '../scripts/install-debian.sh');
execFileSync('sh', [installer, 'gcc:gcc', 'taskset:util-linux'], { stdio: 'inherit' });
const folder = leaveNothingBehind('hookline-soak-');
// Only to ask for a garbage collection, so that what counts is memory that is still held.
const inspectorPort = await freePort();
process.env['NODE_OPTIONS'] = `--inspect=127.0.0.1:${inspectorPort}`;
const say = (text: string) => process.stdout.write(`${text}\n`);

async function soak(program: string, server: RunningServer): Promise<string[]> {
  const filling = { streams: 1, publishers: 8, events: FILLING };
  const first = new Load(program, server, 'fan-out', filling);
  await first.ready();
  await first.go();
  await first.stop();

  const resident: number[] = [];
  const held: number[] = [];
  const memory = await HeldMemory.of(server.port, inspectorPort);
  const load = new Load(program, server, 'churn', {
    streams: Number(options.streams),
    publishers: 8,
    pace: Number(options.pace),
    seconds,
  });
  try {
    await load.ready();
    say('| s | resident | held | streams | came back | events | delivered | missed | lost | p99 |');
    say('|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|');
    const last = await load.goOn((figures) => {
      if (!server.process.isRunning) return;
      resident.push(server.process.memory);
      if (resident.length % REPORT_EVERY !== 0) return;
      memory.now().then(
        (kibibytes) => {
          held.push(kibibytes);
          say(lineOf(figures, resident.at(-1) ?? 0, kibibytes));
        },
        // It has just ended, which is complained about below.
        () => {},
      );
    });
    say('');
    return [
      ...complaintOfMemory('held', held, HELD_TOLERANCE),
      ...complaintOfMemory('resident', resident, RESIDENT_TOLERANCE),
      ...complaintsOfClients(last, seconds * Number(options.pace)),
      ...(await complaintsOfServer(server)),
    ];
  } finally {
    memory.close();
    await load.stop();
  }
}

function complaintOfMemory(kind: string, samples: number[], tolerance: number): string[] {
  const { earlier, later, isGrowing } = memoryGrowth(samples, tolerance);
  say(`${kind} memory, lowest values: ${mebibytes(earlier)} at first, ${mebibytes(later)} at last`);
  return isGrowing ? [`${kind} memory grows`] : [];
}

function lineOf(figures: Readonly<Record<string, number>>, resident: number, held: number): string {
  const names = ['streams', 'comebacks', 'events', 'delivered', 'missed', 'lost'];
  const counts = names.map((name) => figures[name]?.toLocaleString('en'));
  const second = Math.round(figures['seconds'] ?? 0);
  return `| ${[second, mebibytes(resident), mebibytes(held), ...counts, `${figures['p99']} ms`].join(' | ')} |`;
}

function mebibytes(kibibytes: number): string {
  return `${(kibibytes / 1024).toFixed(1)} MiB`;
}

/**
 * What a running Node still holds once its garbage is collected. Resident memory rises and falls
 * with the garbage, over minutes where there is little of it, and would hide or feign growth.
 */
class HeldMemory {
  readonly #inspector: WebSocket;
  readonly #port: number;

  private constructor(inspector: WebSocket, port: number) {
    this.#inspector = inspector;
    this.#port = port;
  }

  /** Of the server at this port, whose inspector listens at the other. */
  static async of(port: number, inspectorPort: number): Promise<HeldMemory> {
    const list = await fetch(`http://127.0.0.1:${inspectorPort}/json/list`);
    const [target] = (await list.json()) as { webSocketDebuggerUrl: string }[];
    // One for the whole run, because Node prints a line for each.
    const inspector = new WebSocket(target?.webSocketDebuggerUrl ?? '');
    await once(inspector, 'open');
    return new HeldMemory(inspector, port);
  }

  /** In KiB. */
  async now(): Promise<number> {
    const collected = once(this.#inspector, 'message');
    this.#inspector.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
    await collected;
    const metric = await metricsOf(this.#port);
    return (metric('nodejs_heap_size_used_bytes') + metric('nodejs_external_memory_bytes')) / 1024;
  }

  close(): void {
    this.#inspector.close();
  }
}

const TIMEOUT = 10;

/** What the clients of a soak have to complain of. */
function complaintsOfClients(last: LoadFigures, wanted: number): string[] {
  const { events = 0, missed, lost, doubled, refused } = last;
  const counts = Object.entries({ missed, lost, doubled, refused }).flatMap(([word, count]) =>
    count === 0 ? [] : [`${count} events were ${word}`],
  );
  // A soak that sent little says little.
  const isSlow = events < wanted * 0.95;
  return isSlow ? [...counts, `only ${events} of ${wanted} events could be sent`] : counts;
}

/** What the server itself says went wrong, or has not let go of after all have left. */
async function complaintsOfServer({ port, process }: RunningServer): Promise<string[]> {
  let metric = await metricsOf(port);
  const isDone = () =>
    metric('hookline_streams') === 0 &&
    metric('hookline_archive_stored_total') >= metric('hookline_webhooks_accepted_total');
  for (let second = 0; second < TIMEOUT && !isDone(); second++) {
    await pause(1000);
    metric = await metricsOf(port);
  }
  const zero = {
    hookline_streams: 'streams are still held',
    hookline_streams_cut_total: 'streams were cut',
    hookline_streams_refused_total: 'streams were turned away',
    hookline_archive_dropped_total: 'records were given up by the archive',
    hookline_archive_dead_letters_total: 'records were refused by the database',
  };
  const notStored =
    metric('hookline_webhooks_accepted_total') - metric('hookline_archive_stored_total');
  const errors = process.printed.split('\n').filter((line) => /"level":"(error|fatal)"/.test(line));
  return [
    ...Object.entries(zero).flatMap(([name, words]) =>
      metric(name) === 0 ? [] : [`${metric(name)} ${words}`],
    ),
    ...(notStored > 0 ? [`${notStored} events are not in the archive`] : []),
    ...errors,
  ];
}

const program = compileLoad(folder);
const complaints = await withServer(hookline(folder), (server) => soak(program, server));
for (const complaint of complaints) say(`FAILED: ${complaint}`);
if (complaints.length === 0) say('nothing lost, and memory does not grow');
process.exitCode = complaints.length === 0 ? 0 : 1;

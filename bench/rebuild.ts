import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { Turn } from '../packages/server/src/archive/engine/store/transaction.ts';
import type { WriterContext } from '../packages/server/src/archive/privacy/writer-context.ts';
import {
  addressRebuilder,
  jobRebuilder,
  type Rebuilder,
  rebuildAll,
} from '../packages/server/src/archive/threads/rebuild.ts';
import { leaveNothingBehind } from '../scripts/leave-nothing-behind.ts';
import { copyAll } from './archive/copy.ts';
import { type Database, openNewPostgres, openSqliteIn, settle } from './archive/database.ts';
import { contextOf, fill } from './archive/fill.ts';
import { FULL, MadeUpOffice, partOf } from './archive/made-up-office.ts';
import { percentiles } from './archive/timings.ts';

const { values: options } = parseArgs({
  options: {
    /** How many events instead of a million; the rest in proportion. */
    events: { type: 'string', default: String(FULL.events) },
    only: { type: 'string' },
  },
});
const size = partOf(Number(options.events) / FULL.events);
const folder = leaveNothingBehind('hookline-bench-rebuild-');
const say = (text: string) => process.stderr.write(`${text}\n`);

/** As an earlier version has it: nothing was read but reference and status. */
async function unread({ store: { db } }: Database): Promise<void> {
  for (const statement of [
    `update job_versions set facts = '{}', status_class = null`,
    `update jobs set facts = '{}', status_class = null, due_at = null, courier_name = null,
       courier_line = null, was_underway = 0`,
    `update addresses set aliases = '[]'`,
    'delete from readings',
  ]) {
    await sql.raw(statement).execute(db);
  }
}

/** How long it takes, and how long a batch has to wait that comes meanwhile. */
async function measure(database: Database): Promise<void> {
  const { name, store } = database;
  await settle(database);
  const context = contextOf(store, join(folder, 'spool'));
  for (const rebuilder of [addressRebuilder, jobRebuilder({ jobs: undefined })]) {
    const turns: number[] = [];
    const turn: Turn<WriterContext> = async (work) => {
      const started = performance.now();
      const result = await work(context);
      turns.push(performance.now() - started);
      return result;
    };
    const started = performance.now();
    await rebuildAll(turn, [rebuilder], { progress: shown(name, rebuilder), changed() {} });
    const { p50, p99 } = percentiles(turns);
    const seconds = Math.round((performance.now() - started) / 1000);
    const longest = Math.max(...turns);
    const row = [`${name}: ${rebuilder.kind}`, `${seconds} s`];
    const times = [p50, p99, longest].map((time) => `${time.toFixed(0)} ms`);
    process.stdout.write(`| ${[...row, ...times].join(' | ')} |\n`);
  }
}

function shown(name: string, { kind }: Rebuilder): (percent: number | undefined) => void {
  let last = -10;
  return (percent = 100) => {
    if (percent < last + 10) return;
    last = percent;
    say(`${name}: ${kind} ${percent} %`);
  };
}

const sqlite = await openSqliteIn(folder, undefined);
const entries = new MadeUpOffice(size, Date.now()).entries();
await fill(sqlite.store, entries, (stored) => say(`${stored} records stored`));
await unread(sqlite);
const { events, addresses, jobVersions } = size;
process.stdout.write(
  `${events} events, ${addresses} addresses, ${jobVersions} job versions\n\n| read anew | in all | one step: p50 | p99 | longest |\n|---|---|---|---|---|\n`,
);
if (options.only !== 'sqlite') {
  const script = `${import.meta.dirname}/../scripts/install-debian.sh`;
  execFileSync('sh', [script, 'postgresql'], { stdio: ['ignore', 2, 2] });
  const postgres = await openNewPostgres(({ store }) => copyAll(sqlite.store, store, say));
  try {
    await measure(postgres);
  } finally {
    await postgres.remove();
  }
}
if (options.only !== 'postgres') await measure(sqlite);
await sqlite.remove();

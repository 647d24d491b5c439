import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { ArchiveReader } from '../packages/server/src/archive/archive.ts';
import type { Entry } from '../packages/server/src/archive/engine/journal/batch.ts';
import { createReader } from '../packages/server/src/archive/threads/reader.ts';
import { leaveNothingBehind } from '../scripts/leave-nothing-behind.ts';
import { copyAll } from './archive/copy.ts';
import {
  type Database,
  keepAs,
  openNewPostgres,
  openPostgresIn,
  openSqliteIn,
  settle,
} from './archive/database.ts';
import { COURIERS, couriers, dueJobs, OPEN_JOBS } from './archive/due-jobs.ts';
import { erasures } from './archive/erasures.ts';
import { fill, RULES, rates } from './archive/fill.ts';
import { MadeUpOffice, partOf } from './archive/made-up-office.ts';
import { DUE_READINGS, READINGS } from './archive/readings.ts';
import {
  type Erased,
  erasedReport,
  type Results,
  reportOf,
  type Stored,
  storedReport,
} from './archive/report.ts';
import { type Timings, timeOf } from './archive/timings.ts';

const { values: options } = parseArgs({
  options: {
    /** A twentieth of the size. */
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    /** Measures nothing but how fast entries are stored. */
    storing: { type: 'boolean', default: false },
    /** Measures nothing but how a number is erased. */
    erasing: { type: 'boolean', default: false },
    /** How often that is measured, with other entries each time; the median is shown. */
    rounds: { type: 'string', default: '1' },
    /** A file in which what was filled is kept, to begin with it the next time. */
    keep: { type: 'string' },
    /** A server to use instead of a new one; what was filled is kept in it likewise. */
    postgres: { type: 'string' },
  },
});

const part = options.quick ? 20 : 1;
const size = partOf(1 / part);
const rounds = Number(options.rounds);
/** The newest entries: stored at the end and timed, when everything else is there. */
const SAMPLE = (50_000 / part) * rounds;
const EXPORTED = 10_000;
const folder = leaveNothingBehind('hookline-bench-archive-');
const say = (text: string) => process.stderr.write(`${text}\n`);

/** Stores all but the newest entries, which come back to be timed. */
async function filledBefore(
  sample: number,
  { store }: Database,
  isFilled: boolean,
): Promise<Entry[]> {
  const entries = new MadeUpOffice(size, Date.now()).entries();
  const count = size.events + size.calls - sample;
  if (isFilled) {
    for (const _ of firstOf(entries, count));
    return [...entries];
  }
  const started = performance.now();
  await fill(store, firstOf(entries, count), (stored) => {
    const rate = Math.round((stored / (performance.now() - started)) * 1000);
    say(`${stored} of ${count} records stored, ${rate} per second`);
  });
  return [...entries];
}

/** Unlike `take`, it leaves the others to be taken afterwards. */
function* firstOf(entries: Iterator<Entry>, count: number): Generator<Entry> {
  for (let taken = 0; taken < count; taken++) {
    const { value, done } = entries.next();
    if (done) return;
    yield value;
  }
}

async function stored({ name, store }: Database, sample: readonly Entry[]): Promise<Stored> {
  say(`${name}: storing`);
  return { name, rates: await rates(store, sample, rounds) };
}

/** What is measured of a database in which everything is stored. */
async function measured(database: Database, before: Stored): Promise<Results> {
  const { name, store } = database;
  await settle(database);
  const reading = database.reading();
  const another = () => createReader(reading, RULES);
  const reader = another();
  const readings = new Map<string, Timings>();
  const readAll = async (some: typeof READINGS) => {
    for (const one of some) {
      const timings = await one.measure(reader, size.addresses, another);
      readings.set(one.name, timings);
      say(`${name}: ${one.name}: ${timings.p50.toFixed(1)} / ${timings.p99.toFixed(1)} ms`);
    }
  };
  await readAll(READINGS);
  const exportTook = await timeOf(() => exported(reader));
  say(`${name}: storing open jobs`);
  await fill(store, couriers(COURIERS, Date.now()), () => {});
  await fill(store, dueJobs(OPEN_JOBS, Date.now()), () => {});
  await settle(database);
  await readAll(DUE_READINGS);
  await reading.close();
  const exportedPerSecond = (Math.min(EXPORTED, size.addresses) / exportTook) * 1000;
  return { ...before, ...(await erased(database)), readings, exportedPerSecond };
}

/** Customers from all over the phone book, one after another. */
async function erased(database: Database): Promise<Erased> {
  const { name } = database;
  say(`${name}: erasing`);
  const places = [1, 2, 3].map((place) => Math.floor((size.addresses / 4) * place));
  return { name, erasures: await erasures(database, join(folder, 'spool'), places) };
}

async function exported(reader: ArchiveReader): Promise<void> {
  let cursor: string | undefined;
  for (let rows = 0; rows < EXPORTED; rows += 500) {
    const { next } = await reader.addresses({}, { limit: 500, cursor }, 'csv');
    if (next === null) return;
    cursor = next;
  }
}

async function filledPostgres(): Promise<Database> {
  const copyTo = ({ store }: Database) => copyAll(sqlite.store, store, say);
  if (options.postgres !== undefined) {
    return openPostgresIn(options.postgres, `hookline_bench_${size.events}`, copyTo);
  }
  execFileSync('sh', [`${import.meta.dirname}/../scripts/install-debian.sh`, 'postgresql'], {
    stdio: 'inherit',
  });
  return openNewPostgres(copyTo);
}

const { keep } = options;
const isFilled = keep !== undefined && existsSync(keep);
const sqlite = await openSqliteIn(folder, isFilled ? keep : undefined);
const sample = await filledBefore(SAMPLE, sqlite, isFilled);
if (keep !== undefined && !isFilled) await keepAs(keep, sqlite);
const storing: Stored[] = [];
const erasing: Erased[] = [];
const results: Results[] = [];
const measure = async (database: Database) => {
  if (options.erasing) {
    await fill(database.store, sample, () => {});
    await settle(database);
    erasing.unshift(await erased(database));
    return;
  }
  const before = await stored(database, sample);
  storing.unshift(before);
  if (!options.storing) results.unshift(await measured(database, before));
};
if (options.only !== 'sqlite') {
  const postgres = await filledPostgres();
  try {
    await measure(postgres);
  } finally {
    await postgres.remove();
  }
}
if (options.only !== 'postgres') await measure(sqlite);
await sqlite.remove();

if (options.erasing) process.stdout.write(erasedReport(size, erasing));
else if (options.storing) process.stdout.write(storedReport(size, storing));
else {
  const { text, isMissed } = reportOf(size, results);
  process.stdout.write(text);
  process.exitCode = isMissed ? 1 : 0;
}

import { addAbortSignal, pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { type Counts, readBackup } from '../archive/backup/backup-lines.ts';
import type { Told } from '../archive/backup/erase-marked.ts';
import { type Restored, restore, type Target } from '../archive/backup/restore.ts';
import { Claim } from '../archive/engine/journal/claim.ts';
import { absentFile } from '../archive/threads/check-archive.ts';
import { jobSettings, phoneOptions } from '../archive/threads/create-archive.ts';
import { loadConfig } from '../config/load.ts';
import type { Config } from '../config/properties.ts';
import { type Io, type Options, UsageMistake } from './command.ts';

const TELL_EVERY = 10_000;

/** Options of every command that copies an archive. */
export const ARCHIVE_OPTIONS: Options = {
  '--quiet': { about: 'say only what goes wrong, for cron' },
  '--config': { value: 'FILE', about: 'read properties from this file, not ./hookline.yaml' },
};

export const PROPERTIES_NOTE = `The properties are those of hookline serve, and so are the environment and the file they come
from. Run it as the user that runs the service, in its folder.`;

export interface Typed {
  /** The file, or whatever else it is about. */
  readonly name: string;
  readonly config: Config;
  readonly url: string;
  has(flag: string): boolean;
}

/** `NAME [flags] [properties]`; throws a `UsageMistake`. */
export function readArchiveCommand(
  words: readonly string[],
  what: string,
  flags: readonly string[],
  { env }: Io,
): Typed {
  const known = ['--quiet', ...flags];
  const [name, ...properties] = words.filter((word) => !known.includes(word));
  if (name === undefined || (name.startsWith('-') && name !== '-')) {
    throw new UsageMistake(`${what} is missing`);
  }
  const loaded = loadConfig(properties, env);
  if (loaded.wants === 'mistakes') throw new UsageMistake(loaded.mistakes.join('; '));
  if (loaded.wants !== 'run') throw new UsageMistake(`--${loaded.wants}: no such option`);
  const { config } = loaded;
  const url = config['app.archive.url'];
  if (url === 'off') throw new UsageMistake('app.archive.url is off: there is no archive');
  return { name, config, url, has: (flag) => words.includes(flag) };
}

/** Says so if there is nothing to be copied. */
export function isAbsent(url: string, { say }: Io): boolean {
  const absent = absentFile(url);
  if (absent !== undefined) say(`there is no archive yet: ${absent} does not exist`);
  return absent !== undefined;
}

export function targetOf(config: Config, url: string): Omit<Target, 'isChecked'> {
  return {
    url,
    spoolFolder: config['app.archive.spool-dir'],
    phone: phoneOptions(config),
    jobs: jobSettings(config),
  };
}

/** Makes an archive what a backup says, while no service uses it; a signal ends that. */
export async function fillArchive(
  target: Target,
  source: Readable,
  tell: Told,
  { whenEnded }: Io,
): Promise<Restored> {
  const signal = whenEnded();
  const lines = readBackup(unpacked(addAbortSignal(signal, source)));
  const claim = new Claim();
  try {
    claim.take(target.url, target.spoolFolder);
    return await restore(target, lines, (...news) => {
      signal.throwIfAborted();
      tell(...news);
    });
  } finally {
    claim.release();
  }
}

/** Packed or not: by its first bytes, for standard input has no name. */
async function* unpacked(source: Readable): AsyncGenerator<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done) return;
  const all = async function* () {
    yield first.value;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  };
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) yield* all();
  // What goes wrong is thrown where it is read.
  else yield* pipeline(Readable.from(all()), createGunzip(), () => {});
}

/** Says from time to time how far it is. */
export function teller(say: Io['say'], isQuiet: boolean) {
  let last = performance.now();
  return (news: number | string, all?: number): void => {
    if (isQuiet) return;
    const now = performance.now();
    if (typeof news === 'number' && now - last < TELL_EVERY) return;
    last = now;
    const of = all === undefined ? '' : ` of ${count(all)}`;
    say(typeof news === 'string' ? news : `${count(news)}${of} records`);
  };
}

export const count = (number: number) => number.toLocaleString('en-US');

/** How many there are of what most of them are. */
export function inAll(counts: Counts): string {
  const all = Object.values(counts).reduce((sum, one) => sum + one, 0);
  const { events = 0, addresses = 0, calls = 0, jobs = 0 } = counts;
  const named = { events, addresses, calls, jobs };
  const parts = Object.entries(named).map(([name, one]) => `${count(one)} ${name}`);
  return `${count(all)} records (${parts.join(', ')})`;
}

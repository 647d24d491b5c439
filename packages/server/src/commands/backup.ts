import { createWriteStream, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sync } from '../archive/backup/restore.ts';
import { takeBackup } from '../archive/backup/take-backup.ts';
import { reasonOf } from '../archive/engine/store/failures.ts';
import { VERSION } from '../version.ts';
import {
  ARCHIVE_OPTIONS,
  count,
  isAbsent,
  PROPERTIES_NOTE,
  readArchiveCommand,
  teller,
} from './archive-command.ts';
import type { Command, Io } from './command.ts';

export const backup: Command = {
  usage: 'FILE|- [options] [properties]',
  about: 'Writes everything in the archive into one file; the service may go on meanwhile.',
  options: ARCHIVE_OPTIONS,
  notes: [
    `It is the archive as it was at one moment, from SQLite or PostgreSQL in the same form: a line of
JSON for each record, and at the end how many there are and a hash. A FILE that ends in .gz is
packed. A file of that name is replaced when the new one is whole, and only its owner can read it.`,
    `What it holds is personal data, and erasing a number does not reach it: hookline restore takes
out again who was erased since.`,
    PROPERTIES_NOTE,
  ],

  async run(words, io) {
    const { name: file, url, has } = readArchiveCommand(words, 'a file, or -,', [], io);
    if (isAbsent(url, io)) return 1;
    const tell = teller(io.say, has('--quiet'));
    let records = 0;
    const lines = takeBackup(url, VERSION, (done, all) => {
      records = all;
      tell(done, all);
    });
    try {
      const bytes = await write(file, Readable.from(lines), io);
      tell(`${file === '-' ? 'all' : file}: ${count(records)} records, ${count(bytes)} bytes`);
      return 0;
    } catch (error) {
      io.say(`no backup was made: ${reasonOf(error)}`);
      return 1;
    }
  },
};

/** Under another name until it is whole and on the disk. Answers how large it is. */
async function write(file: string, lines: Readable, { stdout, whenEnded }: Io): Promise<number> {
  const signal = whenEnded();
  if (file === '-') {
    let bytes = 0;
    lines.on('data', (text: string) => {
      bytes += Buffer.byteLength(text);
    });
    await pipeline(lines, stdout, { signal, end: false });
    return bytes;
  }
  removeLeftovers(file);
  const part = `${file}.part-${process.pid}`;
  try {
    const packing = file.endsWith('.gz') ? [createGzip()] : [];
    const to = createWriteStream(part, { mode: 0o600, flush: true });
    await pipeline([lines, ...packing, to], { signal });
    const { size } = statSync(part);
    renameSync(part, file);
    sync(dirname(file));
    return size;
  } finally {
    rmSync(part, { force: true });
  }
}

/** Of those that were killed. */
function removeLeftovers(file: string): void {
  const start = `${basename(file)}.part-`;
  for (const name of readdirSync(dirname(file)).filter((each) => each.startsWith(start))) {
    if (!isAlive(Number(name.slice(start.length)))) rmSync(join(dirname(file), name));
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

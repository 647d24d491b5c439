import { createReadStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Restored } from '../archive/backup/restore.ts';
import { reasonOf } from '../archive/engine/store/failures.ts';
import { shownUrl } from '../archive/engine/store/store.ts';
import { erasureNotesIn } from '../archive/privacy/erasure-notes.ts';
import {
  ARCHIVE_OPTIONS,
  count,
  fillArchive,
  inAll,
  PROPERTIES_NOTE,
  readArchiveCommand,
  targetOf,
  teller,
} from './archive-command.ts';
import type { Command } from './command.ts';

export const restore: Command = {
  usage: 'FILE|- [--test] [options] [properties]',
  about:
    'Makes the archive what a backup says. The service has to be stopped, and the archive empty.',
  options: {
    '--test': {
      about: 'only look whether the backup is whole, and restore it into a folder that goes again',
    },
    '--checked': { about: 'also where it is not known any more who was erased since' },
    ...ARCHIVE_OPTIONS,
  },
  notes: [
    `Any version from the one that has made the backup on can restore it, into SQLite or PostgreSQL.
A file that is cut off or altered is refused with the line. Until all of it is there, there is no
archive.`,
    `Who was erased since the backup was made is taken out again, by the file erasures in the folder of
the journal (app.archive.spool-dir): it has to be there before. If there is none, that is said.`,
    `--test needs neither a stopped service nor its archive; it needs as much room in TMPDIR as the
archive takes. The exit code is 1 if anything is wrong.`,
    PROPERTIES_NOTE,
  ],

  async run(words, io) {
    const flags = ['--test', '--checked'];
    const { name: file, config, url, has } = readArchiveCommand(words, 'a file, or -,', flags, io);
    const isTest = has('--test');
    const tell = teller(io.say, has('--quiet'));
    const folder = isTest ? mkdtempSync(join(tmpdir(), 'hookline-restore-')) : undefined;
    const target = folder
      ? { ...targetOf(config, `sqlite:${join(folder, 'hookline.db')}`), spoolFolder: folder }
      : targetOf(config, url);
    try {
      const source = file === '-' ? io.stdin : createReadStream(file);
      const isChecked = has('--checked');
      const restored = await fillArchive({ ...target, isChecked }, source, tell, io);
      if (isTest) tell(`${file} is whole: ${aboutOf(restored)}`);
      else {
        tell(`${shownUrl(url)} has ${aboutOf(restored)}`);
        for (const text of erasuresIn(restored, target.spoolFolder)) io.say(text);
      }
      return 0;
    } catch (error) {
      io.say(`${file} was not restored: ${reasonOf(error)}`);
      return 1;
    } finally {
      if (folder) rmSync(folder, { recursive: true, force: true });
    }
  },
};

function aboutOf({ heading, counts }: Restored): string {
  return `${inAll(counts)}, as of ${heading.at}, by Hookline ${heading.version}`;
}

function erasuresIn({ heading, erased, hasNotes }: Restored, spoolFolder: string): string[] {
  if (!hasNotes) {
    return [
      `${erasureNotesIn(spoolFolder)} does not exist, so nobody knows who was erased since ${heading.at}; erase those numbers once more`,
    ];
  }
  return erased === 0
    ? []
    : [`${count(erased)} records of numbers that were erased since are gone again`];
}

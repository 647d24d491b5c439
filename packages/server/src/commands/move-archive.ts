import { Readable } from 'node:stream';
import { refuseServices } from '../archive/backup/restore.ts';
import { takeBackup } from '../archive/backup/take-backup.ts';
import { Claim } from '../archive/engine/journal/claim.ts';
import { reasonOf } from '../archive/engine/store/failures.ts';
import { openStore, shownUrl } from '../archive/engine/store/store.ts';
import { PROPERTIES } from '../config/properties.ts';
import { VERSION } from '../version.ts';
import {
  ARCHIVE_OPTIONS,
  fillArchive,
  inAll,
  isAbsent,
  PROPERTIES_NOTE,
  readArchiveCommand,
  targetOf,
  teller,
} from './archive-command.ts';
import { type Command, UsageMistake } from './command.ts';

export const moveArchive: Command = {
  usage: 'URL [options] [properties]',
  about:
    'Copies the archive into another database, SQLite or PostgreSQL. The service has to be stopped.',
  options: ARCHIVE_OPTIONS,
  notes: [
    `URL is what app.archive.url will be: sqlite:PATH or postgres://…. Nothing may be in it. The archive
there is until now stays as it is; who has moved sets app.archive.url, and starts the service.`,
    `Others on the machine can see what is written on a command line, a password in URL too: one in
PGPASSWORD, or in ~/.pgpass, they do not.`,
    PROPERTIES_NOTE,
  ],

  async run(words, io) {
    const { name, config, url, has } = readArchiveCommand(words, 'an address', [], io);
    const { kind } = PROPERTIES['app.archive.url'];
    const to = kind.parse(name);
    if (to === undefined || to === 'off') {
      throw new UsageMistake(`${shownUrl(name)} is not allowed; allowed: ${kind.allowed}`);
    }
    if (isAbsent(url, io)) return 1;
    const tell = teller(io.say, has('--quiet'));
    const claim = new Claim();
    try {
      const target = { ...targetOf(config, to), isChecked: false, isStill: true };
      claim.take(url);
      await refuseAt(url);
      const lines = Readable.from(
        takeBackup(url, VERSION, () => {}),
        { objectMode: false },
      );
      const { counts } = await fillArchive(target, lines, tell, io);
      tell(
        `${shownUrl(to)} has ${inAll(counts)}; set app.archive.url to it, and start the service`,
      );
      return 0;
    } catch (error) {
      io.say(`the archive was not moved: ${reasonOf(error)}`);
      return 1;
    } finally {
      claim.release();
    }
  },
};

async function refuseAt(url: string): Promise<void> {
  if (url.startsWith('sqlite:')) return;
  const store = openStore(url, 'write');
  try {
    await refuseServices(store, url);
  } finally {
    await store.close();
  }
}

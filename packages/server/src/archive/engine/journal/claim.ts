import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from '../store/failures.ts';
// Not from `store.ts`: the relay opens no database, and would load all that the threads need.
import { sqlitePath } from '../store/sqlite-file.ts';

interface Claimable {
  readonly lock: string;
  readonly refusal: string;
}

/**
 * Keeps a second service from the same journal and the same SQLite file, where the two would
 * overwrite each other's batches. A lock is a transaction on an empty database beside them: the
 * system releases it however the process ends, so none is ever left behind.
 */
export class Claim {
  #held: DatabaseSync[] = [];

  /** Throws when another service is there. Without a folder, of the file alone. */
  take(url: string, spoolFolder?: string): void {
    try {
      for (const claimable of claimables(url, spoolFolder)) this.#lock(claimable);
    } catch (error) {
      this.release();
      throw error;
    }
  }

  release(): void {
    for (const held of this.#held) held.close();
    this.#held = [];
  }

  #lock({ lock, refusal }: Claimable): void {
    let database: DatabaseSync | undefined;
    try {
      mkdirSync(dirname(lock), { recursive: true });
      database = new DatabaseSync(lock);
      database.exec('pragma journal_mode = memory; begin exclusive');
      this.#held.push(database);
    } catch (error) {
      database?.close();
      if (isBusy(error)) throw new Error(refusal);
      // A folder that cannot be written is no reason not to relay; the archive says so itself.
    }
  }
}

function claimables(url: string, spoolFolder?: string): Claimable[] {
  const journal = spoolFolder !== undefined && {
    lock: join(spoolFolder, 'lock'),
    refusal: `the folder ${spoolFolder} is used by another Hookline that is running; end that one, or set app.archive.spool-dir`,
  };
  const path = sqlitePath(url);
  const file = url.startsWith('sqlite:') && {
    lock: `${realPath(path)}.lock`,
    refusal: `the file ${path} is used by another Hookline that is running; end that one, or set app.archive.url`,
  };
  return [file, journal].filter((each) => each !== false);
}

/** Two names of one file must not be two locks. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

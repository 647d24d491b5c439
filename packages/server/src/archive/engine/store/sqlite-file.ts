import { type BigIntStats, statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isBusy } from './failures.ts';

interface Order {
  readonly name: string;
  readonly through: number;
}

export function sqlitePath(url: string): string {
  return url.slice('sqlite:'.length);
}

/** What somebody else did to the file while it was open. */
export class LostFile extends Error {
  override readonly name = 'LostFile';
  readonly found: 'damaged' | 'removed' | 'replaced';

  constructor(found: LostFile['found']) {
    super(`the file of the archive was ${found}`);
    this.found = found;
  }
}

/**
 * Beyond this the log is moved into the file after a commit, as SQLite would do by itself: sooner,
 * and most of what is moved is moved again with the next batch.
 */
const LOG_BYTES = 16 * 1024 * 1024;
const BUSY_TIMEOUT = 1000;

/**
 * Whether an open file is still the one that its path names. SQLite does not ask: it goes on
 * writing to a file that was removed, and everything it confirms is gone with the process. With
 * the log moved only from here, nobody else has a reason to change the file itself.
 *
 * Its bytes must not be read past SQLite: to close a file gives up all locks of the process on it.
 */
export class SqliteFile {
  readonly #path: string;
  readonly #raw: DatabaseSync;
  #known: BigIntStats | undefined;
  #knownLog: bigint | undefined;
  #lastStored: Order | undefined;

  constructor(path: string, raw: DatabaseSync) {
    this.#path = path;
    this.#raw = raw;
    this.#note();
  }

  /** Throws a `LostFile` when the path names another file by now, or this one was written to. */
  check(): void {
    const found = statOf(this.#path);
    const known = this.#known;
    if (!found) throw new LostFile('removed');
    if (found.ino !== known?.ino || found.dev !== known.dev) throw new LostFile('replaced');
    this.#knownLog ??= statOf(`${this.#path}-wal`)?.ino;
    if (found.size === known.size && found.mtimeNs === known.mtimeNs) return;
    this.#judge(found);
  }

  /** Whoever opens the file anew has to find that it is stored this far. */
  remember(order: Order | undefined): void {
    this.#lastStored = order;
  }

  /** Keeps the log from growing without end, or beyond what can be moved in a short time. */
  tend(most = LOG_BYTES): void {
    if ((statOf(`${this.#path}-wal`)?.size ?? 0) <= most) return;
    try {
      this.#moveLog('passive');
    } catch (error) {
      // What was committed stands in the log, also when the disk has no room to move it.
      if (error instanceof LostFile) throw error;
    }
  }

  /**
   * Moves all of the log into the file and cuts it to nothing: what was erased still stands in
   * it. False while somebody who reads needs it.
   */
  emptyLog(): boolean {
    return this.#moveLog('truncate');
  }

  /** Whether the log at the path belongs to the file that was opened, and not to another. */
  get isLogOurs(): boolean {
    return this.#knownLog !== undefined && statOf(`${this.#path}-wal`)?.ino === this.#knownLog;
  }

  #moveLog(how: 'passive' | 'truncate'): boolean {
    // Into a foreign file it would destroy that one.
    this.check();
    const row = this.#raw.prepare(`pragma wal_checkpoint(${how})`).get();
    this.#note();
    return row?.['busy'] === 0;
  }

  #note(): void {
    this.#known = statOf(this.#path);
    this.#knownLog = statOf(`${this.#path}-wal`)?.ino;
  }

  /** Another program may have moved the log; then all is there for whoever opens the file anew. */
  #judge(found: BigIntStats): void {
    // SQLite would take an empty file for a new one, and throw the log away.
    if (found.size === 0n) throw new LostFile('damaged');
    try {
      if (!this.#isWhole()) throw new LostFile('damaged');
    } catch (error) {
      if (error instanceof LostFile) throw error;
      if (isBusy(error)) return;
      throw new LostFile('damaged');
    }
    this.#known = found;
  }

  #isWhole(): boolean {
    const fresh = new DatabaseSync(this.#path, { readOnly: true, timeout: BUSY_TIMEOUT });
    try {
      const { name = '', through = 0 } = this.#lastStored ?? {};
      const row = fresh.prepare('select seq from archive_feed where instance = ?').get(name);
      if (this.#lastStored && Number(row?.['seq'] ?? 0) < through) return false;
      return fresh.prepare('pragma quick_check(1)').get()?.['quick_check'] === 'ok';
    } finally {
      fresh.close();
    }
  }
}

function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false });
}

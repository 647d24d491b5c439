import { existsSync, renameSync } from 'node:fs';
import { sql } from 'kysely';
import { DamagedFile, failureOf } from './failures.ts';
import { type LostFile, type SqliteFile, sqlitePath } from './sqlite-file.ts';
import { migrate, openStore, type Store } from './store.ts';

/** What became of a SQLite file under the running service. */
export interface FileNews {
  readonly found: 'damaged' | 'removed' | 'replaced';
  readonly keptAs?: string;
}

/** Opens the database for writing; a damaged SQLite file is put aside and a fresh one begun. */
export async function openArchive(url: string, upgrading: (step: string) => void) {
  try {
    return { store: await openSound(url, upgrading), setAsideAs: undefined };
  } catch (error) {
    if (failureOf(error) !== 'corrupt') throw error;
    /** Where it was put. */
    const setAsideAs = setFileAside(url);
    return { store: await openSound(url, upgrading), setAsideAs };
  }
}

async function openSound(url: string, upgrading: (step: string) => void): Promise<Store> {
  const store = openStore(url, 'write');
  try {
    await migrate(store, url, upgrading);
    // The schema of a damaged file often reads well; its pages tell.
    if (store.kind === 'sqlite') await checkPages(store);
    return store;
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** Throws when the pages that are used most are damaged. */
export async function checkPages({ db }: Store): Promise<void> {
  await sql`select count(*) from (select id from addresses order by id desc limit 1000)`.execute(
    db,
  );
  await sql`select count(*) from (select id, payload from events order by received_at desc limit 100)`.execute(
    db,
  );
}

/** Throws when the file is damaged; of PostgreSQL there is no file to look at. */
export async function checkFile({ store }: { readonly store: Store }): Promise<void> {
  if (store.kind !== 'sqlite') return;
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(store.db);
  const [{ quick_check: found } = { quick_check: 'ok' }] = rows;
  if (found !== 'ok') throw new DamagedFile(found);
}

/** Never deleted: somebody may still want to save what is in it. */
export function setFileAside(url: string): string {
  return moveAside(url, ['', '-wal', '-shm']);
}

/** Makes way for a fresh file, or for the one that somebody has put in the place of the old. */
export function giveUpFile(url: string, { found }: LostFile, file: SqliteFile): FileNews {
  if (found === 'damaged') return { found, keptAs: setFileAside(url) };
  // Taken for the log of the new file, it would destroy it.
  if (file.isLogOurs) moveAside(url, ['-wal', '-shm']);
  return { found };
}

function moveAside(url: string, suffixes: readonly string[]): string {
  const path = sqlitePath(url);
  const aside = `${path}.corrupt-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  for (const suffix of suffixes) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  return aside;
}

/** What became of a SQLite file, in words. */
export function fileNewsText({ found, keptAs }: FileNews): string {
  switch (found) {
    case 'damaged':
      return `the archive's file was damaged and is kept as ${keptAs}`;
    case 'removed':
      return "the archive's file was removed; a fresh one was begun";
    case 'replaced':
      return "the archive's file was replaced by another, which is used from here on";
  }
}

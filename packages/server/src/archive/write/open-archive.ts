import { existsSync, renameSync } from 'node:fs';
import { sql } from 'kysely';
import { migrate, openStore, type Store, sqlitePath } from '../store/store.ts';
import { DamagedFile, failureOf } from './failures.ts';

export interface OpenedArchive {
  readonly store: Store;
  /** Where a damaged file was put, if there was one. */
  readonly setAsideAs: string | undefined;
}

/** Opens the database for writing; a damaged SQLite file is put aside and a fresh one begun. */
export async function openArchive(url: string): Promise<OpenedArchive> {
  try {
    return { store: await openSound(url), setAsideAs: undefined };
  } catch (error) {
    if (failureOf(error) !== 'corrupt') throw error;
    const setAsideAs = setFileAside(url);
    return { store: await openSound(url), setAsideAs };
  }
}

async function openSound(url: string): Promise<Store> {
  const store = openStore(url, 'write');
  try {
    await migrate(store, url);
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
  const path = sqlitePath(url);
  const aside = `${path}.corrupt-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  for (const suffix of ['', '-wal', '-shm']) {
    if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  }
  return aside;
}

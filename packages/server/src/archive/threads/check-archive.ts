import { existsSync } from 'node:fs';
import { sql } from 'kysely';
import { failureOf, reasonOf } from '../engine/store/failures.ts';
import { checkPages } from '../engine/store/open-archive.ts';
import { sqlitePath } from '../engine/store/sqlite-file.ts';
import {
  migrationState,
  newerText,
  openStore,
  type Store,
  shownUrl,
} from '../engine/store/store.ts';

/** Thrown to take back what was only tried. */
class TakeBack extends Error {}

const ADDRESS = 'app.archive.url';
/** What to do, by what the system, PostgreSQL or SQLite calls it. */
const REMEDIES: Readonly<Record<string, string>> = {
  ECONNREFUSED: `start PostgreSQL, or correct host and port in ${ADDRESS}`,
  ENOTFOUND: `correct the host in ${ADDRESS}`,
  EAI_AGAIN: `correct the host in ${ADDRESS}`,
  '28P01': `correct user and password in ${ADDRESS}`,
  '28000': `correct user and password in ${ADDRESS}, or let the user in (pg_hba.conf)`,
  '3D000': 'create the database (createdb), or correct its name',
  '42501': 'grant the user the right to create and to write tables there',
  '25006': 'name a server that can be written; this one is a copy or read-only',
};
const NO_RIGHT = 'give the user that runs the service the right to write there';
const DAMAGED =
  'the service would put the file aside and begin a fresh one; restore a backup before, if there is one';

/** The file that a start would make, if there is none yet. */
export function absentFile(url: string): string | undefined {
  const path = url.startsWith('sqlite:') ? sqlitePath(url) : undefined;
  return path === undefined || existsSync(path) ? undefined : path;
}

/**
 * Whether a database that is there could be used: reached, of this version or an earlier one, and
 * written to. Nothing in it is changed.
 */
export async function checkArchive(url: string) {
  const name = shownUrl(url);
  let store: Store | undefined;
  try {
    store = openStore(url, 'write');
    return await judge(store, url);
  } catch (error) {
    const text = `${name}: ${reasonOf(error)}; ${remedyFor(error)}`;
    return { isWell: false, text };
  } finally {
    await store?.close().catch(() => {});
  }
}

async function judge(store: Store, url: string) {
  const name = shownUrl(url);
  const server = store.kind === 'postgres' ? await postgresOf(store) : undefined;
  if (server && server.encoding !== 'UTF8') {
    const text = `${name}: its encoding is ${server.encoding}; create the database with UTF8`;
    return { isWell: false, text };
  }
  const { pending, foreign } = await migrationState(store);
  if (foreign.length > 0) return { isWell: false, text: `${name}: ${newerText(url, foreign)}` };
  if (pending.length === 0 && store.kind === 'sqlite') await checkPages(store);
  await tryToWrite(store, pending.length === 0);
  const due = pending.length === 0 ? '' : `; the next start prepares it (${pending.join(', ')})`;
  const version = server ? ` (PostgreSQL ${server.version})` : '';
  return { isWell: true, text: `${name} can be written${version}${due}` };
}

async function postgresOf({ db }: Store): Promise<{ version: string; encoding: string }> {
  const { rows } = await sql<{ version: string; encoding: string }>`
    select current_setting('server_version') as version,
      current_setting('server_encoding') as encoding`.execute(db);
  return rows[0] ?? { version: '', encoding: '' };
}

/** Really, and taken back: rights, disks and locks are more than a question could ask about. */
async function tryToWrite({ db }: Store, isPrepared: boolean): Promise<void> {
  const attempt = db.transaction().execute(async (transaction) => {
    const row = { id: 'hookline check', applied_at: new Date().toISOString() };
    if (isPrepared) await transaction.insertInto('applied_batches').values(row).execute();
    else await sql`create table hookline_check (id text)`.execute(transaction);
    throw new TakeBack();
  });
  await attempt.catch((error: unknown) => {
    // A service that stores something at this moment has shown that it can be written.
    if (!(error instanceof TakeBack) && failureOf(error) !== 'again') throw error;
  });
}

function remedyFor(error: unknown): string {
  const { code = '', errcode } = error as { code?: string; errcode?: number };
  const isSystem = /^E(ACCES|PERM|ROFS|NOTDIR|EXIST)$/.test(code);
  if (isSystem || errcode === 8 || errcode === 14) return NO_RIGHT;
  if (failureOf(error) === 'corrupt') return DAMAGED;
  return REMEDIES[code] ?? `look at the database, or correct ${ADDRESS}`;
}

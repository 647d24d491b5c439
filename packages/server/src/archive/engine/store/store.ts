import { existsSync, renameSync, rmSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import { migrations } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import type { Schema } from './schema.ts';
import type { Search } from './search.ts';
import { postgresSearch } from './search-postgres.ts';
import { sqliteSearch } from './search-sqlite.ts';
import { openSqlite } from './sqlite.ts';
import { SqliteFile, sqlitePath } from './sqlite-file.ts';

/** An open database and its way of searching. */
export interface Store {
  readonly db: Kysely<Schema>;
  /** For statements that come all the time and need no new plan for other values. */
  readonly lookups: Kysely<Schema>;
  readonly search: Search;
  readonly kind: 'sqlite' | 'postgres';
  /** Of SQLite that is written to. */
  readonly file?: SqliteFile | undefined;
  close(): Promise<void>;
}

const READ_CONNECTIONS = 4;

/** `sqlite:PATH` or `postgres://…`. */
export function openStore(url: string, use: 'write' | 'read'): Store {
  if (url.startsWith('sqlite:')) {
    const { db, raw } = openSqlite(sqlitePath(url), use);
    return {
      db,
      lookups: db,
      search: sqliteSearch,
      kind: 'sqlite',
      file: use === 'write' ? new SqliteFile(sqlitePath(url), raw) : undefined,
      async close() {
        if (raw.isOpen) raw.close();
      },
    };
  }
  const database = openPostgres(url, use === 'write' ? 1 : READ_CONNECTIONS);
  return { ...database, search: postgresSearch, kind: 'postgres' };
}

/** Which steps the database lacks, and which it has that a newer program must have made. */
export async function migrationState(
  store: Store,
): Promise<{ readonly pending: readonly string[]; readonly foreign: readonly string[] }> {
  const steps = await migratorOf(store).getMigrations();
  const { rows } = await sql<{
    name: string;
  }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`
    .execute(store.db)
    // The table comes with the first step.
    .catch(() => ({ rows: [] }));
  const known = new Set(steps.map(({ name }) => name));
  return {
    pending: steps.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name),
    foreign: rows.map(({ name }) => name).filter((name) => !known.has(name)),
  };
}

/** What is wrong with a database that has steps of a newer program, and what to do about it. */
export function newerText(url: string, foreign: readonly string[]): string {
  const copies = foreign.map((step) => copyBefore(url, step));
  const copy = url.startsWith('sqlite:') ? copies.find((path) => existsSync(path)) : undefined;
  const restore =
    copy === undefined ? 'restore the backup from before the upgrade' : `put ${copy} in its place`;
  return `a newer version of Hookline has changed the database (${foreign.join(', ')}); use that version again, or ${restore}`;
}

/** Where a SQLite file is copied to before this step and those behind it change it. */
function copyBefore(url: string, step: string): string {
  return `${sqlitePath(url)}.before-${step}`;
}

/** Told what is being done to a database that is in use, which may take minutes. */
type Progress = (step: string) => void;

/** Which steps are taken, and where it is noted that they are. */
export interface Steps {
  /** All that there are, or these. */
  readonly only?: readonly string[];
  /** Elsewhere until what is restored is whole: no service takes it for an archive before. */
  readonly isRestoring?: boolean;
}

const RESTORING = {
  migrationTableName: 'hookline_restoring',
  migrationLockTableName: 'hookline_restoring_lock',
};
/** The tables that say which steps are taken: of an archive, and of one that is not whole yet. */
export const NOTES_OF_STEPS = {
  whole: DEFAULT_MIGRATION_TABLE,
  restoring: RESTORING.migrationTableName,
  all: [DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE, ...Object.values(RESTORING)],
};

/** From here on it is an archive. */
export async function noteRestored(db: Kysely<Schema>): Promise<void> {
  const rename = async (from: string, to: string) => {
    // A service that was started meanwhile has made an empty one.
    await db.schema.dropTable(to).ifExists().execute();
    await db.schema.alterTable(from).renameTo(to).execute();
  };
  await rename(RESTORING.migrationLockTableName, DEFAULT_MIGRATION_LOCK_TABLE);
  await rename(RESTORING.migrationTableName, DEFAULT_MIGRATION_TABLE);
}

function migratorOf(
  { db, search }: Pick<Store, 'db' | 'search'>,
  progress: Progress = () => {},
  { only, isRestoring = false }: Steps = {},
): Migrator {
  const provider = {
    async getMigrations() {
      const steps = Object.entries(await migrations(search).getMigrations());
      return Object.fromEntries(
        steps
          .filter(([name]) => only?.includes(name) ?? true)
          .map(([name, { up }]) => {
            const told = (some: Kysely<Schema>) => {
              progress(name);
              return up(some);
            };
            return [name, { up: told }];
          }),
      );
    },
  };
  // There are databases that had step 008 before there was a 007.
  return new Migrator({
    db,
    provider,
    allowUnorderedMigrations: true,
    ...(isRestoring && RESTORING),
  });
}

/**
 * Copies that this run has made: a step that fails is tried again and again. One of an earlier run
 * is replaced: since then somebody may have gone back to it and worked with it for weeks.
 */
const copied = new Set<string>();

/** Brings the schema up to date; a SQLite file that is about to be changed is copied before. */
export async function migrate(
  store: Store,
  url: string,
  progress: Progress = () => {},
): Promise<void> {
  const { foreign } = await migrationState(store);
  // Used as far as it is understood, it would be filled with records that the newer one cannot read.
  if (foreign.length > 0) throw new Error(newerText(url, foreign));
  const steps = await migratorOf(store).getMigrations();
  const pending = steps.filter(({ executedAt }) => executedAt === undefined);
  const isUsed = pending.length < steps.length;
  if (store.kind === 'sqlite' && isUsed && pending[0]) {
    const copy = copyBefore(url, pending[0].name);
    if (!copied.has(copy)) {
      // A copy of the file alone would lack what still stands in the write-ahead log; and one that
      // was broken off must not pass for a whole one at the next start.
      progress(`copies the file to ${copy}`);
      rmSync(`${copy}.part`, { force: true });
      await sql`vacuum into ${`${copy}.part`}`.execute(store.db);
      renameSync(`${copy}.part`, copy);
      copied.add(copy);
    }
  }
  if (pending.length === 0) return;
  await takeSteps(store, url, {}, isUsed ? progress : undefined);
}

/** Without a copy: all of it, or nothing. */
export async function takeSteps(
  store: Store,
  url: string,
  steps: Steps,
  told?: Progress,
): Promise<void> {
  if (store.kind === 'postgres') await migratePostgres(store, url, steps, told);
  else await migrateAsOne(store, steps, told);
}

async function migratePostgres(
  { search }: Store,
  url: string,
  steps: Steps,
  told?: Progress,
): Promise<void> {
  const { db, close } = openPostgres(url, 1, 'migration');
  try {
    const { error } = await migratorOf({ db, search }, told, steps).migrateToLatest();
    if (error) throw error;
  } finally {
    await close();
  }
}

/**
 * Kysely does not trust SQLite with a schema change in a transaction. Without one, a disk that is
 * full or an end of the process in the middle leaves half a schema on which nothing ever works.
 */
async function migrateAsOne({ db, search }: Store, steps: Steps, told?: Progress): Promise<void> {
  await sql`begin immediate`.execute(db);
  try {
    const { error } = await migratorOf({ db, search }, told, steps).migrateToLatest();
    if (error) throw error;
    await sql`commit`.execute(db);
  } catch (error) {
    await sql`rollback`.execute(db).catch(() => {});
    throw error;
  }
}

/** The address of a database as it may be shown: without user, password and what else is in it. */
export function shownUrl(url: string): string {
  if (!/^postgres(ql)?:/.test(url) || !URL.canParse(url)) return url;
  const shown = new URL(url);
  // A socket on this machine is named there.
  const host = shown.searchParams.get('host');
  shown.username = '';
  shown.password = '';
  shown.hash = '';
  shown.search = host === null ? '' : `host=${host}`;
  return shown.href;
}

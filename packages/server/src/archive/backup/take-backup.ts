import { type Kysely, type RawBuilder, sql } from 'kysely';
import { KEPT_BY_TRIGGERS, type Schema } from '../engine/store/schema.ts';
import {
  migrationState,
  NOTES_OF_STEPS,
  newerText,
  openStore,
  type Store,
  takeSteps,
} from '../engine/store/store.ts';
import { timeIn } from '../privacy/erasure-marks.ts';
import { erasureKeyName } from '../privacy/erasure-notes.ts';
import { BackupWriter } from './backup-lines.ts';

/** Told how many rows of all are done. */
export type Progress = (done: number, all: number) => void;

/** Rows that PostgreSQL hands over at once: the largest that there may be are 64 MiB. */
const FETCHED = 50;
const CHUNK = 256 * 1024;

/**
 * Everything in an archive at one moment, as lines of a backup. The service may go on: a transaction
 * that only reads keeps what it sees as it was.
 */
export async function* takeBackup(
  url: string,
  version: string,
  told: Progress,
): AsyncGenerator<string> {
  // Of PostgreSQL one connection: the transaction belongs to it.
  const store = openStore(url, url.startsWith('sqlite:') ? 'read' : 'write');
  const { db, kind } = store;
  try {
    const begin = kind === 'sqlite' ? 'begin' : 'begin isolation level repeatable read read only';
    await sql.raw(begin).execute(db);
    const { foreign } = await migrationState(store);
    if (foreign.length > 0) throw new Error(newerText(url, foreign));
    const steps = await stepsIn(db, NOTES_OF_STEPS.whole);
    const tables = await tablesIn(store, steps);
    const all = await countRows(db, tables.keys());
    const rows = Object.values(all).reduce((sum, count) => sum + count, 0);
    const now = await timeIn(store);
    const secrets = tables.has('erasure_key')
      ? await db.selectFrom('erasure_key').selectAll().execute()
      : [];
    const lines = new BackupWriter();
    let chunk = lines.heading({
      format: 1,
      at: new Date(now).toISOString(),
      version,
      steps,
      tables: Object.fromEntries(tables),
      erasureKey: secrets[0] ? erasureKeyName(secrets[0].secret) : null,
    });
    let done = 0;
    for (const [table, columns] of tables) {
      for await (const row of rowsOf(store, table, columns)) {
        chunk += lines.row(table, row);
        done++;
        if (chunk.length < CHUNK) continue;
        yield chunk;
        chunk = '';
        told(done, rows);
      }
    }
    told(done, rows);
    yield chunk + lines.end(all);
  } finally {
    await store.close();
  }
}

/** Of a version that was never released a column may be missing. */
async function tablesIn({ db, kind }: Store, steps: readonly string[]): Promise<Tables> {
  const { rows } = await (kind === 'sqlite'
    ? sql<{ place: string }>`select tables.name || '.' || columns.name as place
        from pragma_table_list as tables, pragma_table_info(tables.name) as columns
        where tables.schema = 'main'`
    : sql<{ place: string }>`select table_name || '.' || column_name as place
        from information_schema.columns where table_schema = current_schema()`
  ).execute(db);
  const places = new Set(rows.map(({ place }) => place));
  return new Map(
    [...(await tablesAfter(steps))]
      .map(([table, all]) => [table, all.filter((one) => places.has(`${table}.${one}`))] as const)
      .filter(([table, columns]) => table !== KEPT_BY_TRIGGERS && columns.length > 0),
  );
}

/** The steps that a database has behind it, by one of its tables. */
export async function stepsIn(db: Kysely<Schema>, notes: string): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name
    from ${sql.table(notes)} order by name`.execute(db);
  return rows.map(({ name }) => name);
}

export async function countRows(db: Kysely<Schema>, tables: Iterable<string>) {
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const counted = sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`;
    counts[table] = (await counted.execute(db)).rows[0]?.count ?? 0;
  }
  return counts;
}

async function* rowsOf({ db, kind }: Store, table: string, columns: readonly string[]) {
  if (kind === 'sqlite') {
    yield* db
      .selectFrom(table as keyof Schema)
      .select(columns as never[])
      .stream();
    return;
  }
  const named: RawBuilder<unknown> = sql.join(columns.map((column) => sql.ref(column)));
  await sql`declare rows_to_back_up no scroll cursor for
    select ${named} from ${sql.table(table)}`.execute(db);
  for (;;) {
    const { rows } = await sql<object>`fetch ${sql.lit(FETCHED)} from rows_to_back_up`.execute(db);
    yield* rows;
    if (rows.length < FETCHED) break;
  }
  await sql`close rows_to_back_up`.execute(db);
}

/** A table, and its columns. */
export type Tables = ReadonlyMap<string, readonly string[]>;

/**
 * Every table that there is after these steps of the schema, each behind those that it points to.
 * By what the steps make and not by a list, from which one would be missing some day.
 */
export async function tablesAfter(steps: readonly string[]): Promise<Tables> {
  const store = openStore('sqlite::memory:', 'write');
  try {
    await takeSteps(store, '', { only: steps });
    const { rows } = await sql<{ name: string; columns: string; parents: string }>`
      select name,
        (select json_group_array(name) from pragma_table_info(tables.name)) as columns,
        (select json_group_array("table") from pragma_foreign_key_list(tables.name)) as parents
      from pragma_table_list as tables
      where schema = 'main' and type = 'table' and name not glob 'sqlite_*' and name not glob 'kysely_*'
      order by name`.execute(store.db);
    const tables = new Map<string, readonly string[]>();
    const add = ({ name, columns, parents }: (typeof rows)[number]) => {
      for (const parent of JSON.parse(parents)) {
        const row = rows.find((each) => each.name === parent && parent !== name);
        if (row && !tables.has(row.name)) add(row);
      }
      tables.set(name, JSON.parse(columns));
    };
    for (const row of rows) if (!tables.has(row.name)) add(row);
    return tables;
  } finally {
    await store.close();
  }
}

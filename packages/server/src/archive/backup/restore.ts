import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { type PhoneOptions, PhoneRules } from '@hookline/records/phone';
import { type RawBuilder, sql } from 'kysely';
import { JournalReader } from '../engine/journal/journal-reader.ts';
import { MappingBook } from '../engine/mapping-book.ts';
import { RECORD_TABLES, TABLES } from '../engine/store/schema.ts';
import { sqlitePath } from '../engine/store/sqlite-file.ts';
import {
  migrationState,
  NOTES_OF_STEPS,
  noteRestored,
  openStore,
  type Store,
  shownUrl,
  takeSteps,
} from '../engine/store/store.ts';
import { inTransaction } from '../engine/store/transaction.ts';
import { JobReading, type JobSettings } from '../jobs/job-reports.ts';
import { erasureNotesIn, linesIn, readErasureNotes } from '../privacy/erasure-notes.ts';
import { keepOut, Suppression, suppressedBeside } from '../privacy/suppression.ts';
import { type BackupLine, BadBackup, type Counts, type Heading } from './backup-lines.ts';
import { eraseMarked, type Told } from './erase-marked.ts';
import { countRows, stepsIn, type Tables, tablesAfter } from './take-backup.ts';

export interface Target {
  readonly url: string;
  readonly spoolFolder: string;
  readonly phone: PhoneOptions;
  readonly jobs: JobSettings;
  /** Whoever restores has looked for the erasures that nobody can tell any more. */
  readonly isChecked: boolean;
  /** No service has run while the backup was made, so nobody was being erased. */
  readonly isStill?: boolean;
}

export interface Restored {
  readonly heading: Heading;
  readonly counts: Counts;
  /** How many records were about numbers that were erased since, and are gone again. */
  readonly erased: number;
  /** Whether it is known who was erased since. */
  readonly hasNotes: boolean;
}

/** Why nothing is restored. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

const BATCH_BYTES = 1024 * 1024;
const BATCH_ROWS = 1000;
/**
 * Who was being erased while the backup was made is in it, although marked before. The largest
 * archives take some minutes for that.
 */
const ERASING = 60 * 60 * 1000;

/**
 * Fills an archive that is not there yet with what a backup says, and takes out of it who was erased
 * since. Until all of that is well there is none: of SQLite the file has another name, and in
 * PostgreSQL the steps of the schema are noted elsewhere, so that no service begins with it.
 */
export async function restore(
  target: Target,
  lines: AsyncIterable<BackupLine>,
  told: Told,
): Promise<Restored> {
  const { url } = target;
  if (await isUsed(url)) {
    throw new Refusal(`${shownUrl(url)} is not empty, and nothing is restored over what is there`);
  }
  if (!url.startsWith('sqlite:')) return fill(target, url, lines, told);
  const path = sqlitePath(url);
  const fresh = `${path}.restoring`;
  remove(fresh);
  try {
    const restored = await fill(target, `sqlite:${fresh}`, lines, told);
    sync(fresh);
    // Of an archive without a record; its log would destroy the new file.
    remove(path);
    renameSync(fresh, path);
    sync(dirname(path));
    return restored;
  } finally {
    remove(fresh);
  }
}

/** Throws if a service is connected; of SQLite its lock tells. */
export async function refuseServices(store: Store, url: string): Promise<void> {
  if (store.kind === 'sqlite') return;
  const { rows } = await sql<{ at: string }>`
    select coalesce(host(client_addr), 'this machine') as at from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
      and application_name like 'hookline%'`.execute(store.db);
  const [other] = rows;
  if (!other) return;
  throw new Refusal(
    `a Hookline on ${other.at} uses ${shownUrl(url)}; end it, and all others there`,
  );
}

/** Whether something would be lost if it was replaced. */
async function isUsed(url: string): Promise<boolean> {
  const isFile = url.startsWith('sqlite:');
  if (isFile && !existsSync(sqlitePath(url))) return false;
  // Of PostgreSQL one connection, for its others would be taken for a service.
  const store = openStore(url, isFile ? 'read' : 'write');
  try {
    await refuseServices(store, url);
    const made = new Set(await tablesIn(store));
    // What was broken off is begun anew.
    if (made.has(NOTES_OF_STEPS.restoring)) return false;
    if (!made.has(NOTES_OF_STEPS.whole)) {
      // What others have made is left alone.
      return isFile ? made.size > 0 : Object.keys(TABLES).some((table) => made.has(table));
    }
    const { foreign } = await migrationState(store);
    if (foreign.length > 0) return true;
    const kept = [...RECORD_TABLES, 'suppressed_numbers'].filter((table) => made.has(table));
    return Object.values(await countRows(store.db, kept)).some((count) => count > 0);
  } finally {
    await store.close();
  }
}

async function tablesIn({ db, kind }: Store): Promise<readonly string[]> {
  const named =
    kind === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{ name: string }>`select tablename as name from pg_tables
          where schemaname = current_schema()`;
  return (await named.execute(db)).rows.map(({ name }) => name);
}

async function fill(
  target: Target,
  url: string,
  lines: AsyncIterable<BackupLine>,
  told: Told,
): Promise<Restored> {
  const store = openStore(url, 'write');
  try {
    const filling = new Filling(target, store, url, told);
    for await (const line of lines) {
      if (line.is === 'heading') await filling.begin(line.heading);
      else if (line.is === 'row') await filling.add(line.table, line.json);
      else await filling.compare(line.counts);
    }
    return await filling.finish();
  } finally {
    await store.close();
  }
}

class Filling {
  readonly #target: Target;
  readonly #store: Store;
  readonly #url: string;
  readonly #told: Told;
  #heading: Heading | undefined;
  #tables: Tables = new Map();
  #counts: Counts = {};
  /** Rows of one table that are written together. */
  #waiting = { table: '', rows: [] as string[], bytes: 0 };
  #rows = 0;
  #hasNotes = false;

  constructor(target: Target, store: Store, url: string, told: Told) {
    this.#target = target;
    this.#store = store;
    this.#url = url;
    this.#told = told;
  }

  async begin(heading: Heading): Promise<void> {
    const store = this.#store;
    this.#heading = heading;
    this.#refuseUnknownErasures(heading);
    await dropTables(store);
    const { pending: known } = await migrationState(store);
    const unknown = heading.steps.filter((step) => !known.includes(step));
    if (unknown.length > 0) {
      throw new Refusal(
        `a newer version of Hookline (${heading.version}) has made this backup (${unknown.join(', ')}); restore it with that`,
      );
    }
    // Whoever loses power begins anew anyway.
    if (store.kind === 'sqlite') await sql`pragma synchronous = off`.execute(store.db);
    await takeSteps(store, this.#url, { only: heading.steps, isRestoring: true });
    this.#tables = new Map(Object.entries(heading.tables));
    // Some steps write a row, such as a key of their own.
    for (const table of [...this.#tables.keys()].reverse()) {
      await sql`delete from ${sql.table(table)}`.execute(store.db);
    }
  }

  async add(table: string, json: string): Promise<void> {
    if (table !== this.#waiting.table) await this.#write();
    const { rows } = this.#waiting;
    this.#waiting.table = table;
    rows.push(json);
    this.#waiting.bytes += json.length;
    this.#told(++this.#rows);
    if (rows.length >= BATCH_ROWS || this.#waiting.bytes >= BATCH_BYTES) await this.#write();
  }

  /** What is there now with what ought to be. */
  async compare(counts: Counts): Promise<void> {
    await this.#write();
    this.#counts = counts;
    const found = await countRows(this.#store.db, this.#tables.keys());
    for (const [table, count] of Object.entries(found)) {
      if (count !== counts[table]) {
        throw new BadBackup(`of ${counts[table]} rows of ${table} there are ${count}`);
      }
    }
  }

  async finish(): Promise<Restored> {
    const { url, spoolFolder, phone, jobs } = this.#target;
    const store = this.#store;
    const heading = this.#heading;
    if (!heading) throw new BadBackup('line 1: the file is empty');
    await takeSteps(store, this.#url, { isRestoring: true }, (step) =>
      this.#told(`brings it up to date (${step})`),
    );
    const keys = linesIn(suppressedBeside(url, spoolFolder));
    if (keys.length > 0) await keepOut(store.db, keys);
    await this.#noteErasures(heading);
    const rules = new PhoneRules(phone);
    const mappings = new MappingBook();
    await mappings.load(store.db);
    const erased = await eraseMarked(
      {
        store,
        rules,
        jobs: new JobReading(jobs, rules),
        mappings,
        suppression: new Suppression(rules),
        // What waits there is held against the marks when it is stored.
        journal: new JournalReader(spoolFolder),
      },
      this.#sinceOf(heading),
      this.#told,
    );
    if (store.kind === 'postgres') await sql`analyze`.execute(store.db);
    await inTransaction(store, noteRestored);
    return { heading, counts: this.#counts, erased, hasNotes: this.#hasNotes };
  }

  async #write(): Promise<void> {
    const { table, rows } = this.#waiting;
    this.#waiting = { table: '', rows: [], bytes: 0 };
    if (rows.length === 0) return;
    const columns = this.#tables.get(table);
    if (!columns) throw new BadBackup(`there is no table ${table} at its version`);
    const { kind } = this.#store;
    const json = `[${(kind === 'postgres' ? rows.map(withoutNul) : rows).join(',')}]`;
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const read: RawBuilder<unknown> =
      kind === 'postgres'
        ? sql`select ${names} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
        : sql`select ${sql.join(columns.map((column) => sql`value ->> ${sql.lit(column)}`))}
            from json_each(${json})`;
    await inTransaction(this.#store, (db) =>
      sql`insert into ${sql.table(table)} (${names}) ${read}`.execute(db),
    );
  }

  /** With another key, or long ago: which numbers those are nobody can tell. */
  #refuseUnknownErasures(heading: Heading): void {
    const notes = readErasureNotes(erasureNotesIn(this.#target.spoolFolder));
    this.#hasNotes = notes.length > 0;
    const last = notes
      .filter(({ key, hash }) => key !== heading.erasureKey || hash === '')
      .map(({ erasedAt }) => erasedAt)
      .filter((at) => at > this.#sinceOf(heading))
      .sort()
      .at(-1);
    if (last === undefined || this.#target.isChecked) return;
    throw new Refusal(
      `numbers were erased since this backup was made (${heading.at}), the last on ${last.slice(0, 10)}, of which nobody can tell any more which they are; look through your requests for erasure, restore with --checked, and erase those numbers once more`,
    );
  }

  #sinceOf({ at }: Heading): string {
    return this.#target.isStill ? at : new Date(Date.parse(at) - ERASING).toISOString();
  }

  /** As if they were made here. */
  async #noteErasures({ erasureKey }: Heading): Promise<void> {
    const notes = readErasureNotes(erasureNotesIn(this.#target.spoolFolder));
    for (const { key, hash, prefilter, erasedAt: erased_at } of notes) {
      if (key !== erasureKey || hash === '') continue;
      await this.#store.db
        .insertInto('erasure_marks')
        .values({ hash, prefilter, erased_at })
        .onConflict((conflict) => conflict.column('hash').doUpdateSet({ erased_at }))
        .execute();
    }
  }
}

/** Those of an archive without a record, or of one that was begun and is not whole. */
async function dropTables(store: Store): Promise<void> {
  const { db, kind } = store;
  if (kind === 'sqlite') return;
  const made = await tablesIn(store);
  const begun = [NOTES_OF_STEPS.whole, NOTES_OF_STEPS.restoring].filter((notes) =>
    made.includes(notes),
  );
  for (const notes of begun) {
    const tables = await tablesAfter(await stepsIn(db, notes));
    for (const table of tables.keys()) {
      await sql`drop table if exists ${sql.table(table)} cascade`.execute(db);
    }
  }
  // Last: were it broken off before, nobody would know any more whose tables those are.
  for (const table of NOTES_OF_STEPS.all) {
    await sql`drop table if exists ${sql.table(table)}`.execute(db);
  }
}

/** PostgreSQL has none. No JSON has one that is not escaped, so it stands in no payload. */
function withoutNul(json: string): string {
  if (!json.includes('\\u0000')) return json;
  return JSON.stringify(JSON.parse(json), (_, value) =>
    typeof value === 'string' ? value.replaceAll('\0', '\ufffd') : value,
  );
}

function remove(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
}

/** Until it is on the disk, and not only on its way. */
export function sync(path: string): void {
  // Windows has no such thing for a folder.
  if (process.platform === 'win32') return;
  const descriptor = openSync(path, 'r');
  fsyncSync(descriptor);
  closeSync(descriptor);
}

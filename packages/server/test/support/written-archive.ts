import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Address,
  type ArchivedEvent,
  type Call,
  type ChangedKind,
  type Channel,
  type Job,
  PERSONAL_DATA,
} from '@hookline/contract';
import { expect, onTestFinished } from 'vitest';
import { RECORD_TABLES, type Schema } from '../../src/archive/engine/store/schema.ts';
import { openStore } from '../../src/archive/engine/store/store.ts';
import type { PersonalDataPiece, Retention } from '../../src/archive/privacy/personal-tables.ts';
import { ThreadArchive } from '../../src/archive/threads/thread-archive.ts';
import { type DatabaseKind, databaseWithTables, execute, type WhenOver } from './database.ts';
import { HOUSE } from './house.ts';
import { shared } from './shared.ts';

export const KEEP_ALL: Retention = {
  events: undefined,
  calls: undefined,
  jobs: undefined,
  addresses: undefined,
};
export const ALL = { limit: 500, cursor: undefined } as const;
export const START = Date.parse('2026-03-01T08:00:00.000Z');

/** All pieces of an export together, each list under its name. */
export async function collected(
  pieces: AsyncIterable<PersonalDataPiece>,
): Promise<Record<PersonalDataPiece['list'], unknown[]>> {
  const lists = new Map(PERSONAL_DATA.map((list): [string, unknown[]] => [list, []]));
  for await (const { list, items } of pieces) {
    lists.get(list)?.push(...items.map((item) => JSON.parse(item)));
  }
  return Object.fromEntries(lists) as Record<PersonalDataPiece['list'], unknown[]>;
}

export function temporaryFolder(whenOver: WhenOver = onTestFinished): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-archive-'));
  whenOver(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * One archive on each database for the tests of a file, without any records: its threads take more
 * work to start than most tests. What it counts goes on, and numbers that were erased for good
 * stay unwanted, so a test about those, or about a start, has `WrittenArchive.on` its own.
 */
export function emptiedArchive(): (kind: DatabaseKind) => Promise<WrittenArchive> {
  const archives = {
    sqlite: shared((whenOver) => WrittenArchive.on('sqlite', whenOver)),
    postgres: shared((whenOver) => WrittenArchive.on('postgres', whenOver)),
  };
  return async (kind) => {
    const archive = await archives[kind]();
    await archive.empty();
    return archive;
  };
}

/** The archive with its threads on a real database, and what it logs and announces. */
export class WrittenArchive {
  readonly url: string;
  readonly spoolFolder: string;
  readonly archive: ThreadArchive;
  readonly logLines: string[] = [];
  readonly changes: ChangedKind[] = [];
  readonly suppressed: (readonly string[])[] = [];
  #lastEvent = 0;
  #clock = START;
  #closed: Promise<void> | undefined;

  /** Started, and closed when the test is over. */
  static async on(
    kind: DatabaseKind,
    whenOver: WhenOver = onTestFinished,
  ): Promise<WrittenArchive> {
    const url = await databaseWithTables(kind, whenOver);
    return WrittenArchive.at(url, temporaryFolder(whenOver), HOUSE, whenOver);
  }

  static async at(
    url: string,
    spoolFolder = temporaryFolder(),
    jobs = HOUSE,
    whenOver: WhenOver = onTestFinished,
  ): Promise<WrittenArchive> {
    const written = new WrittenArchive(url, spoolFolder, jobs);
    whenOver(() => written.close());
    await written.archive.open('test');
    await written.archive.start();
    return written;
  }

  constructor(url: string, spoolFolder: string, jobs = HOUSE) {
    this.url = url;
    this.spoolFolder = spoolFolder;
    const write = (fields: object, text: string) => {
      const { err } = fields as { err?: Error };
      this.logLines.push(JSON.stringify({ ...fields, err: err?.stack, text }));
    };
    this.archive = new ThreadArchive({
      url,
      spoolFolder,
      phone: { country: 'DE' },
      jobs,
      retention: KEEP_ALL,
      log: { info: write, warn: write, error: write },
      now: () => this.#clock++,
    });
    this.archive.listen({
      changed: (kind) => this.changes.push(kind),
      suppressed: (keys) => this.suppressed.push(keys),
    });
  }

  webhook(channel: Channel | null, payload: unknown, receivedAt = this.#time()): void {
    const id = ++this.#lastEvent;
    this.archive.store({ id, receivedAt, channel, payload: bytes(payload) });
  }

  phoneBook(payload: unknown): void {
    this.archive.reportAddresses(bytes(payload));
  }

  report(payload: unknown): void {
    this.archive.reportCalls(bytes(payload));
  }

  /** What is told from here on comes after all erasures, which have the time of the database. */
  comeToday(): void {
    this.#clock = Date.now();
  }

  /** As it was when it was started. */
  async empty(): Promise<void> {
    await this.settled();
    const tables = [...RECORD_TABLES, 'erasure_marks'];
    await execute(this.url, tables.map((table) => `delete from ${table};`).join(''));
    await this.archive.suppressedElsewhere();
    for (const told of [this.logLines, this.changes, this.suppressed]) told.length = 0;
    this.#lastEvent = 0;
    this.#clock = START;
  }

  /** Everything handed over before is stored after. */
  async settled(): Promise<void> {
    // A database that is slow for a moment refuses commands.
    const pending = async () => {
      await this.archive.deleteAddress('nobody');
      return this.archive.figures().waiting;
    };
    await expect.poll(pending, { interval: 20 }).toBe(0);
  }

  async addresses(filter: Parameters<ThreadArchive['addresses']>[0] = {}): Promise<Address[]> {
    return parsed(await this.archive.addresses(filter, ALL, 'json'));
  }

  async calls(filter: Parameters<ThreadArchive['calls']>[0] = {}): Promise<Call[]> {
    return parsed(await this.archive.calls(filter, ALL, 'json'));
  }

  async jobs(filter: Parameters<ThreadArchive['jobs']>[0] = {}): Promise<Job[]> {
    return parsed(await this.archive.jobs(filter, ALL, 'json'));
  }

  async events(filter: Parameters<ThreadArchive['events']>[0] = {}): Promise<ArchivedEvent[]> {
    return parsed(await this.archive.events(filter, ALL, 'json'));
  }

  /** The only address there is. */
  async address(): Promise<Address> {
    return only(await this.addresses());
  }

  rows<Table extends keyof Schema>(table: Table): Promise<Record<string, unknown>[]> {
    return rowsOf(this.url, table);
  }

  close(): Promise<void> {
    this.#closed ??= this.archive.close();
    return this.#closed;
  }

  #time(): string {
    return new Date(this.#clock++).toISOString();
  }
}

/** The rows of a table as the database has them. */
export async function rowsOf(url: string, table: keyof Schema): Promise<Record<string, unknown>[]> {
  const store = openStore(url, 'read');
  try {
    return await store.db.selectFrom(table).selectAll().execute();
  } finally {
    await store.close();
  }
}

export function only<T>(items: readonly T[]): T {
  const [item] = items;
  if (item === undefined || items.length > 1) throw new Error(`${items.length} items`);
  return item;
}

function bytes(payload: unknown): Buffer {
  return Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
}

function parsed<T>({ items }: { items: readonly string[] }): T[] {
  return items.map((item) => JSON.parse(item));
}

import { randomUUID } from 'node:crypto';
import { foldedText } from '@hookline/records';
import { PhoneRules } from '@hookline/records/phone';
import type { Insertable } from 'kysely';
import { onTestFinished } from 'vitest';
import type { ArchiveReader } from '../../src/archive/archive.ts';
import type { TextPage } from '../../src/archive/engine/lists/page.ts';
import type { Schema } from '../../src/archive/engine/store/schema.ts';
import { openStore, type Store } from '../../src/archive/engine/store/store.ts';
import { searchTerms } from '../../src/archive/events/search-terms.ts';
import { ownName } from '../../src/archive/jobs/job-names.ts';
import { createReader } from '../../src/archive/threads/reader.ts';
import { type DatabaseKind, databaseWithTables } from './databases.ts';

export const RULES = new PhoneRules({ country: 'DE' });
/** When it is now for the reader. */
export const NOW = Date.parse('2026-03-10T12:00:00.000Z');

type Row<Table extends keyof Schema> = Partial<Insertable<Schema[Table]>>;

/** An archive with rows put into it by hand, read through a connection that can only read. */
export class ArchiveRows {
  readonly reader: ArchiveReader;
  readonly readStore: Store;
  readonly #store: Store;

  private constructor(store: Store, readStore: Store) {
    this.#store = store;
    this.readStore = readStore;
    this.reader = createReader(readStore, RULES, () => NOW);
  }

  static async open(kind: DatabaseKind): Promise<ArchiveRows> {
    const url = await databaseWithTables(kind);
    const store = openStore(url, 'write');
    onTestFinished(() => store.close());
    const readStore = openStore(url, 'read');
    onTestFinished(() => readStore.close());
    return new ArchiveRows(store, readStore);
  }

  get db() {
    return this.#store.db;
  }

  /** With the number as its own and further ones as aliases. */
  async address(row: Row<'addresses'> = {}, aliases: readonly string[] = []): Promise<string> {
    const id = row.id ?? randomUUID();
    const { key, e164, display } = RULES.read(row.number ?? '');
    await this.db
      .insertInto('addresses')
      .values({
        id,
        dedup_key: key ?? id,
        number_key: key,
        number: null,
        e164,
        display,
        name: null,
        is_customer: 0,
        is_courier: 0,
        fields: '{}',
        last_reports: '{}',
        search: foldedText(`${row.name ?? ''} ${row.number ?? ''}`),
        created_at: '2026-03-01T00:00:00.000Z',
        updated_at: '2026-03-01T00:00:00.000Z',
        ...row,
      })
      .execute();
    const numbers = [
      ...(key === null ? [] : [{ number_key: key, address_id: id, is_own: 1 }]),
      ...aliases.map((alias) => ({ number_key: keyOf(alias), address_id: id, is_own: 0 })),
    ];
    if (numbers.length > 0) await this.db.insertInto('address_numbers').values(numbers).execute();
    return id;
  }

  /** As many as make a difference to a search, all of one moment. */
  async manyAddresses(count: number, nameOf: (n: number) => string): Promise<void> {
    const time = '2026-03-01T00:00:00.000Z';
    const all = Array.from({ length: count }, (_, n) => {
      const id = `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;
      return {
        id,
        dedup_key: id,
        number_key: null,
        number: null,
        e164: null,
        display: '',
        name: nameOf(n),
        is_customer: 0,
        is_courier: 0,
        fields: '{}',
        last_reports: '{}',
        search: foldedText(nameOf(n)),
        created_at: time,
        updated_at: time,
      };
    });
    for (let i = 0; i < count; i += 500) {
      await this.db
        .insertInto('addresses')
        .values(all.slice(i, i + 500))
        .execute();
    }
  }

  async call(row: Row<'calls'> = {}): Promise<string> {
    const id = row.id ?? randomUUID();
    const { key, e164 } = RULES.read(row.number ?? '');
    await this.db
      .insertInto('calls')
      .values({
        id,
        dedup_key: null,
        call_id: null,
        state: null,
        direction: null,
        number: null,
        number_key: key,
        e164,
        name: null,
        missed: 0,
        settled: 0,
        note: null,
        started_at: null,
        answered_at: null,
        ended_at: null,
        payload: '{}',
        sort_at: '2026-03-01T00:00:00.000Z',
        merge_state: '{}',
        created_at: '2026-03-01T00:00:00.000Z',
        updated_at: '2026-03-01T00:00:00.000Z',
        ...row,
      })
      .execute();
    return id;
  }

  /** A further version of the job with this reference, or a job of its own. */
  async job(
    { reference, ...row }: Row<'job_versions'> & { readonly reference?: string | null } = {},
    numbers: readonly string[] = [],
    isOpen = 1,
    state: Row<'jobs'> = {},
  ) {
    const id = row.id ?? randomUUID();
    const name = ownName(reference ?? null, id);
    const version = {
      id,
      name,
      status: null,
      payload: '{}',
      received_at: '2026-03-01T00:00:00.000Z',
      ...row,
    };
    await this.db.insertInto('job_versions').values(version).execute();
    const { event: _, payload, ...shared } = version;
    const current = {
      ...shared,
      version_id: id,
      bytes: Buffer.byteLength(payload),
      is_open: isOpen,
      search: foldedText(payload),
      ...state,
    };
    const { id: __, ...changed } = current;
    await this.db
      .insertInto('jobs')
      .values(current)
      .onConflict((conflict) => conflict.column('name').doUpdateSet(changed))
      .execute();
    for (const number of numbers) {
      const { received_at } = version;
      await this.db
        .insertInto('job_numbers')
        .values({ number_key: keyOf(number), name, received_at })
        .execute();
    }
    return id;
  }

  /** What desks did to a job. */
  async assignment({ name, ...row }: Row<'jobs'> & { readonly name: string }): Promise<void> {
    await this.db.updateTable('jobs').set(row).where('name', '=', name).execute();
  }

  async event(row: Row<'events'> = {}): Promise<string> {
    const { id = randomUUID(), payload = '{}' } = row;
    await this.db
      .insertInto('events')
      .values({
        id,
        instance: 'life',
        event_id: 1,
        channel: null,
        payload,
        search_terms: searchTerms(payload),
        received_at: '2026-03-10T00:00:00.000Z',
        ...row,
      })
      .execute();
    return id;
  }
}

export const FIRST_PAGE = { limit: 50, cursor: undefined };

/** The values under this name of the items of a page. */
export function valuesOf(page: TextPage, name: string): unknown[] {
  return page.items.map((item) => (JSON.parse(item) as Record<string, unknown>)[name]);
}

function keyOf(number: string): string {
  const { key } = RULES.read(number);
  if (key === null) throw new Error(`${number} has no key`);
  return key;
}

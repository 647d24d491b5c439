import { randomUUIDv7 } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ChangedKind } from '@hookline/contract';
import { parsedJson } from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';
import { type AddressReport, addressReports } from '../addresses/address-reports.ts';
import { type ReceivedAddress, writeAddresses } from '../addresses/address-rows.ts';
import { fieldTextsToJson } from '../addresses/field-texts.ts';
import type { AddressSource } from '../addresses/identity.ts';
import { withCustomers, withoutMoves } from '../addresses/move-address.ts';
import { callReports } from '../calls/call-reports.ts';
import { type ReceivedCall, writeCalls } from '../calls/call-rows.ts';
import { withReporters } from '../couriers/find-couriers.ts';
import { type Batch, type Entry, recordsIn } from '../engine/journal/batch.ts';
import { unstored } from '../engine/journal/feed-position.ts';
import type { MappingBook } from '../engine/mapping-book.ts';
import { BulkInsert } from '../engine/store/bulk-insert.ts';
import { failureOf } from '../engine/store/failures.ts';
import type { Store } from '../engine/store/store.ts';
import { type Db, inSavepoint, inTransaction } from '../engine/store/transaction.ts';
import { keepSources } from '../events/kept-sources.ts';
import { searchTerms } from '../events/search-terms.ts';
import type { JobReading } from '../jobs/job-reports.ts';
import { type ReceivedJob, versionId, writeJobs } from '../jobs/job-rows.ts';
import type { Suppression } from '../privacy/suppression.ts';

export interface Applied {
  readonly changed: ReadonlySet<ChangedKind>;
  readonly stored: number;
  readonly deadLetters: number;
}

export interface ApplyContext {
  readonly store: Store;
  readonly rules: PhoneRules;
  readonly jobs: JobReading;
  readonly mappings: MappingBook;
  readonly suppression: Suppression;
}

/**
 * Stores a batch exactly once: its place in its order, or its id, is part of the transaction, so a
 * batch that is delivered again, because its confirmation was lost, changes nothing.
 *
 * At first all together, which is fast. If the database refuses a record, once more with a
 * savepoint around each one: what is refused becomes a dead letter, the rest is stored.
 */
export async function applyBatch(context: ApplyContext, batch: Batch): Promise<Applied> {
  try {
    return await inTransaction(context.store, (db) => new Application(context, db).apply(batch));
  } catch (error) {
    if (failureOf(error) !== 'refused') throw error;
    return inTransaction(context.store, (db) => new CarefulApplication(context, db).apply(batch));
  }
}

const EVENT_ROWS = new BulkInsert('events');

/** Letters of what was sent that are read before anybody else is heard. */
const READ_AT_ONCE = 100_000;

/** What an entry says about one record. */
interface Reported<Report> {
  readonly entry: Entry;
  readonly report: Report;
}

/** All that a batch says. */
interface Records {
  readonly jobs: readonly Reported<ReceivedJob>[];
  readonly calls: readonly Reported<ReceivedCall>[];
  readonly addresses: readonly Reported<ReceivedAddress>[];
  readonly sources: readonly Entry[];
}

class Application {
  protected readonly db: Db;
  protected deadLetters = 0;
  /** All of them, so that versions can do without a text of their own. */
  protected readonly areEventsStored: boolean = true;
  readonly #context: ApplyContext;
  readonly #changed = new Set<ChangedKind>();

  constructor(context: ApplyContext, db: Db) {
    this.#context = context;
    this.db = db;
  }

  async apply(batch: Batch): Promise<Applied> {
    const news = await this.#newsIn(batch);
    if (news.length === 0) return { changed: this.#changed, stored: 0, deadLetters: 0 };
    const { store, suppression, mappings } = this.#context;
    await suppression.keepUp(store.kind, this.db);
    await mappings.keepUp(store.kind, this.db);
    const entries: Entry[] = [];
    for (const entry of news) {
      await this.attempt(entry, entry.text, async () => {
        entries.push(...suppression.withoutErased(entry, batch.order?.isShared));
      });
    }
    await this.storeAll(entries, batch.instance);
    const stored = recordsIn({ entries: news });
    return { changed: this.#changed, stored, deadLetters: this.deadLetters };
  }

  protected async storeAll(entries: readonly Entry[], instance: string): Promise<void> {
    const storing = this.storeEvents(entries.filter(isEvent), instance);
    // What it fails with is thrown below; until then nobody would have heard of it.
    storing.catch(() => {});
    let records: Records;
    try {
      records = await this.#readInTurns(entries);
    } finally {
      // Whatever happens, nothing of it may come after the end of the transaction.
      await storing;
    }
    await this.#writeAll(records);
  }

  /**
   * PostgreSQL has got the events by the next turn, and stores them while they are read here. Its
   * answer is heard between two turns: on a machine with too much to do, lists that took longer to
   * read than a statement may take were taken for a database that hangs, and begun anew for ever.
   */
  async #readInTurns(entries: readonly Entry[]): Promise<Records> {
    if (this.#context.store.kind !== 'postgres') return this.#read(entries);
    const read: Records[] = [];
    for (let start = 0; start < entries.length; ) {
      await setImmediate();
      let end = start;
      for (let letters = 0; end < entries.length && letters < READ_AT_ONCE; end++) {
        letters += entries[end]?.text.length ?? 0;
      }
      read.push(this.#read(entries.slice(start, end)));
      start = end;
    }
    return {
      jobs: read.flatMap(({ jobs }) => jobs),
      calls: read.flatMap(({ calls }) => calls),
      addresses: read.flatMap(({ addresses }) => addresses),
      sources: read.flatMap(({ sources }) => sources),
    };
  }

  protected async storeEvents(entries: readonly Entry[], instance: string): Promise<void> {
    const rows = entries.map((entry) => ({
      id: entry.id,
      instance,
      event_id: entry.eventId,
      channel: entry.channel,
      received_at: entry.receivedAt,
      payload: entry.text,
      search_terms: searchTerms(entry.text),
      sender: entry.sender ?? null,
      topic: entry.topic ?? null,
    }));
    await EVENT_ROWS.write(this.db, rows);
  }

  protected async attempt(
    _entry: Entry,
    _content: string,
    work: () => Promise<void>,
  ): Promise<void> {
    await work();
  }

  /** Writes what was reported; `text` is what a dead letter keeps of it. */
  protected async write<Report>(
    reported: readonly Reported<Report>[],
    _text: (report: Report) => string,
    work: (reports: readonly Report[]) => Promise<void>,
  ): Promise<void> {
    if (reported.length > 0) await work(reported.map(({ report }) => report));
  }

  /** What has a place in an order may come with other borders when it comes again. */
  async #newsIn({ id, order, entries }: Batch): Promise<readonly Entry[]> {
    if (order) return unstored(this.db, order, entries);
    return id === undefined || (await this.#isNew(id)) ? entries : [];
  }

  async #isNew(id: string): Promise<boolean> {
    const inserted = await this.db
      .insertInto('applied_batches')
      .values({ id, applied_at: new Date().toISOString() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst();
    return inserted !== undefined;
  }

  /** What the entries say about addresses, calls and jobs. */
  #read(entries: readonly Entry[]): Records {
    return {
      jobs: entries.flatMap((entry) => this.#jobsIn(entry)),
      calls: entries.flatMap((entry) => this.#callsIn(entry)),
      addresses: entries.flatMap((entry) => this.#addressesIn(entry)),
      sources: entries.filter(({ kind }) => kind === 'sources'),
    };
  }

  /** Of all entries together: one by one each record would cost several ways to the database. */
  async #writeAll({ jobs, calls, addresses, sources }: Records): Promise<void> {
    const { jobs: reading } = this.#context;
    await this.write(jobs, payloadOf, async (some) => {
      await writeJobs(this.db, reading, some);
      this.#changed.add('jobs');
    });
    await this.write(
      calls,
      ({ report }) => payloadOf(report),
      async (some) => {
        if (await writeCalls(this.db, some)) this.#changed.add('calls');
      },
    );
    await this.write(
      addresses,
      ({ report }) => addressJson(report),
      async (some) => {
        const told = await withReporters(this.db, some);
        for (const part of withoutMoves(told)) {
          const known = await withCustomers(this.db, part);
          if (await writeAddresses(this.db, known)) this.#changed.add('addresses');
        }
      },
    );
    for (const { text } of sources) await keepSources(this.db, JSON.parse(text));
  }

  protected async derive(entry: Entry): Promise<void> {
    await this.#writeAll(this.#read([entry]));
  }

  #jobsIn(entry: Entry): readonly Reported<ReceivedJob>[] {
    if (!isEvent(entry) || entry.channel !== 'jobs') return [];
    const { id: event, receivedAt, sender = null } = entry;
    const { jobs, mappings } = this.#context;
    return jobs.reports(entry.text, mappings.of(sender, 'jobs')).reports.map((report, n) => ({
      entry,
      report: {
        ...report,
        id: versionId(event, n),
        receivedAt,
        sender,
        event,
        isWhole: this.areEventsStored && report.payload === entry.text,
      },
    }));
  }

  #callsIn(entry: Entry): readonly Reported<ReceivedCall>[] {
    if (entry.kind !== 'calls') return [];
    const { reports } = callReports(entry.text, this.#context.rules);
    return reports.map((report) => ({ entry, report: { report, receivedAt: entry.receivedAt } }));
  }

  #addressesIn(entry: Entry): readonly Reported<ReceivedAddress>[] {
    const source = addressSource(entry);
    if (source === undefined) return [];
    const { rules, jobs, mappings } = this.#context;
    const taught =
      source === 'phone-book'
        ? undefined
        : { mapping: mappings.of(entry.sender ?? null, source), words: jobs.statusWords };
    const { reports } = addressReports(parsedJson(entry.text), source, rules, taught);
    const { receivedAt: at, by } = entry;
    return reports.map((report) => ({ entry, report: { report, source, at, by } }));
  }
}

function isEvent({ kind }: Entry): boolean {
  return kind === 'event';
}

function addressSource(entry: Entry): AddressSource | undefined {
  if (entry.kind === 'addresses') return 'phone-book';
  const { channel } = entry;
  return isEvent(entry) && (channel === 'kunden' || channel === 'kuriere') ? channel : undefined;
}

/** Slower: the failure of one record is contained and written down. */
class CarefulApplication extends Application {
  protected override readonly areEventsStored = false;

  protected override async storeAll(entries: readonly Entry[], instance: string): Promise<void> {
    for (const entry of entries.filter(isEvent)) {
      await this.attempt(entry, entry.text, () => this.storeEvents([entry], instance));
    }
    for (const entry of entries) await this.attempt(entry, entry.text, () => this.derive(entry));
  }

  /**
   * A bad name in a phone book must not cost the others. In halves until it is alone: one by one,
   * a hundred thousand good ones would take minutes because of it.
   */
  protected override async write<Report>(
    reported: readonly Reported<Report>[],
    text: (report: Report) => string,
    work: (reports: readonly Report[]) => Promise<void>,
  ): Promise<void> {
    const [first] = reported;
    if (!first) return;
    if (reported.length === 1) {
      await this.attempt(first.entry, text(first.report), () => work([first.report]));
      return;
    }
    try {
      await inSavepoint(this.db, () => work(reported.map(({ report }) => report)));
    } catch (error) {
      if (failureOf(error) !== 'refused') throw error;
      const half = Math.ceil(reported.length / 2);
      await this.write(reported.slice(0, half), text, work);
      await this.write(reported.slice(half), text, work);
    }
  }

  protected override async attempt(
    entry: Entry,
    content: string,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      await inSavepoint(this.db, work);
    } catch (error) {
      if (failureOf(error) !== 'refused') throw error;
      this.deadLetters++;
      await this.db
        .insertInto('dead_letters')
        .values({
          id: randomUUIDv7(),
          at: entry.receivedAt,
          kind: entry.channel ?? entry.kind,
          reason: (error as Error).message,
          content,
        })
        .execute();
    }
  }
}

function payloadOf({ payload }: { readonly payload: string }): string {
  return payload;
}

function addressJson({ phone, name = null, fields }: AddressReport): string {
  const own = `"name":${JSON.stringify(name)},"number":${JSON.stringify(phone.sent)}`;
  return `{${own},"fields":${fieldTextsToJson(fields)}}`;
}

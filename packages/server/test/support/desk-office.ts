import { randomUUID } from 'node:crypto';
import type { Call, CallChange, Job, JobChange } from '@hookline/contract';
import { PhoneRules } from '@hookline/records/phone';
import { onTestFinished } from 'vitest';
import { addressEditor } from '../../src/archive/addresses/change-address.ts';
import { callEditor } from '../../src/archive/calls/change-call.ts';
import { idAfter } from '../../src/archive/engine/journal/feed-position.ts';
import { JournalReader } from '../../src/archive/engine/journal/journal-reader.ts';
import { MappingBook } from '../../src/archive/engine/mapping-book.ts';
import { migrate, openStore } from '../../src/archive/engine/store/store.ts';
import type { Editing } from '../../src/archive/engine/store/transaction.ts';
import { jobEditor } from '../../src/archive/jobs/change-job.ts';
import { JobReading, type JobSettings } from '../../src/archive/jobs/job-reports.ts';
import { Suppression } from '../../src/archive/privacy/suppression.ts';
import type { WriterContext } from '../../src/archive/privacy/writer-context.ts';
import { applyBatch } from '../../src/archive/threads/apply-batch.ts';
import { createReader } from '../../src/archive/threads/reader.ts';
import { type DatabaseKind, databaseWithTables } from './database.ts';
import { HOUSE } from './house.ts';
import { ALL, temporaryFolder } from './written-archive.ts';

const START = Date.parse('2026-03-10T08:00:00.000Z');
const RULES = new PhoneRules({ country: 'DE' });

/** As many as the service stores at once. */
const BATCH = 500;

/** Desks that work on an archive, without its threads and by a clock that a test sets. */
export class DeskOffice {
  readonly context: WriterContext;
  readonly changes: string[] = [];
  now = START;
  readonly #url: string;
  #lastEvent = 0;

  private constructor(url: string, settings: JobSettings) {
    const store = openStore(url, 'write');
    onTestFinished(() => store.close());
    this.#url = url;
    this.context = {
      store,
      rules: RULES,
      jobs: new JobReading(settings, RULES),
      mappings: new MappingBook(),
      suppression: new Suppression(RULES),
      journal: new JournalReader(temporaryFolder()),
    };
  }

  static async on(kind: DatabaseKind): Promise<DeskOffice> {
    return new DeskOffice(await databaseWithTables(kind), HOUSE);
  }

  /** On a database of an earlier version. */
  static async at(url: string): Promise<DeskOffice> {
    const office = new DeskOffice(url, HOUSE);
    await migrate(office.context.store, url);
    return office;
  }

  /** Another service on the same database. */
  another(settings = HOUSE): DeskOffice {
    return new DeskOffice(this.#url, settings);
  }

  get db() {
    return this.context.store.db;
  }

  /** Webhooks of jobs, a second after each other, or at the time that stands before one. */
  async jobs(...payloads: readonly (object | readonly [at: number, payload: object])[]) {
    const entries = payloads.map((one) => {
      if (!Array.isArray(one)) this.now += 1000;
      const [at, payload] = Array.isArray(one) ? one : [this.now, one];
      const n = String(++this.#lastEvent).padStart(12, '0');
      return {
        id: `${idAfter('', at).slice(0, 'xxxxxxxx-xxxx-7xxx'.length)}-8000-${n}`,
        kind: 'event' as const,
        eventId: this.#lastEvent,
        channel: 'jobs',
        receivedAt: new Date(at).toISOString(),
        text: JSON.stringify(payload),
      };
    });
    for (let n = 0; n < entries.length; n += BATCH) {
      const batch = { id: randomUUID(), instance: 'i', entries: entries.slice(n, n + BATCH) };
      await applyBatch(this.context, batch);
    }
  }

  /** A missed call; answers its id. */
  async call(callId = 'c'): Promise<string> {
    const at = new Date(this.now).toISOString();
    const report = {
      callId,
      direction: 'in',
      state: 'ended',
      from: '030 23125-100',
      startedAt: at,
    };
    const entry = { id: randomUUID(), kind: 'calls' as const, eventId: 0, channel: null };
    const entries = [{ ...entry, receivedAt: at, text: JSON.stringify(report) }];
    await applyBatch(this.context, { id: randomUUID(), instance: 'i', entries });
    const [call] = await this.calls();
    return call?.id ?? '';
  }

  /** A second later than what was before. */
  async changeJob(name: string, change: JobChange): Promise<Job | undefined> {
    this.now += 1000;
    const text = await this.#editor().changeJob(name, change);
    return text === undefined ? undefined : JSON.parse(text);
  }

  async changeCall(id: string, change: CallChange): Promise<Call | undefined> {
    this.now += 1000;
    const text = await this.#editor().changeCall(id, change);
    return text === undefined ? undefined : JSON.parse(text);
  }

  async listed(
    filter: Parameters<ReturnType<typeof createReader>['jobs']>[0] = {},
  ): Promise<Job[]> {
    const { items } = await this.reader().jobs({ sort: 'due', ...filter }, ALL, 'json');
    return items.map((item) => JSON.parse(item));
  }

  async job(reference: string): Promise<Job | undefined> {
    return (await this.listed({ reference }))[0];
  }

  async calls(filter: Parameters<ReturnType<typeof createReader>['calls']>[0] = {}) {
    const { items } = await this.reader().calls(filter, ALL, 'json');
    return items.map((item): Call => JSON.parse(item));
  }

  reader() {
    return createReader(this.context.store, RULES, () => this.now);
  }

  /** As they are written in items. */
  at(now = this.now): string {
    return new Date(now).toISOString();
  }

  #editor() {
    const editing: Editing<WriterContext> = {
      turn: (work) => work(this.context),
      changed: (kind) => this.changes.push(kind),
      now: () => this.now,
    };
    return { ...addressEditor(editing), ...callEditor(editing), ...jobEditor(editing) };
  }
}

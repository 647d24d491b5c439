import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Accepted, ChangedKind } from '@hookline/contract';
import { parsedJson } from '@hookline/records';
import { countAddresses } from '../addresses/address-reports.ts';
import type {
  ArchivableEvent,
  Archive,
  ArchiveEditor,
  ArchiveFigures,
  ArchiveListener,
  ArchiveReader,
  ReportKind,
} from '../archive.ts';
import { countCalls } from '../calls/call-reports.ts';
import { unavailable } from '../engine/archive-error.ts';
import { RUNS } from '../engine/journal/batch.ts';
import { Claim } from '../engine/journal/claim.ts';
import { SLOW_WRITE } from '../engine/journal/journal.ts';
import { Outbox } from '../engine/journal/outbox.ts';
import { fileNewsText } from '../engine/store/open-archive.ts';
import { shownUrl } from '../engine/store/store.ts';
import type { SourceChanges } from '../events/kept-sources.ts';
import type { PersonalDataPiece } from '../privacy/personal-tables.ts';
import { Aside, MOST_AT_ONCE } from './aside.ts';
import { CallsElsewhere } from './calls-elsewhere.ts';
import { countElements } from './count-elements.ts';
import { FeedWatch, type StreamPlace } from './feed-watch.ts';
import type { FromWriter, ReaderCalls, ReaderData, ToWriter, WriterData } from './messages.ts';
import { Reading } from './reading.ts';
import { Replies } from './replies.ts';

export interface ThreadArchiveOptions extends Omit<WriterData, 'run' | 'ends'>, ReaderData {
  /** Whether whoever sends something is answered only when it is in the journal. */
  readonly isJournalAwaited?: boolean;
  /** What the journal may take on disk. */
  readonly journalBytes?: number;
  readonly log: Record<'error' | 'info' | 'warn', (fields: object, text: string) => void>;
  readonly now: () => number;
  /** The newest event that a reader can have seen, where events are read from a stream. */
  readonly newest?: () => StreamPlace;
}

/** A thread that is stuck in one piece of work is not waited for: what it had is in the journal. */
const CLOSE_TIMEOUT = 500;
/** One that has not ended then, on whatever machine, is inside of the database's own code. */
const END_TIMEOUT = 4000;
const RESTART_AFTER = 1000;
/** A first start makes the tables; whoever reads meanwhile waits no longer than this. */
const OPEN_TIMEOUT = 5000;
/** How long a list waits for what is still in the stream. */
const FEED_TIMEOUT = 3000;

/** They go through the journal as well as the database. */
const ERASURES: ReadonlySet<keyof ArchiveEditor> = new Set(['eraseNumber', 'eraseJournal']);
const COUNT_OF = { addresses: countAddresses, calls: countCalls };

/** The archive as two threads: one writes, one reads, and neither holds up the relay. */
export class ThreadArchive extends CallsElsewhere implements Archive {
  readonly description: string;
  isHeldUp = false;
  readonly #options: ThreadArchiveOptions;
  readonly #listeners: ArchiveListener[] = [];
  readonly #figures = { stored: 0, deadLetters: 0, failures: 0 };
  readonly #outbox: Outbox;
  /** Names this run in the journal. */
  readonly #run = `${RUNS}${randomUUIDv7()}`;
  /** How many threads in a row have ended without storing anything. */
  #ends = 0;
  readonly #claim = new Claim();
  readonly #writing = new Replies();
  readonly #aside = new Aside();
  readonly #reading: Reading;
  readonly #feed: FeedWatch | undefined;
  /** Until the database is there, or known not to be. */
  #opening: PromiseWithResolvers<void> | undefined = Promise.withResolvers<void>();
  #writer: Worker | undefined;
  #trouble: string | undefined;
  #fileNews: string | undefined;
  /** Files of the journal, for a person to decide about. */
  readonly #heldBack = new Set<string>();
  #rebuilding: number | undefined;
  #closing = false;
  /** Somebody is to be told when everything is stored. */
  #isOwing = false;

  constructor(options: ThreadArchiveOptions) {
    super();
    this.#options = options;
    this.description = shownUrl(options.url);
    const { log, url, phone, jobs } = options;
    const workerData: ReaderData = { url, phone, jobs };
    this.#reading = new Reading(
      () => new Worker(new URL('./reader-thread.ts', import.meta.url), { workerData }),
      {
        damaged: () => this.#toWriter({ type: 'check' }),
        failed: (error) => this.#threadFailed(error),
      },
    );
    this.#feed = options.feed && new FeedWatch((instance) => this.fedThrough(instance));
    this.#outbox = new Outbox({
      folder: options.spoolFolder,
      run: this.#run,
      isAwaited: options.isJournalAwaited ?? true,
      mostBytes: options.journalBytes ?? Number.POSITIVE_INFINITY,
      onBehind: (isBehind) => {
        if (isBehind) log.warn(this.#outbox.lag() ?? {}, 'the archive is behind');
        else log.info({}, 'the archive has caught up');
      },
      onDropping: () => log.error({}, 'the archive cannot keep up; records are being dropped'),
      onProblem: (reason) => {
        if (reason === undefined) log.info({}, 'the journal is written again');
        else {
          this.#figures.failures++;
          const level = reason === SLOW_WRITE ? 'warn' : 'error';
          log[level](
            { reason },
            'the journal cannot be written; a crash may cost what is accepted',
          );
        }
      },
    });
  }

  claim(): void {
    this.#claim.take(this.#options.url, this.#options.spoolFolder);
  }

  open(instance: string): Promise<void> {
    return this.#outbox.open(instance);
  }

  async start(): Promise<void> {
    const writer = this.#startWriter();
    setTimeout(() => this.#stopWaiting(), OPEN_TIMEOUT).unref();
    // The thread, not the database: whoever comes then is not told that there is none.
    await Promise.race([once(writer, 'message'), once(writer, 'exit')]).catch(() => {});
  }

  store(event: ArchivableEvent): void {
    const { id, receivedAt, channel, payload, sender = null, topic = null } = event;
    this.#outbox.add(
      {
        id: randomUUIDv7(),
        kind: 'event',
        receivedAt,
        eventId: id,
        channel,
        sender,
        ...(topic !== null && { topic }),
      },
      payload,
    );
  }

  reportAddresses(json: Buffer, by?: string): void {
    this.#add('addresses', json, by);
  }

  reportCalls(json: Buffer): void {
    this.#add('calls', json);
  }

  whenKept(go: () => void): boolean {
    return this.#outbox.whenKept(go);
  }

  async countReport(kind: ReportKind, json: Buffer): Promise<Accepted> {
    const counted = countElements(json, kind);
    if (counted) return counted;
    const text = json.toString();
    return json.length > MOST_AT_ONCE
      ? this.#aside.ask(kind, text)
      : COUNT_OF[kind](parsedJson(text));
  }

  keepSources(changes: SourceChanges): void {
    this.#add('sources', Buffer.from(JSON.stringify(changes)));
  }

  troubles(): string[] {
    const { deadLetters } = this.#figures;
    const { dropped } = this.#outbox;
    return [
      ...this.#outbox.troubles(this.#trouble),
      ...(this.#feed?.troubles() ?? []),
      this.#fileNews,
      this.#heldBack.size > 0 &&
        `${[...this.#heldBack].join(', ')} in the journal is older than what is known of erasures, and is not stored; see docs/archive.md`,
      dropped > 0 && `${dropped} records were dropped because they could not be stored in time`,
      deadLetters > 0 &&
        `the database refused ${deadLetters} records; they are in the table dead_letters`,
    ].filter((text): text is string => typeof text === 'string');
  }

  rebuilding(): number | undefined {
    return this.#rebuilding;
  }

  figures(): ArchiveFigures {
    const { queuedBytes, journalBytes, waiting, waitingSeconds, dropped } = this.#outbox;
    const feed = this.#feed?.figures;
    const own = { queuedBytes, journalBytes, waiting, waitingSeconds, dropped };
    return { ...this.#figures, ...own, ...(feed && { feed }) };
  }

  listen(listener: ArchiveListener): void {
    this.#listeners.push(listener);
  }

  async close(): Promise<void> {
    this.#closing = true;
    const readerEnds = this.#reading.close();
    const lost = await this.#outbox.drain();
    // Whoever closes a SQLite file last moves its log into it, and only the writer can.
    await Promise.race([readerEnds, pause(CLOSE_TIMEOUT, undefined, { ref: false })]);
    await this.#endWriter();
    if (!(await this.#outbox.close())) this.isHeldUp = true;
    this.#claim.release();
    this.#stopWaiting();
    this.#writing.abandon();
    if (lost > 0) {
      this.#options.log.error(
        { records: lost, reason: this.#outbox.troubles(this.#trouble).join('; ') },
        'the archive had to end before everything was stored or in the journal',
      );
      throw new Error(
        `${lost} accepted records could neither be stored nor written into the journal`,
      );
    }
  }

  override readonly events: ArchiveReader['events'] = async (filter, page, format) => {
    if (page.cursor === undefined && !(await this.#allStored())) void this.#tellWhenStored();
    return this.read('events', [filter, page, format]);
  };

  async caughtUp(place: StreamPlace, timeout: number): Promise<void> {
    await this.#feed?.passed(place, timeout);
  }

  async fedThrough(instance: string): Promise<number> {
    return this.#feed ? this.read('fedThrough', [instance]) : Number.POSITIVE_INFINITY;
  }

  async *exportNumber(number: string): AsyncGenerator<PersonalDataPiece> {
    await this.#opening?.promise;
    yield* this.#reading.exportNumber(number);
  }

  /** A reader who has seen an event arrive does not miss it, unless it takes long. */
  async #allStored(): Promise<boolean> {
    return (await this.#outbox.stored()) && this.#isFed();
  }

  async #isFed(): Promise<boolean> {
    const newest = this.#options.newest?.();
    if (!newest || !this.#feed) return true;
    // One that cannot feed will not have done so soon: whoever asks for a list does not wait for it.
    const timeout = this.#feed.trouble === undefined ? FEED_TIMEOUT : 0;
    return this.#feed.passed(newest, timeout).then(
      () => true,
      () => false,
    );
  }

  /** Who was answered too early would take a list for complete that is not. */
  async #tellWhenStored(): Promise<void> {
    if (this.#isOwing) return;
    this.#isOwing = true;
    await this.#outbox.caughtUp();
    while (!this.#closing && !(await this.#isFed())) await pause(FEED_TIMEOUT);
    this.#isOwing = false;
    this.#tellChanged('events');
  }

  #tellChanged(kind: ChangedKind): void {
    for (const listener of this.#listeners) listener.changed(kind);
  }

  #add(kind: ReportKind | 'sources', json: Buffer, by?: string): void {
    const receivedAt = new Date(this.#options.now()).toISOString();
    const head = { id: randomUUIDv7(), kind, receivedAt, eventId: 0, channel: null };
    this.#outbox.add(by === undefined ? head : { ...head, by }, json);
  }

  #toWriter(message: ToWriter): void {
    this.#writer?.postMessage(message);
  }

  protected override async read<T>(name: keyof ReaderCalls, parameters: unknown[]): Promise<T> {
    await this.#opening?.promise;
    return this.#reading.call<T>(name, parameters);
  }

  protected override async edit<T>(name: keyof ArchiveEditor, parameters: unknown[]): Promise<T> {
    if (!this.#writer) throw unavailable();
    // What was handed over before is stored before, or at least where an erasure finds it.
    await this.#outbox.stored();
    if (ERASURES.has(name)) await this.#outbox.passed();
    if (!this.#writer) throw unavailable();
    return this.#writing.expect<T>((id) =>
      this.#toWriter({ type: 'call', id, name, parameters } as ToWriter),
    );
  }

  #stopWaiting(): void {
    this.#opening?.resolve();
    this.#opening = undefined;
  }

  #startWriter(): Worker {
    const { url, spoolFolder, phone, jobs, retention, feed } = this.#options;
    const run = { run: this.#run, ends: this.#ends };
    const workerData: WriterData = { url, spoolFolder, ...run, phone, jobs, retention, feed };
    const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), {
      workerData,
    });
    let hadDatabase = false;
    worker.on('message', (message: FromWriter) => {
      hadDatabase ||= message.type === 'opened';
      this.#onMessage(message);
    });
    // One that ends by itself has a defect; the relay goes on and so, soon, does the archive.
    worker.on('error', (error) => this.#threadFailed(error));
    worker.on('exit', () => {
      this.#writing.abandon();
      if (this.#closing) return;
      this.#writer = undefined;
      if (hadDatabase) this.#ends++;
      this.#outbox.disconnect();
      setTimeout(() => !this.#closing && this.#startWriter(), RESTART_AFTER).unref();
    });
    this.#writer = worker;
    this.#outbox.connect((message) => this.#toWriter(message));
    return worker;
  }

  async #endWriter(): Promise<void> {
    const writer = this.#writer;
    if (!writer) return;
    this.isHeldUp = true;
    const ended = once(writer, 'exit').then(() => {
      this.isHeldUp = false;
    });
    this.#toWriter({ type: 'close' });
    const timeout = setTimeout(() => writer.terminate(), CLOSE_TIMEOUT);
    await Promise.race([ended, pause(END_TIMEOUT, undefined, { ref: false })]);
    clearTimeout(timeout);
  }

  #threadFailed(error: unknown): void {
    this.#figures.failures++;
    this.#options.log.error({ err: error }, 'a thread of the archive failed');
  }

  /** What the writing thread tells. */
  readonly #on: {
    readonly [Type in FromWriter['type']]: (message: Extract<FromWriter, { type: Type }>) => void;
  } = {
    reply: (reply) => this.#writing.settle(reply),
    started: () => {},
    fed: ({ figures }) => {
      if (this.#feed) this.#feed.figures = figures;
    },
    'feed-trouble': ({ text }) => {
      if (this.#feed) this.#feed.trouble = text;
    },
    settled: ({ seq }) => {
      this.#ends = 0;
      this.#figures.stored += this.#outbox.settled(seq);
    },
    read: ({ name }) => {
      this.#ends = 0;
      this.#outbox.read(name);
    },
    opened: () => this.#stopWaiting(),
    upgrading: ({ step }) => {
      this.#options.log.info({ step }, 'the database is brought up to date');
      // No error: nothing is wrong with it.
      this.#trouble ??= step;
    },
    notice: ({ text }) => {
      this.#figures.failures++;
      this.#options.log.error({}, text);
    },
    'held-back': ({ name: file }) => {
      const text = 'a file of the journal is too old to be stored';
      if (!this.#heldBack.has(file)) this.#options.log.error({ file }, text);
      this.#heldBack.add(file);
    },
    stored: ({ records }) => {
      this.#figures.stored += records;
    },
    'dead-letters': ({ records }) => {
      this.#figures.deadLetters += records;
      this.#options.log.warn({ records }, 'the database refused records');
    },
    changed: ({ kinds }) => {
      for (const kind of kinds) this.#tellChanged(kind);
    },
    suppressed: ({ keys }) => {
      for (const listener of this.#listeners) listener.suppressed(keys);
    },
    failed: () => {
      this.#figures.failures++;
      // One that only takes long may be making its tables: who reads waits for those.
      this.#stopWaiting();
    },
    rebuilding: ({ percent }) => {
      const { log } = this.#options;
      if (percent === undefined) log.info({}, 'what is stored was read anew');
      else if (this.#rebuilding === undefined) log.info({}, 'what is stored is read anew');
      this.#rebuilding = percent;
    },
    trouble: ({ text: reason }) => {
      const { log } = this.#options;
      if (reason === undefined) log.info({}, 'the archive stores again');
      else if (this.#trouble === undefined) log.error({ reason }, 'the archive cannot store');
      this.#trouble = reason;
      this.#outbox.setAway(reason !== undefined);
    },
    replaced: (news) => {
      this.#fileNews = fileNewsText(news);
      this.#options.log.error({ keptAs: news.keptAs }, this.#fileNews);
      // Whoever reads while the fresh file is being made waits for it.
      this.#opening ??= Promise.withResolvers<void>();
      this.#reading.reopen();
    },
  };

  #onMessage<Type extends FromWriter['type']>(message: Extract<FromWriter, { type: Type }>): void {
    this.#on[message.type as Type](message);
  }
}

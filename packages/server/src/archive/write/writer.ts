import type { ChangedKind } from '@hookline/contract';
import { type PhoneOptions, PhoneRules } from '@hookline/records/phone';
import { sql } from 'kysely';
import { ArchiveError } from '../archive.ts';
import { JobReading, type JobSettings } from '../normalise/jobs.ts';
import { LostFile, type SqliteFile } from '../store/sqlite-file.ts';
import type { Store } from '../store/store.ts';
import type { FileNews } from '../threads/messages.ts';
import { greatestId, inOrderAfter } from './acceptance-order.ts';
import { applyBatch } from './apply-batch.ts';
import { type Batch, isNewer, recordsIn, unpackBatch } from './batch.ts';
import { failureOf, reasonOf } from './failures.ts';
import { giveUpFile, openArchive, setFileAside } from './open-archive.ts';
import { Spool } from './spool.ts';
import { Suppression } from './suppression.ts';

export interface WriterOptions {
  readonly url: string;
  readonly spoolFolder: string;
  readonly phone: PhoneOptions;
  readonly jobs: JobSettings;
}

/** What the relay's thread is told. */
export interface WriterEvents {
  /** This batch is stored and need not be kept any more. */
  settled(place: number): void;
  /** This file of the spool is stored, or out of the way. */
  unspooled(name: string): void;
  stored(records: number, setAside: number): void;
  changed(kinds: readonly ChangedKind[]): void;
  /** Why nothing can be stored; undefined when all is well again. */
  trouble(reason: string | undefined): void;
  failed(message: string): void;
  /** The database is there; nothing is stored in it before this is done. */
  opened(context: WriterContext): Promise<void>;
  /** Nothing about these numbers is to be kept any more; all of them. */
  suppressed(keys: readonly string[]): void;
  notice(text: string): void;
  /** Whoever has the file open has to open it again. */
  replaced(news: FileNews): void;
}

/** A database that takes longer than this does not answer. */
const PATIENCE = 1000;
/** A slow database must not turn away a person; one that hangs must not keep them waiting. */
const ERRAND_PATIENCE = 5000;
const RETRY = { first: 100, most: 3000 };
const AGAIN_AT_MOST = 20;
/** While nothing comes in, a database that is gone would not be noticed. */
const LOOK_EVERY = 5000;
/** A writer that is never idle gets on with the rest between so many batches. */
const BATCHES_IN_A_ROW = 20;
/** As many as can be delivered a second time: what was handed over and then spooled as well. */
const COUNTED_KEPT = 100;

export interface HandedBatch {
  readonly place: number;
  readonly packed: Uint8Array;
}

/** A person's request to the archive; it takes its turn among the batches. */
interface Errand {
  readonly packed?: undefined;
  /** Not a person's, but a batch that was read from the stream. */
  readonly isFed?: boolean;
  readonly run: (context: WriterContext) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface WriterContext {
  readonly store: Store;
  readonly rules: PhoneRules;
  readonly jobs: JobReading;
  readonly suppression: Suppression;
  readonly spool: Spool;
}

/**
 * Stores batches one after another, in the order they came in: first what is in the spool, then
 * what was handed over. It only ever stores; what it does not get to is spooled by the relay.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #events: WriterEvents;
  readonly #rules: PhoneRules;
  readonly #jobs: JobReading;
  readonly #suppression: Suppression;
  readonly #spool: Spool;
  #store: Store | undefined;
  #queue: (HandedBatch | Errand)[] = [];
  /** What can wait until nothing else is to be done. */
  #background: Errand[] = [];
  #batchesInARow = 0;
  #wake: (() => void) | undefined;
  #closing = false;
  #isAway = false;
  #turnsAway = false;
  #retry = RETRY.first;
  /** The last id of an event, of what was there before too; undefined until that is known. */
  #lastId: string | undefined;
  /** Batches that were stored, and counted, last. */
  readonly #counted = new Set<string>();

  constructor(options: WriterOptions, events: WriterEvents) {
    this.#options = options;
    this.#events = events;
    this.#rules = new PhoneRules(options.phone);
    this.#jobs = new JobReading(options.jobs, this.#rules);
    this.#suppression = new Suppression(this.#rules, options.url, (keys) =>
      events.suppressed(keys),
    );
    this.#spool = new Spool(options.spoolFolder);
  }

  add(batch: HandedBatch): void {
    this.#queue.push(batch);
    this.#wake?.();
  }

  /** These files wait in the spool, the last of them instead of what was handed over. */
  expectSpooled(names: readonly string[], place: number | undefined): void {
    this.#spool.expect(names);
    this.#queue = this.#queue.filter((waiting) => !waiting.packed || waiting.place !== place);
    this.#wake?.();
  }

  errand<T>(run: (context: WriterContext) => Promise<T>): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      this.#queue.push({ run, resolve, reject });
      if (this.#turnsAway) this.#turnErrandsAway();
      else this.#wake?.();
    }) as Promise<T>;
  }

  /** Stores a batch that was read from the stream; it stays there until it is stored. */
  feed(batch: Batch): Promise<void> {
    return new Promise<unknown>((resolve, reject) => {
      const run = (context: WriterContext) => this.#apply(context, batch);
      this.#queue.push({ run, resolve, reject, isFed: true });
      if (this.#turnsAway) this.#turnErrandsAway();
      else this.#wake?.();
    }) as Promise<void>;
  }

  /** As an errand, but whatever else there is to do comes first. */
  background<T>(run: (context: WriterContext) => Promise<T>): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      this.#background.push({ run, resolve, reject });
      if (this.#turnsAway) this.#turnErrandsAway();
      else this.#wake?.();
    }) as Promise<T>;
  }

  /** Runs until `close`, or until the piece of work after it is done. */
  async run(): Promise<void> {
    // The first step is not left to the first batch: what is wrong at the start shows at once.
    while (!this.#closing) {
      await this.#step();
      const isIdle = this.#isIdle && this.#background.length === 0;
      if (isIdle && !this.#isAway) await this.#sleep(LOOK_EVERY);
      // SQLite answers without the thread ever being free, and the relay has to be heard.
      else await new Promise(setImmediate);
    }
    await this.#store?.close().catch(() => {});
  }

  close(): void {
    this.#closing = true;
    this.#wake?.();
  }

  get #isIdle(): boolean {
    return this.#queue.length === 0 && this.#spool.oldestName === undefined;
  }

  async #step(): Promise<void> {
    const [next] = this.#queue;
    const errand = next && !next.packed ? next : this.#dueInBackground();
    // What a person asks for may take longer, and must not turn away what the same person asks
    // for next.
    const patience = errand && !errand.isFed ? [] : this.#losePatience();
    try {
      const context = await this.#open();
      if (errand) await this.#runErrand(context, errand);
      else if (this.#spool.oldestName !== undefined) await this.#storeSpooled(context);
      else if (next?.packed) await this.#storeQueued(context, next);
      else await this.#look(context);
      patience.forEach(clearTimeout);
      this.#isBack();
    } catch (error) {
      patience.forEach(clearTimeout);
      await this.#failed(error);
    }
  }

  #losePatience(): NodeJS.Timeout[] {
    return [
      setTimeout(() => this.#beAway('the database does not answer'), PATIENCE),
      setTimeout(() => this.#turnErrandsAway(), ERRAND_PATIENCE),
    ];
  }

  async #look({ store }: WriterContext): Promise<void> {
    store.file?.check();
    await sql`select 1`.execute(store.db);
  }

  async #open(): Promise<WriterContext> {
    if (this.#store) return this.#contextWith(this.#store);
    const { store, setAsideAs } = await openArchive(this.#options.url);
    this.#store = store;
    if (setAsideAs !== undefined) this.#events.replaced({ found: 'damaged', keptAs: setAsideAs });
    await this.#suppression.load(store);
    // Not after a while without it: what another service has stored meanwhile may be newer.
    this.#lastId ??= await greatestId(store.db);
    await this.#events.opened(this.#contextWith(store));
    return this.#contextWith(store);
  }

  #contextWith(store: Store): WriterContext {
    return {
      store,
      rules: this.#rules,
      jobs: this.#jobs,
      suppression: this.#suppression,
      spool: this.#spool,
    };
  }

  async #storeSpooled(context: WriterContext): Promise<void> {
    const name = this.#spool.oldestName;
    const packed = this.#spool.oldest(this.#events.notice);
    const batch = packed && readable(packed);
    if (batch && isNewer(batch)) {
      this.#events.notice(
        `the file ${name} of the spool is of a newer version of Hookline, and stays there for it`,
      );
      this.#spool.leaveOldest();
    } else if (batch) {
      await this.#apply(context, batch);
      this.#spool.removeOldest();
    } else {
      if (packed) this.#events.notice(`the file ${name} of the spool is no batch`);
      this.#spool.setOldestAside();
    }
    if (name !== undefined) this.#events.unspooled(name);
  }

  async #storeQueued(context: WriterContext, next: HandedBatch): Promise<void> {
    await this.#apply(context, unpackBatch(next.packed));
    this.#queue = this.#queue.filter((waiting) => waiting !== next);
    this.#events.settled(next.place);
  }

  async #apply(context: WriterContext, accepted: Batch): Promise<void> {
    const batch = accepted.through === undefined ? this.#inOrder(accepted) : accepted;
    for (let attempt = 1; ; attempt++) {
      try {
        const { changed, stored, setAside } = await applyBatch(context, batch);
        context.store.file?.remember(batch.id);
        // It counts when the confirmation of an earlier attempt was lost, but not when it came
        // after all, with the batch in the spool already.
        const records = batch.through === undefined ? recordsIn(batch) : stored;
        if (!this.#counted.has(batch.id)) this.#events.stored(records, setAside);
        this.#counted.add(batch.id);
        for (const id of this.#counted) {
          if (this.#counted.size > COUNTED_KEPT) this.#counted.delete(id);
        }
        if (changed.size > 0) this.#events.changed([...changed]);
        return;
      } catch (error) {
        if (failureOf(error) !== 'again' || attempt >= AGAIN_AT_MOST) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt));
      }
    }
  }

  /** No id is given twice, for nobody knows of a batch that fails whether it was stored. */
  #inOrder(batch: Batch): Batch {
    const entries = inOrderAfter(this.#lastId ?? '', batch.entries);
    this.#lastId = entries.findLast(({ kind }) => kind === 'event')?.id ?? this.#lastId;
    return { ...batch, entries };
  }

  /** What waits for a quiet moment, if this is one or there has been none for long. */
  #dueInBackground(): Errand | undefined {
    const [first] = this.#background;
    if (first && (this.#isIdle || this.#batchesInARow >= BATCHES_IN_A_ROW)) {
      this.#batchesInARow = 0;
      return first;
    }
    this.#batchesInARow++;
    return undefined;
  }

  async #runErrand(context: WriterContext, errand: Errand): Promise<void> {
    this.#queue = this.#queue.filter((waiting) => waiting !== errand);
    this.#background = this.#background.filter((waiting) => waiting !== errand);
    try {
      const value = await errand.run(context);
      // To a file that nobody finds any more, nothing was changed.
      context.store.file?.check();
      context.store.file?.tend();
      errand.resolve(value);
    } catch (error) {
      errand.reject(error);
      if (failureOf(error) !== 'refused' && !(error instanceof ArchiveError)) throw error;
    }
  }

  async #failed(error: unknown): Promise<void> {
    this.#events.failed(reasonOf(error));
    const broken = this.#store;
    this.#store = undefined;
    const obstacle = this.#makeWay(error, broken?.file);
    // Only with the file out of the way: SQLite would still move its log into it.
    await broken?.close().catch(() => {});
    if (obstacle === undefined) return;
    this.#turnErrandsAway();
    this.#beAway(reasonOf(obstacle));
    if (this.#closing) return;
    await this.#sleep(this.#retry);
    this.#retry = Math.min(this.#retry * 2, RETRY.most);
  }

  /** Puts a file aside that cannot be used any more; answers what is still in the way. */
  #makeWay(error: unknown, file: SqliteFile | undefined): unknown {
    try {
      const lost = error instanceof LostFile ? error : lossOf(file);
      if (lost && file) this.#events.replaced(giveUpFile(this.#options.url, lost, file));
      else if (failureOf(error) === 'corrupt' && this.#options.url.startsWith('sqlite:')) {
        this.#events.replaced({ found: 'damaged', keptAs: setFileAside(this.#options.url) });
      } else return error;
      return undefined;
    } catch (problem) {
      return problem;
    }
  }

  #beAway(reason: string): void {
    this.#isAway = true;
    this.#events.trouble(reason);
  }

  /** Until the database answers again nobody is kept waiting. */
  #turnErrandsAway(): void {
    this.#turnsAway = true;
    for (const waiting of [...this.#queue, ...this.#background]) {
      if (waiting.packed) continue;
      waiting.reject(
        new ArchiveError('unavailable', 'The archive is not available at the moment.'),
      );
    }
    this.#queue = this.#queue.filter(({ packed }) => packed);
    this.#background = [];
  }

  #isBack(): void {
    this.#retry = RETRY.first;
    this.#turnsAway = false;
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#events.trouble(undefined);
  }

  async #sleep(milliseconds: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      timer = setTimeout(resolve, milliseconds);
    });
    clearTimeout(timer);
    this.#wake = undefined;
  }
}

function readable(packed: Uint8Array): Batch | undefined {
  try {
    return unpackBatch(packed);
  } catch {
    return undefined;
  }
}

/** What SQLite stumbles over may come from what was done to its file. */
function lossOf(file: SqliteFile | undefined): LostFile | undefined {
  try {
    file?.check();
    return undefined;
  } catch (error) {
    return error instanceof LostFile ? error : undefined;
  }
}

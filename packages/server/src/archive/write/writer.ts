import type { ChangedKind } from '@hookline/contract';
import { ArchiveError } from '../archive.ts';
import type { PhoneOptions } from '../normalise/dialling-plan.ts';
import { PhoneRules } from '../normalise/phone-number.ts';
import type { Store } from '../store/store.ts';
import { applyBatch } from './apply-batch.ts';
import { type Batch, unpackBatch } from './batch.ts';
import { failureOf } from './failures.ts';
import { openArchive, setFileAside } from './open-archive.ts';
import { Spool } from './spool.ts';
import { Suppression } from './suppression.ts';

export interface WriterOptions {
  readonly url: string;
  readonly spoolFolder: string;
  readonly phone: PhoneOptions;
}

/** What the relay's thread is told. */
export interface WriterEvents {
  /** These many bytes need not be kept in memory any more: they are stored or spooled. */
  settled(bytes: number): void;
  stored(records: number, setAside: number): void;
  changed(kinds: readonly ChangedKind[]): void;
  /** What is wrong now; undefined when all is well again. */
  trouble(text: string | undefined): void;
  failed(message: string): void;
  spooled(batches: number): void;
  /** The file was replaced; whoever has it open has to open it again. */
  replaced(setAsideAs: string): void;
}

/** With a database that takes longer than this, waiting batches go to the spool. */
const PATIENCE = 1000;
const RETRY = { first: 100, most: 3000 };
const AGAIN_AT_MOST = 20;

interface WaitingBatch {
  readonly packed: Uint8Array;
}

/** A person's request to the archive; it takes its turn among the batches. */
interface Errand {
  readonly packed?: undefined;
  readonly run: (context: WriterContext) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

export interface WriterContext {
  readonly store: Store;
  readonly rules: PhoneRules;
  readonly suppression: Suppression;
  readonly spool: Spool;
}

/**
 * Stores batches one after another, in the order they came in. While the database is away they
 * go to the spool, behind those that wait there already, and are stored from it afterwards.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #events: WriterEvents;
  readonly #rules: PhoneRules;
  readonly #suppression: Suppression;
  readonly #spool: Spool;
  #store: Store | undefined;
  #queue: (WaitingBatch | Errand)[] = [];
  #wake: (() => void) | undefined;
  #closing = false;
  #isAway = false;
  #retry = RETRY.first;

  constructor(options: WriterOptions, events: WriterEvents) {
    this.#options = options;
    this.#events = events;
    this.#rules = new PhoneRules(options.phone);
    this.#suppression = new Suppression(this.#rules);
    this.#spool = new Spool(options.spoolFolder);
  }

  add(packed: Uint8Array): void {
    this.#queue.push({ packed });
    if (this.#isAway) this.#spoolQueue();
    this.#wake?.();
  }

  errand<T>(run: (context: WriterContext) => Promise<T>): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      this.#queue.push({ run, resolve, reject });
      if (this.#isAway) this.#rejectErrands();
      this.#wake?.();
    }) as Promise<T>;
  }

  /** Runs until `close`; everything that was added is then stored or spooled. */
  async run(): Promise<void> {
    while (!(this.#closing && this.#isIdle)) {
      if (this.#isIdle) await this.#sleep();
      else await this.#step();
      // Nothing more can be done for what waits: it is on disk, or cannot be.
      if (this.#closing && this.#isAway) break;
    }
    await this.#store?.close();
  }

  close(): void {
    this.#closing = true;
    if (this.#isAway) this.#spoolQueue();
    this.#wake?.();
  }

  get #isIdle(): boolean {
    return this.#queue.length === 0 && this.#spoolLength() === 0;
  }

  async #step(): Promise<void> {
    try {
      const context = await this.#open();
      const next = this.#queue[0];
      if (next && !next.packed) await this.#runErrand(context, next);
      else if (this.#spoolLength() > 0) await this.#storeSpooled(context);
      else if (next) await this.#storeQueued(context, next);
      this.#isBack();
    } catch (error) {
      await this.#failed(error);
    }
  }

  async #open(): Promise<WriterContext> {
    if (!this.#store) {
      const { store, setAsideAs } = await openArchive(this.#options.url);
      this.#store = store;
      if (setAsideAs !== undefined) this.#events.replaced(setAsideAs);
      await this.#suppression.load(store);
    }
    return {
      store: this.#store,
      rules: this.#rules,
      suppression: this.#suppression,
      spool: this.#spool,
    };
  }

  /** Before the queue: what is in the spool is older. */
  async #storeSpooled(context: WriterContext): Promise<void> {
    const packed = this.#spool.oldest();
    const batch = packed && readable(packed);
    if (batch) await this.#apply(context, batch);
    if (batch) this.#spool.removeOldest();
    else this.#spool.setOldestAside();
    this.#events.spooled(this.#spoolLength());
  }

  async #storeQueued(context: WriterContext, next: WaitingBatch): Promise<void> {
    // A database that hangs must not make memory grow behind it.
    const patience = setTimeout(() => this.#beAway('the database does not answer'), PATIENCE);
    try {
      await this.#apply(context, unpackBatch(next.packed));
    } finally {
      clearTimeout(patience);
    }
    // It may have gone to the spool meanwhile; stored twice it still counts once.
    const place = this.#queue.indexOf(next);
    if (place >= 0) {
      this.#queue.splice(place, 1);
      this.#events.settled(next.packed.length);
    }
  }

  async #apply(context: WriterContext, batch: Batch): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { changed, stored, setAside } = await applyBatch(context, batch);
        this.#events.stored(stored, setAside);
        if (changed.size > 0) this.#events.changed([...changed]);
        return;
      } catch (error) {
        if (failureOf(error) !== 'again' || attempt >= AGAIN_AT_MOST) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * attempt));
      }
    }
  }

  async #runErrand(context: WriterContext, errand: Errand): Promise<void> {
    this.#queue.shift();
    try {
      errand.resolve(await errand.run(context));
    } catch (error) {
      errand.reject(error);
      if (failureOf(error) !== 'refused' && !(error instanceof ArchiveError)) throw error;
    }
  }

  async #failed(error: unknown): Promise<void> {
    const message = (error as Error).message.split('\n', 1)[0] ?? 'unknown';
    this.#events.failed(message);
    const broken = this.#store;
    this.#store = undefined;
    await broken?.close().catch(() => {});
    if (failureOf(error) === 'corrupt' && this.#options.url.startsWith('sqlite:')) {
      this.#events.replaced(setFileAside(this.#options.url));
      return;
    }
    this.#beAway(message);
    if (this.#closing) return;
    await this.#sleep(this.#retry);
    this.#retry = Math.min(this.#retry * 2, RETRY.most);
  }

  #beAway(message: string): void {
    this.#isAway = true;
    this.#spoolQueue();
    const waiting = this.#spoolLength();
    const kept = waiting > 0 ? `; ${waiting} batches wait in the spool` : '';
    this.#events.trouble(`the archive cannot store at the moment: ${message}${kept}`);
    this.#rejectErrands();
  }

  #rejectErrands(): void {
    for (const waiting of this.#queue) {
      if (waiting.packed) continue;
      waiting.reject(
        new ArchiveError('unavailable', 'The archive is not available at the moment.'),
      );
    }
    this.#queue = this.#queue.filter(({ packed }) => packed);
  }

  #isBack(): void {
    this.#retry = RETRY.first;
    if (!this.#isAway || this.#spoolLength() > 0) return;
    this.#isAway = false;
    this.#events.trouble(undefined);
  }

  #spoolQueue(): void {
    try {
      for (const { packed } of [...this.#queue]) {
        if (!packed) continue;
        this.#spool.add(packed);
        this.#queue = this.#queue.filter((waiting) => waiting.packed !== packed);
        this.#events.settled(packed.length);
      }
    } catch (error) {
      this.#events.failed(`the spool cannot be written: ${(error as Error).message}`);
    }
    this.#events.spooled(this.#spoolLength());
  }

  #spoolLength(): number {
    try {
      return this.#spool.length;
    } catch {
      return 0;
    }
  }

  async #sleep(milliseconds?: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = milliseconds === undefined ? resolve : undefined;
      if (milliseconds !== undefined) timer = setTimeout(resolve, milliseconds);
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

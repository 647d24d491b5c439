import type { ChangedKind } from '@hookline/contract';
import { sql } from 'kysely';
import { ArchiveError } from '../archive.ts';
import type { PhoneOptions } from '../normalise/dialling-plan.ts';
import { PhoneRules } from '../normalise/phone-number.ts';
import type { Store } from '../store/store.ts';
import { applyBatch } from './apply-batch.ts';
import { type Batch, unpackBatch } from './batch.ts';
import { failureOf, reasonOf } from './failures.ts';
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
/** A slow database must not turn away a person; one that hangs must not keep them waiting. */
const ERRAND_PATIENCE = 5000;
const RETRY = { first: 100, most: 3000 };
const AGAIN_AT_MOST = 20;
/** While nothing comes in, a database that is gone would not be noticed. */
const LOOK_EVERY = 5000;
/** What is not stored this long after `close` goes to the spool, while there is time for it. */
const LAST_CALL = 3000;

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
  #turnsAway = false;
  #retry = RETRY.first;
  #spoolProblem: string | undefined;
  /** The batch that was stored, and counted, last. */
  #counted: string | undefined;
  #lastCall: NodeJS.Timeout | undefined;
  readonly #givenUp = Promise.withResolvers<void>();
  #isGivenUp = false;

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
    else this.#wake?.();
  }

  errand<T>(run: (context: WriterContext) => Promise<T>): Promise<T> {
    return new Promise<unknown>((resolve, reject) => {
      this.#queue.push({ run, resolve, reject });
      if (this.#turnsAway) this.#turnErrandsAway();
      else this.#wake?.();
    }) as Promise<T>;
  }

  /** Runs until `close`; everything that was added is then stored or spooled. */
  async run(): Promise<void> {
    this.#events.spooled(this.#spoolLength());
    await Promise.race([this.#work(), this.#givenUp.promise]);
    clearTimeout(this.#lastCall);
    await this.#store?.close().catch(() => {});
  }

  close(): void {
    this.#closing = true;
    if (this.#isAway) this.#spoolQueue();
    if (this.#isAway && this.#isSpooled) this.#giveUp();
    this.#lastCall = setTimeout(() => this.#beAway('the service has to end'), LAST_CALL);
    this.#wake?.();
  }

  async #work(): Promise<void> {
    // The first step is not left to the first batch: what is wrong at the start shows at once.
    do {
      await this.#step();
      if (this.#isIdle && !this.#isAway && !this.#closing) await this.#sleep(LOOK_EVERY);
      // SQLite answers without the thread ever being free, and `close` has to be heard.
      else await new Promise(setImmediate);
    } while (!(this.#closing && (this.#isIdle || this.#isGivenUp)));
  }

  /** Nothing more can be done for what waits: it is on disk, or cannot be. */
  #giveUp(): void {
    this.#isGivenUp = true;
    this.#givenUp.resolve();
  }

  get #isSpooled(): boolean {
    return this.#queue.every(({ packed }) => !packed);
  }

  get #isIdle(): boolean {
    return this.#queue.length === 0 && this.#spoolLength() === 0;
  }

  async #step(): Promise<void> {
    const [next] = this.#queue;
    const errand = next && !next.packed ? next : undefined;
    // A database that hangs must not make memory grow behind it. What a person asks for may take
    // longer, and must not turn away what the same person asks for next.
    const patience = errand ? [] : this.#losePatience();
    try {
      const context = await this.#open();
      if (errand) await this.#runErrand(context, errand);
      else if (this.#spoolLength() > 0) await this.#storeSpooled(context);
      else if (next?.packed) await this.#storeQueued(context, next);
      else await sql`select 1`.execute(context.store.db);
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
    await this.#apply(context, unpackBatch(next.packed));
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
        const { changed, setAside } = await applyBatch(context, batch);
        // It counts when the confirmation of an earlier attempt was lost, but not when it came
        // after all, with the batch in the spool already.
        if (this.#counted !== batch.id) this.#events.stored(batch.entries.length, setAside);
        this.#counted = batch.id;
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
    this.#events.failed(reasonOf(error));
    const broken = this.#store;
    this.#store = undefined;
    await broken?.close().catch(() => {});
    const obstacle = this.#replaceIfDamaged(error);
    if (obstacle !== undefined) {
      this.#turnErrandsAway();
      this.#beAway(reasonOf(obstacle));
      if (this.#closing) this.#giveUp();
    }
    if (this.#closing) return;
    await this.#sleep(this.#retry);
    this.#retry = Math.min(this.#retry * 2, RETRY.most);
  }

  /** Answers what is still in the way. */
  #replaceIfDamaged(error: unknown): unknown {
    if (failureOf(error) !== 'corrupt' || !this.#options.url.startsWith('sqlite:')) return error;
    try {
      this.#events.replaced(setFileAside(this.#options.url));
      return undefined;
    } catch (problem) {
      return problem;
    }
  }

  #beAway(message: string): void {
    this.#isAway = true;
    this.#spoolQueue();
    const waiting = this.#spoolLength();
    const notes = [
      `the archive cannot store at the moment: ${message}`,
      waiting > 0 && `${waiting} batches wait in the spool`,
      this.#spoolProblem && `the spool cannot be written: ${this.#spoolProblem}`,
    ];
    this.#events.trouble(notes.filter(Boolean).join('; '));
    if (this.#closing && this.#isSpooled) this.#giveUp();
  }

  /** Until the database answers again nobody is kept waiting. */
  #turnErrandsAway(): void {
    this.#turnsAway = true;
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
    this.#turnsAway = false;
    if (!this.#isAway || this.#spoolLength() > 0) return;
    this.#isAway = false;
    this.#events.trouble(undefined);
  }

  #spoolQueue(): void {
    this.#spoolProblem = undefined;
    const errands: Errand[] = [];
    let done = 0;
    try {
      for (const waiting of this.#queue) {
        if (waiting.packed) {
          this.#spool.add(waiting.packed);
          this.#events.settled(waiting.packed.length);
        } else errands.push(waiting);
        done++;
      }
    } catch (error) {
      this.#spoolProblem = reasonOf(error);
      this.#events.failed(`the spool cannot be written: ${this.#spoolProblem}`);
    }
    this.#queue = [...errands, ...this.#queue.slice(done)];
    this.#events.spooled(this.#spoolLength());
  }

  #spoolLength(): number {
    try {
      return this.#spool.length;
    } catch {
      return 0;
    }
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

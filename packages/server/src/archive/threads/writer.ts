import { PhoneRules } from '@hookline/records/phone';
import { sql } from 'kysely';
import { ArchiveError, unavailable } from '../engine/archive-error.ts';
import type { Batch, Entry } from '../engine/journal/batch.ts';
import {
  forgetOrder,
  greatestId,
  inOrderAfter,
  positionOf,
} from '../engine/journal/feed-position.ts';
import { JournalReader } from '../engine/journal/journal-reader.ts';
import type { JournalFile } from '../engine/journal/messages.ts';
import { MappingBook } from '../engine/mapping-book.ts';
import { failureOf, reasonOf } from '../engine/store/failures.ts';
import {
  type FileNews,
  giveUpFile,
  openArchive,
  setFileAside,
} from '../engine/store/open-archive.ts';
import { LostFile, type SqliteFile } from '../engine/store/sqlite-file.ts';
import type { Store } from '../engine/store/store.ts';
import { JobReading } from '../jobs/job-reports.ts';
import { Suppression } from '../privacy/suppression.ts';
import type { WriterContext } from '../privacy/writer-context.ts';
import { applyBatch } from './apply-batch.ts';
import type { FromWriter, WriterData } from './messages.ts';

export type WriterOptions = Omit<WriterData, 'retention' | 'feed'>;

export interface WriterEvents {
  /** The database is there; nothing is stored in it before this is done. */
  opened(context: WriterContext): Promise<void>;
  /** Tells the relay's thread. */
  send(message: FromWriter): void;
}

/** A database that takes longer than this does not answer. */
const TIMEOUT = 1000;
/** A slow database must not turn away a person; one that hangs must not keep them waiting. */
const COMMAND_TIMEOUT = 5000;
const RETRY = { first: 100, most: 3000 };
const AGAIN_AT_MOST = 20;
/** While nothing comes in, a database that is gone would not be noticed. */
const LOOK_EVERY = 5000;
/** A writer that is never idle gets on with the rest between so many batches. */
const BATCHES_IN_A_ROW = 20;
/** After so many threads that have ended, batches are stored one by one, then the first put aside. */
const ENDS = { alone: 2, aside: 3 };

/** A person's request to the archive; it takes its turn among the batches. */
interface Command {
  /** Not a person's, but a batch that was read from the stream. */
  readonly isFed: boolean;
  readonly run: (context: WriterContext) => Promise<unknown>;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores what is in the journal, in its order. What it does not get to stays there.
 *
 *     commands ──► one at a time, and a batch between two of them ──┐
 *     journal ───► the next batches, joined to one transaction ─────┼──► database ──► settled, reply
 *     background ► when nothing else is due, or after 20 batches ───┘        │
 *                                                                          fails
 *     away: tried again, after 0.1 to 3 s; refused: record by record, and that one a dead letter;
 *     damaged: the file is kept under another name and a fresh one begun ◄───┘
 *
 * How far the journal is stored moves in the transaction of the rows, so a batch that is tried again
 * changes nothing twice. What taught the turns: lists that took longer to read than a statement may
 * take were taken for a database that hangs, and begun anew for ever.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #events: WriterEvents;
  readonly #rules: PhoneRules;
  readonly #jobs: JobReading;
  readonly #mappings = new MappingBook();
  readonly #suppression: Suppression;
  readonly #journal: JournalReader;
  #store: Store | undefined;
  #commands: Command[] = [];
  #wasCommand = false;
  /** What can wait until nothing else is to be done. */
  #background: Command[] = [];
  #batchesInARow = 0;
  #wake: (() => void) | undefined;
  #closing = false;
  #isAway = false;
  #isUpgrading = false;
  #turnsAway = false;
  #retry = RETRY.first;
  /** The last id of an event, of what was there before too; undefined until that is known. */
  #lastId: string | undefined;
  /** Runs whose journal was found. */
  readonly #earlier = new Set<string>();
  #isFirstAside = false;

  constructor(options: WriterOptions, events: WriterEvents) {
    this.#options = options;
    this.#events = events;
    this.#rules = new PhoneRules(options.phone);
    this.#jobs = new JobReading(options.jobs, this.#rules);
    this.#suppression = new Suppression(this.#rules, options, (keys) =>
      events.send({ type: 'suppressed', keys }),
    );
    this.#journal = new JournalReader(options.spoolFolder, (text) =>
      events.send({ type: 'notice', text }),
    );
  }

  /** So far the journal is written. */
  expect(file: JournalFile): void {
    this.#journal.expect(file);
    this.#wake?.();
  }

  /** A batch that could not be written into it. */
  add(packed: Uint8Array): void {
    this.#journal.hand(packed);
    this.#wake?.();
  }

  command<T>(run: (context: WriterContext) => Promise<T>): Promise<T> {
    return this.#queued(this.#commands, run);
  }

  /** Stores a batch that was read from the stream; it stays there until it is stored. */
  feed(batch: Batch): Promise<void> {
    return this.#queued(this.#commands, (context) => this.#apply(context, batch), true);
  }

  /** As a command, but whatever else there is to do comes first. */
  background<T>(run: (context: WriterContext) => Promise<T>): Promise<T> {
    return this.#queued(this.#background, run);
  }

  #queued<T>(queue: Command[], run: (context: WriterContext) => Promise<T>, isFed = false) {
    return new Promise<unknown>((resolve, reject) => {
      queue.push({ run, resolve, reject, isFed });
      if (this.#turnsAway) this.#turnCommandsAway();
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
    const store = this.#store;
    if (store && this.#journal.isTidy) await this.#forget(store, this.#options.run).catch(() => {});
    await store?.close().catch(() => {});
  }

  close(): void {
    this.#closing = true;
    this.#wake?.();
  }

  get #isIdle(): boolean {
    return this.#commands.length === 0 && this.#journal.isEmpty;
  }

  async #step(): Promise<void> {
    const command = this.#dueCommand() ?? this.#dueInBackground();
    // What a person asks for may take longer, and must not turn away what the same person asks
    // for next.
    const timeout = command && !command.isFed ? [] : this.#startTimeouts();
    try {
      const context = await this.#open();
      if (command) await this.#runCommand(context, command);
      else if (!this.#journal.isEmpty) await this.#storeNext(context);
      else await this.#look(context);
      timeout.forEach(clearTimeout);
      this.#isBack();
    } catch (error) {
      timeout.forEach(clearTimeout);
      await this.#failed(error);
    }
  }

  #startTimeouts(): NodeJS.Timeout[] {
    return [
      setTimeout(() => {
        // It does, and says what it is at.
        if (!this.#isUpgrading) this.#beAway('the database does not answer');
      }, TIMEOUT),
      setTimeout(() => this.#turnCommandsAway(), COMMAND_TIMEOUT),
    ];
  }

  async #look({ store }: WriterContext): Promise<void> {
    store.file?.check();
    await sql`select 1`.execute(store.db);
  }

  async #open(): Promise<WriterContext> {
    if (this.#store) return this.#contextWith(this.#store);
    const { store, setAsideAs } = await openArchive(this.#options.url, (step) => {
      this.#isUpgrading = true;
      this.#events.send({ type: 'upgrading', step });
      this.#beAway(`the database is brought up to date (${step})`);
    }).finally(() => {
      this.#isUpgrading = false;
    });
    this.#store = store;
    if (setAsideAs !== undefined) this.#tellReplaced({ found: 'damaged', keptAs: setAsideAs });
    await this.#suppression.load(store);
    await this.#mappings.load(store.db);
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
      mappings: this.#mappings,
      suppression: this.#suppression,
      journal: this.#journal,
    };
  }

  async #storeNext(context: WriterContext): Promise<void> {
    const { run, ends } = this.#options;
    let batches = this.#journal.next();
    if (batches.some((batch) => context.suppression.marks.isTooOld(batch))) {
      const name = this.#journal.holdBack();
      if (name !== undefined) {
        this.#events.send({ type: 'held-back', name });
        batches = [];
      }
    }
    for (const batch of ends < ENDS.alone ? joined(batches) : batches) {
      await this.#apply(context, await this.#survivable(context, batch));
      if (batch.order?.name === run) {
        this.#events.send({ type: 'settled', seq: batch.order.through });
      } else if (batch.order) this.#earlier.add(batch.order.name);
    }
    const name = this.#journal.done();
    if (name !== undefined) this.#events.send({ type: 'read', name });
    if (!this.#journal.isTidy) return;
    for (const order of this.#earlier) await this.#forget(context.store, order);
  }

  /** The first batch after some threads that have ended is the one that they have ended over. */
  async #survivable({ store }: WriterContext, batch: Batch): Promise<Batch> {
    const { order } = batch;
    if (this.#options.ends < ENDS.aside || this.#isFirstAside) return this.#inOrder(batch);
    const stored = order && (await positionOf(store.db, order.name));
    if (order && (stored ?? 0) >= order.through) return batch;
    this.#isFirstAside = true;
    this.#journal.setAside(batch);
    return { ...batch, entries: [] };
  }

  /** Nothing of this run is left in the journal. */
  async #forget(store: Store, order: string): Promise<void> {
    store.file?.remember(undefined);
    await forgetOrder(store.db, order);
    this.#earlier.delete(order);
  }

  async #apply(context: WriterContext, batch: Batch): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { changed, stored, deadLetters } = await applyBatch(context, batch);
        if (batch.order) context.store.file?.remember(batch.order);
        // Of this run the relay knows how many it has handed over.
        if (batch.order?.name !== this.#options.run) {
          this.#events.send({ type: 'stored', records: stored });
        }
        if (deadLetters > 0) this.#events.send({ type: 'dead-letters', records: deadLetters });
        if (changed.size > 0) this.#events.send({ type: 'changed', kinds: [...changed] });
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

  /** Between two commands, what was accepted gets on. */
  #dueCommand(): Command | undefined {
    const command = this.#wasCommand && !this.#journal.isEmpty ? undefined : this.#commands[0];
    this.#wasCommand = command !== undefined;
    return command;
  }

  /** What waits for a quiet moment, if this is one or there has been none for long. */
  #dueInBackground(): Command | undefined {
    const [first] = this.#background;
    if (first && (this.#isIdle || this.#batchesInARow >= BATCHES_IN_A_ROW)) {
      this.#batchesInARow = 0;
      return first;
    }
    this.#batchesInARow++;
    return undefined;
  }

  async #runCommand(context: WriterContext, command: Command): Promise<void> {
    this.#commands = this.#commands.filter((waiting) => waiting !== command);
    this.#background = this.#background.filter((waiting) => waiting !== command);
    try {
      const value = await command.run(context);
      // To a file that nobody finds any more, nothing was changed.
      context.store.file?.check();
      context.store.file?.tend();
      command.resolve(value);
    } catch (error) {
      command.reject(error);
      if (failureOf(error) !== 'refused' && !(error instanceof ArchiveError)) throw error;
    }
  }

  async #failed(error: unknown): Promise<void> {
    this.#events.send({ type: 'failed', message: reasonOf(error) });
    const broken = this.#store;
    this.#store = undefined;
    const obstacle = this.#makeWay(error, broken?.file);
    // Only with the file out of the way: SQLite would still move its log into it.
    await broken?.close().catch(() => {});
    if (obstacle === undefined) return;
    this.#turnCommandsAway();
    this.#beAway(reasonOf(obstacle));
    if (this.#closing) return;
    await this.#sleep(this.#retry);
    this.#retry = Math.min(this.#retry * 2, RETRY.most);
  }

  /** Puts a file aside that cannot be used any more; answers what is still in the way. */
  #makeWay(error: unknown, file: SqliteFile | undefined): unknown {
    try {
      const lost = error instanceof LostFile ? error : lossOf(file);
      if (lost && file) this.#tellReplaced(giveUpFile(this.#options.url, lost, file));
      else if (failureOf(error) === 'corrupt' && this.#options.url.startsWith('sqlite:')) {
        this.#tellReplaced({ found: 'damaged', keptAs: setFileAside(this.#options.url) });
      } else return error;
      return undefined;
    } catch (problem) {
      return problem;
    }
  }

  /** Whoever has the file open has to open it again. */
  #tellReplaced(news: FileNews): void {
    this.#events.send({ type: 'replaced', ...news });
  }

  #beAway(reason: string): void {
    this.#isAway = true;
    this.#events.send({ type: 'trouble', text: reason });
  }

  /** Until the database answers again nobody is kept waiting. */
  #turnCommandsAway(): void {
    this.#turnsAway = true;
    for (const waiting of [...this.#commands, ...this.#background]) {
      waiting.reject(unavailable());
    }
    this.#commands = [];
    this.#background = [];
  }

  #isBack(): void {
    this.#retry = RETRY.first;
    this.#turnsAway = false;
    if (!this.#isAway) return;
    this.#isAway = false;
    this.#events.send({ type: 'trouble', text: undefined });
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

/** What follows each other in one order is stored together; what stands twice in it, once. */
function joined(batches: readonly Batch[]): readonly Batch[] {
  const all: (Batch & { entries: Entry[] })[] = [];
  for (const { entries, ...batch } of batches) {
    const last = all.at(-1);
    if (!batch.order || last?.order?.name !== batch.order.name) {
      all.push({ ...batch, entries: [...entries] });
    } else if (batch.order.through > last.order.through) {
      last.entries.push(...entries);
      all.splice(-1, 1, { ...batch, entries: last.entries });
    }
  }
  return all;
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

import { unavailable } from '../archive-error.ts';
import { type EntryHead, packBatch } from './batch.ts';
import { Journal, type JournalOptions } from './journal.ts';
import type { FromOutbox, JournalFile } from './messages.ts';

/** The journal gets each turn; the writing thread what came in this many milliseconds … */
const COLLECT_FOR = 20;
/** … and while more keeps coming, in this many: each time is a transaction. A reader hurries it. */
const STORE_EVERY = 200;
/** What is neither in the journal nor stored; beyond this it is dropped, and counted. */
const MOST_QUEUED = 64 * 1024 * 1024;
/** A record costs memory beside its text. */
const RECORD_BYTES = 300;
/** The writing thread has a copy of what it was handed, so that is kept to a few. */
const WINDOW = 8;
/** Later than a second, so that a database which does not answer is called by its name. */
const BEHIND_AFTER = 2000;
/** Batches that are remembered one by one; when more wait, it does not matter to the second. */
const MOST_MARKS = 1000;
/** When all is stored for this long, no file is left that holds it a second time. */
const TIDY_AFTER = 1000;
/** A person is not kept waiting for batches that can neither be stored nor written down. */
const COMMAND_TIMEOUT = 5000;
/** Nor a reader for batches that take long. */
const READER_TIMEOUT = 3000;
/** At the end, what is in the journal need not be stored after this. */
const LAST_CALL = 2500;
/** What cannot be written either is given up then, while there is time to say so; what only takes long, later. */
const GIVE_UP = { broken: 2000, slow: 3500 };

export interface OutboxOptions extends Pick<JournalOptions, 'folder' | 'mostBytes'> {
  /** Names this run of the service in the journal. */
  readonly run: string;
  /** Whether whoever sends something is answered only when it is in the journal. */
  readonly isAwaited: boolean;
  /** The writing thread is slow, or has caught up. */
  readonly onBehind: (isBehind: boolean) => void;
  readonly onDropping: () => void;
  readonly onProblem: JournalOptions['onProblem'];
}

/**
 * What was handed to the archive and is not stored yet.
 *
 *     add ──► collected ──(end of the turn)──► batch n ──► journal ──► on disk: answers of n go out
 *                                                 │           │
 *                                  cannot be written:     so far it is written
 *                                  from memory, a few         │
 *                                                 ▼           ▼
 *                                          writing thread ──► rows ──► settled n: forgotten here
 *
 * - **collect**: all that one turn of the event loop accepts is one batch, with the next number.
 * - **append**: the journal's thread writes it; whoever waits for its number is answered then.
 * - **hand on**: the writing thread hears how far the file reaches, 20 ms after the first batch, then
 *   five times a second; at once for a reader. It says `settled` when the rows are stored.
 * - **tidy**: a file of which everything is settled goes, a second after the last batch.
 *
 * While the journal cannot be written, nobody waits for it. What taught this: batches once reached
 * the disk only when the database was slow, and kill -9 took what had been answered with 202.
 */
export class Outbox {
  dropped = 0;
  readonly #options: OutboxOptions;
  readonly #journal: Journal;
  #instance = '';
  #collected: { head: EntryHead; text: Buffer }[] = [];
  #collectedBytes = 0;
  #isFlushDue = false;
  #lastSeq = 0;
  #settledSeq = 0;
  /** The last batch that the writing thread was handed from memory. */
  #handedSeq = 0;
  /** Who waits for the journal, in the order of what they wait for. */
  #answers: { readonly through: number; readonly go: () => void }[] = [];
  /** Files of the journal that the writing thread has not been told of. */
  #untold = new Map<string, JournalFile>();
  /** Files that an earlier run has left. */
  readonly #leftOver = new Set<string>();
  #tellTimer: NodeJS.Timeout | undefined;
  #tellDue = 0;
  #toldAt = 0;
  /** The last batch that a reader waits for. */
  #hurriedSeq = 0;
  #tidyTimer: NodeJS.Timeout | undefined;
  /** What waits, and since when, oldest first. */
  #marks: { through: number; records: number; readonly since: number }[] = [];
  /** Who waits for something else. */
  readonly #waiting = new Set<{ readonly isDone: () => boolean; readonly go: () => void }>();
  #toWriter: ((message: FromOutbox) => void) | undefined;
  #isAway = false;
  #isBehind = false;
  #behindTimer: NodeJS.Timeout | undefined;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#journal = new Journal({
      ...options,
      onWritten: (seq) => this.#answer(seq),
      onFile: (file) => this.#onFile(file),
      onProblem: (problem) => {
        options.onProblem(problem);
        this.#advance();
        if (problem !== undefined) this.#answer(this.#collectingSeq);
      },
    });
  }

  /** In memory only. */
  get queuedBytes(): number {
    return this.#collectedBytes + this.#journal.unwrittenBytes;
  }

  get journalBytes(): number {
    return this.#journal.bytes;
  }

  /** Records that are not stored; a file of an earlier run counts as one. */
  get waiting(): number {
    const marked = this.#marks.reduce((sum, { records }) => sum + records, 0);
    return this.#leftOver.size + marked + recordsOf(this.#collected);
  }

  get waitingSeconds(): number {
    const [oldest] = this.#marks;
    return oldest ? (performance.now() - oldest.since) / 1000 : 0;
  }

  /** What keeps records waiting, and where they wait. */
  troubles(trouble: string | undefined): string[] {
    const lag = this.lag();
    const notes = [
      trouble && `the archive cannot store at the moment: ${trouble}`,
      lag && `the archive is behind: ${lag.records} records wait, the oldest for ${lag.seconds} s`,
      (trouble !== undefined || lag) &&
        this.journalBytes > 0 &&
        `${Math.ceil(this.journalBytes / 1024)} KiB wait in the journal`,
    ];
    const waiting = notes.filter(Boolean).join('; ');
    return [...(waiting ? [waiting] : []), ...this.#journal.troubles()];
  }

  /** How much waits, once the oldest of it has waited for too long. */
  lag(): { readonly records: number; readonly seconds: number } | undefined {
    const seconds = this.waitingSeconds;
    if (seconds < BEHIND_AFTER / 1000) return undefined;
    return { records: this.waiting, seconds: Math.round(seconds) };
  }

  /** Done when the journal can be written, or it is known that it cannot. */
  async open(instance: string): Promise<void> {
    this.#instance = instance;
    await this.#journal.open();
  }

  add(head: EntryHead, text: Buffer): void {
    const bytes = text.length + RECORD_BYTES;
    if (this.queuedBytes + bytes > MOST_QUEUED) {
      if (this.dropped++ === 0) this.#options.onDropping();
      return;
    }
    this.#collectedBytes += bytes;
    this.#collected.push({ head, text });
    if (this.#isFlushDue) return;
    this.#isFlushDue = true;
    if (this.#options.isAwaited) setImmediate(() => this.#flush());
    else setTimeout(() => this.#flush(), COLLECT_FOR);
  }

  /**
   * Calls `go` when all that was added before is in the journal. Answers false if that need not be
   * waited for, and does not call it: then it is there, or cannot be.
   */
  whenKept(go: () => void): boolean {
    const { isAwaited } = this.#options;
    if (!isAwaited || this.#journal.problem !== undefined) return false;
    if (this.#collected.length === 0 && this.#journal.unwritten.length === 0) return false;
    this.#answers.push({ through: this.#collectingSeq, go });
    return true;
  }

  /** There is a writing thread, and it knows of nothing yet. */
  connect(toWriter: (message: FromOutbox) => void): void {
    this.#toWriter = toWriter;
    this.#handedSeq = this.#settledSeq;
    for (const file of this.#journal.files) this.#untold.set(file.name, file);
    this.#tell();
  }

  disconnect(): void {
    this.#toWriter = undefined;
  }

  /** Whether the database can store at all. */
  setAway(isAway: boolean): void {
    this.#isAway = isAway;
    this.#advance();
  }

  /** All up to this batch is stored. Answers how many records those were. */
  settled(seq: number): number {
    this.#settledSeq = seq;
    this.#journal.settled(seq);
    const first = this.#marks.findIndex(({ through }) => through > seq);
    const done = this.#marks.splice(0, first < 0 ? this.#marks.length : first);
    this.#advance();
    if (seq === this.#lastSeq) this.#tidyTimer ??= setTimeout(() => this.#tidy(), TIDY_AFTER);
    return done.reduce((sum, { records }) => sum + records, 0);
  }

  /** This file of the journal is gone. */
  read(name: string): void {
    this.#leftOver.delete(name);
    this.#journal.removed(name);
    this.#advance();
  }

  /**
   * Everything added before is stored, or in files of the journal that nothing more comes into:
   * an erasure finds it in one or the other.
   */
  async passed(): Promise<void> {
    this.#flush();
    const through = this.#lastSeq;
    const isPassed = () => (this.#journal.unwritten[0]?.seq ?? through + 1) > through;
    if (!(await this.#until(isPassed, COMMAND_TIMEOUT))) {
      throw unavailable();
    }
    await this.#closeFile();
  }

  /**
   * Everything added before can be read after, unless it takes long or the database is away, which
   * is the answer: a reader who has seen an event arrive does not miss it in the archive.
   */
  async stored(): Promise<boolean> {
    const isStored = this.#storedBy(this.#collectingSeq);
    if (isStored()) return true;
    if (this.#isAway || this.lag() !== undefined) return false;
    this.#hurriedSeq = this.#collectingSeq;
    if (this.#untold.size > 0) this.#tellWithin(COLLECT_FOR);
    await this.#until(() => this.#isAway || isStored(), READER_TIMEOUT);
    return isStored();
  }

  /** The same, however long it takes. */
  async caughtUp(): Promise<void> {
    await this.#until(this.#storedBy(this.#collectingSeq));
  }

  #storedBy(through: number): () => boolean {
    return () => this.#leftOver.size === 0 && through <= this.#settledSeq;
  }

  /** Waits until everything is stored, or in the journal; answers how many records are neither. */
  async drain(): Promise<number> {
    this.#flush();
    await this.#closeFile();
    const isKept = () => this.#journal.unwritten.length === 0;
    const isOver = () => isKept() && (this.#isAway || this.journalBytes === 0);
    if (!(await this.#until(isOver, this.#toWriter ? LAST_CALL : 0))) {
      const isBroken = this.#journal.problem !== undefined;
      await this.#until(isKept, isBroken ? GIVE_UP.broken : GIVE_UP.slow);
    }
    for (const timer of [this.#behindTimer, this.#tellTimer, this.#tidyTimer]) clearTimeout(timer);
    const kept = this.#journal.unwritten[0]?.seq ?? this.#lastSeq + 1;
    const lost = this.#marks.filter(({ through }) => through >= kept);
    return lost.reduce((sum, { records }) => sum + records, recordsOf(this.#collected));
  }

  close(): Promise<boolean> {
    return this.#journal.close();
  }

  /** The batch in which what is added now will be, or the last one. */
  get #collectingSeq(): number {
    return this.#lastSeq + Math.sign(this.#collected.length);
  }

  #flush(): void {
    this.#isFlushDue = false;
    if (this.#collected.length === 0) return;
    const records = recordsOf(this.#collected);
    const seq = ++this.#lastSeq;
    const order = { name: this.#options.run, through: seq };
    const packed = packBatch({ instance: this.#instance, order }, this.#collected);
    this.#collected = [];
    this.#collectedBytes = 0;
    const mark = this.#marks.at(-1);
    if (mark && this.#marks.length >= MOST_MARKS) {
      mark.through = seq;
      mark.records += records;
    } else this.#marks.push({ through: seq, records, since: performance.now() });
    this.#journal.append(seq, packed);
    this.#advance();
  }

  #answer(seq: number): void {
    const first = this.#answers.findIndex(({ through }) => through > seq);
    const due = this.#answers.splice(0, first < 0 ? this.#answers.length : first);
    for (const { go } of due) go();
    this.#advance();
  }

  #onFile(file: JournalFile): void {
    // Before anything was accepted it can only be of an earlier run.
    if (this.#lastSeq === 0) this.#leftOver.add(file.name);
    this.#untold.set(file.name, file);
    const isHurried = this.#hurriedSeq > this.#settledSeq;
    const rest = isHurried ? 0 : this.#toldAt + STORE_EVERY - performance.now();
    this.#tellWithin(Math.max(COLLECT_FOR, rest));
  }

  #tellWithin(milliseconds: number): void {
    const due = performance.now() + milliseconds;
    if (this.#tellTimer && this.#tellDue <= due) return;
    clearTimeout(this.#tellTimer);
    this.#tellDue = due;
    this.#tellTimer = setTimeout(() => this.#tell(), milliseconds);
  }

  /** The writing thread, of what is in the journal by now. */
  #tell(): void {
    clearTimeout(this.#tellTimer);
    this.#tellTimer = undefined;
    if (!this.#toWriter) return;
    this.#toldAt = performance.now();
    for (const file of this.#untold.values()) this.#toWriter({ ...file, type: 'file' });
    this.#untold.clear();
    this.#advance();
  }

  /** Whatever can be done now. */
  #advance(): void {
    this.#handOver();
    for (const { isDone, go } of this.#waiting) if (isDone()) go();
    this.#tellIfBehind();
  }

  /** From memory, what is not in the journal. */
  #handOver(): void {
    if (this.#journal.problem === undefined || !this.#toWriter || this.#untold.size > 0) return;
    for (const { seq, packed } of this.#journal.unwritten.slice(0, WINDOW)) {
      if (seq <= this.#handedSeq) continue;
      this.#handedSeq = seq;
      this.#toWriter({ type: 'batch', packed });
    }
  }

  /** What is stored does not stay in the journal as well. */
  #tidy(): void {
    this.#tidyTimer = undefined;
    if (this.#settledSeq === this.#lastSeq) void this.#closeFile();
  }

  async #closeFile(): Promise<void> {
    await this.#journal.closeFile();
    this.#tell();
  }

  /** Answers false when that took too long. */
  async #until(isDone: () => boolean, timeout?: number): Promise<boolean> {
    if (isDone()) return true;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const one = { isDone, go: () => resolve(true) };
    this.#waiting.add(one);
    const timer = timeout === undefined ? timeout : setTimeout(() => resolve(false), timeout);
    const isInTime = await promise;
    clearTimeout(timer);
    this.#waiting.delete(one);
    return isInTime;
  }

  #tellIfBehind(): void {
    const [oldest] = this.#marks;
    const isBehind = this.lag() !== undefined;
    if (oldest && !isBehind) {
      const left = Math.max(0, oldest.since + BEHIND_AFTER - performance.now());
      this.#behindTimer ??= setTimeout(() => {
        this.#behindTimer = undefined;
        this.#tellIfBehind();
      }, left);
    }
    // That the database is away says as much.
    if (isBehind === this.#isBehind || (isBehind && this.#isAway)) return;
    this.#isBehind = isBehind;
    this.#options.onBehind(isBehind);
  }
}

/** What was accepted from somebody; what is counted of senders is no record that could be lost. */
function recordsOf(collected: readonly { readonly head: EntryHead }[]): number {
  return collected.filter(({ head }) => head.kind !== 'sources').length;
}

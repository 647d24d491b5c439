import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { FromJournal, JournalData, JournalFile, ToJournal } from './messages.ts';

/** A write that takes longer is not waited for by anybody. */
const WRITE_TIMEOUT = 50;
/** What is said of one: on a shared disk that is over in a moment, mostly. */
export const SLOW_WRITE = 'a write takes long';
/** A start does not wait longer for a folder that does not answer, nor an end for a write. */
const OPEN_TIMEOUT = 2000;
const CLOSE_TIMEOUT = 500;
const RESTART_AFTER = 1000;
const MEBIBYTE = 1024 * 1024;

export interface JournalOptions {
  readonly folder: string;
  /** What it may take on disk. */
  readonly mostBytes: number;
  /** All up to this batch is written. */
  readonly onWritten: (seq: number) => void;
  /** A file has more in it, or was found. */
  readonly onFile: (file: JournalFile) => void;
  /** Why it cannot be written; undefined when it can again. */
  readonly onProblem: (problem: string | undefined) => void;
}

interface Unwritten {
  readonly seq: number;
  readonly packed: Uint8Array;
}

/**
 * The relay's end of the journal. A thread of its own writes it, for a disk may hang; what it has
 * not written is kept here, too, for whoever can do with it meanwhile.
 */
export class Journal {
  readonly #options: JournalOptions;
  /** What the thread is at, a batch or the folder; 0 when it waits for work, or for the processor. */
  readonly #writing = new Int32Array(new SharedArrayBuffer(4));
  readonly #files = new Map<string, JournalFile>();
  readonly #closings: (() => void)[] = [];
  #thread: Worker | undefined;
  #unwritten: Unwritten[] = [];
  #unwrittenBytes = 0;
  #problem: string | undefined;
  #free = { bytes: Number.POSITIVE_INFINITY, isLittle: false };
  #timeout: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(options: JournalOptions) {
    this.#options = options;
  }

  /** Oldest first. */
  get unwritten(): readonly Unwritten[] {
    return this.#unwritten;
  }

  get unwrittenBytes(): number {
    return this.#unwrittenBytes;
  }

  get problem(): string | undefined {
    return this.#problem;
  }

  get files(): Iterable<JournalFile> {
    return this.#files.values();
  }

  get bytes(): number {
    return this.#files.values().reduce((sum, { end }) => sum + end, 0);
  }

  troubles(): string[] {
    const left = this.#options.mostBytes - this.bytes;
    const isLittle = this.#free.isLittle || left < this.#options.mostBytes / 10;
    const room = Math.max(0, Math.floor(Math.min(left, this.#free.bytes) / MEBIBYTE));
    return [
      ...(this.#problem === undefined ? [] : [`the journal cannot be written: ${this.#problem}`]),
      ...(isLittle ? [`the journal has room for ${room} MiB only`] : []),
    ];
  }

  /** Done when it can be written, or it is known that it cannot. */
  async open(): Promise<void> {
    const { folder, mostBytes } = this.#options;
    const state = this.#writing.buffer as SharedArrayBuffer;
    const workerData: JournalData = { folder, mostBytes, state };
    this.#thread = new Worker(new URL('./journal-thread.ts', import.meta.url), {
      workerData,
      // It has nothing but what it writes.
      resourceLimits: { maxYoungGenerationSizeMb: 2 },
    });
    const ready = Promise.withResolvers<void>();
    const hangs = setInterval(() => {
      // It waits for the processor.
      if (Atomics.load(this.#writing, 0) === 0) return;
      this.#fail('its folder does not answer');
      ready.resolve();
    }, OPEN_TIMEOUT);
    this.#thread.on('message', (message: FromJournal) => {
      if (message.type === 'ready') ready.resolve();
      else this.#onMessage(message);
    });
    this.#thread.on('error', ({ message }) => this.#fail(message));
    this.#thread.on('exit', () => {
      ready.resolve();
      if (this.#isOver) return;
      this.#fail('its thread has ended');
      setTimeout(() => void this.open(), RESTART_AFTER).unref();
    });
    for (const batch of this.#unwritten) this.#send({ type: 'append', ...batch });
    await ready.promise;
    clearInterval(hangs);
  }

  append(seq: number, packed: Uint8Array): void {
    this.#unwritten.push({ seq, packed });
    this.#unwrittenBytes += packed.length;
    this.#send({ type: 'append', seq, packed });
    this.#timeout ??= setTimeout(() => this.#look(0), WRITE_TIMEOUT);
  }

  /** What is stored need not be written. */
  settled(seq: number): void {
    const first = this.#unwritten.findIndex((batch) => batch.seq > seq);
    const gone = this.#unwritten.splice(0, first < 0 ? this.#unwritten.length : first);
    for (const { packed } of gone) this.#unwrittenBytes -= packed.length;
    if (this.#problem !== undefined) this.#send({ type: 'settled', seq });
  }

  removed(name: string): void {
    const { end = 0 } = this.#files.get(name) ?? {};
    this.#files.delete(name);
    this.#send({ type: 'removed', bytes: end });
  }

  /** Nothing that was appended before is in the file that is written after. */
  closeFile(): Promise<void> {
    if (!this.#thread || this.#problem !== undefined) return Promise.resolve();
    return new Promise((resolve) => {
      this.#closings.push(resolve);
      this.#send({ type: 'close' });
    });
  }

  /** Answers false if the thread is inside of a write that hangs: it ends with the process. */
  async close(): Promise<boolean> {
    this.#isOver = true;
    clearTimeout(this.#timeout);
    const thread = this.#thread;
    if (!thread) return true;
    const ended = once(thread, 'exit').then(() => true);
    void thread.terminate();
    return Promise.race([ended, pause(CLOSE_TIMEOUT, false, { ref: false })]);
  }

  #send(message: ToJournal): void {
    this.#thread?.postMessage(message);
  }

  /**
   * A write that was under way before, and still is when all that the thread has said is heard,
   * hangs. A thread that only waits for the processor of a busy machine does not.
   */
  #look(seen: number): void {
    this.#timeout = undefined;
    if (this.#unwritten.length === 0 || this.#problem !== undefined) return;
    const now = Atomics.load(this.#writing, 0);
    if (now !== 0 && now === seen) {
      setImmediate(() => {
        if (Atomics.load(this.#writing, 0) === seen) this.#fail(SLOW_WRITE);
      });
    }
    this.#timeout = setTimeout(() => this.#look(now), WRITE_TIMEOUT);
  }

  #onMessage(message: Exclude<FromJournal, { type: 'ready' }>): void {
    switch (message.type) {
      case 'file':
        this.#files.set(message.name, message);
        this.#options.onFile(message);
        if (message.seq !== undefined) this.#written(message.seq);
        break;
      case 'failed':
        this.#fail(message.reason);
        break;
      case 'closed':
        this.#closings.shift()?.();
        break;
      case 'free':
        this.#free = message;
    }
  }

  #written(seq: number): void {
    const isNews = this.#problem !== undefined;
    this.#problem = undefined;
    if (isNews) this.#options.onProblem(undefined);
    this.settled(seq);
    this.#options.onWritten(seq);
  }

  #fail(reason: string): void {
    const isNews = this.#problem === undefined;
    this.#problem = reason;
    for (const done of this.#closings.splice(0)) done();
    if (isNews) this.#options.onProblem(reason);
  }
}

import type { Worker } from 'node:worker_threads';
import { unavailable } from '../engine/archive-error.ts';
import type { PersonalDataPiece } from '../privacy/personal-tables.ts';
import type { FromReader, ReaderCalls, ToReader } from './messages.ts';
import { Replies } from './replies.ts';

/** How long a thread stays that nobody asks for anything. */
const REST_AFTER = 5 * 60_000;
/** One that fails at once would otherwise be started for everybody who asks. */
const RESTART_AFTER = 1000;

export interface ReadingEvents {
  /** Somebody who read the file found it damaged. */
  damaged(): void;
  failed(error: unknown): void;
}

/**
 * The reading thread as the relay sees it. It runs while somebody reads: a service that only relays,
 * or an office that has gone home, does not hold the memory of it.
 */
export class Reading {
  readonly #start: () => Worker;
  readonly #events: ReadingEvents;
  readonly #replies = new Replies();
  #thread: Worker | undefined;
  #hasFailed = false;
  #isClosed = false;
  #exports = 0;
  #lastExport = 0;
  #resting: NodeJS.Timeout | undefined;

  constructor(start: () => Worker, events: ReadingEvents) {
    this.#start = start;
    this.#events = events;
  }

  async call<T>(name: keyof ReaderCalls, parameters: readonly unknown[]): Promise<T> {
    const thread = this.#running();
    if (!thread) {
      throw unavailable();
    }
    return this.#replies.expect<T>((id) =>
      thread.postMessage({ type: 'call', id, name, parameters } as ToReader),
    );
  }

  async *exportNumber(number: string): AsyncGenerator<PersonalDataPiece> {
    const run = ++this.#lastExport;
    // Between two pieces nobody may ask for anything, and the thread knows how far it got.
    this.#exports++;
    try {
      for (;;) {
        const piece = await this.call<PersonalDataPiece | undefined>('nextPiece', [run, number]);
        if (!piece) return;
        yield piece;
      }
    } finally {
      this.#exports--;
      // Whoever asked may have left in the middle.
      this.call('endPieces', [run]).catch(() => {});
    }
  }

  /** The file is another one than before. */
  reopen(): void {
    this.#thread?.postMessage({ type: 'reopen' } satisfies ToReader);
  }

  /** Ends the thread; whoever waits for it is turned away. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#resting);
    await this.#thread?.terminate();
  }

  #running(): Worker | undefined {
    if (this.#isClosed || this.#hasFailed) return undefined;
    this.#thread ??= this.#started();
    this.#resting ??= setTimeout(() => this.#rest(), REST_AFTER).unref();
    this.#resting.refresh();
    return this.#thread;
  }

  #rest(): void {
    this.#resting = undefined;
    const thread = this.#thread;
    if (this.#exports > 0 || this.#replies.areAwaited) {
      this.#resting = setTimeout(() => this.#rest(), REST_AFTER).unref();
      return;
    }
    this.#thread = undefined;
    void thread?.terminate();
  }

  #started(): Worker {
    const thread = this.#start();
    thread.on('message', (message: FromReader) => {
      if (message.type === 'reply') this.#replies.settle(message);
      else this.#events.damaged();
    });
    thread.on('error', (error) => this.#events.failed(error));
    thread.on('exit', () => {
      // One that was sent to rest has nobody waiting, and may have a successor.
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#replies.abandon();
      this.#hasFailed = true;
      setTimeout(() => {
        this.#hasFailed = false;
      }, RESTART_AFTER).unref();
    });
    return thread;
  }
}

import { Worker } from 'node:worker_threads';
import type { Accepted } from '@hookline/contract';
import type { PhoneOptions } from '@hookline/records/phone';
import { unavailable } from '../engine/archive-error.ts';
import type { Erasure } from '../privacy/erase-in-json.ts';
import type { CallOf, Reply } from './messages.ts';
import { Replies } from './replies.ts';

/** What is worked out of a JSON text beside the relay. */
export interface AsideCalls {
  addresses(json: string): Accepted;
  calls(json: string): Accepted;
  erased(json: string, keys: readonly string[], phone: PhoneOptions): Erasure;
}
export type ToAside = CallOf<AsideCalls>;

/**
 * Up to so many bytes a text is read by the relay itself. Made to be slow, a megabyte takes a
 * second, for which everybody would have to wait.
 */
export const MOST_AT_ONCE = 16 * 1024;
/** Characters that may wait: what does is held by the relay, which would have to end others. */
const MOST_WAITING = 16 * 1024 * 1024;
const REST_AFTER = 1000;

/** A thread that runs while it is asked for something. */
export class Aside {
  readonly #replies = new Replies();
  #thread: Worker | undefined;
  #waiting = 0;
  #resting: NodeJS.Timeout | undefined;

  async ask<Name extends keyof AsideCalls>(
    name: Name,
    ...parameters: Parameters<AsideCalls[Name]>
  ): Promise<ReturnType<AsideCalls[Name]>> {
    const [{ length }] = parameters;
    if (this.#waiting > 0 && this.#waiting + length > MOST_WAITING) {
      throw unavailable('Too many large reports are being read.');
    }
    this.#waiting += length;
    clearTimeout(this.#resting);
    this.#thread ??= this.#started();
    const thread = this.#thread;
    try {
      return await this.#replies.expect((id) =>
        thread.postMessage({ type: 'call', id, name, parameters }),
      );
    } finally {
      this.#waiting -= length;
      if (this.#waiting === 0) this.#resting = setTimeout(() => this.#rest(), REST_AFTER).unref();
    }
  }

  #rest(): void {
    void this.#thread?.terminate();
    this.#thread = undefined;
  }

  #started(): Worker {
    const thread = new Worker(new URL('./aside-thread.ts', import.meta.url));
    // One that rests keeps nobody from ending.
    thread.unref();
    thread.on('message', (reply: Reply) => this.#replies.settle(reply));
    thread.on('error', (error: Error) => this.#replies.abandon(error));
    thread.on('exit', () => {
      // One that was sent to rest has nobody waiting, and may have a successor.
      if (this.#thread !== thread) return;
      this.#thread = undefined;
      this.#replies.abandon();
    });
    return thread;
  }
}

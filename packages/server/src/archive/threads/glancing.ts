import { Worker } from 'node:worker_threads';
import type { PhoneOptions } from '@hookline/records/phone';
import { ArchiveError } from '../archive.ts';
import type { Stretch } from '../read/glance.ts';
import type { Place } from '../read/page.ts';
import type { Scanned } from '../store/schema.ts';
import type { Look } from '../write/erase-number.ts';
import { Replies } from './replies.ts';

/** What is looked for beside the writing thread. */
export interface GlanceData {
  readonly url: string;
  readonly phone: PhoneOptions;
  readonly keys: readonly string[];
}

/** Which rows of this stretch may be about the numbers? */
export interface ToGlance {
  readonly id: number;
  readonly table: Scanned;
  readonly stretch: Stretch;
}

/** A thread that looks for some numbers beside the writing one, from its first question on. */
export class Glancing {
  readonly #data: GlanceData;
  readonly #failed: (error: unknown) => void;
  readonly #replies = new Replies();
  #thread: Worker | undefined;
  #isOver = false;

  constructor(data: GlanceData, failed: (error: unknown) => void) {
    this.#data = data;
    this.#failed = failed;
  }

  readonly look: Look = async (table, stretch) => {
    if (this.#isOver) throw new ArchiveError('unavailable', 'The thread has ended.');
    this.#thread ??= this.#started();
    const thread = this.#thread;
    return this.#replies.expect<readonly Place[]>((id) =>
      thread.postMessage({ id, table, stretch } satisfies ToGlance),
    );
  };

  async close(): Promise<void> {
    this.#isOver = true;
    await this.#thread?.terminate();
  }

  #started(): Worker {
    const thread = new Worker(new URL('./glance-thread.ts', import.meta.url), {
      workerData: this.#data,
    });
    thread.on('message', (reply) => this.#replies.settle(reply));
    thread.on('error', this.#failed);
    thread.on('exit', () => {
      this.#isOver = true;
      this.#replies.abandon();
    });
    return thread;
  }
}

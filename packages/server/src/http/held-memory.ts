import type { ServerResponse } from 'node:http';

/** For whom memory is held, as the metrics name it. */
export type HeldFor = 'upload' | 'answer' | 'stream' | 'socket';

/** Ending somebody who holds less than this would free nothing worth the trouble. */
const WORTH_ENDING = 16 * 1024;

/**
 * What all connections together make the process hold: bodies that are not all there, answers and
 * events that are not read. Each of them is bounded by itself, but a thousand clients that take
 * their time would still hold a gigabyte. Beyond the bound those who have held on for longest are
 * ended, so that whoever is quick notices nothing.
 */
export class HeldMemory {
  readonly #most: number;
  readonly #onFull: () => void;
  #isFull = false;
  /** Longest held first. */
  readonly #holds = new Set<Hold>();
  /** How many hold the same block of memory, which then counts once. */
  readonly #sharers = new Map<ArrayBufferLike, number>();
  /** How many had to be ended. */
  readonly ended: Record<HeldFor, number> = { upload: 0, answer: 0, stream: 0, socket: 0 };
  #bytes = 0;
  readonly #ledger: Ledger = {
    count: (change) => this.#count(change),
    share: (block) => this.#share(block),
    release: (hold) => this.#release(hold),
  };

  /** `onFull` is called when the first has to be ended after a time of plenty. */
  constructor(most: number, onFull: () => void = () => {}) {
    this.#most = most;
    this.#onFull = onFull;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Begins to count; `end` lets go of the memory before its time, and of the client with it. */
  hold(what: HeldFor, end: () => void): Hold {
    const hold = new Hold(this.#ledger, what, end);
    this.#holds.add(hold);
    return hold;
  }

  /** The same for an answer, until it is taken or its client has left. */
  answer(response: ServerResponse): Hold {
    const hold = this.hold('answer', () => response.destroy());
    response.once('close', () => hold.release());
    return hold;
  }

  #count(change: number): void {
    this.#bytes += change;
    if (change > 0 && this.#bytes > this.#most) this.#makeRoom();
  }

  #share(block: ArrayBufferLike): void {
    const sharers = this.#sharers.get(block) ?? 0;
    this.#sharers.set(block, sharers + 1);
    if (sharers === 0) this.#count(block.byteLength);
  }

  #release(hold: Hold): void {
    this.#holds.delete(hold);
    this.#bytes -= hold.bytes;
    for (const block of hold.blocks) {
      const sharers = (this.#sharers.get(block) ?? 1) - 1;
      if (sharers > 0) this.#sharers.set(block, sharers);
      else {
        this.#sharers.delete(block);
        this.#bytes -= block.byteLength;
      }
    }
    if (this.#bytes < this.#most / 2) this.#isFull = false;
  }

  #makeRoom(): void {
    if (!this.#isFull) this.#onFull();
    this.#isFull = true;
    for (const hold of this.#holds) {
      if (this.#bytes <= this.#most) return;
      if (hold.worth < WORTH_ENDING) continue;
      this.ended[hold.what]++;
      hold.end();
    }
  }
}

/** Where a hold is entered. */
interface Ledger {
  count(change: number): void;
  share(block: ArrayBufferLike): void;
  release(hold: Hold): void;
}

/** What one connection holds of it. */
export class Hold {
  readonly what: HeldFor;
  readonly #ledger: Ledger;
  #end: (() => void) | undefined;
  #bytes = 0;
  readonly blocks: ArrayBufferLike[] = [];
  #isReleased = false;

  constructor(ledger: Ledger, what: HeldFor, end: () => void) {
    this.#ledger = ledger;
    this.what = what;
    this.#end = end;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** How much would be free without it; nothing where it waits for us and not for its client. */
  get worth(): number {
    if (!this.#end) return 0;
    return this.blocks.reduce((sum, { byteLength }) => sum + byteLength, this.#bytes);
  }

  /** It is so much now. */
  set(bytes: number): void {
    if (this.#isReleased) return;
    const change = bytes - this.#bytes;
    this.#bytes = bytes;
    this.#ledger.count(change);
  }

  /** It is the block behind these bytes, which others may hold as well. */
  share({ buffer }: Uint8Array): void {
    if (this.#isReleased) return;
    this.blocks.push(buffer);
    this.#ledger.share(buffer);
  }

  /** From here on it is our turn: it counts, but its client is not to blame for it. */
  keep(): void {
    this.#end = undefined;
  }

  /** Nobody holds it any longer. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#ledger.release(this);
  }

  end(): void {
    const end = this.#end;
    // First, or an end that lets go by itself would be counted twice.
    this.release();
    end?.();
  }
}

/** How long the sockets may keep the process in one go, and then leave it to others (ms). */
const TURN = 4;
const REST = 12;

interface Frame {
  readonly bytes: Buffer;
  readonly isBinary: boolean;
}

export interface TurnOptions {
  readonly handle: (bytes: Buffer, isBinary: boolean) => void;
  /** Stops and goes on reading from the network. */
  readonly pause: () => void;
  readonly resume: () => void;
}

/** One socket's place in the line. */
export interface SocketTurn {
  take(bytes: Buffer, isBinary: boolean): void;
  close(): void;
}

/**
 * Bounds the work for all sockets together. Frames are handled one from each socket in turn, for a
 * quarter of the time at most; what comes faster is not thrown away but left in the network, so
 * clients that flood slow down only each other.
 */
export class SocketTurns {
  readonly #line: Socket[] = [];
  #isBegun = false;

  join(options: TurnOptions): SocketTurn {
    return new Socket(options, (socket) => this.#queue(socket));
  }

  #queue(socket: Socket): void {
    this.#line.push(socket);
    if (this.#isBegun) return;
    this.#isBegun = true;
    setImmediate(() => this.#work());
  }

  #work(): void {
    const began = performance.now();
    for (let next = this.#line.shift(); next; next = this.#line.shift()) {
      if (next.step()) this.#line.push(next);
      if (performance.now() - began < TURN) continue;
      setTimeout(() => this.#work(), REST);
      return;
    }
    this.#isBegun = false;
  }
}

class Socket implements SocketTurn {
  readonly #options: TurnOptions;
  readonly #queue: (socket: Socket) => void;
  /** One read of the network at most: what had come before the pause took effect. */
  #frames: Frame[] = [];
  /** Of these, how many are done: to take them off one by one moves all the others. */
  #done = 0;
  #isPaused = false;
  #isClosed = false;

  constructor(options: TurnOptions, queue: (socket: Socket) => void) {
    this.#options = options;
    this.#queue = queue;
  }

  take(bytes: Buffer, isBinary: boolean): void {
    if (this.#isClosed) return;
    this.#frames.push({ bytes, isBinary });
    if (this.#frames.length === 1) this.#queue(this);
    else if (!this.#isPaused) {
      this.#isPaused = true;
      this.#options.pause();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#frames = [];
  }

  /** Handles one frame; answers whether there is more to do. */
  step(): boolean {
    const frame = this.#frames[this.#done++];
    if (frame) this.#options.handle(frame.bytes, frame.isBinary);
    if (this.#done < this.#frames.length) return true;
    this.#frames = [];
    this.#done = 0;
    if (this.#isPaused && !this.#isClosed) this.#options.resume();
    this.#isPaused = false;
    return false;
  }
}

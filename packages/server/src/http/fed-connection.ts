import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { discard, farewell } from './farewell.ts';
import { isTaken } from './taken-sockets.ts';
import { nextTurn, servedAtOnce } from './turns.ts';

/** So few bytes hold only a handful of requests, all of which the parser would begin at once. */
const PIECE_BYTES = 512;
/** Bytes of a body begin nothing. */
const BODY_BYTES = 16 * 1024;
/** What a connection is given at once while it has only one request under way. */
const AT_ONCE_BYTES = 16 * 1024;

const fed = new WeakMap<Duplex, FedConnection>();

export function fedConnection(socket: Duplex): FedConnection | undefined {
  return fed.get(socket);
}

/**
 * A connection of the HTTP server, which gets its bytes in pieces and one request at a time.
 *
 *     socket ──read──► piece of 512 bytes, or 16 KiB of a body ──► Node's parser ──► request
 *       ▲                                                                              │
 *       └── the rest stays in the socket until it is answered, or its turn comes ◄─────┘
 *
 * A connection with one small request is fed at once; pipelining and large bodies go in turns, one
 * piece for all such connections in each turn of the event loop (`turns.ts`).
 *
 * What taught it: left to itself, the parser begins every request that stands in what was read,
 * hundreds of them, before anybody else is heard, and those behind a request that was to be the last
 * one. What is not fed yet stays in the socket, so that it goes with it, to whoever takes it over.
 */
export class FedConnection {
  readonly #socket: Socket;
  readonly #parse: (bytes: Buffer<ArrayBuffer>) => void;
  readonly #finish: () => void;
  /** The request that has not been answered. */
  #current: IncomingMessage | undefined;
  /** Requests that the parser began meanwhile. */
  readonly #behind: (() => void)[] = [];
  /** So many of the next bytes are the body of the latest request, whatever they say. */
  #bodyBytes = 0;
  #piece = 0;
  #begun = 0;
  #fedAtOnce = 0;
  /**
   * The latest request is larger than what is given at once. All of it comes in turns, also what
   * has only arrived: of hundreds that upload, each has something new in every turn.
   */
  #isLarge = false;
  /** It has sent more than one request without waiting for the answer. */
  #isPipelining = false;
  #isHeld = false;
  #hasTurn: boolean;
  #isWaiting = false;
  #isAtEnd = false;
  /** What is being read was sent before the answer to what stood in front of it. */
  #isUnasked: boolean;

  /** Takes over from the listeners that the HTTP server has put on the connection. */
  constructor(socket: Socket, isBehindAnswer: boolean) {
    this.#socket = socket;
    this.#isUnasked = isBehindAnswer;
    this.#hasTurn = isBehindAnswer;
    const parsing = socket.listeners('data');
    const finishing = socket.listeners('end');
    socket.removeAllListeners('data');
    socket.removeAllListeners('end');
    this.#parse = (bytes) => {
      for (const listener of parsing) listener.call(socket, bytes);
    };
    this.#finish = () => {
      for (const listener of finishing) listener.call(socket);
    };
    socket.on('data', this.#read);
    socket.on('end', this.#end);
    socket.on('drain', this.#goOn);
    fed.set(socket, this);
  }

  /** The parser has begun a request; `handle` is called when those before it are answered. */
  begin(request: IncomingMessage, response: ServerResponse, handle: () => void): void {
    // A stream needs its connection for itself: what is sent behind it is not done.
    if (isTaken(this.#socket)) {
      this.#socket.destroy();
      return;
    }
    this.#begun++;
    const declared = Number(request.headers['content-length'] ?? 0);
    this.#isLarge = declared > AT_ONCE_BYTES;
    if (!this.#isPipelining && this.#begun === 1 && !this.#isLarge) servedAtOnce();
    this.#bodyBytes = Math.max(0, declared - this.#piece);
    const start = () => {
      this.#current = request;
      response.once('close', this.#answered);
      handle();
    };
    if (this.#current) this.#behind.push(start);
    else start();
  }

  /**
   * What came is no request. Answers true if nothing is to be said about it: a sender that waits
   * for the answer to a request gets that one, and no other that it would take for it.
   */
  endUnanswered(): boolean {
    this.#socket.off('data', this.#read);
    discard(this.#socket, this.#socket);
    this.#socket.resume();
    if (!this.#isAwaited && !this.#isUnasked) return false;
    this.#isAtEnd = true;
    if (!this.#isAwaited) farewell(this.#socket, '');
    return true;
  }

  get #isAwaited(): boolean {
    return this.#behind.length > 0 || this.#current?.complete === true;
  }

  /** A reader that does not take its answers is given no more of them. */
  get #isBusy(): boolean {
    return this.#isAwaited || this.#socket.writableNeedDrain;
  }

  readonly #answered = (): void => {
    this.#current = undefined;
    // Nobody is left to be answered.
    if (this.#socket.destroyed) return;
    const next = this.#behind.shift();
    if (next) {
      next();
      if (isTaken(this.#socket)) this.#letGo();
    } else if (this.#isAtEnd) farewell(this.#socket, '');
    else this.#goOn();
  };

  readonly #read = (bytes: Buffer<ArrayBuffer>): void => {
    const isFirst = this.#fedAtOnce === 0;
    const isFresh = isFirst && !this.#hasTurn;
    this.#hasTurn = false;
    if (isFresh) this.#isUnasked = false;
    const isInBody = this.#isLarge && this.#bodyBytes > 0;
    if (this.#isBusy || (isFresh && (this.#isPipelining || isInBody))) {
      this.#hold(bytes);
      this.#stop();
      return;
    }
    const most = this.#bodyBytes > 0 ? Math.min(this.#bodyBytes, BODY_BYTES) : PIECE_BYTES;
    const isMore = bytes.length > most;
    // Before it is parsed: whoever takes the connection over then finds the rest in its place.
    if (isMore) this.#hold(bytes.subarray(most));
    this.#feed(isMore ? bytes.subarray(0, most) : bytes);
    if (isTaken(this.#socket)) this.#letGo();
    else if (isMore && this.#isGivenMore) this.#socket.read();
    else this.#stop();
  };

  get #isGivenMore(): boolean {
    return this.#begun <= 1 && !this.#isLarge && this.#fedAtOnce < AT_ONCE_BYTES;
  }

  #feed(piece: Buffer<ArrayBuffer>): void {
    this.#piece = piece.length;
    this.#fedAtOnce += piece.length;
    this.#bodyBytes = Math.max(0, this.#bodyBytes - piece.length);
    this.#parse(piece);
  }

  /** Puts bytes back, to be read when it is their turn. */
  #hold(bytes: Buffer<ArrayBuffer>): void {
    this.#isHeld = true;
    if (this.#current) this.#isUnasked = true;
    this.#socket.pause();
    this.#socket.unshift(bytes);
  }

  #stop(): void {
    this.#isPipelining = this.#begun > 1 || (this.#isHeld && this.#bodyBytes === 0);
    this.#begun = 0;
    this.#fedAtOnce = 0;
    this.#goOn();
  }

  readonly #goOn = (): void => {
    if (!this.#isHeld || this.#isWaiting || this.#isBusy) return;
    this.#isWaiting = true;
    void nextTurn().then(() => {
      this.#isWaiting = false;
      this.#isHeld = false;
      this.#hasTurn = true;
      this.#socket.resume();
    });
  };

  readonly #end = (): void => {
    // Half a request is answered by the parser, and one that is whole by whoever works on it.
    if (this.#isAwaited) this.#isAtEnd = true;
    else this.#finish();
  };

  /** Somebody else listens to the connection from here on. */
  #letGo(): void {
    fed.delete(this.#socket);
    this.#socket.off('data', this.#read);
    this.#socket.off('end', this.#end);
    this.#socket.off('drain', this.#goOn);
    this.#socket.on('end', end);
    this.#socket.resume();
    // Its client has sent all it had to say, or what is no request.
    if (this.#isAtEnd) this.#socket.end();
  }
}

function end(this: Socket): void {
  this.end();
}

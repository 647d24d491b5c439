import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { discard, farewell } from './farewell.ts';
import { FedConnection, fedConnection } from './fed-connection.ts';
import type { OriginGuard } from './origin-guard.ts';
import { type PlainRequest, readPlainRequest } from './plain-request.ts';
import { HttpProblem, problemOf, rawAnswer } from './problem.ts';
import { nextTurn, servedAtOnce } from './turns.ts';

/** How often and plainly asked requests are answered past the HTTP server and the framework. */
export interface FastPath {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** Nothing can be taken on a connection that waits for an answer: they might change places. */
  readonly isOneByOne?: boolean;
  /**
   * Answers the request, or leaves it, and then nothing may have happened: whatever is to be
   * refused is left to the HTTP server, which comes to the same result and says so. One that
   * answers later calls `answered` when it has, in the order of the requests; what it is refused
   * with by then, it tells `refused`, and says it itself.
   */
  take(
    request: PlainRequest,
    answered: () => void,
    refused: (cause: unknown) => HttpProblem,
  ): 'answered' | 'answers later' | 'keeps the connection' | 'left';
}

const NOTHING = Buffer.alloc(0);
/** What a connection that sends without waiting for answers gets done before others are heard. */
const MOST_AT_ONCE = { requests: 8, bytes: 16 * 1024 };
/** Milliseconds between looks for connections that have been silent for too long. */
const SWEEP_EVERY = 1000;
/** Answers that the network has not taken; an encrypted connection hands even the first on later. */
const MOST_UNSENT = 4096;

export interface FastPathsOptions {
  readonly ways: readonly FastPath[];
  readonly guard: OriginGuard;
  readonly isDraining: () => boolean;
  /** A sender was refused, or a fast path failed. */
  readonly onProblem: (problem: HttpProblem, request: PlainRequest, cause: unknown) => void;
  /** Milliseconds that a new connection may be silent. */
  readonly firstTimeout: number;
  /** And between two requests. */
  readonly idleTimeout: number;
}

/**
 * Stands before the HTTP server and takes the two requests that everything here is about, a
 * webhook and the opening of a stream, by a fast path. It spares most of what a request costs, and
 * a stream the parser, the request and the answer that would stay in memory beside its socket.
 *
 * It knows nothing that the HTTP server does not know: a connection is handed over for good, with
 * every byte that was not answered, as soon as there is anything on it but whole, plain requests
 * that are in order.
 */
export class FastPaths {
  readonly #options: FastPathsOptions;
  readonly #ways: ReadonlyMap<string, FastPath>;
  /**
   * Connections that wait for their first request, and until when. They have no timers of their own,
   * which the streams among them would keep for good.
   */
  readonly #fresh = new Map<Socket, number>();
  #sweeping: NodeJS.Timeout | undefined;
  /** Connections whose requests were all answered here. */
  readonly #known = new Set<Socket>();
  /** Connections that sent a request before they had the answer to the one before. */
  readonly #pipelining = new WeakSet<Socket>();
  readonly #atTurn = new WeakSet<Socket>();
  /** How many answers are still to come on a connection: until then nothing else is read there. */
  readonly #owed = new Map<Socket, number>();
  /** Connections with bytes that were put back until then. */
  readonly #heldBack = new WeakSet<Socket>();
  /** Connections that have ended before then. */
  readonly #ended = new WeakSet<Socket>();
  #isClosing = false;
  #handOn: (socket: Socket) => void = () => {};

  // One set of listeners for all: with one for each connection, a stream would keep them in memory.
  readonly #onData: (this: Socket, bytes: Buffer) => void;
  readonly #onEnd: (this: Socket) => void;
  readonly #onClose: (this: Socket) => void;

  constructor(options: FastPathsOptions) {
    this.#options = options;
    this.#ways = new Map(options.ways.map((way) => [`${way.method} ${way.path}`, way]));
    const door = this;
    this.#onData = function (bytes) {
      door.#read(this, bytes);
    };
    this.#onEnd = function () {
      if (door.#owed.has(this)) door.#ended.add(this);
      else this.end();
    };
    this.#onClose = function () {
      door.#forget(this);
    };
  }

  standBefore(server: Server): void {
    const event = server instanceof TlsServer ? 'secureConnection' : 'connection';
    const listeners = server.listeners(event);
    server.removeAllListeners(event);
    this.#handOn = (socket) => {
      for (const listener of listeners) listener.call(server, socket);
    };
    server.on(event, (socket: Socket) => this.#welcome(socket));
    const often = Math.min(SWEEP_EVERY, this.#options.firstTimeout / 4);
    this.#sweeping = setInterval(() => this.#sweep(), often).unref();

    const handlers = server.listeners('request');
    server.removeAllListeners('request');
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      fedConnection(request.socket)?.begin(request, response, () => {
        for (const handler of handlers) handler.call(server, request, response);
      });
    });
  }

  /** Lets go of every connection that nothing is under way on. */
  close(): void {
    this.#isClosing = true;
    clearInterval(this.#sweeping);
    for (const socket of this.#known) if (!this.#owed.has(socket)) socket.destroy();
    for (const socket of this.#fresh.keys()) {
      if (!this.#owed.has(socket)) this.#handOver(socket, NOTHING, false);
    }
  }

  #welcome(socket: Socket): void {
    this.#fresh.set(socket, performance.now() + this.#options.firstTimeout);
    socket.on('data', this.#onData);
    socket.on('close', this.#onClose);
    socket.on('end', this.#onEnd);
    socket.on('error', destroy);
  }

  /** Ends connections on which nothing was asked in time; the oldest come first. */
  #sweep(): void {
    const now = performance.now();
    for (const [socket, deadline] of this.#fresh) {
      if (deadline > now) return;
      socket.destroy();
    }
  }

  #read(socket: Socket, bytes: Buffer): void {
    const isAtTurn = this.#atTurn.delete(socket);
    if (this.#owed.has(socket)) {
      this.#holdBack(socket, bytes);
      return;
    }
    if (this.#pipelining.has(socket) && !isAtTurn) {
      this.#wait(socket, bytes);
      return;
    }
    let rest = bytes;
    let answered = 0;
    while (rest.length > 0) {
      const { requests, bytes: most } = MOST_AT_ONCE;
      if (answered === requests || (answered > 0 && bytes.length - rest.length > most)) {
        this.#wait(socket, rest);
        return;
      }
      const request = readPlainRequest(rest, socket);
      const outcome = request && this.#take(request, rest);
      if (!outcome || outcome === 'left') {
        if (this.#owed.has(socket)) this.#holdBack(socket, rest);
        // Hundreds that begin to upload at the same moment are begun one by one.
        else if (answered === 0 && rest.length > most && !isAtTurn) this.#wait(socket, rest);
        else this.#handOver(socket, rest, answered > 0);
        return;
      }
      if (outcome === 'keeps the connection') return;
      if (outcome === 'answers later') this.#owed.set(socket, (this.#owed.get(socket) ?? 0) + 1);
      answered++;
      rest = request.size === rest.length ? NOTHING : rest.subarray(request.size);
      // An answer that is not read would stay in memory; the HTTP server knows how to wait.
      if (socket.writableLength > MOST_UNSENT) {
        this.#handOver(socket, rest, true);
        return;
      }
    }
    if (answered === 1) {
      this.#pipelining.delete(socket);
      servedAtOnce();
    } else this.#pipelining.add(socket);
    if (this.#fresh.delete(socket)) {
      this.#known.add(socket);
      socket.on('timeout', destroy);
      socket.setTimeout(this.#options.idleTimeout);
    }
  }

  /** Puts bytes back until what was sent before them is answered. */
  #holdBack(socket: Socket, bytes: Buffer): void {
    this.#pipelining.add(socket);
    this.#heldBack.add(socket);
    socket.pause();
    socket.unshift(bytes);
  }

  readonly #answered = (socket: Socket): void => {
    const owed = (this.#owed.get(socket) ?? 1) - 1;
    if (owed > 0) {
      this.#owed.set(socket, owed);
      return;
    }
    this.#owed.delete(socket);
    if (socket.destroyed) return;
    if (this.#isClosing || this.#ended.has(socket)) socket.end();
    // An answer that is not read would stay in memory; the HTTP server knows how to wait.
    else if (socket.writableLength > MOST_UNSENT) this.#handOver(socket, NOTHING, true);
    else if (this.#heldBack.delete(socket)) this.#goOnAtTurn(socket);
  };

  #goOnAtTurn(socket: Socket): void {
    void nextTurn().then(() => {
      this.#atTurn.add(socket);
      socket.resume();
    });
  }

  /** Puts bytes back into the connection until it is their turn. */
  #wait(socket: Socket, bytes: Buffer): void {
    this.#pipelining.add(socket);
    socket.pause();
    socket.unshift(bytes);
    this.#goOnAtTurn(socket);
  }

  #take(request: PlainRequest, bytes: Buffer): ReturnType<FastPath['take']> {
    const { guard, isDraining } = this.#options;
    const way = this.#ways.get(`${request.method} ${request.path}`);
    // A stream needs its connection for itself, so nothing may stand behind its request.
    const isAlone = request.size === bytes.length;
    if (!way || isDraining()) return 'left';
    if ((way.method === 'GET' || way.isOneByOne) && this.#owed.has(request.socket)) return 'left';
    if (way.method === 'GET' && !isAlone) return 'left';
    if (guard.allowedOrigin(request) !== undefined) return 'left';
    try {
      guard.check(request);
      if (way.method === 'GET') this.#release(request.socket);
      return way.take(
        request,
        () => this.#answered(request.socket),
        (refusal) => this.#refused(request, refusal),
      );
    } catch (cause) {
      if (cause instanceof HttpProblem) return 'left';
      // It may have happened half-way: by the long way an event could be accepted twice.
      this.#fail(request, cause);
      return 'keeps the connection';
    }
  }

  #fail(request: PlainRequest, cause: unknown): void {
    const { socket } = request;
    this.#release(socket);
    const problem = this.#refused(request, cause);
    socket.on('timeout', destroy);
    discard(socket, socket);
    farewell(socket, rawAnswer(problem));
  }

  #refused(request: PlainRequest, cause: unknown): HttpProblem {
    const problem = problemOf(cause);
    this.#options.onProblem(problem, request, cause);
    return problem;
  }

  #handOver(socket: Socket, rest: Buffer, isBehindAnswer: boolean): void {
    this.#release(socket);
    socket.off('end', this.#onEnd);
    socket.off('error', destroy);
    // Paused, or what is put back would not be read again before more arrives.
    socket.pause();
    if (rest.length > 0) socket.unshift(rest);
    this.#handOn(socket);
    new FedConnection(socket, isBehindAnswer && rest.length > 0);
    socket.resume();
  }

  /** From here on somebody else listens to the connection. */
  #release(socket: Socket): void {
    this.#forget(socket);
    socket.off('data', this.#onData);
    socket.off('close', this.#onClose);
    socket.off('timeout', destroy);
    socket.setTimeout(0);
  }

  #forget(socket: Socket): void {
    this.#fresh.delete(socket);
    this.#known.delete(socket);
  }
}

function destroy(this: Socket): void {
  this.destroy();
}

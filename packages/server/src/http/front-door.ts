import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { OriginGuard } from './origin-guard.ts';
import { type PlainRequest, readPlainRequest } from './plain-request.ts';

/** How often and plainly asked requests are answered past the HTTP server and the framework. */
export interface ShortWay {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /**
   * Answers the request, or leaves it, and then nothing may have happened: whatever is to be
   * refused is left to the HTTP server, which comes to the same result and says so.
   */
  take(request: PlainRequest): 'answered' | 'keeps the connection' | 'left';
}

const NOTHING = Buffer.alloc(0);

export interface FrontDoorOptions {
  readonly ways: readonly ShortWay[];
  readonly guard: OriginGuard;
  readonly isDraining: () => boolean;
  /** Milliseconds that a new connection may be silent. */
  readonly firstPatience: number;
  /** And between two requests. */
  readonly idlePatience: number;
}

/**
 * Stands before the HTTP server and takes the two requests that everything here is about, a
 * webhook and the opening of a stream, by a short way. It spares most of what a request costs, and
 * a stream the parser, the request and the answer that would stay in memory beside its socket.
 *
 * It knows nothing that the HTTP server does not know: a connection is handed over for good, with
 * every byte that was not answered, as soon as there is anything on it but whole, plain requests
 * that are in order.
 */
export class FrontDoor {
  readonly #options: FrontDoorOptions;
  readonly #ways: ReadonlyMap<string, ShortWay>;
  /** Connections that wait for their first request. */
  readonly #fresh = new Set<Socket>();
  /** Connections whose requests were all answered here. */
  readonly #known = new Set<Socket>();
  #handOn: (socket: Socket) => void = () => {};

  // One set of listeners for all: with one for each connection, a stream would keep them in memory.
  readonly #onData: (this: Socket, bytes: Buffer) => void;
  readonly #onClose: (this: Socket) => void;

  constructor(options: FrontDoorOptions) {
    this.#options = options;
    this.#ways = new Map(options.ways.map((way) => [`${way.method} ${way.path}`, way]));
    const door = this;
    this.#onData = function (bytes) {
      door.#read(this, bytes);
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
  }

  /** Lets go of every connection that nothing is under way on. */
  close(): void {
    for (const socket of this.#known) socket.destroy();
    for (const socket of this.#fresh) this.#handOver(socket);
  }

  #welcome(socket: Socket): void {
    this.#fresh.add(socket);
    socket.on('data', this.#onData);
    socket.on('close', this.#onClose);
    socket.on('timeout', destroy);
    socket.on('end', end);
    socket.on('error', destroy);
    socket.setTimeout(this.#options.firstPatience);
  }

  #read(socket: Socket, bytes: Buffer): void {
    let rest = bytes;
    while (rest.length > 0) {
      const request = readPlainRequest(rest, socket);
      const outcome = request && this.#take(request, rest);
      if (!outcome || outcome === 'left') {
        this.#handOver(socket, rest);
        return;
      }
      if (outcome === 'keeps the connection') return;
      rest = request.size === rest.length ? NOTHING : rest.subarray(request.size);
      // An answer that is not read would stay in memory; the HTTP server knows how to wait.
      if (socket.writableLength > 0) {
        this.#handOver(socket, rest);
        return;
      }
    }
    if (this.#fresh.delete(socket)) {
      this.#known.add(socket);
      socket.setTimeout(this.#options.idlePatience);
    }
  }

  #take(request: PlainRequest, bytes: Buffer): ReturnType<ShortWay['take']> {
    const { guard, isDraining } = this.#options;
    const way = this.#ways.get(`${request.method} ${request.path}`);
    // A stream needs its connection for itself, so nothing may stand behind its request.
    const isAlone = request.size === bytes.length;
    if (!way || isDraining() || (way.method === 'GET' && !isAlone)) return 'left';
    if (guard.allowedOrigin(request) !== undefined) return 'left';
    try {
      guard.check(request);
      if (way.method === 'GET') this.#release(request.socket);
      return way.take(request);
    } catch {
      return 'left';
    }
  }

  #handOver(socket: Socket, rest?: Buffer): void {
    this.#release(socket);
    socket.off('end', end);
    socket.off('error', destroy);
    // Paused, or what is put back would not be read again before more arrives.
    socket.pause();
    if (rest && rest.length > 0) socket.unshift(rest);
    this.#handOn(socket);
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

function end(this: Socket): void {
  this.end();
}

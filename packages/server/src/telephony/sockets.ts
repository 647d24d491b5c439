import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TelephonyHello } from '@hookline/contract';
import Type from 'typebox';
import { type WebSocket, WebSocketServer } from 'ws';
import { type App, pathOf } from '../http/app.ts';
import type { HeldMemory, Hold } from '../http/held-memory.ts';
import { HttpProblem, rawAnswer } from '../http/problem.ts';
import { takeSocket } from '../http/taken-sockets.ts';
import { answerFrame, type Execute, MOST_SOCKET_BYTES } from './protocol.ts';
import type { Schedule } from './schedule.ts';

/** A socket that is silent for two of these is gone, whatever its network says. */
const PING_EVERY = 15_000;
/** What waits for a client that does not read; the largest phone book fits in twice. */
const MOST_UNREAD_BYTES = 8 * 1024 * 1024;
const CLOSE_TIMEOUT = 500;
/** How long the sockets may keep the process in one go, and then leave it to others (ms). */
const TURN = 4;
const REST = 12;

export interface SocketsOptions {
  readonly execute: Execute;
  readonly hello: (desk: string) => TelephonyHello;
  /** The desk that a client acts for, by the one that its address names. */
  readonly deskOf: (said: string | undefined) => string;
  readonly schedule: Schedule;
  readonly held: HeldMemory;
  readonly now: () => number;
  readonly onDefect: (error: unknown) => void;
  readonly onCut: (reason: 'unread' | 'silent') => void;
}

/** The clients of the telephone system. Nothing that one of them does or leaves undone reaches another. */
export class Sockets {
  readonly #options: SocketsOptions;
  readonly #server = new WebSocketServer({
    noServer: true,
    maxPayload: MOST_SOCKET_BYTES,
    // Text that is not UTF-8 is answered like any other mistake; the package would hang up.
    skipUTF8Validation: true,
  });
  readonly #turns = new SocketTurns();
  /** What waits for those that do not read. */
  readonly #holds = new WeakMap<WebSocket, Hold>();
  /** Whether each one has been heard since it was last pinged. */
  readonly #heard = new Map<WebSocket, boolean>();
  readonly #desks = new WeakMap<WebSocket, string>();
  #seq = 0;
  #stopPings: () => void = () => {};

  constructor(options: SocketsOptions) {
    this.#options = options;
    this.#server.on('wsClientError', (error, socket) => {
      socket.end(rawAnswer(new HttpProblem('upgrade_required', `${error.message}.`)));
    });
    this.#pingLater();
  }

  get open(): number {
    return this.#heard.size;
  }

  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const desk = this.#options.deskOf(
      new URLSearchParams(request.url?.split('?')[1]).get('desk') ?? undefined,
    );
    this.#server.handleUpgrade(request, socket, head, (client) => this.#welcome(client, desk));
  }

  /** Tells all of them; answers when. */
  broadcast(event: string, data: unknown): string {
    this.#seq++;
    const timestamp = this.#time();
    const frame = this.#event(event, data, timestamp);
    for (const client of this.#heard.keys()) this.#send(client, frame);
    return timestamp;
  }

  /** Tells each of them anew how things are. */
  greet(): void {
    for (const client of this.#heard.keys()) this.#greet(client);
  }

  /** They come back by themselves, and are told anew what is on. */
  hangUp(reason: string): void {
    for (const client of this.#heard.keys()) client.close(1013, reason);
  }

  async close(): Promise<void> {
    this.#stopPings();
    const clients = [...this.#heard.keys()];
    const closed = clients.map(
      (client) => new Promise<void>((resolve) => void client.once('close', () => resolve())),
    );
    for (const client of clients) client.close(1001, 'The service is shutting down.');
    const timeout = setTimeout(() => {
      for (const client of clients) client.terminate();
    }, CLOSE_TIMEOUT);
    await Promise.all(closed);
    clearTimeout(timeout);
  }

  #welcome(client: WebSocket, desk: string): void {
    const { execute, onDefect } = this.#options;
    const turn = this.#turns.join(client, (bytes, isBinary) => {
      try {
        const answer = answerFrame(bytes, isBinary, (command, params) =>
          execute(command, params, desk),
        );
        if (typeof answer === 'string') this.#send(client, answer);
        else answer.then((late) => this.#send(client, late), onDefect);
      } catch (error) {
        onDefect(error);
      }
    });
    this.#heard.set(client, true);
    // Without a listener a client that breaks the WebSocket protocol would end the process.
    client.on('error', () => client.terminate());
    client.on('pong', () => this.#heard.set(client, true));
    client.on('message', (data, isBinary) => {
      this.#heard.set(client, true);
      turn.take(bytesOf(data), isBinary);
    });
    client.on('close', () => {
      this.#heard.delete(client);
      turn.close();
      this.#holds.get(client)?.release();
    });
    this.#desks.set(client, desk);
    this.#greet(client);
  }

  #greet(client: WebSocket): void {
    const hello = this.#options.hello(this.#desks.get(client) ?? '');
    this.#send(client, this.#event('hello', hello, this.#time()));
  }

  #time(): string {
    return new Date(this.#options.now()).toISOString();
  }

  #event(event: string, data: unknown, timestamp: string): string {
    return JSON.stringify({ event, seq: this.#seq, timestamp, data });
  }

  #send(client: WebSocket, frame: string): void {
    if (client.readyState !== client.OPEN) return;
    client.send(frame, () => {
      if (client.bufferedAmount > 0) return;
      this.#holds.get(client)?.release();
      this.#holds.delete(client);
    });
    const unread = client.bufferedAmount;
    if (unread > MOST_UNREAD_BYTES) this.#cut(client, 'unread');
    else if (unread > 0) this.#hold(client).set(unread);
  }

  #hold(client: WebSocket): Hold {
    const known = this.#holds.get(client);
    if (known) return known;
    const hold = this.#options.held.hold('socket', () => this.#cut(client, 'unread'));
    this.#holds.set(client, hold);
    return hold;
  }

  #pingLater(): void {
    this.#stopPings = this.#options.schedule.after(PING_EVERY, () => {
      for (const [client, wasHeard] of this.#heard) {
        if (!wasHeard && !client.isPaused) this.#cut(client, 'silent');
        else {
          this.#heard.set(client, false);
          client.ping();
        }
      }
      this.#pingLater();
    });
  }

  #cut(client: WebSocket, reason: 'unread' | 'silent'): void {
    this.#options.onCut(reason);
    this.#heard.delete(client);
    client.terminate();
  }
}

function bytesOf(data: Buffer | ArrayBuffer | Buffer[]): Buffer {
  if (Array.isArray(data)) return Buffer.concat(data);
  return Buffer.isBuffer(data) ? data : Buffer.from(data);
}

type Handle = (bytes: Buffer, isBinary: boolean) => void;

/**
 * Bounds the work for all sockets together. Frames are handled one from each socket in turn, for a
 * quarter of the time at most; what comes faster is not thrown away but left in the network, so
 * clients that flood slow down only each other.
 */
class SocketTurns {
  readonly #line: Turn[] = [];
  #isBegun = false;

  join(client: WebSocket, handle: Handle): Turn {
    return new Turn(client, handle, (turn) => this.#queue(turn));
  }

  #queue(turn: Turn): void {
    this.#line.push(turn);
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

/** One socket's place in the line. */
class Turn {
  readonly #client: WebSocket;
  readonly #handle: Handle;
  readonly #queue: (turn: Turn) => void;
  /** One read of the network at most: what had come before the pause took effect. */
  #frames: { readonly bytes: Buffer; readonly isBinary: boolean }[] = [];
  /** Of these, how many are done: to take them off one by one moves all the others. */
  #done = 0;
  #isPaused = false;
  #isClosed = false;

  constructor(client: WebSocket, handle: Handle, queue: (turn: Turn) => void) {
    this.#client = client;
    this.#handle = handle;
    this.#queue = queue;
  }

  take(bytes: Buffer, isBinary: boolean): void {
    if (this.#isClosed) return;
    this.#frames.push({ bytes, isBinary });
    if (this.#frames.length === 1) this.#queue(this);
    else if (!this.#isPaused) {
      this.#isPaused = true;
      this.#client.pause();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#frames = [];
  }

  /** Handles one frame; answers whether there is more to do. */
  step(): boolean {
    const frame = this.#frames[this.#done++];
    if (frame) this.#handle(frame.bytes, frame.isBinary);
    if (this.#done < this.#frames.length) return true;
    this.#frames = [];
    this.#done = 0;
    if (this.#isPaused && !this.#isClosed) this.#client.resume();
    this.#isPaused = false;
    return false;
  }
}

interface SocketRoute {
  readonly path: string;
  /** What it is part of, in the documents of the API. */
  readonly tag: string;
  /** Why nobody is let in now, if so. */
  readonly refusal: () => string | undefined;
  readonly accept: (request: IncomingMessage, socket: Duplex, head: Buffer) => void;
}

/**
 * Lets WebSocket handshakes take the way of every other request, so that the guards, the hooks
 * and the form of errors are the same for them. The package for the framework does that too, but
 * brings a decorator, a stream and a close of its own for one single route.
 */
export function socketRoute(app: App, { path, tag, refusal, accept }: SocketRoute): void {
  const handshakes = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer }>();

  // With a listener for upgrades Node would hand over every request that offers one, such as what
  // curl --http2 sends; all but ours stay ordinary requests.
  Object.assign(app.server, {
    shouldUpgradeCallback: (request: IncomingMessage) => pathOf(request) === path,
  });
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    takeSocket(request.socket);
    handshakes.set(request, { socket, head });
    // A client that goes away in the middle of the handshake would end the process otherwise.
    socket.on('error', () => socket.destroy());
    const response = new ServerResponse(request);
    response.shouldKeepAlive = false;
    try {
      response.assignSocket(request.socket);
    } catch {
      // Another request on this connection still waits for its answer. Node throws, and nobody
      // would catch it.
      socket.destroy();
      return;
    }
    response.on('finish', () => socket.end());
    app.routing(request, response);
  });

  app.route({
    method: 'GET',
    url: path,
    config: { access: 'reader', personal: true, lasting: true },
    schema: {
      tags: [tag],
      summary: 'WebSocket of the telephony; its frames are in /api/asyncapi.json',
      response: { 101: Type.Null({ description: 'The socket is open.' }) },
    },
    handler(request, reply) {
      const handshake = handshakes.get(request.raw);
      if (!handshake || request.headers.upgrade?.toLowerCase() !== 'websocket') {
        const headers = { upgrade: 'websocket', connection: 'upgrade' };
        throw new HttpProblem('upgrade_required', 'This path speaks WebSocket only.', headers);
      }
      const reason = refusal();
      // A page that is let in takes its calls for live, and they are not.
      if (reason !== undefined) {
        throw new HttpProblem('telephony_unavailable', `${reason}.`, { 'retry-after': '5' });
      }
      reply.hijack();
      reply.raw.detachSocket(request.raw.socket);
      accept(request.raw, handshake.socket, handshake.head);
      return reply;
    },
  });
}

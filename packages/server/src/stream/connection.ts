import type { Socket } from 'node:net';
import type { HeldMemory, Hold } from '../http/held-memory.ts';
import type { EventLog } from '../hub/event-log.ts';
import type { ChannelSet } from '../hub/relay-event.ts';
import type { Batches } from './batches.ts';
import { peerName } from './vanished.ts';

/** Why the server ended a stream that its reader did not leave. */
export type CutReason = 'stalled' | 'lagging' | 'misbehaving' | 'crowded';

export interface ConnectionOwner {
  readonly log: EventLog;
  readonly batches: Batches;
  readonly stallTimeout: number;
  readonly held: HeldMemory;
  delivered(events: number): void;
  cut(reason: CutReason): void;
  closed(connection: StreamConnection): void;
}

/** A control message that waits until every event issued before it is on its way. */
interface Waiting {
  readonly after: number;
  readonly frame: Buffer;
}

const NOTHING = Buffer.alloc(0);

const STREAM = Symbol('stream');

interface StreamSocket extends Socket {
  [STREAM]?: StreamConnection;
}

/**
 * One open stream: a position in the log and at most one batch handed to the socket. Whatever
 * arrives behind a reader that does not read stays in the log, which all share, and never in a
 * queue of its own. What a batch still takes that is not in the log any more counts as held.
 */
export class StreamConnection {
  readonly channels: ChannelSet;
  readonly #socket: StreamSocket;
  readonly #owner: ConnectionOwner;
  #position: number;
  /** The socket still holds bytes of ours that the network has not taken. */
  #blocked = false;
  #hold: Hold | undefined;
  #ended = false;
  /** By name, so that what piles up behind a slow reader is at most one message of a name. */
  #waiting: Map<string, Waiting> | undefined;

  constructor(socket: Socket, owner: ConnectionOwner, channels: ChannelSet, position: number) {
    this.#socket = socket;
    this.#owner = owner;
    this.channels = channels;
    this.#position = position;
    socket.setNoDelay(true);
    // A client that vanished while nothing was sent to it is noticed by the kernel alone.
    socket.setKeepAlive(true, owner.stallTimeout);
    // What the server set for answers that end.
    socket.setTimeout(0);
    this.#socket[STREAM] = this;
    socket.on('close', onClose);
    socket.on('timeout', onTimeout);
    // The answer says `Connection: close`, so nothing more may come on this connection. Requests
    // sent all the same would be handled, and their answers queued behind a stream that never
    // ends, for as long as the sender likes.
    socket.removeAllListeners('data');
    socket.on('data', onData);
  }

  /** The first bytes: head of the answer and greeting. */
  open(greeting: Buffer): void {
    this.#write(greeting);
    this.wake();
  }

  wake(): void {
    while (!this.#blocked && !this.#ended) {
      const limit = this.#sendDue() ?? this.#owner.log.head;
      if (this.#position > limit) return;
      if (this.#position < this.#owner.log.firstInRing) {
        this.cut('lagging');
        return;
      }
      const batch = this.#owner.batches.read(this.#position, limit, this.channels);
      this.#position = batch.next;
      if (batch.bytes) {
        this.#write(batch.bytes);
        this.#owner.delivered(batch.events);
      }
    }
  }

  /** Sends a control message, after every event that was issued before it. */
  control(name: string, frame: Buffer): void {
    const after = this.#owner.log.head;
    if (this.#blocked || this.#position <= after) {
      this.#waiting ??= new Map();
      // Taken out first, so that the map stays in the order of `after`.
      this.#waiting.delete(name);
      this.#waiting.set(name, { after, frame });
      this.wake();
    } else if (!this.#ended) this.#write(frame);
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#socket.end();
  }

  /** The other end, as the kernel names it. */
  get peer(): string {
    return peerName(this.#socket.remoteAddress ?? '', this.#socket.remotePort ?? 0);
  }

  closed(): void {
    this.#ended = true;
    this.#hold?.release();
    this.#owner.closed(this);
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Sends what waited for the position reached; answers up to where the next one has to wait. */
  #sendDue(): number | undefined {
    if (!this.#waiting) return undefined;
    for (const [name, { after, frame }] of this.#waiting) {
      if (this.#position <= after) return after;
      if (this.#blocked) return after;
      this.#waiting.delete(name);
      this.#write(frame);
    }
    this.#waiting = undefined;
    return undefined;
  }

  #write(bytes: Buffer): void {
    this.#socket.write(bytes);
    if (this.#socket.writableLength === 0) return;
    // The network did not take it all. An empty write queues behind the rest, so its callback
    // tells when the rest is gone; the socket's own timer restarts as long as bytes trickle out,
    // so a slow line is not mistaken for a dead one.
    this.#blocked = true;
    this.#hold = this.#owner.held.hold('stream', () => this.cut('crowded'));
    this.#hold.share(bytes);
    this.#socket.setTimeout(this.#owner.stallTimeout);
    this.#socket.write(NOTHING, (error) => {
      if (error) return;
      this.#blocked = false;
      this.#hold?.release();
      this.#socket.setTimeout(0);
      this.wake();
    });
  }

  /** Ends it without a word. */
  cut(reason: CutReason): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#owner.cut(reason);
    this.#socket.destroy();
  }
}

// The same for all: with listeners of its own, each stream would keep 300 bytes more.
function onClose(this: StreamSocket): void {
  this[STREAM]?.closed();
}

function onTimeout(this: StreamSocket): void {
  this[STREAM]?.cut('stalled');
}

function onData(this: StreamSocket): void {
  this[STREAM]?.cut('misbehaving');
}

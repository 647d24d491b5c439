import type { ChangedKind, Channel, Rejection } from '@hookline/contract';
import type { NatsConnection } from '@nats-io/transport-node';
import { channelBit } from '../hub/relay-event.ts';
import type { Names } from './names.ts';

const EVERY = 1000;
/** Who has said nothing for so long is gone, and its streams with it. */
const GONE_AFTER = 3000;
/** Events carry the time of the node that took them. */
const CLOCK_TOLERANCE = 1000;

/** What a node says of itself. */
interface Greeting {
  readonly node: string;
  readonly version: string;
  readonly at: number;
  readonly head: number;
  /** Of the properties that have to be the same everywhere. */
  readonly settings: string;
  /** How many streams there are for each set of channels. */
  readonly streams: readonly (readonly [set: number, streams: number])[];
}

interface Neighbour extends Greeting {
  readonly heardAt: number;
  readonly clockOff: number;
}

export interface PeersParts {
  readonly nc: NatsConnection;
  readonly names: Names;
  readonly node: string;
  readonly version: string;
  readonly settings: string;
  readonly now: () => number;
  readonly head: () => number;
  readonly streams: () => ReadonlyMap<number, number>;
  readonly onChanged: (kind: ChangedKind) => void;
  readonly onRejection: (rejection: Rejection) => void;
}

/** The other nodes, as far as they can be heard. Nothing of it is stored: who was away missed it. */
export class Peers {
  readonly #parts: PeersParts;
  readonly #known = new Map<string, Neighbour>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: PeersParts) {
    this.#parts = parts;
  }

  begin(): void {
    const { onChanged, onRejection } = this.#parts;
    this.#hear<Greeting>('node', (greeting) => this.#greeted(greeting));
    this.#hear<{ kind: ChangedKind }>('changed', ({ kind }) => onChanged(kind));
    this.#hear<{ rejection: Rejection }>('rejection', ({ rejection }) => onRejection(rejection));
    this.#timer = setInterval(() => this.#greet(), EVERY);
    this.#timer.unref();
    this.#greet();
  }

  /** The names of those that can be heard. */
  get names(): readonly string[] {
    return this.#present().map(({ node }) => node);
  }

  /** Streams of the other nodes that an event of this channel goes to. */
  listenersOf(channel: Channel | null): number {
    const bit = channelBit(channel);
    let count = 0;
    for (const { streams } of this.#present()) {
      for (const [set, open] of streams) if (set & bit) count += open;
    }
    return count;
  }

  tellChanged(kind: ChangedKind): void {
    this.#say('changed', { kind });
  }

  tellRejection(rejection: Rejection): void {
    this.#say('rejection', { rejection });
  }

  troubles(): string[] {
    const { settings, version } = this.#parts;
    return this.#present().flatMap((other) => [
      ...(Math.abs(other.clockOff) > CLOCK_TOLERANCE
        ? [
            `the clock of node ${other.node} is ${(other.clockOff / 1000).toFixed(1)} s off this one's; let both follow a time server`,
          ]
        : []),
      // While one after another is brought up to date, they differ for good reason.
      ...(other.settings !== settings && other.version === version
        ? [
            `node ${other.node} has other settings: event-name, max-bytes, tokens, secrets, password, session-lifetime and app.phone.* have to be the same on all nodes`,
          ]
        : []),
    ]);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #greeted(greeting: Greeting): void {
    this.#known.set(greeting.node, {
      ...greeting,
      heardAt: performance.now(),
      clockOff: greeting.at - this.#parts.now(),
    });
  }

  #present(): Neighbour[] {
    const since = performance.now() - GONE_AFTER;
    for (const [node, { heardAt }] of this.#known) if (heardAt < since) this.#known.delete(node);
    return [...this.#known.values()];
  }

  #greet(): void {
    const { version, settings, now, head, streams } = this.#parts;
    const told = { version, settings, at: now(), head: head(), streams: [...streams()] };
    this.#say('node', told);
  }

  #say(what: 'node' | 'changed' | 'rejection', told: object): void {
    const { nc, names, node } = this.#parts;
    if (nc.isClosed() || nc.isDraining()) return;
    nc.publish(names.said(what), JSON.stringify({ node, ...told }));
  }

  #hear<T>(
    what: 'node' | 'changed' | 'rejection',
    take: (told: T & { node: string }) => void,
  ): void {
    const { nc, names, node } = this.#parts;
    nc.subscribe(names.said(what), {
      callback: (error, message) => {
        if (error) return;
        const told = message.json<T & { node: string }>();
        if (told.node !== node) take(told);
      },
    });
  }
}

import type { ChangedKind, Channel, Rejection } from '@hookline/contract';
import type { NatsConnection } from '@nats-io/transport-node';
import { channelBit } from '../hub/relay-event.ts';
import type { Names } from './names.ts';

const EVERY = 1000;
/** Who has said nothing for so long is gone, and its streams with it. */
const GONE_AFTER = 3000;
/** Who went without a word may be cut off, and hold what was sent to it. */
const MISSED_FOR = 24 * 60 * 60 * 1000;
/** Events carry the time of the node that took them. */
const CLOCK_TOLERANCE = 1000;
/** A word that was long under way makes a clock look behind, never ahead: the best of some counts. */
const CLOCK_LOOKS = 5;

type Said = 'node' | 'bye' | 'changed' | 'rejection';

/** What a node says of itself. */
interface Greeting {
  readonly node: string;
  /** Where it runs, for people; an earlier version does not say it. */
  readonly name?: string;
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
  /** By how many milliseconds its clock is ahead of this one, as it looked the last times. */
  readonly clockLooks: readonly number[];
}

export interface PeersParts {
  readonly nc: NatsConnection;
  readonly names: Names;
  readonly node: string;
  readonly name: string;
  readonly version: string;
  readonly settings: () => string;
  readonly now: () => number;
  readonly head: () => number;
  readonly streams: () => ReadonlyMap<number, number>;
  readonly onChanged: (kind: ChangedKind) => void;
  readonly onRejection: (rejection: Rejection) => void;
  /** Something to be put right, that was not so before. */
  readonly onTrouble: (text: string) => void;
}

/** The other nodes, as far as they can be heard. Nothing of it is stored: who was away missed it. */
export class Peers {
  readonly #parts: PeersParts;
  readonly #known = new Map<string, Neighbour>();
  /** What was told of clocks. */
  readonly #off = new Set<string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: PeersParts) {
    this.#parts = parts;
  }

  begin(): void {
    const { onChanged, onRejection } = this.#parts;
    this.#hear<Greeting>('node', (greeting) => this.#greeted(greeting));
    this.#hear<{ kind: ChangedKind }>('changed', ({ kind }) => onChanged(kind));
    this.#hear<object>('bye', ({ node }) => this.#known.delete(node));
    this.#hear<{ rejection: Rejection }>('rejection', ({ rejection }) => onRejection(rejection));
    this.#timer = setInterval(() => this.#greet(), EVERY);
    this.#timer.unref();
    this.#greet();
  }

  /** Those that can be heard, by what they call themselves, and what they are called. */
  get present(): ReadonlyMap<string, string> {
    return new Map(this.#present().map((one) => [one.node, nameOf(one)]));
  }

  /** What those are called that could be heard, and have gone without a word. */
  get missing(): readonly string[] {
    const present = new Set(this.#present().map(nameOf));
    const others = this.#known.values().filter((one) => one.name !== undefined);
    return [...new Set(others.map(nameOf))].filter((name) => !present.has(name));
  }

  /** By how many seconds the clock of a neighbour is wrong, or this one, where it is most; 0 for all right. */
  get clockOff(): number {
    const all = this.#present()
      .filter(isOff)
      .map((one) => Math.abs(clockOff(one)));
    return Math.max(0, ...all) / 1000;
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
      ...(isOff(other) ? [clockText(other)] : []),
      // While one after another is brought up to date, they differ for good reason.
      ...(other.settings !== settings() && other.version === version
        ? [
            `node ${nameOf(other)} has other settings: event-name, max-bytes, tokens, secrets, password, session-lifetime and app.phone.* have to be the same on all nodes`,
          ]
        : []),
    ]);
  }

  /** What it holds, it takes along: nobody has to look for it. */
  close(): void {
    clearInterval(this.#timer);
    this.#say('bye', {});
  }

  #greeted(greeting: Greeting): void {
    const { now, onTrouble } = this.#parts;
    const { node } = greeting;
    const before = this.#known.get(node)?.clockLooks ?? [];
    const clockLooks = [...before, greeting.at - now()].slice(-CLOCK_LOOKS);
    const neighbour = { ...greeting, heardAt: performance.now(), clockLooks };
    this.#known.set(node, neighbour);
    // It can be heard again, in another run.
    for (const [other, { name, heardAt }] of this.#known) {
      const isGone = heardAt < neighbour.heardAt - GONE_AFTER;
      if (other !== node && isGone && name === greeting.name) this.#known.delete(other);
    }
    if (!isOff(neighbour)) this.#off.delete(node);
    else if (!this.#off.has(node)) {
      this.#off.add(node);
      onTrouble(clockText(neighbour));
    }
  }

  #present(): Neighbour[] {
    const now = performance.now();
    for (const [node, { heardAt }] of this.#known) {
      if (heardAt < now - MISSED_FOR) this.#known.delete(node);
    }
    return [...this.#known.values()].filter(({ heardAt }) => heardAt >= now - GONE_AFTER);
  }

  #greet(): void {
    const { name, version, settings, now, head, streams } = this.#parts;
    const told = {
      name,
      version,
      settings: settings(),
      at: now(),
      head: head(),
      streams: [...streams()],
    };
    this.#say('node', told);
  }

  #say(what: Said, told: object): void {
    const { nc, names, node } = this.#parts;
    if (nc.isClosed() || nc.isDraining()) return;
    nc.publish(names.said(what), JSON.stringify({ node, ...told }));
  }

  #hear<T>(what: Said, take: (told: T & { node: string }) => void): void {
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

function nameOf({ node, name = node }: Greeting): string {
  return name;
}

function clockOff({ clockLooks }: Neighbour): number {
  return Math.max(...clockLooks);
}

function isOff(neighbour: Neighbour): boolean {
  const off = clockOff(neighbour);
  // Behind, it only looks until some words have come in time.
  const isKnown = off > 0 || neighbour.clockLooks.length === CLOCK_LOOKS;
  return isKnown && Math.abs(off) > CLOCK_TOLERANCE;
}

function clockText(neighbour: Neighbour): string {
  const seconds = (clockOff(neighbour) / 1000).toFixed(1);
  return `the clock of node ${nameOf(neighbour)} is ${seconds} s off this one's; let both follow a time server`;
}

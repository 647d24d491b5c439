import { createHash } from 'node:crypto';
import { CHANNELS, type Channel, GENERIC } from '@hookline/contract';
import type { MsgHdrs } from '@nats-io/transport-node';
import type { Origin } from '../hub/relay-event.ts';

/** What travels beside an event's payload. */
export const HEADERS = {
  /** When it was accepted: the same on every node and in the receipt. */
  at: 'Hookline-At',
  /** How many streams there were, for a receipt that is given again. */
  listeners: 'Hookline-Listeners',
  /** Who sent it, and what they call it. */
  sender: 'Hookline-Sender',
  topic: 'Hookline-Topic',
  /** What JetStream tells two of the same by; made of what its sender calls the request, if it does. */
  name: 'Nats-Msg-Id',
  /** Which request it was: of two with one name, only one is stored. */
  request: 'Hookline-Request',
} as const;

export function originIn(headers: MsgHdrs | undefined): Origin {
  const sender = headers?.get(HEADERS.sender) || null;
  const topic = headers?.get(HEADERS.topic) || null;
  return { sender, topic };
}

/** Everything in NATS that belongs to one service begins with its name. */
export class Names {
  readonly stream: string;
  readonly subjects: string;
  /** Lasts as long as the stream. */
  readonly bucket: string;
  /** What is in it runs out: a log-out when its login would have, an erasure with its event. */
  readonly passing: string;
  readonly #name: string;
  readonly #channels: ReadonlyMap<string, Channel>;

  constructor(name: string) {
    this.#name = name;
    this.stream = name;
    this.subjects = `${name}.event.*`;
    this.bucket = name;
    this.passing = `${name}-passing`;
    this.#channels = new Map(CHANNELS.map((channel) => [this.subjectOf(channel), channel]));
  }

  subjectOf(channel: Channel | null): string {
    return `${this.#name}.event.${channel ?? GENERIC}`;
  }

  channelOf(subject: string): Channel | null {
    return this.#channels.get(subject) ?? null;
  }

  /** Said between nodes, and stored nowhere. */
  said(what: 'node' | 'bye' | 'changed' | 'rejection' | 'erase'): string {
    return `${this.#name}.${what}`;
  }
}

/** The stream that a bucket is kept in. */
export function streamOf(bucket: string): string {
  return `KV_${bucket}`;
}

/** Looks as `instance` does where there is one node. */
export function instanceOf(name: string, epoch: string): string {
  const hex = createHash('sha256').update(`${name}\n${epoch}`).digest('hex');
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return [...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join('-');
}

import { CHANNELS, type Channel, GENERIC } from '@hookline/contract';

/** What is known of where an event came from, beside its URL. Nothing in it needs escaping in JSON. */
export interface Origin {
  /** Who sent it, by the name of its token; null for one without. */
  readonly sender: string | null;
  /** What its sender calls such a message in a header; null where it says nothing. */
  readonly topic: string | null;
}

export const NO_ORIGIN: Origin = { sender: null, topic: null };

/** An accepted event. Its bytes are made once and shared by history, sockets and archive. */
export interface RelayEvent extends Origin {
  readonly id: number;
  /** ISO-8601 UTC with milliseconds. */
  readonly receivedAt: string;
  readonly channel: Channel | null;
  /** The payload's JSON text as it was sent, UTF-8. */
  readonly payload: Buffer;
  /** The whole event as JSON, UTF-8. */
  readonly json: Buffer;
  /** The event as a message of the stream, ready for a socket. */
  readonly frame: Buffer;
  /** What it takes in memory: with line breaks in it, frame and JSON are not the same bytes. */
  readonly bytes: number;
}

/**
 * A set of channels as bits, so that asking whether a stream wants an event is one operation.
 * The last bit stands for events without a channel.
 */
export type ChannelSet = number;

const BITS = new Map<string | null, ChannelSet>(
  [...CHANNELS, GENERIC].map((name, index) => [name, 1 << index]),
);
BITS.set(null, BITS.get(GENERIC) ?? 0);

export const ALL_CHANNELS: ChannelSet = (1 << (CHANNELS.length + 1)) - 1;

export function channelBit(channel: Channel | null): ChannelSet {
  return BITS.get(channel) ?? 0;
}

/** The set that these names stand for, or undefined when one of them is unknown. */
export function channelSet(names: readonly string[]): ChannelSet | undefined {
  let set: ChannelSet = 0;
  for (const name of names) {
    const bit = BITS.get(name);
    if (bit === undefined) return undefined;
    set |= bit;
  }
  return set;
}

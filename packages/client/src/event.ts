import type { Channel } from './words.ts';

/** What the backend makes of a webhook. */
export interface WebhookEvent {
  /** Sequential from 1, unique until the backend restarts. */
  readonly id: number;
  /** Time of receipt, ISO-8601 UTC. */
  readonly receivedAt: string;
  /** The URL it came in by; absent or null for the generic one. */
  readonly channel?: Channel | null;
  /** The JSON as it was sent. */
  readonly payload: unknown;
  /** Who sent it, by the name of its token; absent without one. */
  readonly sender?: string;
  /** What its sender calls such a message in a header; absent without one. */
  readonly topic?: string;
}

/** Longer than any name of a sender and any topic, and what stands around them. */
const LONGEST_END = 256;

/** The payload's own text in a message of the stream, where nothing but its sender and topic follow. */
export function payloadText(message: string): string | undefined {
  const found = /^\{"id":\d+,"receivedAt":"[^"]*",(?:"channel":(?:"\w+"|null),)?"payload":/.exec(
    message,
  );
  const end =
    /(?:,"sender":"[^"]*")?(?:,"topic":"[^"]*")?\}$/.exec(message.slice(-LONGEST_END))?.[0]
      .length ?? 1;
  return found ? message.slice(found[0].length, -end) : undefined;
}

/** The payload is never judged: whatever a foreign system sends is an event. */
export function isEvent(value: unknown): value is WebhookEvent {
  const { id, receivedAt } = (value ?? {}) as Partial<WebhookEvent>;
  return typeof id === 'number' && typeof receivedAt === 'string';
}

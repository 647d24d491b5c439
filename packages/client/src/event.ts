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
}

/** The payload's own text in a message of the stream, where it stands last; else undefined. */
export function payloadText(message: string): string | undefined {
  const found = /^\{"id":\d+,"receivedAt":"[^"]*",(?:"channel":(?:"\w+"|null),)?"payload":/.exec(
    message,
  );
  return found ? message.slice(found[0].length, -1) : undefined;
}

/** The payload is never judged: whatever a foreign system sends is an event. */
export function isEvent(value: unknown): value is WebhookEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'number' &&
    'receivedAt' in value &&
    typeof value.receivedAt === 'string'
  );
}

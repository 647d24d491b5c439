import {
  Busy,
  Changed,
  Cleared,
  ErasedEvents,
  Heartbeat,
  Hello,
  WebhookEvent,
} from '@hookline/contract';
import type { TSchema } from 'typebox';
import { telephonyChannel } from './asyncapi-telephony.ts';

const CONTROL_MESSAGES: Record<string, TSchema & { description?: string }> = {
  hello: Hello,
  heartbeat: Heartbeat,
  cleared: Cleared,
  changed: Changed,
  erased: ErasedEvents,
  busy: Busy,
};

export interface Described {
  readonly version: string;
  readonly eventName: string | undefined;
  /** Whether this server plays a telephony app as well. */
  readonly telephonyPath: string | undefined;
}

/** Describes the stream as AsyncAPI 3.0; OpenAPI has no words for what comes over time. */
export function asyncApiDocument({ version, eventName, telephonyPath }: Described): object {
  const control = Object.entries(CONTROL_MESSAGES).map(([name, payload]) => [
    name,
    { name, title: `event: ${name}`, summary: payload.description, payload },
  ]);
  const messages = {
    event: {
      name: eventName ?? 'message',
      title: 'A webhook event',
      summary: 'Its SSE id is the id of the event; Last-Event-ID resumes after it.',
      payload: WebhookEvent,
    },
    ...Object.fromEntries(control),
  };
  const references = Object.keys(messages).map((name) => ({
    $ref: `#/channels/events/messages/${name}`,
  }));
  const telephony = telephonyPath === undefined ? undefined : telephonyChannel(telephonyPath);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Hookline stream',
      version,
      description:
        'Server-Sent Events. Control messages are named events without an id, so they neither reach onmessage nor move Last-Event-ID.',
    },
    channels: {
      events: {
        address: '/api/webhook/events',
        title: 'Webhook events, live',
        messages,
      },
      ...telephony?.channels,
    },
    operations: {
      ...telephony?.operations,
      sendEvents: {
        action: 'send',
        channel: { $ref: '#/channels/events' },
        summary: 'The server sends every new event to every open stream.',
        messages: references,
      },
    },
  };
}

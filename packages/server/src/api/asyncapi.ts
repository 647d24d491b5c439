import { Busy, Changed, Cleared, Heartbeat, Hello, WebhookEvent } from '@hookline/contract';
import type { TSchema } from 'typebox';

const CONTROL_MESSAGES: Record<string, TSchema & { description?: string }> = {
  hello: Hello,
  heartbeat: Heartbeat,
  cleared: Cleared,
  changed: Changed,
  busy: Busy,
};

/** Describes the stream as AsyncAPI 3.0; OpenAPI has no words for what comes over time. */
export function asyncApiDocument(version: string, eventName: string | undefined): object {
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
    },
    operations: {
      sendEvents: {
        action: 'send',
        channel: { $ref: '#/channels/events' },
        summary: 'The server sends every new event to every open stream.',
        messages: references,
      },
    },
  };
}

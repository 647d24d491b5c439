import {
  Busy,
  Changed,
  Cleared,
  ErasedEvents,
  Heartbeat,
  Hello,
  TELEPHONY_EVENTS,
  TelephonyAnswer,
  TelephonyRequest,
  WebhookEvent,
} from '@hookline/contract';
import type { TSchema } from 'typebox';

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

const message = (name: string, payload: TSchema) => ({ name, title: name, payload });

/** The WebSocket of the telephony in the words of AsyncAPI 3.0. */
function telephonyChannel(address: string) {
  const events = Object.entries(TELEPHONY_EVENTS).map(
    ([name, payload]) => [name.replace('.', '-'), message(name, payload)] as const,
  );
  const references = (names: readonly string[]) =>
    names.map((name) => ({ $ref: `#/channels/telephony/messages/${name}` }));
  return {
    channels: {
      telephony: {
        address,
        title: 'The telephony',
        messages: {
          request: message('request', TelephonyRequest),
          answer: message('answer', TelephonyAnswer),
          ...Object.fromEntries(events),
        },
      },
    },
    operations: {
      takeCommands: {
        action: 'receive',
        channel: { $ref: '#/channels/telephony' },
        summary: 'A client gives a command; the answer has its id.',
        messages: references(['request']),
        reply: {
          channel: { $ref: '#/channels/telephony' },
          messages: references(['answer']),
        },
      },
      tellCalls: {
        action: 'send',
        channel: { $ref: '#/channels/telephony' },
        summary: 'The server tells every client what happens; the first frame is hello.',
        messages: references(events.map(([name]) => name)),
      },
    },
  };
}

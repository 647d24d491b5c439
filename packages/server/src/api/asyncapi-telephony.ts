import { TELEPHONY_EVENTS, TelephonyAnswer, TelephonyRequest } from '@hookline/contract';
import type { TSchema } from 'typebox';

const message = (name: string, payload: TSchema) => ({ name, title: name, payload });

/** The WebSocket of the telephony in the words of AsyncAPI 3.0. */
export function telephonyChannel(address: string) {
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

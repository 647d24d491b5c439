import { CHANNELS, GENERIC } from '@hookline/contract';
import Type from 'typebox';
import { type App, HttpProblem } from '../http/app.ts';
import { commonHeaders, dateHeader } from '../http/every-answer.ts';
import type { FastPath } from '../http/fast-path.ts';
import type { Gate } from '../http/gate.ts';
import { takeSocket } from '../http/taken-sockets.ts';
import { ALL_CHANNELS, type ChannelSet, channelSet } from '../hub/relay-event.ts';
import type { Streams } from './streams.ts';

const Query = Type.Object({
  lastEventId: Type.Optional(
    Type.String({ description: 'For readers that cannot set the header, which is stronger.' }),
  ),
  instance: Type.Optional(
    Type.String({ description: 'The `instance` that the last id is from, as `hello` named it.' }),
  ),
  channel: Type.Optional(
    Type.Union([Type.String(), Type.Array(Type.String())], {
      description: `Only these channels, separated by commas: ${[...CHANNELS, GENERIC].join(', ')}.`,
    }),
  ),
});

const Headers = Type.Object({
  'last-event-id': Type.Optional(
    Type.String({ description: 'Replays every held event with a greater id.' }),
  ),
});

const PATH = '/api/webhook/events';
/** An EventSource that is answered 503 gives up for ever; asked to retry, it comes back. */
const CONFIG = {
  access: 'reader',
  right: 'stream',
  lasting: true,
  whileDraining: true,
} as const;

const STREAM_HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  // nginx would otherwise hold events back until its buffer is full.
  'x-accel-buffering': 'no',
  connection: 'close',
};

export function streamRoutes(app: App, streams: Streams): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: PATH,
    config: CONFIG,
    schema: {
      tags: ['stream'],
      summary: 'Every new event, live (Server-Sent Events)',
      description:
        'One message per event, its SSE id being the event id. Control messages are named events; see /api/asyncapi.json.',
      querystring: Query,
      headers: Headers,
      response: {
        200: {
          description: 'The stream. It does not end by itself.',
          content: { 'text/event-stream': { schema: Type.String() } },
        },
      },
    },
    handler(request, reply) {
      const { lastEventId, instance, channel } = request.query;
      // Between two positions nobody but the reader can choose.
      if (Array.isArray(lastEventId) || Array.isArray(instance)) {
        throw new HttpProblem('bad_request', 'lastEventId and instance must come once.');
      }
      const channels = wantedChannels(channel);
      const headers = { ...reply.getHeaders(), ...STREAM_HEADERS };
      if (request.method === 'HEAD') return reply.headers(headers).send();
      // The stream is written past the framework. While an earlier request on this connection
      // waits for its answer, that would come in the middle of the stream.
      if (reply.raw.socket === null) {
        throw new HttpProblem('bad_request', 'A stream needs a connection of its own.');
      }
      reply.hijack();
      takeSocket(request.raw.socket);
      streams.take(request.raw.socket, answerHead(headers), channels, {
        lastEventId: request.headers['last-event-id'] ?? lastEventId,
        instance,
      });
      return reply;
    },
  });
}

/** The same without the framework, and without its memory: nothing stays but the socket. */
export function streamFastPath(streams: Streams, gate: Gate): FastPath {
  const check = gate(CONFIG);
  return {
    method: 'GET',
    path: PATH,
    take(request) {
      const { lastEventId, instance, channel } = request.query;
      if (Array.isArray(lastEventId) || Array.isArray(instance)) return 'left';
      const channels = wantedChannels(channel);
      const admission = check?.(request);
      if (admission?.redirect !== undefined) return 'left';
      const headers = { ...commonHeaders('GET'), ...admission?.headers, ...STREAM_HEADERS };
      streams.take(request.socket, answerHead(headers), channels, {
        lastEventId: [request.headers['last-event-id']].flat()[0] ?? lastEventId,
        instance,
      });
      return 'keeps the connection';
    },
  };
}

function wantedChannels(query: string | string[] | undefined): ChannelSet {
  if (query === undefined) return ALL_CHANNELS;
  const names = [query].flat().flatMap((value) => value.split(','));
  const channels = channelSet(names.map((name) => name.trim()));
  if (channels === undefined) {
    throw new HttpProblem(
      'unknown_channel',
      `channel=${names.join(',')} names a channel that does not exist.`,
    );
  }
  return channels;
}

/**
 * The head is written by hand and the body has no framing: it ends with the connection. So the
 * same bytes go to every reader, to HTTP/1.0 proxies too, and no response object has to stay.
 */
function answerHead(headers: Record<string, unknown>): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 200 OK\r\ndate: ${dateHeader()}\r\n${lines.join('')}\r\n`;
}

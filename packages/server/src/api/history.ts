import { Readable } from 'node:stream';
import { CHANNELS, GENERIC, WebhookEvent } from '@hookline/contract';
import Type from 'typebox';
import { type App, describing, HttpProblem } from '../http/app.ts';
import type { HeldMemory } from '../http/held-memory.ts';
import type { Hub } from '../hub/hub.ts';
import type { RelayEvent } from '../hub/relay-event.ts';
import type { LogEvent } from './log-event.ts';
import { NO_PARAMETERS, Query } from './query.ts';

const IDS = Type.Array(Type.Integer(), {
  description: 'Ascending; the newest 1,001 at most, and none that was cleared or erased.',
});

const INSTANCE = {
  'x-hookline-instance': Type.String({ description: 'Names the epoch of the backend.' }),
};
const AFTER = Type.Object({ after: Type.Optional(Type.Integer({ minimum: 0, default: 0 })) });

const about = describing('history', { access: 'reader' });

export interface HistoryParts {
  readonly hub: Hub;
  /** On every node. */
  readonly clear: () => Promise<void>;
  readonly held: HeldMemory;
  readonly logEvent: LogEvent;
}

export function historyRoutes(app: App, { hub, clear, held, logEvent }: HistoryParts): void {
  app.get(
    '/api/webhook/history',
    about(
      'The latest events, newest first, 50 at most',
      {
        querystring: NO_PARAMETERS,
        response: { 200: { ...Type.Array(WebhookEvent), headers: INSTANCE } },
      },
      { right: 'stream' },
    ),
    (request, reply) => {
      new Query(request.query, NO_PARAMETERS);
      const events = hub.log.history();
      const hold = held.answer(reply.raw);
      for (const { json } of events) hold.share(json);
      return reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('x-hookline-instance', hub.instance)
        .send(Readable.from(asArray(events)));
    },
  );

  app.get(
    '/api/webhook/history/ids',
    about(
      'The ids of events after one, by channel: what a reader that was away has to count',
      {
        querystring: AFTER,
        response: {
          200: Type.Object(Object.fromEntries([...CHANNELS, GENERIC].map((name) => [name, IDS])), {
            title: 'EventIds',
            description: 'By channel; `generic` are those without one.',
          }),
        },
      },
      { right: 'stream' },
    ),
    (request, reply) => {
      const after = new Query(request.query, AFTER).text('after') ?? '0';
      if (!/^\d{1,15}$/.test(after)) {
        throw new HttpProblem('bad_request', 'after must be a whole number.');
      }
      return reply
        .header('cache-control', 'no-store')
        .header('x-hookline-instance', hub.instance)
        .send(hub.log.idsAfter(Number(after)));
    },
  );

  app.delete(
    '/api/webhook/history',
    about(
      'Clear the history, in every browser too; ids go on',
      { response: { 204: Type.Null({ description: 'Cleared.' }) } },
      { personal: true },
    ),
    async (request, reply) => {
      await clear();
      logEvent(request.raw, { head: hub.log.head }, 'history cleared');
      return reply.code(204).send();
    },
  );
}

/** Joins the events' own bytes as they are read: fifty large ones are never copied into one. */
function* asArray(events: RelayEvent[]): Generator<Buffer | string> {
  let before = '[';
  for (const { json } of events) {
    yield before;
    yield json;
    before = ',';
  }
  yield events.length === 0 ? '[]' : ']';
}

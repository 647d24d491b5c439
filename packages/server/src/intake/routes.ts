import type { IncomingMessage } from 'node:http';
import { CHANNELS, type Channel, GENERIC, Problem, Receipt } from '@hookline/contract';
import Type from 'typebox';
import type { App } from '../http/app.ts';
import { readBody } from '../http/body.ts';
import { checkedJson } from '../http/json-text.ts';
import type { Publish } from '../publish.ts';
import { type Repeats, repeatKey } from './repeats.ts';
import type { CheckSignature } from './signature.ts';
import type { CheckToken } from './token.ts';

export interface IntakeOptions {
  readonly maxBytes: number;
  /** Refuses a request that is one too many of its sender; undefined when there is no limit. */
  readonly checkRate: ((request: IncomingMessage) => void) | undefined;
  readonly checkToken: CheckToken;
  /** How a channel's signatures are checked, if they are. */
  readonly signatureCheckOf: (name: Channel | typeof GENERIC) => CheckSignature | undefined;
  readonly repeats: Repeats;
  readonly publish: Publish;
  /** A sender got an earlier receipt again. */
  readonly onRepeated: (channel: Channel | null) => void;
}

const JSON_TYPE = 'application/json; charset=utf-8';

/** `POST /api/webhook` and one URL per channel. */
export function intakeRoutes(parent: App, options: IntakeOptions): void {
  const { maxBytes, checkRate, checkToken, signatureCheckOf, repeats, publish, onRepeated } =
    options;
  parent.register(async (app: App) => {
    // Before anything else, so that guessing tokens is limited too.
    if (checkRate) {
      app.addHook('onRequest', (request, _reply, done) => {
        checkRate(request.raw);
        done();
      });
    }
    app.addHook('onRequest', (request, _reply, done) => {
      checkToken(request);
      done();
    });
    // The schemas below describe the routes; the payload is never validated.
    app.setValidatorCompiler(() => () => true);

    const channels: (Channel | null)[] = [null, ...CHANNELS];
    for (const channel of channels) {
      const url = channel === null ? '/api/webhook' : `/api/webhook/${channel}`;
      const checkSignature = signatureCheckOf(channel ?? GENERIC);
      app.route({
        method: 'POST',
        url,
        config: { access: 'intake' },
        schema: {
          tags: ['webhook'],
          summary:
            channel === null ? 'Take any JSON' : `Take any JSON as data of the channel ${channel}`,
          description:
            'The content type does not matter. The answer waits neither for browsers nor for the archive. ' +
            'Sent again with the same `Idempotency-Key` or `webhook-id` within ten minutes, it gets the first receipt again.',
          body: Type.Unknown({ description: 'Any JSON: object, list or plain value.' }),
          response: { 202: Receipt, '4xx': Problem },
        },
        async handler(request, reply) {
          const judgeSignature = checkSignature?.(request.headers);
          const body = await readBody(request.raw, maxBytes);
          judgeSignature?.(body);
          const payload = checkedJson(body);
          reply.code(202);
          const key = repeatKey(request.headers);
          if (key === undefined) return reply.send(publish(channel, payload));
          const { receipt, isRepeated } = repeats.once(`${url} ${key}`, payload, () =>
            reply.serialize(publish(channel, payload)).toString(),
          );
          if (isRepeated) {
            onRepeated(channel);
            reply.header('idempotent-replayed', 'true');
          }
          return reply.header('content-type', JSON_TYPE).send(receipt);
        },
      });
    }
  });
}

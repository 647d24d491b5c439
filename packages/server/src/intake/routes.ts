import { CHANNELS, type Channel, Problem, Receipt } from '@hookline/contract';
import Type from 'typebox';
import type { App } from '../http/app.ts';
import { readBody } from '../http/body.ts';
import { checkedJson } from '../http/json-text.ts';
import type { Publish } from '../publish.ts';
import type { CheckToken } from './token.ts';

export interface IntakeOptions {
  readonly maxBytes: number;
  readonly checkToken: CheckToken;
  readonly publish: Publish;
}

/** `POST /api/webhook` and one URL per channel. */
export function intakeRoutes(parent: App, { maxBytes, checkToken, publish }: IntakeOptions): void {
  parent.register(async (app: App) => {
    app.addHook('onRequest', (request, _reply, done) => {
      checkToken(request);
      done();
    });
    // The schemas below describe the routes; the payload is never validated.
    app.setValidatorCompiler(() => () => true);

    const channels: (Channel | null)[] = [null, ...CHANNELS];
    for (const channel of channels) {
      app.route({
        method: 'POST',
        url: channel === null ? '/api/webhook' : `/api/webhook/${channel}`,
        config: { access: 'intake' },
        schema: {
          tags: ['webhook'],
          summary:
            channel === null ? 'Take any JSON' : `Take any JSON as data of the channel ${channel}`,
          description:
            'The content type does not matter. The answer waits neither for browsers nor for the archive.',
          body: Type.Unknown({ description: 'Any JSON: object, list or plain value.' }),
          response: { 202: Receipt, '4xx': Problem },
        },
        async handler(request, reply) {
          const payload = checkedJson(await readBody(request.raw, maxBytes));
          return reply.code(202).send(publish(channel, payload));
        },
      });
    }
  });
}

import { CHANNELS, type Channel, GENERIC, Receipt } from '@hookline/contract';
import Type from 'typebox';
import type { App } from '../http/app.ts';
import { readBody } from '../http/body.ts';
import type { Check, RequestHead } from '../http/gate.ts';
import { checkedJsonInTurns } from '../http/json-text.ts';
import { type Keeper, kept } from '../http/kept.ts';
import type { CheckSender } from '../http/token.ts';
import { type AcceptanceParts, acceptanceAt } from './acceptance.ts';
import type { CheckSignature } from './signature.ts';

export interface SenderRate {
  /** Counts a request, and refuses one too many of its sender. */
  take(request: RequestHead): void;
  /** Would it be refused? */
  allows(request: RequestHead): boolean;
}

export interface IntakeOptions extends AcceptanceParts, Keeper {
  readonly maxBytes: number;
  /** How much one sender may send; undefined when there is no limit. */
  readonly rate: SenderRate | undefined;
  readonly checkToken: CheckSender;
  /** Who sent what is under way by the long way, once its token was found right. */
  readonly senders: WeakMap<RequestHead, string>;
  /** How a channel's signatures are checked, if they are. */
  readonly signatureCheckOf: (name: Channel | typeof GENERIC) => CheckSignature | undefined;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What every route for senders gets checked, whoever registers it. */
export function senderCheck({
  rate,
  checkToken,
  senders,
}: Pick<IntakeOptions, 'rate' | 'checkToken' | 'senders'>): Check {
  return (request) => {
    // Before anything else, so that guessing tokens is limited too.
    rate?.take(request);
    const sender = checkToken(request);
    // A key for each request would be garbage that makes everybody wait.
    if (sender !== null) senders.set(request, sender);
    return { headers: {} };
  };
}

/** `POST /api/webhook` and one URL per channel. */
export function intakeRoutes(parent: App, options: IntakeOptions): void {
  const { maxBytes, senders, signatureCheckOf } = options;
  parent.register(async (app: App) => {
    const channels: (Channel | null)[] = [null, ...CHANNELS];
    for (const channel of channels) {
      const url = urlOf(channel);
      const checkSignature = signatureCheckOf(channel ?? GENERIC);
      const accept = acceptanceAt(url, channel, options);
      app.route({
        method: 'POST',
        url,
        config: { access: 'intake' },
        schema: {
          tags: ['webhook'],
          summary:
            channel === null ? 'Take any JSON' : `Take any JSON as data of the channel ${channel}`,
          description:
            'The content type does not matter. The answer waits neither for browsers nor for the database. ' +
            'Sent again with the same `Idempotency-Key` or `webhook-id` within ten minutes, it gets the first receipt again.',
          body: Type.Unknown({ description: 'Any JSON: object, list or plain value.' }),
          response: { 202: Receipt },
        },
        async handler(request, reply) {
          const judgeSignature = checkSignature?.(request.headers);
          const body = await readBody(request.raw, maxBytes);
          judgeSignature?.(body);
          const payload = await checkedJsonInTurns(body);
          const sender = senders.get(request.raw) ?? null;
          const { receipt, isRepeated } = await accept(sender, request.headers, payload);
          await kept(options);
          if (isRepeated) reply.header('idempotent-replayed', 'true');
          return reply.code(202).header('content-type', JSON_TYPE).send(receipt);
        },
      });
    }
  });
}

export function urlOf(channel: Channel | null): string {
  return channel === null ? '/api/webhook' : `/api/webhook/${channel}`;
}

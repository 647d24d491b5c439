import { CHANNELS, type Channel, GENERIC, Receipt, WebhookHeaders } from '@hookline/contract';
import Type from 'typebox';
import { slips } from '../config/slips.ts';
import { type App, describing } from '../http/app.ts';
import { readBody } from '../http/body.ts';
import type { Check, RequestHead } from '../http/gate.ts';
import { checkedJsonInTurns } from '../http/json-text.ts';
import { type Keeper, kept } from '../http/kept.ts';
import { type AcceptanceParts, acceptanceAt } from './acceptance.ts';
import type { KnownSenders, Owner } from './known-senders.ts';

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
  readonly known: KnownSenders;
  /** Who sent what is under way by the long way; none for those without a name. */
  readonly owners: WeakMap<RequestHead, { owner: Owner }>;
}

const about = describing('webhook', { access: 'intake' });

const RECEIPT_HEADERS = {
  'idempotent-replayed': Type.String({ description: '`true`: it had come before.' }),
};

export const JSON_TYPE = 'application/json; charset=utf-8';

/** What every route for senders gets checked, whoever registers it. */
export function senderCheck({
  rate,
  known,
  owners,
}: Pick<IntakeOptions, 'rate' | 'known' | 'owners'>): Check {
  return (request) => {
    // Before anything else, so that guessing tokens is limited too.
    rate?.take(request);
    const owner = known.ownerOf(request);
    // A key for each request would be garbage that makes everybody wait.
    if (owner !== null) owners.set(request, { owner });
    return { headers: {} };
  };
}

/** `POST /api/webhook` and one URL per channel. */
export function intakeRoutes(parent: App, options: IntakeOptions): void {
  const { maxBytes, owners, known } = options;
  parent.register(async (app: App) => {
    const channels: (Channel | null)[] = [null, ...CHANNELS];
    for (const channel of channels) {
      const url = urlOf(channel);
      const accept = acceptanceAt(url, channel, options);
      app.post(
        url,
        about(
          channel === null ? 'Take any JSON' : `Take any JSON as data of the channel ${channel}`,
          {
            description:
              'The content type does not matter. The answer waits neither for browsers nor for the database. ' +
              'Whose signature fits needs no token.',
            headers: WebhookHeaders,
            body: Type.Unknown({
              title: 'AnyJson',
              description: 'Any JSON: object, list or plain value.',
            }),
            response: { 202: { ...Receipt, headers: RECEIPT_HEADERS } },
          },
        ),
        async (request, reply) => {
          const { owner } = owners.get(request.raw) ?? { owner: null };
          const judge = known.judgeOf(channel ?? GENERIC, owner, request.headers);
          const body = await readBody(request.raw, maxBytes);
          const sender = judge ? judge(body) : (owner ?? null);
          if (sender !== null) owners.set(request.raw, { owner: sender });
          const payload = await checkedJsonInTurns(body);
          const { receipt, isRepeated } = await accept(sender, request.headers, payload);
          await kept(options);
          if (isRepeated) reply.header('idempotent-replayed', 'true');
          return reply.code(202).header('content-type', JSON_TYPE).send(receipt);
        },
      );
    }
  });
}

const URLS = [null, ...CHANNELS].map(urlOf);
const LIST = `Webhooks go to ${URLS.slice(0, -1).join(', ')} and ${URLS.at(-1)}.`;
/** A longer path is no slip of the pen, and would take long to compare. */
const LONGEST = 64;

/** For whoever has the URL of a webhook almost right. */
export function webhookHint(path: string): string {
  const plain = path.toLowerCase().replace(/\/+$/, '');
  const isBelow = plain.startsWith(`${URLS[0]}/`);
  const meant = URLS.slice(isBelow ? 1 : 0).find(
    (url) =>
      path.length <= LONGEST && (slips(plain, url) <= 2 || plain === url.slice('/api'.length)),
  );
  if (meant !== undefined) return `Did you mean ${meant}?`;
  return isBelow ? LIST : '';
}

export function urlOf(channel: Channel | null): string {
  return channel === null ? '/api/webhook' : `/api/webhook/${channel}`;
}

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Config } from '../../../config/properties.ts';
import { HttpProblem } from '../../../http/problem.ts';
import { causesBy } from '../../mirror.ts';
import type { SystemContext, TelephonySystem } from '../../system.ts';
import type { Office } from '../desks.ts';
import {
  checkPush,
  type Fields,
  type Push,
  type PushCause,
  PushedCalls,
  type PushOptions,
  pushedOptions,
} from '../push.ts';
import { type Finding, note, ok, type TelephoneSystem } from '../telephone-system.ts';

export const placetel: TelephoneSystem = {
  follow: (config) => (context) => createPlacetel(context, optionsOf(config)),
  async *check(config) {
    yield checkPush(config);
    yield checkSignature(optionsOf(config));
  },
};

function optionsOf(config: Config): PlacetelOptions {
  return { ...pushedOptions(config), secret: config['app.telephony.placetel.secret'] };
}

function checkSignature({ secret }: PlacetelOptions): Finding {
  return secret === undefined
    ? note('phone signature', 'none: set app.telephony.placetel.secret, or the token alone counts')
    : ok('phone signature', 'what is not signed with app.telephony.placetel.secret is refused');
}

interface PlacetelOptions extends Pick<PushOptions, 'token' | keyof Office> {
  /** What it signs with; undefined: nothing is signed. */
  readonly secret: string | undefined;
}

const TYPES: ReadonlyMap<string, PushCause> = causesBy({
  voicemail: 'voicemail',
  missed: 'missed',
  blocked: 'blocked',
  answered: 'accepted',
  busy: 'busy',
  canceled: 'canceled',
  unreachable: 'unavailable',
  failed: 'congestion',
});

/** Placetel tells of calls and takes no orders. */
function createPlacetel(context: SystemContext, options: PlacetelOptions): TelephonySystem {
  const { secret } = options;
  const calls = new PushedCalls(context, {
    ...options,
    read: readPlacetel,
    ...(secret !== undefined && {
      checkSignature: ({ headers }, body) => {
        if (isSigned(secret, body, String(headers['x-placetel-signature'] ?? ''))) return;
        throw new HttpProblem('unauthorized', 'The signature of the push is missing or wrong.', {
          'www-authenticate': 'Bearer realm="hookline"',
        });
      },
    }),
  });
  return {
    orders: [],
    live: () => calls.mirror.live(),
    deskOf: (said) => calls.deskOf(said),
    close: () => calls.mirror.onlyThese([]),
  };
}

/** Hexadecimal HMAC-SHA256 of the body as it came. */
export function isSigned(secret: string, body: Buffer, signature: string): boolean {
  const right = createHmac('sha256', secret).update(body).digest();
  const said = /^[\da-f]{64}$/i.test(signature) ? Buffer.from(signature, 'hex') : Buffer.alloc(32);
  return timingSafeEqual(right, said);
}

function readPlacetel(fields: Fields): Push | undefined {
  const id = fields.get('call_id') ?? '';
  if (id === '') return undefined;
  const event = fields.get('event');
  const number = (name: string) => {
    const text = fields.get(name);
    return text === undefined ? undefined : { raw: /^anonymous$/i.test(text) ? '' : text };
  };
  if (event === 'HungUp') {
    const seconds = fields.get('duration') ?? '';
    return {
      kind: 'ended',
      id,
      call: id,
      cause: TYPES.get(fields.get('type') ?? '') ?? null,
      durationSec: /^\d{1,6}$/.test(seconds) ? Number(seconds) : undefined,
    };
  }
  if (event !== 'IncomingCall' && event !== 'OutgoingCall' && event !== 'CallAccepted') {
    return undefined;
  }
  return {
    kind: event === 'CallAccepted' ? 'answered' : 'began',
    id,
    call: id,
    direction: event === 'OutgoingCall' ? 'out' : 'in',
    from: number('from'),
    to: number('to'),
    by: fields.get('peer'),
    isMachine: false,
  };
}

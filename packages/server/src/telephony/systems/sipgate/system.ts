import type { CallCommand } from '@hookline/contract';
import type { Config } from '../../../config/properties.ts';
import { causesBy } from '../../mirror.ts';
import { orderNumber } from '../../order-number.ts';
import { PUSH_PATH, type SystemContext, type TelephonySystem } from '../../system.ts';
import { TelephonyProblem } from '../../telephony-problem.ts';
import { mustBeAt, type Office, telephoneAt } from '../desks.ts';
import {
  checkPush,
  type Fields,
  type Push,
  type PushCause,
  PushedCalls,
  type PushOptions,
  pushedOptions,
} from '../push.ts';
import { type Finding, note, ok, type TelephoneSystem, wrong } from '../telephone-system.ts';

/** Also any other that pushes as sipgate does. */
export const sipgate: TelephoneSystem = {
  follow: (config) => (context) => createSipgate(context, optionsOf(config)),
  async *check(config) {
    yield checkPush(config);
    if (config['app.telephony.system'] === 'sipgate') yield* checkApi(optionsOf(config).api);
  },
};

function optionsOf(config: Config): SipgateOptions {
  const [id, token] = [
    config['app.telephony.sipgate.token-id'],
    config['app.telephony.sipgate.token'],
  ];
  const isSipgate = config['app.telephony.system'] === 'sipgate';
  return {
    ...pushedOptions(config),
    publicUrl: isSipgate ? config['app.server.public-url'] : undefined,
    api:
      !isSipgate || id === undefined || token === undefined
        ? undefined
        : { url: config['app.telephony.sipgate.api'], id, token },
  };
}

/** Asks for the calls that are on: what the orders are about, and nothing is changed by it. */
async function* checkApi(api: SipgateApi | undefined): AsyncGenerator<Finding> {
  if (!api) {
    yield note(
      'phone login',
      'none: calls are watched; for dialling set app.telephony.sipgate.token-id and .token',
    );
    return;
  }
  const answer = await askSipgate(api, 'GET', '/calls');
  await answer?.body?.cancel();
  if (!answer) yield wrong('phone login', `nobody answers at ${api.url}`);
  else if (answer.status === 401) {
    yield wrong('phone login', `${api.id} is refused; app.telephony.sipgate.token-id and .token`);
  } else if (answer.status === 403) {
    yield ok('phone login', `${api.id} at ${api.url}`);
    yield note(
      'phone rights',
      'it may not list calls (rtcm:read); it needs rtcm:write to hang up, hold and transfer, and sessions:calls:write to dial',
    );
  } else if (!answer.ok) {
    yield wrong('phone login', `${api.url} answers ${answer.status}; app.telephony.sipgate.api`);
  } else {
    yield ok('phone login', `${api.id} at ${api.url}`);
    yield ok(
      'phone rights',
      'it may list calls; whether it may dial (sessions:calls:write) and act (rtcm:write) shows only by doing it',
    );
  }
}

interface SipgateOptions extends Pick<PushOptions, 'token' | keyof Office> {
  /** Where sipgate reaches this server; undefined for its look-alikes, which are not answered. */
  readonly publicUrl: string | undefined;
  /** For orders; without it calls are only watched. */
  readonly api: SipgateApi | undefined;
}

/** Where orders are taken, and the personal access token for it. */
interface SipgateApi {
  readonly url: string;
  readonly id: string;
  readonly token: string;
}

const TIMEOUT = 10_000;
/** What an id of a call may be in a path: `..` would lead to another one, however it is encoded. */
const PLAIN_ID = /^(?!\.{1,2}$)[\w.~@:+={}-]+$/;

/** By cause in small letters without anything between them: FreeSWITCH has words of its own. */
const CAUSES: ReadonlyMap<string, PushCause> = causesBy({
  answered: 'normalclearing loserace pickedoff',
  busy: 'busy userbusy',
  canceled: 'cancel originatorcancel',
  missed: 'noanswer nouserresponse',
  rejected: 'callrejected',
  failed: 'congestion normalcircuitcongestion normaltemporaryfailure',
  unreachable: 'notfound unallocatednumber noroutedestination usernotregistered',
  forwarded: 'forwarded blindtransfer attendedtransfer',
});

/** sipgate.io, and every system that pushes the same three events. */
function createSipgate(context: SystemContext, options: SipgateOptions): TelephonySystem {
  const { publicUrl, api } = options;
  const calls = new PushedCalls(context, {
    ...options,
    isIdPerPhone: publicUrl === undefined,
    read: readSipgate,
    // Only who asks for them is told of the answer and the end.
    answer: (push) =>
      publicUrl === undefined || push?.kind !== 'began'
        ? undefined
        : { type: 'application/xml', body: answerXml(publicUrl, options.token) },
    featuresOf: ({ state }) => {
      if (!api) return [];
      if (state === 'connected') return ['hangup', 'hold', 'transfer'];
      return state === 'held' ? ['hangup', 'resume', 'transfer'] : [];
    },
  });
  const { mirror } = calls;

  async function order(method: string, path: string, body?: object): Promise<unknown> {
    if (!api) throw new TelephonyProblem('unavailable', 'app.telephony.sipgate.token is not set.');
    const answer = await askSipgate(api, method, path, body);
    if (!answer) throw new TelephonyProblem('unavailable', 'sipgate does not answer.');
    const text = await answer.text();
    if (!answer.ok) {
      throw new TelephonyProblem('unavailable', `sipgate does not do that (${answer.status}).`);
    }
    try {
      return JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** As sipgate wants them; an extension stays as it is. */
  const international = (text: string) => {
    const number = orderNumber(text);
    return context.book.e164Of(number) ?? number;
  };

  async function command(name: CallCommand, callId: string, desk: string, to: string) {
    const { id, call } = mirror.taking(name, callId);
    mustBeAt(options.desks, desk, call);
    const leg = calls.legOf(id) ?? id;
    if (!PLAIN_ID.test(leg)) {
      throw new TelephonyProblem('unavailable', 'The id of the call is none that sipgate gives.');
    }
    const path = `/calls/${encodeURIComponent(leg)}`;
    if (name === 'hangup') await order('DELETE', path);
    else if (name === 'transfer') {
      const body = { attended: false, phoneNumber: international(to) };
      await order('POST', `${path}/transfer`, body);
    } else {
      await order('PUT', `${path}/hold`, { value: name === 'hold' });
      // Of this there is no push.
      if (name === 'hold') mirror.held(id);
      else mirror.resumed(id);
    }
    return mirror.get(id) ?? call;
  }

  async function dial(text: string, desk: string): Promise<string> {
    const number = international(text);
    const name = telephoneAt(options.desks, desk);
    const caller = name.split('/').at(-1);
    const said = await order('POST', '/sessions/calls', { caller, callee: number });
    const id = (said as { sessionId?: unknown } | undefined)?.sessionId;
    if (typeof id !== 'string') throw new TelephonyProblem('unavailable', 'sipgate tells no call.');
    calls.order({
      kind: 'began',
      id,
      call: id,
      direction: 'out',
      from: { raw: desk },
      to: { raw: number },
      by: name.split('/')[0],
      isMachine: false,
    });
    return mirror.get(id)?.callId ?? id;
  }

  return {
    orders: api ? ['dial', 'hangup', 'hold', 'resume', 'transfer'] : [],
    live: () => mirror.live(),
    deskOf: (said) => calls.deskOf(said),
    dial,
    command,
    close: () => mirror.onlyThese([]),
  };
}

/** Undefined if nobody answers. */
function askSipgate(
  { url, id, token }: SipgateApi,
  method: string,
  path: string,
  body?: object,
): Promise<Response | undefined> {
  return fetch(url + path, {
    method,
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${token}`).toString('base64')}`,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT),
  }).catch(() => undefined);
}

/** `newCall`, `answer` and `hangup`, as a form or as JSON. */
function readSipgate(fields: Fields): Push | undefined {
  const get = (...names: string[]) =>
    names.map((name) => fields.get(name)).find((value) => value !== undefined && value !== '');
  const id = get('callId', 'call_id', 'callid');
  if (id === undefined) return undefined;
  const call = get('origCallId', 'orig_call_id') ?? id;
  const direction = get('direction');
  const way = direction === 'in' || direction === 'out' ? direction : undefined;
  const party = (value: string | undefined) =>
    value === undefined ? undefined : { raw: numberOf(value) };
  const event = get('event');
  if (event === 'hangup') {
    const cause = CAUSES.get((get('cause') ?? '').toLowerCase().replace(/[^a-z]/g, '')) ?? null;
    return { kind: 'ended', id, call, cause, durationSec: undefined };
  }
  if (event !== 'newCall' && event !== 'answer') return undefined;
  return {
    kind: event === 'answer' ? 'answered' : 'began',
    id,
    call,
    direction: way,
    from: party(get('from')),
    to: party(get('to')),
    by: get('userId', 'user_id', 'fullUserId', 'user'),
    isMachine: event === 'answer' && /^voicemail$/i.test(get('user') ?? ''),
  };
}

/** E.164 comes without its plus; `anonymous` is nobody. */
function numberOf(text: string): string {
  if (/^anonymous$/i.test(text)) return '';
  return /^[1-9]\d{9,14}$/.test(text) ? `+${text}` : text;
}

function answerXml(publicUrl: string, token: string): string {
  const url = `${publicUrl}${PUSH_PATH}?token=${encodeURIComponent(token)}`
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;');
  return `<?xml version="1.0" encoding="UTF-8"?><Response onAnswer="${url}" onHangup="${url}"/>`;
}

import { CallMirror, type ReportedParty } from '../../mirror.ts';
import type { SystemContext, TelephonySystem } from '../../system.ts';
import { chosenDesk } from '../desks.ts';
import {
  type Headers,
  listed,
  nameAddress,
  type SipRequest,
  sipAnswer,
  userOf,
  wordWithParameters,
} from './message.ts';
import { SipRegistration, sipToken } from './registration.ts';
import { GIVE_UP, sendRepeatedly } from './repeat.ts';

export interface SipOptions {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly desks: Readonly<Record<string, string>>;
  readonly longestCall: number;
}

/** A call that is offered, until nothing more can come of it. */
interface Offer {
  readonly request: SipRequest;
  readonly ownTag: string;
  /** What a repetition is answered with. */
  answer: Buffer;
  isRinging: boolean;
  /** Keeps the end from being said again. */
  acknowledged: () => void;
  /** Keeps it from ending, or from being forgotten, by itself. */
  callOff: () => void;
}

/** A system that never says that a caller has given up is told then that nobody answers (ms). */
const RINGS_AT_MOST = 180_000;
/** More at once is no office any more. */
const MOST_OFFERS = 200;
const ALLOW: Headers = [['Allow', 'INVITE, ACK, CANCEL, OPTIONS, BYE']];
/** Known, but not to a telephone that only rings. */
const OTHER_METHODS = new Set(
  'REGISTER INFO MESSAGE NOTIFY PRACK PUBLISH REFER SUBSCRIBE UPDATE'.split(' '),
);

/**
 * One more SIP phone that rings with the others and is never picked up: so any telephone system
 * can tell of its calls. It sees neither outgoing calls nor how long somebody talks.
 */
export function createSip(
  context: Pick<SystemContext, 'book' | 'now' | 'schedule' | 'log' | 'tell' | 'lineDown'>,
  options: SipOptions,
): TelephonySystem {
  const { schedule, log } = context;
  const offers = new Map<string, Offer>();
  let trouble: string | undefined = 'not registered as a telephone yet';
  let isDown = false;

  const mirror = new CallMirror({
    book: context.book,
    now: context.now,
    schedule,
    longestCall: options.longestCall,
    tell: context.tell,
  });

  const reply = (request: SipRequest, status: string, more: Headers = []) =>
    registration.send(sipAnswer(request, status, { ownTag: sipToken(), more }));

  const offered = (key: string, request: SipRequest) => {
    const known = offers.get(key);
    if (known) return registration.send(known.answer);
    if (request.toTag !== '') return reply(request, '481 Call Does Not Exist');
    const wanted = listed(request, 'require');
    if (wanted.length > 0) {
      return reply(request, '420 Bad Extension', [['Unsupported', wanted.join(', ')]]);
    }
    // The same call by another way would ring twice.
    if ([...offers.values()].some((offer) => offer.isRinging && isSame(offer.request, request))) {
      return reply(request, '482 Loop Detected');
    }
    if (offers.size >= MOST_OFFERS) return reply(request, '486 Busy Here');
    const ownTag = sipToken();
    const more: Headers = [['Contact', registration.contact], ...ALLOW];
    const answer = sipAnswer(request, '180 Ringing', { ownTag, more });
    const callOff = schedule.after(RINGS_AT_MOST, () => {
      over(key, '480 Temporarily Unavailable');
      mirror.ended(key, { cause: null });
    });
    offers.set(key, { request, ownTag, answer, isRinging: true, acknowledged() {}, callOff });
    mirror.began(key, {
      direction: 'in',
      from: callerOf(request, (number) => context.book.lineOf(number) ?? number),
      to: calledOf(request),
      extension: '',
    });
    registration.send(answer);
  };

  /** Says so until it is acknowledged, and knows repetitions of the call for a while. */
  const over = (key: string, status: string) => {
    const offer = offers.get(key);
    if (!offer) return;
    offer.callOff();
    offer.isRinging = false;
    offer.answer = sipAnswer(offer.request, status, { ownTag: offer.ownTag });
    offer.acknowledged = sendRepeatedly(schedule, () => registration.send(offer.answer));
    offer.callOff = schedule.after(GIVE_UP, () => offers.delete(key));
  };

  const withdrawn = (key: string, request: SipRequest) => {
    const offer = offers.get(key);
    if (!offer) return reply(request, '481 Call Does Not Exist');
    registration.send(sipAnswer(request, '200 OK', { ownTag: offer.ownTag }));
    if (!offer.isRinging) return;
    over(key, '487 Request Terminated');
    mirror.ended(key, { isAnsweredElsewhere: isAnsweredElsewhere(request) });
  };

  const acknowledged = (key: string, { toTag }: SipRequest) => {
    const offer = offers.get(key);
    // Who has heard the end knows the tag that it was given here.
    if (offer?.ownTag === toTag) offer.acknowledged();
  };

  const take = (request: SipRequest) => {
    const key = keyOf(request);
    const { method } = request;
    if (method === 'INVITE') offered(key, request);
    else if (method === 'CANCEL') withdrawn(key, request);
    else if (method === 'ACK') acknowledged(key, request);
    else if (method === 'OPTIONS') reply(request, '200 OK', ALLOW);
    else if (method === 'BYE') reply(request, '481 Call Does Not Exist');
    else if (OTHER_METHODS.has(method)) reply(request, '405 Method Not Allowed', ALLOW);
    else reply(request, '501 Not Implemented', ALLOW);
  };

  const registration = new SipRegistration({
    ...options,
    schedule,
    onRequest: take,
    onUp() {
      trouble = undefined;
      isDown = false;
      log.info({ host: options.host }, 'telephony: registered as a telephone');
      mirror.onlyThese([...offers.keys()]);
    },
    onDown(reason) {
      trouble = reason;
      if (isDown) return;
      isDown = true;
      log.warn({ host: options.host, reason }, 'telephony: not registered as a telephone');
      mirror.unheard();
      context.lineDown();
    },
    onGone: () => forget(),
  });

  const forget = () => {
    for (const { acknowledged, callOff } of offers.values()) {
      acknowledged();
      callOff();
    }
    offers.clear();
  };

  return {
    orders: [],
    live: () => mirror.live(),
    deskOf: (said) => chosenDesk(options.desks, said),
    begin: () => registration.open(),
    async close() {
      for (const { request, ownTag, isRinging } of offers.values()) {
        const goodbye = sipAnswer(request, '480 Temporarily Unavailable', { ownTag });
        if (isRinging) registration.send(goodbye);
      }
      forget();
      mirror.onlyThese([]);
      await registration.close();
    },
    trouble: () => trouble,
  };
}

/** The same for a call, its repetitions, its CANCEL and its ACK; nobody guesses all of it. */
function keyOf({ branch, callId, fromTag, cseq }: SipRequest): string {
  // Without these signs a branch is from before 2002, and may be another one each time.
  const hop = branch.startsWith('z9hG4bK') ? branch : '';
  return `${hop} ${callId} ${fromTag} ${cseq}`;
}

function isSame(one: SipRequest, other: SipRequest): boolean {
  return one.callId === other.callId && one.fromTag === other.fromTag && one.cseq === other.cseq;
}

/**
 * What the telephone system vouches for counts more than what the caller says; a name that the
 * caller says of the same line is better than none.
 */
function callerOf(request: SipRequest, lineOf: (number: string) => string): ReportedParty {
  const isWithheld = listed(request, 'privacy').some((value) => /\bid\b/i.test(value));
  const said = [...listed(request, 'p-asserted-identity'), ...alone(request, 'from')];
  const parties = said.map(partyOf).filter(({ raw }) => raw !== '' && !isWithheld);
  const [first] = parties;
  if (!first) return { raw: '' };
  const line = lineOf(first.raw);
  const named = parties.find(({ raw, name }) => name !== undefined && lineOf(raw) === line);
  return { raw: first.raw, name: named?.name };
}

function calledOf(request: SipRequest): ReportedParty {
  const said = [...listed(request, 'p-called-party-id'), ...alone(request, 'to')];
  const raw = said.map((value) => partyOf(value).raw).find((number) => number !== '');
  return { raw: raw ?? '' };
}

/** A header that is no list: a comma in it is one of the name. */
function alone({ headers }: SipRequest, name: string): readonly string[] {
  return headers.get(name) ?? [];
}

function partyOf(value: string): ReportedParty {
  const { name, uri } = nameAddress(value);
  const raw = userOf(uri);
  // Systems without a name write the number in its place.
  return { raw, name: name === raw || name === '' ? undefined : name };
}

/** Somebody else has picked up: the call is withdrawn, but it was not missed. */
function isAnsweredElsewhere(request: SipRequest): boolean {
  return listed(request, 'reason').some((value) => {
    const [protocol, parameters] = wordWithParameters(value);
    const cause = parameters.get('cause');
    return /^sip$/i.test(protocol) ? cause === '200' : /^q\.850$/i.test(protocol) && cause === '26';
  });
}

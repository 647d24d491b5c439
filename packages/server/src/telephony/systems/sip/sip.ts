import type { SipAccount } from '../../../config/kinds/sip-accounts.ts';
import { CallMirror } from '../../mirror.ts';
import type { SystemContext, TelephonySystem } from '../../system.ts';
import { chosenDesk, mustBeAt, type Office } from '../desks.ts';
import { Dialling } from './dialling.ts';
import { Following } from './following.ts';
import type { Headers, SipRequest } from './message.ts';
import { Offers, refuse } from './offers.ts';
import { calledOf, callerOf } from './parties.ts';
import { SipRegistration } from './registration.ts';

export interface SipOptions extends Office {
  /** At least one; the first is at the office's own telephone system. */
  readonly accounts: readonly SipAccount[];
}

const ALLOW: Headers = [['Allow', 'INVITE, ACK, CANCEL, OPTIONS, BYE, PRACK, NOTIFY']];
/** Known, but not to a telephone that is never picked up. */
const OTHER_METHODS = new Set('REGISTER INFO MESSAGE PUBLISH REFER SUBSCRIBE UPDATE'.split(' '));

/**
 * One more SIP phone that rings with the others and is never picked up: so any telephone system
 * can tell of its calls. It calls the telephones of the desks to have them call others.
 */
export function createSip(
  context: Pick<SystemContext, 'book' | 'now' | 'schedule' | 'log' | 'tell' | 'lineDown' | 'greet'>,
  options: SipOptions,
): TelephonySystem {
  const { schedule, log, book } = context;
  /** Why no calls come by some of the lines, each once it is known. */
  const troubles = new Map<SipRegistration, string>();

  /** Telephones here do not call whom they are referred to. */
  let isUnable = false;

  const mirror: CallMirror = new CallMirror({
    ...context,
    longestCall: options.longestCall,
    featuresOf: (_call, id) => (dialling.rings(id) ? ['hangup'] : []),
    onEnded: (id) => following.forget(id),
  });

  const offers = new Offers({
    schedule,
    log,
    allow: ALLOW,
    onBegan(call, request, account) {
      const from = callerOf(request, book);
      const to = calledOf(request, book, account);
      if (following.joins(request.callId, from, call)) mirror.ringing(call, { extension: '', to });
      else mirror.began(call, { direction: 'in', from, to, extension: '' });
    },
    onEnded(call, how) {
      if (how === 'answered elsewhere') {
        following.handOver(call, () => mirror.ended(call, { isAnsweredElsewhere: true }));
      } else if (!following.has(call)) {
        mirror.ended(call, how === 'never withdrawn' ? { cause: null } : {});
      }
    },
  });

  const isExtension = (number: string) =>
    Object.values(options.desks).includes(number) || book.isInternal(number);

  const dialling = new Dialling({
    schedule,
    mirror,
    desks: options.desks,
    allow: ALLOW,
    line: () => lines[0],
    isExtension,
    onUnable(desk, status) {
      isUnable = true;
      log.warn({ desk, status }, 'telephony: calls are not placed for others here (REFER)');
      context.greet();
    },
    // Where the desk's telephone is not followed, nobody tells how it goes on.
    onTalk: (id) => following.handOver(id, () => mirror.ended(id, { isAnsweredElsewhere: true })),
  });

  const following = new Following({
    ...{ schedule, now: context.now, log, book, mirror, desks: options.desks, isExtension },
    allow: ALLOW,
    line: () => lines[0],
    isToldElsewhere: (id) => offers.calls.includes(id) || dialling.calls.includes(id),
  });
  const heard = () => [...offers.calls, ...dialling.calls, ...following.calls];

  const take = (line: SipRegistration, request: SipRequest) => {
    const { method } = request;
    if ([dialling, following, offers].some((part) => part.take(line, request))) return;
    if (method === 'OPTIONS') refuse(line, request, '200 OK', ALLOW);
    else if (method === 'BYE' || method === 'NOTIFY')
      refuse(line, request, '481 Call Does Not Exist');
    else if (OTHER_METHODS.has(method)) refuse(line, request, '405 Method Not Allowed', ALLOW);
    else refuse(line, request, '501 Not Implemented', ALLOW);
  };

  const lines = options.accounts.map((account) => {
    const { host, name } = account;
    const fields = { host, ...(name !== '' && { account: name }) };
    let isDown = false;
    const line: SipRegistration = new SipRegistration({
      account,
      schedule,
      onRequest: (request) => take(line, request),
      onUp() {
        troubles.delete(line);
        isDown = false;
        log.info(fields, 'telephony: registered as a telephone');
        mirror.onlyThese(heard());
        if (line === lines[0]) following.begin();
      },
      onDown(reason) {
        troubles.set(line, reason);
        if (isDown) return;
        isDown = true;
        log.warn({ ...fields, reason }, 'telephony: not registered as a telephone');
        if (lines.some(({ isUp }) => isUp)) return;
        mirror.unheard();
        context.lineDown();
      },
      onGone() {
        offers.forget(line);
        if (line === lines[0]) {
          dialling.close();
          following.lost();
          // It may be another telephone system that comes back.
          isUnable = false;
        }
        // Else they stay as they are for a while: it may be back in a moment.
        if (lines.some(({ isUp }) => isUp)) mirror.onlyThese(heard());
      },
    });
    troubles.set(line, 'not registered as a telephone yet');
    return line;
  });
  const trouble = () => [...new Set(troubles.values())].join('; ') || undefined;

  const hasDesks = Object.keys(options.desks).length > 0;
  return {
    get orders() {
      return hasDesks && !isUnable ? (['dial', 'hangup'] as const) : [];
    },
    dial: (number, desk) => dialling.dial(number, desk),
    command(name, callId, desk) {
      const { id, call } = mirror.taking(name, callId);
      mustBeAt(options.desks, desk, call);
      dialling.hangUp(id);
      return { ...call, state: 'ended', features: [] };
    },
    live: () => mirror.live(),
    deskOf: (said) => chosenDesk(options.desks, said),
    begin() {
      for (const line of lines) line.open();
    },
    async close() {
      offers.close();
      dialling.close();
      following.close();
      mirror.onlyThese([]);
      await Promise.all(lines.map((line) => line.close()));
    },
    trouble,
    // Calls of the others are still heard.
    refusal: () => (troubles.size === lines.length ? trouble() : undefined),
  };
}

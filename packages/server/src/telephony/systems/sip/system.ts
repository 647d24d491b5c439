import type { SipAccount } from '../../../config/kinds/sip-accounts.ts';
import type { Config } from '../../../config/properties.ts';
import { CallMirror } from '../../mirror.ts';
import { realTime } from '../../schedule.ts';
import type { SystemContext, TelephonySystem } from '../../system.ts';
import { chosenDesk, mustBeAt, type Office, officeOf } from '../desks.ts';
import { type Finding, note, ok, type TelephoneSystem, wrong } from '../telephone-system.ts';
import { Dialling, type SipOffice } from './dialling.ts';
import { DIALOG, Following } from './following.ts';
import type { Headers, SipRequest } from './message.ts';
import { Offers, refuse } from './offers.ts';
import { calledOf, callerOf } from './parties.ts';
import { SipRegistration } from './registration.ts';

export const sip: TelephoneSystem = {
  follow: (config) => (context) => createSip(context, optionsOf(config)),
  check: (config) => checkSip(optionsOf(config)),
};

function optionsOf(config: Config): SipOptions {
  const registrar = config['app.telephony.sip.registrar'];
  const user = config['app.telephony.sip.user'] ?? '';
  const password = config['app.telephony.sip.password'] ?? '';
  const single = registrar && {
    ...{ ...registrar, name: '', user, login: user, password, lines: [] },
    transport: 'udp' as const,
    domain: registrar.host.includes(':') ? `[${registrar.host}]` : registrar.host,
  };
  return {
    // Without one the service does not start.
    accounts: [...(single ? [single] : []), ...(config['app.telephony.sip.accounts'] ?? [])],
    ...officeOf(config),
  };
}

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

  const office: SipOffice = {
    ...{ schedule, mirror, desks: options.desks, isExtension, allow: ALLOW },
    line: () => lines[0],
  };

  const dialling = new Dialling({
    ...office,
    onUnable(desk, status) {
      isUnable = true;
      log.warn({ desk, status }, 'telephony: calls are not placed for others here (REFER)');
      context.greet();
    },
    // Where the desk's telephone is not followed, nobody tells how it goes on.
    onTalk: (id) => following.handOver(id, () => mirror.ended(id, { isAnsweredElsewhere: true })),
  });

  const following = new Following({
    ...{ ...office, now: context.now, log, book },
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

/** A telephone system that does not know what it is asked may say nothing (ms). */
const ANSWER_TIMEOUT = 5000;

/** Registers for a moment; a registrar that keeps one phone per user rings at the service again soon. */
async function* checkSip({ accounts, desks }: SipOptions): AsyncGenerator<Finding> {
  for (const [at, account] of accounts.entries()) {
    yield* checkAccount(account, at === 0 ? Object.entries(desks)[0] : undefined);
  }
}

async function* checkAccount(
  account: SipAccount,
  desk: readonly [string, string] | undefined,
): AsyncGenerator<Finding> {
  const { name, user, host, port, transport } = account;
  const [of, place, login] =
    name === ''
      ? ['', 'app.telephony.sip.registrar', 'app.telephony.sip.user and .password']
      : [`${name}: `, 'app.telephony.sip.accounts', 'app.telephony.sip.accounts'];
  const { registration, trouble } = await register(account);
  const status = desk && trouble === undefined ? await following(registration, desk[1]) : undefined;
  await registration.close();
  if (trouble?.startsWith('no line')) {
    yield wrong('phone line', `${of}${trouble}; ${place}`);
    return;
  }
  const way = transport === 'udp' ? '' : ` by ${transport.toUpperCase()}`;
  yield ok('phone line', `${of}the registrar at ${host}:${port} answers${way}`);
  yield trouble === undefined
    ? ok('phone login', `${of}${user}; whether it rings with the others shows only by a call`)
    : wrong('phone login', `${of}${trouble}; ${login}`);
  if (desk && status !== undefined) {
    const whose = `the calls at the telephone of desk ${desk[0]}`;
    yield status < 300
      ? ok('phone calls', `it tells ${whose}`)
      : note(
          'phone calls',
          `it does not tell ${whose} (${status || 'no answer'}): who answers and what is dialled there is not seen; it is called BLF or dialog among its settings`,
        );
  }
}

/** Asks once for the calls at a telephone, as whoever follows it does. Answers the status; 0 for none. */
function following(registration: SipRegistration, extension: string): Promise<number> {
  const conversation = registration.conversation(registration.address(extension));
  return new Promise((resolve) => {
    const giveUp = realTime.after(ANSWER_TIMEOUT, () => resolve(0));
    const end = (status: number) => {
      giveUp();
      resolve(status);
    };
    registration.ask(conversation, {
      method: 'SUBSCRIBE',
      more: [...DIALOG, ['Expires', '0'], ['Contact', registration.contact]],
      onAnswer: ({ status }) => end(status),
      onSilence: () => end(0),
    });
  });
}

function register(account: SipAccount) {
  return new Promise<{ registration: SipRegistration; trouble: string | undefined }>((resolve) => {
    const end = (trouble?: string) => resolve({ registration, trouble });
    const registration = new SipRegistration({
      account,
      schedule: realTime,
      onUp: () => end(),
      onDown: end,
      onRequest() {},
      onGone() {},
    });
    registration.open();
  });
}

import { randomUUID } from 'node:crypto';
import type { CallCommand, PhoneCall } from '@hookline/contract';
import type { Config } from '../../../config/properties.ts';
import { CallMirror } from '../../mirror.ts';
import { orderNumber } from '../../order-number.ts';
import { realTime } from '../../schedule.ts';
import type { SystemContext, TelephonySystem } from '../../system.ts';
import { TelephonyProblem } from '../../telephony-problem.ts';
import { chosenDesk, isNobodysDesk, type Office, officeOf, telephoneAt } from '../desks.ts';
import { type Finding, note, ok, type TelephoneSystem, wrong } from '../telephone-system.ts';
import { Ami } from './ami.ts';
import { asteriskCalls } from './calls.ts';
import { type PhonesOptions, phonesOf } from './phones.ts';

export const asterisk: TelephoneSystem = {
  follow: (config) => (context) => createAsterisk(context, optionsOf(config)),
  check: (config) => checkAsterisk(optionsOf(config)),
};

function optionsOf(config: Config): AsteriskOptions {
  const { protocol, hostname, port } = new URL(config['app.telephony.asterisk.url']);
  const tls = protocol === 'tls:';
  return {
    host: hostname,
    port: Number(port || (tls ? 5039 : 5038)),
    tls,
    // Without them the service does not start.
    user: config['app.telephony.asterisk.user'] ?? '',
    secret: config['app.telephony.asterisk.secret'] ?? '',
    context: config['app.telephony.asterisk.context'],
    endpoints: config['app.telephony.asterisk.endpoints'],
    ...officeOf(config),
  };
}

interface AsteriskOptions extends PhonesOptions, Office {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly user: string;
  readonly secret: string;
  /** Where dialled and transferred numbers are looked up. */
  readonly context: string;
}

/** Asterisk and FreePBX by the manager interface: watches, dials, turns away, hangs up, transfers. */
function createAsterisk(context: SystemContext, options: AsteriskOptions): TelephonySystem {
  const { log } = context;
  const phones = phonesOf(options);
  let trouble: string | undefined = 'not connected to Asterisk yet';
  /** Why there is no line, as it was last written down: it is tried again for ever. */
  let logged: string | undefined;

  const mirror = new CallMirror({
    ...context,
    longestCall: options.longestCall,
    featuresOf: ({ state, direction }) => {
      if (state === 'ringing' && direction !== 'out') return ['reject'];
      return state === 'dialing' || state === 'ringing' ? ['hangup'] : ['hangup', 'transfer'];
    },
  });

  const calls = asteriskCalls(mirror, phones);

  const ami = new Ami({
    ...options,
    schedule: context.schedule,
    onUp() {
      trouble = undefined;
      logged = undefined;
      log.info({ host: options.host }, 'telephony: logged in to Asterisk');
      calls.list();
      ami.ask('CoreShowChannels').catch(() => {
        calls.unlisted();
        trouble = `the user ${options.user} of Asterisk may not list calls; it needs write = call,originate,reporting`;
        log.warn({ user: options.user }, 'telephony: Asterisk does not let this user list calls');
      });
    },
    onEvent: calls.take,
    onDown(reason) {
      if (logged !== reason) {
        logged = reason;
        log.warn({ host: options.host, reason }, 'telephony: no line to Asterisk');
      }
      trouble = `no line to Asterisk at ${options.host}:${options.port} (${reason})`;
      mirror.unheard();
      context.lineDown();
    },
  });

  async function order(action: string, fields: Record<string, string>, id?: string): Promise<void> {
    await ami.ask(action, fields, id).catch((error: Error) => {
      throw new TelephonyProblem('unavailable', `Asterisk does not do that: ${error.message}.`);
    });
  }

  async function dial(number: string, desk: string): Promise<string> {
    const target = orderNumber(number);
    const endpoint = telephoneAt(options.desks, desk);
    const id = `hookline-${randomUUID()}`;
    calls.keep(id);
    const { callId } = mirror.began(id, {
      direction: phones.isExtension(target) ? 'internal' : 'out',
      from: { raw: desk },
      to: { raw: target },
      extension: desk,
    });
    try {
      // No CallerID: it would be the number that the other side sees, and the phone has its own.
      const fields = {
        Channel: endpoint.includes('/') ? endpoint : `PJSIP/${endpoint}`,
        Context: options.context,
        Exten: target,
        Priority: '1',
        Async: 'true',
        ChannelId: id,
      };
      await order('Originate', fields, id);
    } catch (error) {
      mirror.ended(id, { cause: 'failed' });
      throw error;
    }
    return callId;
  }

  async function command(
    name: CallCommand,
    callId: string,
    desk: string,
    to: string,
  ): Promise<PhoneCall> {
    const { id, call } = mirror.taking(name, callId);
    const legs = calls.phonesIn(id);
    const own =
      legs.find((leg) => phones.deskOf(leg.name) === desk) ??
      (isNobodysDesk(options.desks, desk) && legs.length === 1 ? legs[0] : undefined);
    if (!own)
      throw new TelephonyProblem('invalid_state', 'The call is not at this desk.', 'other_desk');
    if (name === 'transfer') {
      const Exten = orderNumber(to);
      await order('BlindTransfer', { Channel: own.name, Context: options.context, Exten });
    } else {
      const Cause = name === 'reject' ? '21' : '16';
      await order('Hangup', { Channel: own.name, Cause });
    }
    return mirror.get(id) ?? call;
  }

  return {
    orders: ['dial', 'reject', 'hangup', 'transfer'],
    live: () => mirror.live(),
    deskOf: (said) => chosenDesk(options.desks, said),
    dial,
    command,
    begin: () => ami.open(),
    close() {
      ami.close();
      mirror.onlyThese([]);
    },
    trouble: () => trouble,
  };
}

/** The actions of the manager interface that the service takes, and what for. */
const ACTIONS = {
  CoreShowChannels: 'list calls',
  Originate: 'dial',
  Hangup: 'hang up',
  BlindTransfer: 'transfer',
} as const;
const RIGHTS = 'in manager.conf it needs read = call and write = call,originate,reporting';

async function* checkAsterisk(options: AsteriskOptions): AsyncGenerator<Finding> {
  const at = `${options.host}:${options.port}`;
  const { ami, banner, problem } = await logIn(options);
  try {
    if (banner === undefined) {
      yield wrong(
        'phone line',
        `no Asterisk at ${at} (${problem}): enable the manager interface (manager.conf), or set app.telephony.asterisk.url`,
      );
      return;
    }
    yield ok('phone line', `${banner} at ${at}`);
    if (problem !== undefined) {
      yield wrong('phone login', `${problem}; app.telephony.asterisk.user and .secret`);
      return;
    }
    yield ok('phone login', options.user);
    yield await rights(ami, options);
  } finally {
    ami.close();
  }
}

/** The banner is what it says it is; the problem, why nobody is logged in. */
async function logIn(options: AsteriskOptions) {
  let banner: string | undefined;
  return new Promise<{ ami: Ami; banner: string | undefined; problem: string | undefined }>(
    (resolve) => {
      const ami = new Ami({
        ...options,
        schedule: realTime,
        onGreeted(said) {
          banner = said;
        },
        onUp: () => resolve({ ami, banner, problem: undefined }),
        onEvent() {},
        onDown(problem) {
          ami.close();
          resolve({ ami, banner, problem });
        },
      });
      ami.open();
    },
  );
}

async function rights(ami: Ami, { user, context }: AsteriskOptions): Promise<Finding> {
  const about = 'phone rights';
  const names = Object.keys(ACTIONS) as (keyof typeof ACTIONS)[];
  try {
    await ami.ask('CoreShowChannels');
  } catch (error) {
    return wrong(about, `${user} may not list calls (${(error as Error).message}); ${RIGHTS}`);
  }
  // It names what this user may do. To dial for a trial, somebody's telephone would have to ring.
  const allowed = await ami.ask('ListCommands').catch(() => undefined);
  if (!allowed) {
    return note(about, `${user} may list calls; whether it may dial shows only by dialling`);
  }
  const refused = names.filter((name) => !allowed.has(name.toLowerCase()));
  if (refused.length > 0) {
    const words = refused.map((name) => ACTIONS[name]).join(', ');
    return wrong(about, `${user} may not ${words}; ${RIGHTS}`);
  }
  return ok(
    about,
    `${user} may list calls, dial, hang up and transfer; whether the context ${context} leads somewhere shows only by dialling`,
  );
}

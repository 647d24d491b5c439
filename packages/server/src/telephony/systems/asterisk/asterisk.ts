import { randomUUID } from 'node:crypto';
import type { CallCommand, PhoneCall } from '@hookline/contract';
import { CallMirror } from '../../mirror.ts';
import { orderNumber } from '../../order-number.ts';
import type { SystemContext, TelephonySystem } from '../../system.ts';
import { TelephonyProblem } from '../../telephony-problem.ts';
import { chosenDesk, isNobodysDesk } from '../desks.ts';
import { Ami } from './ami.ts';
import { asteriskCalls } from './calls.ts';
import { type PhonesOptions, phonesOf } from './phones.ts';

export interface AsteriskOptions extends PhonesOptions {
  readonly host: string;
  readonly port: number;
  readonly tls: boolean;
  readonly user: string;
  readonly secret: string;
  /** Where dialled and transferred numbers are looked up. */
  readonly context: string;
  readonly longestCall: number;
}

/** Asterisk and FreePBX by the manager interface: watches, dials, turns away, hangs up, transfers. */
export function createAsterisk(context: SystemContext, options: AsteriskOptions): TelephonySystem {
  const { log } = context;
  const phones = phonesOf(options);
  let trouble: string | undefined = 'not connected to Asterisk yet';
  /** Why there is no line, as it was last written down: it is tried again for ever. */
  let logged: string | undefined;

  const mirror = new CallMirror({
    book: context.book,
    now: context.now,
    schedule: context.schedule,
    longestCall: options.longestCall,
    tell: context.tell,
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
    const endpoint = options.desks[desk];
    if (endpoint === undefined) {
      throw new TelephonyProblem(
        'unavailable',
        'Choose your telephone in the settings first.',
        'no_desk',
      );
    }
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

import { randomUUID } from 'node:crypto';
import type { CallCommand, EndCause, PhoneCall } from '@hookline/contract';
import { CallMirror } from '../mirror.ts';
import { orderNumber } from '../order-number.ts';
import type { SystemContext, TelephonySystem } from '../system.ts';
import { TelephonyProblem } from '../telephony-problem.ts';
import { Ami, type AmiBlock } from './ami.ts';
import { isOwn, type PhonesOptions, phonesOf } from './asterisk-phones.ts';
import { chosenDesk } from './desks.ts';

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

/** A channel is one leg of a call: a phone, a trunk, or one of Asterisk's own (`Local/…`). */
interface Channel {
  readonly name: string;
  /** Of the call, which is named after its oldest channel. */
  call: string;
  isRinging: boolean;
  isBridged: boolean;
}

const RINGING = '5';
const UP = '6';

/** By the cause of a hang-up (Q.850). */
const CAUSES: Readonly<Record<string, EndCause>> = {
  '1': 'unreachable',
  '3': 'unreachable',
  '17': 'busy',
  '18': 'unreachable',
  '19': 'unreachable',
  '20': 'unreachable',
  '21': 'rejected',
  '27': 'unreachable',
  '34': 'failed',
  '38': 'failed',
  '41': 'failed',
  '42': 'failed',
};

/** Asterisk and FreePBX by the manager interface: watches, dials, turns away, hangs up, transfers. */
export function createAsterisk(context: SystemContext, options: AsteriskOptions): TelephonySystem {
  const { log } = context;
  const phones = phonesOf(options);
  const channels = new Map<string, Channel>();
  /** Why the legs of a call that nobody has answered ended, by call. */
  const causes = new Map<string, { desks: string[]; others: string[] }>();
  let trouble: string | undefined = 'not connected to Asterisk yet';
  /** Why there is no line, as it was last written down: it is tried again for ever. */
  let logged: string | undefined;
  /** While all channels are told again after a login: the calls that are on, new ones too. */
  let listed: Set<string> | undefined;

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

  const legsOf = (call: string) =>
    [...channels.values()].filter((channel) => channel.call === call);
  const isPhone = ({ name }: Channel) => phones.isPhone(name);

  /** The channel that an event is about, with the call that it belongs to by now. */
  const follow = (event: AmiBlock, prefix = ''): Channel | undefined => {
    const id = event.get(`${prefix}uniqueid`);
    const name = event.get(`${prefix}channel`);
    const call = event.get(`${prefix}linkedid`) ?? event.get('linkedid');
    if (id === undefined || name === undefined || call === undefined) return undefined;
    listed?.add(call);
    const known = channels.get(id);
    if (!known) {
      const added = { name, call, isRinging: false, isBridged: false };
      channels.set(id, added);
      return added;
    }
    const before = known.call;
    known.call = call;
    // Two calls became one: what stays behind has nobody left.
    if (before !== call && legsOf(before).length === 0) endOf(before, 'forwarded');
    return known;
  };

  /** Somebody outside calls and a phone rings for it, or one phone calls another. */
  const rings = (event: AmiBlock, channel: Channel) => {
    const { call } = channel;
    channel.isRinging = true;
    const ringing = legsOf(call).filter((leg) => leg.isRinging && isPhone(leg));
    const extension = ringing.length > 1 ? '' : phones.deskOf(channel.name);
    const from = said(event, 'calleridnum', 'calleridname');
    if (mirror.get(call)?.direction === 'out') mirror.ringing(call);
    else if (mirror.has(call)) mirror.ringing(call, { extension });
    else {
      mirror.began(call, {
        direction: 'in',
        from: said(event, 'connectedlinenum', 'connectedlinename', from),
        to: { raw: text(event, 'exten') || extension },
        extension,
      });
    }
  };

  const handlers: Readonly<Record<string, (event: AmiBlock) => void>> = {
    Newchannel(event) {
      const channel = follow(event);
      const number = text(event, 'exten');
      const isFirst = event.get('uniqueid') === event.get('linkedid');
      if (!channel || !isFirst || !isPhone(channel) || mirror.has(channel.call)) return;
      const desk = phones.deskOf(channel.name);
      // A feature code or nothing yet: what is dialled follows.
      if (!/^[0-9*#+]+$/.test(number)) return;
      mirror.began(channel.call, {
        direction: phones.isExtension(number) ? 'internal' : 'out',
        from: { raw: desk },
        to: { raw: number },
        extension: desk,
      });
    },
    DialBegin(event) {
      follow(event);
      const leg = follow(event, 'dest');
      if (!leg || !isPhone(leg)) return;
      // The caller is that of the channel that dials.
      const caller = new Map([
        ...event,
        ['connectedlinenum', event.get('calleridnum') ?? ''],
        ['connectedlinename', event.get('calleridname') ?? ''],
      ]);
      rings(caller, leg);
    },
    DialEnd(event) {
      const leg = follow(event, 'dest');
      if (leg) leg.isRinging = false;
    },
    Newstate(event) {
      const channel = follow(event);
      if (!channel || event.get('channelstate') !== RINGING || isOwn(channel.name)) return;
      if (isPhone(channel)) {
        if (!channel.isRinging && mirror.get(channel.call)?.direction !== 'out') {
          rings(event, channel);
        }
      } else if (mirror.get(channel.call)?.direction === 'out') mirror.ringing(channel.call);
    },
    BridgeEnter(event) {
      const channel = follow(event);
      if (!channel || !isPhone(channel)) return;
      channel.isBridged = true;
      channel.isRinging = false;
      const call = mirror.get(channel.call);
      const desk = phones.deskOf(channel.name);
      // A desk's own leg is in a bridge from the answer on; of an internal call both are.
      if (call?.answeredAt == null) {
        const isCaller = call?.direction !== 'in' && call?.extension === desk;
        mirror.connected(channel.call, isCaller || call?.direction === 'in' ? desk : undefined);
      } else if (call.direction !== 'internal') mirror.moved(channel.call, { extension: desk });
    },
    BridgeLeave(event) {
      const channel = follow(event);
      if (channel) channel.isBridged = false;
    },
    Hold(event) {
      const channel = follow(event);
      if (channel && isPhone(channel)) mirror.held(channel.call);
    },
    Unhold(event) {
      const channel = follow(event);
      if (channel && isPhone(channel)) mirror.resumed(channel.call);
    },
    BlindTransfer(event) {
      const call = event.get('transfererlinkedid');
      const isDone = /^success$/i.test(event.get('result') ?? '');
      if (call !== undefined && isDone) {
        mirror.moved(call, { to: { raw: text(event, 'extension') }, extension: '' });
      }
    },
    Hangup(event) {
      const channel = follow(event);
      const id = event.get('uniqueid') ?? '';
      if (!channel) return;
      channels.delete(id);
      const { call } = channel;
      const ends = causes.get(call) ?? { desks: [], others: [] };
      if (!isOwn(channel.name)) {
        (isPhone(channel) ? ends.desks : ends.others).push(event.get('cause') ?? '');
        causes.set(call, ends);
      }
      if (legsOf(call).length === 0) endOf(call);
    },
    OriginateResponse(event) {
      const call = event.get('uniqueid') ?? '';
      const isRefused = /^failure$/i.test(event.get('response') ?? '');
      if (isRefused && mirror.has(call) && legsOf(call).length === 0) endOf(call, 'canceled');
    },
    CoreShowChannel(event) {
      const channel = follow(event);
      if (!channel) return;
      const state = event.get('channelstate');
      channel.isBridged = (event.get('bridgeid') ?? '') !== '';
      if (!isPhone(channel)) return;
      if (state === RINGING) rings(event, channel);
      else if (state === UP && channel.isBridged) restored(event, channel);
    },
    CoreShowChannelsComplete() {
      if (!listed) return;
      const calls = listed;
      listed = undefined;
      for (const [id, { call }] of channels) if (!calls.has(call)) channels.delete(id);
      mirror.onlyThese([...calls]);
    },
  };

  /** A talk that was on before the line was lost, or before this service was started. */
  const restored = (event: AmiBlock, channel: Channel) => {
    const { call } = channel;
    const desk = phones.deskOf(channel.name);
    if (!mirror.has(call)) {
      const isOut = event.get('uniqueid') === call;
      const other = said(event, 'connectedlinenum', 'connectedlinename');
      mirror.began(call, {
        direction: isOut ? 'out' : 'in',
        from: isOut ? { raw: desk } : other,
        to: isOut ? other : { raw: desk },
        extension: desk,
      });
    }
    mirror.connected(call, desk);
  };

  const endOf = (call: string, told?: EndCause) => {
    const known = mirror.get(call);
    const { desks, others } = causes.get(call) ?? { desks: [], others: [] };
    causes.delete(call);
    if (!known) return;
    if (told !== undefined && known.answeredAt === null) mirror.ended(call, { cause: told });
    else if (known.answeredAt !== null) mirror.ended(call, { cause: 'normal' });
    else if (known.direction === 'in') {
      const isRefused = desks.length > 0 && desks.every((cause) => cause === '21');
      mirror.ended(call, { cause: isRefused ? 'rejected' : 'missed' });
    } else {
      const cause = [...others, ...desks].map((each) => CAUSES[each]).find(Boolean);
      mirror.ended(call, { cause: cause ?? 'canceled' });
    }
  };

  const ami = new Ami({
    ...options,
    schedule: context.schedule,
    onUp() {
      trouble = undefined;
      logged = undefined;
      log.info({ host: options.host }, 'telephony: logged in to Asterisk');
      listed = new Set();
      ami.ask('CoreShowChannels').catch(() => {
        listed = undefined;
        channels.clear();
        // Without the right to ask, what was on is anybody's guess.
        mirror.onlyThese([]);
        trouble = `the user ${options.user} of Asterisk may not list calls; it needs write = call,originate,reporting`;
        log.warn({ user: options.user }, 'telephony: Asterisk does not let this user list calls');
      });
    },
    onEvent: (name, event) => handlers[name]?.(event),
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

  async function order(action: string, fields: Record<string, string>): Promise<void> {
    await ami.ask(action, fields).catch((error: Error) => {
      throw new TelephonyProblem('unavailable', `Asterisk does not do that: ${error.message}.`);
    });
  }

  async function dial(number: string, desk: string): Promise<string> {
    const target = orderNumber(number);
    const endpoint = options.desks[desk];
    if (endpoint === undefined) {
      throw new TelephonyProblem('unavailable', 'Choose your telephone in the settings first.');
    }
    const id = `hookline-${randomUUID()}`;
    listed?.add(id);
    const { callId } = mirror.began(id, {
      direction: phones.isExtension(target) ? 'internal' : 'out',
      from: { raw: desk },
      to: { raw: target },
      extension: desk,
    });
    try {
      await order('Originate', {
        Channel: endpoint.includes('/') ? endpoint : `PJSIP/${endpoint}`,
        Context: options.context,
        Exten: target,
        Priority: '1',
        CallerID: target,
        Async: 'true',
        ChannelId: id,
      });
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
    const legs = legsOf(id).filter(isPhone);
    const own =
      legs.find((leg) => phones.deskOf(leg.name) === desk) ??
      (desk === '' && legs.length === 1 ? legs[0] : undefined);
    if (!own) throw new TelephonyProblem('invalid_state', 'The call is not at this desk.');
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

function text(event: AmiBlock, name: string): string {
  const value = event.get(name) ?? '';
  return value === '<unknown>' || value === 's' ? '' : value;
}

function said(event: AmiBlock, number: string, name: string, other?: { raw: string }) {
  const raw = text(event, number);
  if (raw === '' && other) return other;
  const isWithheld = /^(anonymous|unknown|private|restricted)$/i.test(raw);
  return { raw: isWithheld ? '' : raw, name: text(event, name) };
}

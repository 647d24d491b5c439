import type { EndCause } from '@hookline/contract';
import { type CallMirror, causesBy } from '../../mirror.ts';
import type { AmiBlock } from './ami.ts';
import { type Channel, Channels } from './channels.ts';
import { isOwn, type Phones } from './phones.ts';

const DIALLING = '4';
const RINGING = '5';
const UP = '6';

/** By the cause of a hang-up (Q.850). */
const CAUSES: ReadonlyMap<string, EndCause> = causesBy({
  unreachable: '1 3 18 19 20 27',
  busy: '17',
  rejected: '21',
  failed: '34 38 41 42',
});

/** What the events of an Asterisk say about calls. */
export interface AsteriskCalls {
  take(name: string, event: AmiBlock): void;
  /** All channels are told from now on. */
  list(): void;
  /** A call that is about to be dialled. */
  keep(call: string): void;
  /** They cannot be told: what is on is anybody's guess. */
  unlisted(): void;
  phonesIn(call: string): Channel[];
}

export function asteriskCalls(mirror: CallMirror, phones: Phones): AsteriskCalls {
  /** Why the legs of a call that nobody has answered ended, by call. */
  const causes = new Map<string, { desks: string[]; others: string[] }>();
  const channels = new Channels((before, now) => {
    if (mirror.has(before) && mirror.has(now)) becomeOne(before, now);
    // What stays behind has nobody left.
    else if (channels.legsOf(before).length === 0) endOf(before, 'forwarded');
  });
  const isPhone = ({ name }: Channel) => phones.isPhone(name);
  const phonesIn = (call: string) => channels.legsOf(call).filter(isPhone);
  const deskOf = ({ name }: Channel) => phones.deskOf(name);

  /** A desk calls somebody. */
  const placed = ({ name, call }: Channel, number: string, isInside = false) => {
    // A feature code or nothing yet: what is dialled follows.
    if (mirror.has(call) || !isDialled(number)) return;
    const desk = phones.deskOf(name);
    mirror.began(call, {
      direction: isInside || phones.isExtension(number) ? 'internal' : 'out',
      from: { raw: desk },
      to: { raw: number },
      extension: desk,
    });
  };

  /** Somebody outside calls and a phone rings for it, or one phone calls another. */
  const rings = (event: AmiBlock, channel: Channel) => {
    const { call } = channel;
    channel.isRinging = true;
    const ringing = phonesIn(call).filter((leg) => leg.isRinging);
    const extension = ringing.length > 1 ? '' : deskOf(channel);
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

  /** Of an outgoing call the other side stays who was called, and the desk is who calls. */
  const passedOn = (call: string, to: string, extension: string) => {
    const isOut = mirror.get(call)?.direction === 'out';
    const party = { raw: to };
    mirror.moved(call, {
      extension,
      ...(to !== '' && (isOut ? { from: party } : { to: party })),
    });
    // Who held it is not in it any more.
    mirror.resumed(call);
  };

  /** Two calls of a desk became one: the one with somebody outside goes on. */
  const becomeOne = (one: string, other: string) => {
    const [first, second] = [mirror.get(one), mirror.get(other)];
    const isOneKept =
      first && (!second || (second.direction === 'internal' && first.direction !== 'internal'));
    const [part, whole] = isOneKept ? [other, one] : [one, other];
    channels.join(part, whole);
    endOf(part, 'forwarded');
    return whole;
  };

  /** The desk that had the call has left it, and another one talks. */
  const takeOver = (call: string) => {
    const known = mirror.get(call);
    if (!known || known.answeredAt === null || known.direction === 'internal') return;
    const talking = phonesIn(call).filter((leg) => leg.isBridged);
    const [left] = talking;
    if (!left || talking.some((leg) => deskOf(leg) === known.extension)) return;
    passedOn(call, '', deskOf(left));
  };

  /** A talk that was on before the line was lost, or before this service was started. */
  const restored = (event: AmiBlock, channel: Channel) => {
    const { call } = channel;
    const desk = deskOf(channel);
    if (!mirror.has(call)) {
      const isOut = isFirst(event);
      const other = said(event, 'connectedlinenum', 'connectedlinename');
      mirror.began(call, {
        direction: phones.isExtension(other.raw) ? 'internal' : isOut ? 'out' : 'in',
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
    channels.forget(call);
    if (!known) return;
    if (told !== undefined && known.answeredAt === null) mirror.ended(call, { cause: told });
    else if (known.answeredAt !== null) mirror.ended(call, { cause: 'normal' });
    else if (known.direction === 'in') {
      const isRefused = desks.length > 0 && desks.every((cause) => cause === '21');
      mirror.ended(call, { cause: isRefused ? 'rejected' : 'missed' });
    } else {
      const cause = [...others, ...desks].map((each) => CAUSES.get(each)).find(Boolean);
      mirror.ended(call, { cause: cause ?? 'canceled' });
    }
  };

  const handlers = new Map<string, (event: AmiBlock) => void>(
    Object.entries({
      Newchannel(event: AmiBlock) {
        const channel = channels.follow(event);
        if (channel && isFirst(event) && isPhone(channel)) placed(channel, text(event, 'exten'));
      },
      DialBegin(event: AmiBlock) {
        const caller = channels.follow(event);
        const leg = channels.follow(event, 'dest');
        if (!leg) return;
        if (caller && isFirst(event) && isPhone(caller)) {
          placed(caller, dialledIn(event), isPhone(leg));
        }
        // Asterisk itself calls a phone to dial for it: nobody calls there.
        if (!isPhone(leg) || isFirst(event, 'dest')) return;
        // The caller is that of the channel that dials.
        const from = new Map([
          ...event,
          ['connectedlinenum', event.get('calleridnum') ?? ''],
          ['connectedlinename', event.get('calleridname') ?? ''],
        ]);
        rings(from, leg);
      },
      DialEnd(event: AmiBlock) {
        const leg = channels.known(event, 'dest');
        if (leg) leg.isRinging = false;
      },
      Newstate(event: AmiBlock) {
        const channel = channels.follow(event);
        const state = event.get('channelstate');
        if (channel && state === UP) channel.isRinging = false;
        if (!channel || state !== RINGING || isOwn(channel.name)) return;
        const isOut = mirror.get(channel.call)?.direction === 'out';
        if (!isPhone(channel)) {
          if (isOut) mirror.ringing(channel.call);
        } else if (!isOut && !channel.isRinging && !isFirst(event)) rings(event, channel);
      },
      Rename(event: AmiBlock) {
        const channel = channels.known(event);
        if (channel) channel.name = event.get('newname') ?? channel.name;
      },
      BridgeEnter(event: AmiBlock) {
        const channel = channels.follow(event);
        if (!channel || !isPhone(channel)) return;
        channel.isBridged = true;
        channel.isRinging = false;
        const call = mirror.get(channel.call);
        const desk = deskOf(channel);
        // A desk's own leg is in a bridge from the answer on; of an internal call both are.
        if (call?.answeredAt == null) {
          const isCaller = call?.direction !== 'in' && call?.extension === desk;
          mirror.connected(channel.call, isCaller || call?.direction === 'in' ? desk : undefined);
        } else if (call.direction !== 'internal') {
          mirror.moved(channel.call, { extension: desk });
          if (call.extension !== desk) mirror.resumed(channel.call);
        }
      },
      BridgeLeave(event: AmiBlock) {
        const channel = channels.known(event);
        if (channel) channel.isBridged = false;
      },
      Hold(event: AmiBlock) {
        const channel = channels.known(event);
        if (channel && isPhone(channel)) mirror.held(channel.call);
      },
      Unhold(event: AmiBlock) {
        const channel = channels.known(event);
        if (channel && isPhone(channel)) mirror.resumed(channel.call);
      },
      BlindTransfer(event: AmiBlock) {
        const call = channels.callOf(event.get('transfererlinkedid') ?? '');
        if (isDone(event)) passedOn(call, text(event, 'extension'), '');
      },
      AttendedTransfer(event: AmiBlock) {
        if (!isDone(event)) return;
        const callOf = (prefix: string) =>
          channels.known(event, prefix)?.call ??
          channels.callOf(event.get(`${prefix}linkedid`) ?? '');
        const [first, second] = [callOf('origtransferer'), callOf('secondtransferer')];
        const asked = first === second ? undefined : mirror.get(second);
        const call = first === second ? first : becomeOne(second, first);
        const desk = phones.deskOf(event.get('origtransfererchannel') ?? '');
        const talks = phonesIn(call).find((leg) => leg.isBridged && deskOf(leg) !== desk);
        const to = asked === undefined || asked.direction === 'in' ? '' : asked.to.raw;
        passedOn(call, to, talks ? deskOf(talks) : '');
      },
      Hangup(event: AmiBlock) {
        const channel = channels.follow(event);
        if (!channel) return;
        channels.delete(event.get('uniqueid') ?? '');
        const { call } = channel;
        const ends = causes.get(call) ?? { desks: [], others: [] };
        if (!isOwn(channel.name)) {
          (isPhone(channel) ? ends.desks : ends.others).push(event.get('cause') ?? '');
          causes.set(call, ends);
        }
        if (channels.legsOf(call).length === 0) endOf(call);
        else if (isPhone(channel)) takeOver(call);
      },
      OriginateResponse(event: AmiBlock) {
        if (!/^failure$/i.test(event.get('response') ?? '')) return;
        // Without a channel there is no id of one, only that of the order.
        for (const call of [event.get('actionid') ?? '', event.get('uniqueid') ?? '']) {
          if (mirror.has(call) && channels.legsOf(call).length === 0) endOf(call, 'failed');
        }
      },
      CoreShowChannel(event: AmiBlock) {
        const channel = channels.follow(event);
        if (!channel) return;
        const state = event.get('channelstate');
        channel.isBridged = (event.get('bridgeid') ?? '') !== '';
        channel.isRinging = false;
        if (!isPhone(channel)) return;
        if (state === RINGING && !isFirst(event)) rings(event, channel);
        else if (state === UP && channel.isBridged) restored(event, channel);
        else if (state === DIALLING && isFirst(event)) placed(channel, text(event, 'exten'));
      },
      CoreShowChannelsComplete() {
        const calls = channels.listed();
        if (!calls) return;
        mirror.onlyThese(calls);
        for (const call of calls) takeOver(call);
      },
    }),
  );

  return {
    take: (name, event) => handlers.get(name)?.(event),
    list: () => channels.list(),
    keep: (call) => channels.keep(call),
    unlisted() {
      channels.clear();
      mirror.onlyThese([]);
    },
    phonesIn,
  };
}

/** Whether a channel is the one that its call is named after. */
function isFirst(event: AmiBlock, prefix = ''): boolean {
  return event.get(`${prefix}uniqueid`) === event.get(`${prefix}linkedid`);
}

function isDone(event: AmiBlock): boolean {
  return /^success$/i.test(event.get('result') ?? '');
}

function isDialled(number: string): boolean {
  return /^[0-9*#+]+$/.test(number);
}

/** The number in one of the places where it stands, depending on how the phone dials. */
function dialledIn(event: AmiBlock): string {
  const places = [text(event, 'exten'), text(event, 'destcalleridnum')];
  return [...places, ...text(event, 'dialstring').split(/[@/]/)].find(isDialled) ?? '';
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

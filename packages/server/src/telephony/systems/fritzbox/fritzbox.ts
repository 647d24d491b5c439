import type { PhoneCall } from '@hookline/contract';
import { LastingLine } from '../../lasting-line.ts';
import { CallMirror } from '../../mirror.ts';
import { orderNumber } from '../../order-number.ts';
import type { SystemContext, TelephonySystem } from '../../system.ts';
import { TelephonyProblem } from '../../telephony-problem.ts';
import { chosenDesk, deskNamed, mustBeAt, mustHaveDesk, type Office } from '../desks.ts';
import { Tr064, Tr064Error } from './tr064.ts';

/** The desks by their internal number (610), or the extension that the call monitor names (10). */
export interface FritzboxOptions extends Office {
  readonly host: string;
  readonly port: number;
  /** Phone book and dialling; without a user there is neither. */
  readonly tr064:
    | { readonly url: string; readonly user: string; readonly password: string }
    | undefined;
  readonly phoneBooks: readonly string[] | undefined;
  /** Desk → the phone that the dial help of the box uses for it. */
  readonly dialPhones: Readonly<Record<string, string>>;
}

/** A dialled call that the call monitor has not told of by then has not come about (ms). */
const CALL_TIMEOUT = 60_000;

/** A line of the call monitor, taken apart. */
interface MonitorLine {
  /** The box's own clock, to the second. */
  readonly stamp: string;
  readonly kind: 'RING' | 'CALL' | 'CONNECT' | 'DISCONNECT';
  /** Used again for the next call. */
  readonly slot: string;
  readonly fields: readonly string[];
}

/** Undefined for anything else: a box of another firmware may say more than is known. */
function monitorLine(line: string): MonitorLine | undefined {
  const [stamp = '', kind, slot = '', ...fields] = line.split(';');
  const isKnown = kind === 'RING' || kind === 'CALL' || kind === 'CONNECT' || kind === 'DISCONNECT';
  return isKnown && /^\d{1,3}$/.test(slot) ? { stamp, kind, slot, fields } : undefined;
}

/** 40 to 49 are answering machines; a call that one of them takes was missed. */
function isMachine(extension: string): boolean {
  return /^4\d$/.test(extension);
}

/** DECT and IP phones by the number that people dial for them; others as the box says. */
function internalNumber(extension: string): string {
  return /^[12]\d$/.test(extension) ? `6${extension}` : extension;
}

/** FRITZ!Box: the call monitor tells of calls, TR-064 has the phone book and dials. */
export function createFritzbox(context: SystemContext, options: FritzboxOptions): TelephonySystem {
  const { book, schedule, log } = context;
  const box = options.tr064 && new Tr064(options.tr064);
  /** Calls that were dialled here and that the box has not told of yet, by their number. */
  const dialled = new Map<string, { readonly number: string; readonly giveUp: () => void }>();
  /** Those of the calls that are on that were dialled here: only these can be hung up. */
  const own = new Set<string>();
  let dials = 0;
  /** Orders to dial that the box has not answered yet; it may tell of the call before it does. */
  const ordered = new Set<{ readonly number: string; readonly desk: string; callId?: string }>();
  let trouble: string | undefined;
  /** When it rang, by the box's clock: a blocked number is refused in the same second. */
  const rang = new Map<string, string>();
  /** The dial help has one telephone for the whole box: nobody may change it in between. */
  let lastOrder: Promise<unknown> = Promise.resolve();

  const mirror = new CallMirror({
    ...context,
    longestCall: options.longestCall,
    onEnded(id) {
      own.delete(id);
      dialled.get(id)?.giveUp();
      dialled.delete(id);
    },
    featuresOf: ({ state }, id) => (own.has(id) && state === 'dialing' ? ['hangup'] : []),
  });

  const deskOf = (extension: string) =>
    deskNamed(options.desks, extension, internalNumber(extension));

  const take = (text: string) => {
    const line = monitorLine(text);
    if (!line) return;
    const { kind, slot, stamp, fields } = line;
    if (kind === 'RING') {
      const [caller = '', called = ''] = fields;
      rang.set(slot, stamp);
      mirror.began(slot, {
        direction: 'in',
        from: { raw: caller },
        to: { raw: called },
        extension: '',
      });
    } else if (kind === 'CALL') placed(slot, fields);
    else if (kind === 'CONNECT') {
      const [extension = ''] = fields;
      if (isMachine(extension)) mirror.ended(slot, { cause: 'voicemail' });
      else mirror.connected(slot, deskOf(extension));
    } else {
      const call = mirror.get(slot);
      const isBlocked =
        call?.direction === 'in' && call.answeredAt === null && rang.get(slot) === stamp;
      mirror.ended(slot, { durationSec: secondsIn(fields[0]), isBlocked });
    }
  };

  const placed = (slot: string, [extension = '', called = '', number = '']: readonly string[]) => {
    // Where it rang a moment ago on the same slot, the box has diverted the call.
    if (mirror.get(slot)?.state === 'ringing') mirror.ended(slot, { cause: 'forwarded' });
    const to = number.replace(/#$/, '');
    const waiting = [...dialled].find(([, one]) => sameLine(one.number, to));
    if (waiting) {
      const [id, { giveUp }] = waiting;
      giveUp();
      dialled.delete(id);
      own.delete(id);
      mirror.adopt(id, slot);
      own.add(slot);
      return;
    }
    const order = [...ordered].find((one) => one.callId === undefined && sameLine(one.number, to));
    if (order) {
      const { desk } = order;
      // The call that was there is ended first: it takes away what is kept beside the slot.
      mirror.ended(slot, { cause: null });
      own.add(slot);
      const from = { raw: desk };
      const callee = { raw: order.number };
      const began = mirror.began(slot, { direction: 'out', from, to: callee, extension: desk });
      order.callId = began.callId;
      return;
    }
    mirror.began(slot, {
      direction: 'out',
      from: { raw: called },
      to: { raw: to },
      extension: deskOf(extension),
    });
  };

  const sameLine = (one: string, other: string) =>
    one === other || (book.lineOf(one) ?? one) === (book.lineOf(other) ?? other);

  const line = new LastingLine({
    host: options.host,
    port: options.port,
    schedule,
    onUp() {
      trouble = undefined;
      // Nothing is told again: what was on before the line was lost is anybody's guess.
      mirror.onlyThese([...dialled.keys()]);
      log.info({ host: options.host }, 'telephony: the call monitor is connected');
    },
    onLine: take,
    onDown(reason) {
      if (trouble === undefined) {
        log.warn({ host: options.host, reason }, 'telephony: the call monitor is not connected');
      }
      trouble = `no line to the call monitor of the FRITZ!Box at ${options.host}:${options.port} (${reason}); if it is off, dial #96*5* on a telephone at the box`;
      mirror.unheard();
      context.lineDown();
    },
  });

  const inTurn = <T>(act: () => Promise<T>): Promise<T> => {
    const done = lastOrder.then(act, act);
    lastOrder = done.catch(() => {});
    return done;
  };

  async function dial(text: string, desk: string): Promise<string> {
    if (!box) throw unavailable('app.telephony.fritzbox.user and .password are not set.');
    const number = orderNumber(text);
    mustHaveDesk(options.desks, desk);
    const phone = options.dialPhones[desk];
    if (phone === undefined && Object.keys(options.dialPhones).length > 0) {
      throw unavailable('This desk has no telephone in app.telephony.fritzbox.dial-phones.');
    }
    const order: { number: string; desk: string; callId?: string } = { number, desk };
    await inTurn(async () => {
      if (phone !== undefined) await box.chooseDialPhone(phone);
      ordered.add(order);
      await box.dial(number);
    })
      .catch(refused)
      .finally(() => ordered.delete(order));
    if (order.callId !== undefined) return order.callId;
    const id = `dial ${++dials}`;
    const giveUp = schedule.after(CALL_TIMEOUT, () => mirror.ended(id, { cause: 'failed' }));
    dialled.set(id, { number, giveUp });
    own.add(id);
    const { callId } = mirror.began(id, {
      direction: 'out',
      from: { raw: desk },
      to: { raw: number },
      extension: desk,
    });
    return callId;
  }

  async function hangUp(callId: string, desk: string): Promise<PhoneCall> {
    const { id, call } = mirror.taking('hangup', callId);
    mustBeAt(options.desks, desk, call);
    await inTurn(async () => box?.hangUp()).catch(refused);
    mirror.ended(id, { cause: 'canceled' });
    return { ...call, state: 'ended', features: [] };
  }

  return {
    orders: box ? ['dial', 'hangup'] : [],
    live: () => mirror.live(),
    deskOf: (said) => chosenDesk(options.desks, said),
    dial,
    command: (_command, callId, desk) => hangUp(callId, desk),
    begin: () => line.open(),
    close() {
      line.close();
      mirror.onlyThese([]);
    },
    trouble: () => trouble,
    ...(box && { phoneBook: () => box.phoneBook(options.phoneBooks) }),
  };
}

function secondsIn(text: string | undefined): number {
  return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : 0;
}

function unavailable(text: string): TelephonyProblem {
  return new TelephonyProblem('unavailable', text);
}

function refused(error: unknown): never {
  if (error instanceof Tr064Error) throw unavailable(error.message);
  throw error;
}

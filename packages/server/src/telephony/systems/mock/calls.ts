import { randomUUID } from 'node:crypto';
import type {
  CallCommand,
  CallEventName,
  CallParty,
  CallState,
  EndCause,
  PhoneCall,
} from '@hookline/contract';
import type { PhoneBook } from '../../phone-book.ts';
import { TelephonyProblem } from '../../telephony-problem.ts';
import { DESK } from './stock.ts';

export interface CallsOptions {
  readonly book: PhoneBook;
  readonly now: () => number;
  /** `firstId` is the one that the call was first told under. */
  readonly onEvent: (event: CallEventName, call: PhoneCall, firstId: string) => void;
}

/** More at once is no office any more but a program in a loop. */
const MOST_LIVE = 100;
/** Ended ones stay known for a while, so that a late command is told what happened to its call. */
const MOST_KEPT = 300;

/** The switchboard: every call is a state machine, and every command is checked against it. */
export class Calls {
  readonly #options: CallsOptions;
  readonly #records = new Map<string, CallRecord>();

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  live(): PhoneCall[] {
    return [...this.#records.values()].filter(isLive).map(reportedCall);
  }

  get(callId: string): PhoneCall {
    return reportedCall(this.#record(callId));
  }

  /** Somebody calls the office, or one desk another. */
  ring(from: CallParty, to: CallParty): PhoneCall {
    const { book } = this.#options;
    const fromInside = book.isInternal(from.raw);
    const toInside = book.isInternal(to.raw);
    if (fromInside && from.number === to.number) {
      throw new TelephonyProblem('bad_request', 'An extension cannot call itself.');
    }
    return this.#begin({
      direction: fromInside ? (toInside ? 'internal' : 'out') : 'in',
      isPlaced: fromInside && (!toInside || from.number === DESK),
      from,
      to,
      extension: (fromInside && !toInside ? from.number : toInside ? to.number : DESK) ?? DESK,
      note: book.noteOn(from.raw),
    });
  }

  /** The desk calls somebody. */
  dial(number: string): PhoneCall {
    const { book } = this.#options;
    const to = this.#target(number);
    if (to.number === DESK) throw new TelephonyProblem('bad_request', 'That is this extension.');
    return this.#begin({
      direction: book.isInternal(number) ? 'internal' : 'out',
      isPlaced: true,
      from: book.party(DESK),
      to,
      extension: DESK,
      note: book.noteOn(number),
    });
  }

  /** What a desk does to a call. */
  command(command: CallCommand, callId: string, to?: string): PhoneCall {
    const record = this.#record(callId);
    if (!featuresOf(record).includes(command)) {
      throw invalidState(`${command} is not possible while the call is ${record.state}`);
    }
    switch (command) {
      case 'answer':
        return this.#connect(record);
      case 'reject':
        return this.#end(record, 'rejected');
      case 'hangup':
        return this.#end(record, record.answeredAt === null ? 'canceled' : 'normal');
      case 'hold':
        return this.#change(record, 'call.held', { state: 'held' });
      case 'resume':
        return this.#change(record, 'call.resumed', { state: 'connected' });
      case 'transfer':
        return this.#transfer(record, to ?? '');
    }
  }

  /** Whoever is called picks up: a desk, or the other side of a call that a desk placed. */
  pickUp(callId: string, { isTold = true } = {}): PhoneCall {
    return this.#connect(this.#recordIn(callId, ['ringing']), isTold);
  }

  otherSideHangsUp(callId: string): PhoneCall {
    const record = this.#recordIn(callId, ['dialing', 'ringing', 'connected', 'held']);
    if (record.answeredAt !== null) return this.#end(record, 'normal');
    return this.#end(record, record.isPlaced ? 'rejected' : 'missed');
  }

  /** A placed call has reached the other side's telephone. */
  ringsThere(callId: string): PhoneCall {
    return this.#change(this.#recordIn(callId, ['dialing']), 'call.ringing', { state: 'ringing' });
  }

  failToConnect(callId: string, cause: EndCause): PhoneCall {
    return this.#end(this.#recordIn(callId, ['dialing', 'ringing']), cause);
  }

  /** Whether a line is taken by another call. */
  isBusy(callId: string, number: string | null): boolean {
    return [...this.#records.values()].some(
      (record) =>
        isLive(record) &&
        record.callId !== callId &&
        number !== null &&
        [record.from.number, record.to.number].includes(number),
    );
  }

  /** A defect: the name comes after the call, in a second report of the same state. */
  nameCaller(callId: string, name: string | null): PhoneCall {
    const record = this.#recordIn(callId, ['ringing']);
    return this.#change(record, 'call.ringing', { from: { ...record.from, name } });
  }

  /** A defect: the call goes on under another id, and the old one is never heard of again. */
  changeId(callId: string): string {
    const record = this.#recordIn(callId, ['ringing', 'connected', 'held']);
    this.#records.delete(callId);
    record.callId = randomUUID();
    this.#records.set(record.callId, record);
    return record.callId;
  }

  #begin(
    call: Pick<CallRecord, 'direction' | 'isPlaced' | 'from' | 'to' | 'extension' | 'note'>,
  ): PhoneCall {
    if (this.live().length >= MOST_LIVE) {
      throw new TelephonyProblem('unavailable', `No line is free: ${MOST_LIVE} calls are on.`);
    }
    this.#forgetOldest();
    const callId = randomUUID();
    const record: CallRecord = {
      ...{ ...call, callId, firstId: callId, startedAt: this.#time() },
      state: call.isPlaced ? 'dialing' : 'ringing',
      ...{ answeredAt: null, endedAt: null, durationSec: null, endCause: null },
    };
    this.#records.set(callId, record);
    return this.#change(record, record.isPlaced ? 'call.dialing' : 'call.ringing', {});
  }

  #connect(record: CallRecord, isTold = true): PhoneCall {
    const changes = { state: 'connected', answeredAt: this.#time() } as const;
    if (isTold) return this.#change(record, 'call.connected', changes);
    Object.assign(record, changes);
    return reportedCall(record);
  }

  /** Blind: the call goes on elsewhere, and for this desk it is over. */
  #transfer(record: CallRecord, number: string): PhoneCall {
    const to = this.#target(number);
    if ([record.from.number, record.to.number].includes(to.number)) {
      throw new TelephonyProblem('bad_request', 'The call is there already.');
    }
    if (this.#options.book.isInternal(number) && to.name === null) {
      throw new TelephonyProblem('not_found', `There is no extension ${number}.`);
    }
    this.#change(record, 'call.transferred', record.isPlaced ? { from: to } : { to });
    return this.#end(record, 'forwarded');
  }

  #end(record: CallRecord, endCause: EndCause): PhoneCall {
    const endedAt = this.#time();
    const talked =
      record.answeredAt === null ? 0 : Date.parse(endedAt) - Date.parse(record.answeredAt);
    const durationSec = Math.max(0, Math.round(talked / 1000));
    return this.#change(record, 'call.ended', { state: 'ended', endedAt, durationSec, endCause });
  }

  #change(record: CallRecord, event: CallEventName, changes: Partial<CallRecord>): PhoneCall {
    Object.assign(record, changes);
    const call = reportedCall(record);
    this.#options.onEvent(event, call, record.firstId);
    return call;
  }

  #target(number: string): CallParty {
    const party = this.#options.book.party(number);
    if (party.number === null) {
      throw new TelephonyProblem(
        'bad_request',
        'That is no number that can be called.',
        'no_number',
      );
    }
    return party;
  }

  #record(callId: string): CallRecord {
    const record = this.#records.get(callId);
    if (!record) throw new TelephonyProblem('not_found', 'There is no such call.');
    return record;
  }

  #recordIn(callId: string, states: readonly CallState[]): CallRecord {
    const record = this.#record(callId);
    if (states.includes(record.state)) return record;
    throw invalidState(`That is not possible while the call is ${record.state}`);
  }

  #forgetOldest(): void {
    for (const [callId, record] of this.#records) {
      if (this.#records.size < MOST_KEPT) return;
      if (!isLive(record)) this.#records.delete(callId);
    }
  }

  #time(): string {
    return new Date(this.#options.now()).toISOString();
  }
}

function isLive(record: CallRecord): boolean {
  return record.state !== 'ended';
}

function invalidState(text: string): TelephonyProblem {
  return new TelephonyProblem('invalid_state', `${text}.`);
}

/** A call as the mock keeps it: what is told about it, and what is not. */
type CallRecord = Omit<PhoneCall, 'features'> & {
  /** A desk has placed it. */
  readonly isPlaced: boolean;
  /** Under which it was first told. */
  readonly firstId: string;
};

const WHILE_RINGING_IN = ['answer', 'reject'] as const;
const WHILE_RINGING_OUT = ['hangup'] as const;

const FEATURES: Readonly<Record<Exclude<CallState, 'ringing'>, readonly CallCommand[]>> = {
  dialing: WHILE_RINGING_OUT,
  connected: ['hangup', 'hold', 'transfer'],
  held: ['hangup', 'resume', 'transfer'],
  ended: [],
};

/** The commands that the call takes now. Whoever placed a call cannot answer it as well. */
function featuresOf({ state, isPlaced }: Pick<CallRecord, 'state' | 'isPlaced'>) {
  if (state !== 'ringing') return FEATURES[state];
  return isPlaced ? WHILE_RINGING_OUT : WHILE_RINGING_IN;
}

/** The call as clients see it, a copy: what was told must not change afterwards. */
function reportedCall(record: CallRecord): PhoneCall {
  const { isPlaced, firstId, from, to, note, ...rest } = record;
  return { ...rest, from: { ...from }, to: { ...to }, features: [...featuresOf(record)], note };
}

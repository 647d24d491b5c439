import type { CallCommand, CallParty, CallState, PhoneCall } from '@hookline/contract';

/** A call as the mock keeps it: what is told about it, and what is not. */
export type CallRecord = Omit<PhoneCall, 'features'> & {
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
export function featuresOf({ state, isPlaced }: Pick<CallRecord, 'state' | 'isPlaced'>) {
  if (state !== 'ringing') return FEATURES[state];
  return isPlaced ? WHILE_RINGING_OUT : WHILE_RINGING_IN;
}

/** The call as clients see it, a copy: what was told must not change afterwards. */
export function reportedCall(record: CallRecord): PhoneCall {
  const { isPlaced, firstId, from, to, note, ...rest } = record;
  return { ...rest, from: { ...from }, to: { ...to }, features: [...featuresOf(record)], note };
}

export interface NewCall {
  readonly callId: string;
  readonly direction: PhoneCall['direction'];
  readonly isPlaced: boolean;
  readonly from: CallParty;
  readonly to: CallParty;
  readonly extension: string;
  readonly startedAt: string;
  readonly note: string | null;
}

export function newRecord(call: NewCall): CallRecord {
  return {
    ...call,
    firstId: call.callId,
    state: call.isPlaced ? 'dialing' : 'ringing',
    answeredAt: null,
    endedAt: null,
    durationSec: null,
    endCause: null,
  };
}

import type { CallCommand, CallDirection, CallState, DeskCause, EndCause } from '../words.ts';

export interface CallParty {
  /** As the telephone network signalled it. */
  readonly raw: string;
  /** International form, or an extension; null if withheld. */
  readonly number: string | null;
  readonly name: string | null;
  readonly anonymous: boolean;
  /** The same for two numbers that are one line; null if there is none, absent if nobody tells. */
  readonly line?: string | null;
}

export interface PhoneCall {
  readonly callId: string;
  readonly direction: CallDirection;
  readonly state: CallState;
  readonly from: CallParty;
  readonly to: CallParty;
  /** The desk that has the call. */
  readonly extension: string;
  /** Names the call together with its id: telephone systems count their ids from 1 again. */
  readonly startedAt: string;
  readonly answeredAt: string | null;
  readonly endedAt: string | null;
  /** How long was talked; null until the end. */
  readonly durationSec: number | null;
  readonly endCause: EndCause | null;
  /** Why the desk's own telephone did not place it, where it was to do so. */
  readonly deskCause?: DeskCause;
  /** The telephone system itself turned it away, and no telephone rang. */
  readonly blocked?: boolean;
  /** The commands that may be given now. */
  readonly features: readonly CallCommand[];
  readonly note: string | null;
}

/** An entry of the phone book. It may have any other fields. */
export interface PhoneBookEntry {
  /** As it is written in the phone book. */
  readonly number: string;
  readonly name: string;
  /** As in `CallParty`. */
  readonly line?: string | null;
  readonly [field: string]: unknown;
}

/** Incoming, ended, and nothing shows that anybody answered. Nobody misses what was blocked. */
export function isMissed(call: PhoneCall): boolean {
  if (call.blocked) return false;
  // A telephone system may lose the event of the answer, but not that people talked.
  const isTalk = call.endCause === 'normal' && (call.durationSec ?? 0) > 0;
  return call.direction === 'in' && call.state === 'ended' && call.answeredAt === null && !isTalk;
}

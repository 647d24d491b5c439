import type { CallParty, PhoneCall } from './phone-call.ts';

/** What was told of a call at one point: the call, or only that it is not there any more. */
export interface CallReport {
  readonly seq: number;
  readonly call: PhoneCall | undefined;
}

export interface Folded {
  readonly call: PhoneCall;
  /** Nobody told the end; the call was missing among those that are on. */
  readonly isGuessed: boolean;
}

/** The call that all of it makes, in the order of `seq`, whatever the order it came in. */
export function foldReports(told: readonly CallReport[]): Folded | undefined {
  return told.reduce<Folded | undefined>((before, { call }) => {
    if (!before) return call && { call, isGuessed: false };
    if (call) return { call: mergedCall(before, call), isGuessed: false };
    return before.call.state === 'ended'
      ? before
      : { call: vanished(before.call), isGuessed: true };
  }, undefined);
}

/** A told end is final; a guessed one gives way to any later word. */
function mergedCall({ call: before, isGuessed }: Folded, next: PhoneCall): PhoneCall {
  const isOver = before.state === 'ended' && !isGuessed;
  const [latest, other] = isOver ? [before, next] : [next, before];
  return {
    ...latest,
    callId: next.callId,
    from: withName(latest.from, other.from),
    to: withName(latest.to, other.to),
    startedAt: latest.startedAt || other.startedAt,
    answeredAt: before.answeredAt ?? next.answeredAt,
    endedAt: latest.endedAt ?? other.endedAt,
    durationSec: latest.durationSec ?? other.durationSec,
    endCause: latest.endCause ?? other.endCause,
    note: latest.note ?? other.note,
  };
}

/** A name that comes late, or only once, stays. After a transfer it is somebody else. */
function withName(party: CallParty, other: CallParty): CallParty {
  const isSame = party.raw === other.raw || (party.number ?? '') === other.number;
  return party.name === null && other.name !== null && isSame
    ? { ...party, name: other.name }
    : party;
}

function vanished(call: PhoneCall): PhoneCall {
  return { ...call, state: 'ended', features: [] };
}

import type { CallParty, PhoneCall } from './phone-call.ts';

/** A call that is told of more often has its oldest words taken together. */
const MOST_TOLD = 40;

export interface LiveCall extends PhoneCall {
  /** Stays the same when the telephone system changes the id: a page keeps its place by it. */
  readonly key: string;
  /** Nobody told the end: the call was gone when the line came back. */
  readonly isEndGuessed: boolean;
}

/** A call with all that was told of it. */
export interface KnownCall {
  /** Every id it was told under, the first one first. */
  readonly ids: readonly string[];
  /** In the order of `seq`. */
  readonly told: readonly CallReport[];
  readonly call: LiveCall;
}

/** The call with one word more. */
export function withReport(known: KnownCall | undefined, added: CallReport): KnownCall {
  const all = [...(known?.told ?? []), added].sort((a, b) => a.seq - b.seq);
  const told = all.length > MOST_TOLD ? shortened(all) : all;
  const ids = known?.ids ?? [];
  const id = added.call?.callId;
  const folded = foldReports(told);
  if (!folded) throw new Error('A call of which nothing was told');
  const allIds = id === undefined || ids.includes(id) ? ids : [...ids, id];
  const { call: merged, isGuessed } = folded;
  const key = known?.call.key ?? `${merged.startedAt} ${merged.callId}`;
  const call = { ...merged, key, isEndGuessed: isGuessed };
  // A page draws a call again when the object is another one.
  const isSame = known && JSON.stringify(known.call) === JSON.stringify(call);
  return { ids: allIds, told, call: isSame ? known.call : call };
}

function shortened(told: readonly CallReport[]): readonly CallReport[] {
  const [first, second, ...rest] = told;
  if (!first || !second) return told;
  const call = second.call ? foldReports([first, second])?.call : first.call;
  return [{ seq: second.seq, call }, ...rest];
}

/**
 * Some systems let a call go on under another id and never speak of the old one again. It began
 * at the same moment with the same party; what begins itself is a call of its own.
 */
export function goesOnAs(known: KnownCall, call: PhoneCall): boolean {
  const isBegun = known.told.some((told) => told.call && isBeginning(told.call));
  return (
    call.startedAt !== '' &&
    known.call.startedAt === call.startedAt &&
    known.call.direction === call.direction &&
    isSameParty(known.call, call) &&
    !(isBegun && isBeginning(call))
  );
}

function isBeginning({ state }: PhoneCall): boolean {
  return state === 'dialing' || state === 'ringing';
}

function isSameParty(a: PhoneCall, b: PhoneCall): boolean {
  const same = (one: CallParty, other: CallParty) =>
    (one.number ?? one.raw) === (other.number ?? other.raw);
  if (a.direction === 'in') return same(a.from, b.from);
  return same(a.to, b.to) && (a.direction === 'out' || same(a.from, b.from));
}

/** What was told of a call at one point: the call, or only that it is not there any more. */
interface CallReport {
  readonly seq: number;
  readonly call: PhoneCall | undefined;
}

interface Folded {
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

import { foldTold, type Told } from './call-merge.ts';
import type { CallParty, PhoneCall } from './phone-call.ts';
import type { CallEvent, CallsTold } from './telephony-system.ts';

/** Ended calls that stay in the list. */
const MOST_ENDED = 50;
/** A call that is told of more often has its oldest words taken together. */
const MOST_TOLD = 40;

export interface LiveCall extends PhoneCall {
  /** Stays the same when the telephone system changes the id: a page keeps its place by it. */
  readonly key: string;
  /** Nobody told the end: the call was gone when the line came back. */
  readonly isEndGuessed: boolean;
}

interface KnownCall {
  /** Every id it was told under, the first one first. */
  readonly ids: readonly string[];
  /** In the order of `seq`. */
  readonly told: readonly Told[];
  readonly call: LiveCall;
}

/** Every call that is known. Only the functions of this file look inside. */
export interface CallBook {
  readonly known: readonly KnownCall[];
  /** Newest first, those that are on and some that have ended. */
  readonly calls: readonly LiveCall[];
  /** What was told up to here is contained in the last word about all calls. */
  readonly through: number;
}

export const NO_CALLS: CallBook = { known: [], calls: [], through: -1 };

/** The very same book if the event was heard before. */
export function applyEvent(book: CallBook, { seq, call }: CallEvent): CallBook {
  const known = knownAs(book, call) ?? renamed(book, call, []);
  if (known?.told.some((told) => told.seq === seq)) return book;
  // The calls that were on were told later than this, and it was not one of them.
  if (!known && seq <= book.through && call.state !== 'ended') return book;
  return replaced(book, known, withTold(known, { seq, call }));
}

/** All calls that are on: those that are not among them have ended, whatever was missed. */
export function applyCalls(book: CallBook, { seq, calls }: CallsTold): CallBook {
  const present = new Set<KnownCall>();
  let next: CallBook = { ...book, through: seq };
  for (const call of calls) {
    const known = knownAs(next, call) ?? renamed(next, call, calls);
    const now = withTold(known, { seq: seq + 0.5, call });
    // Asked for every few seconds, a call that is as before would fill its own history.
    const same = known && known.call.callId === call.callId && known.call === now.call;
    if (!same) next = replaced(next, known, now);
    present.add(same ? known : now);
  }
  for (const known of next.known) {
    const isLater = known.told.some((told) => told.seq > seq + 0.5);
    if (present.has(known) || known.call.state === 'ended' || isLater) continue;
    next = replaced(next, known, withTold(known, { seq: seq + 0.5, call: undefined }));
  }
  return next;
}

/** A new line may count its events anew: what was told before comes before all of them. */
export function applyGreeting(book: CallBook, told: CallsTold): CallBook {
  const known = book.known.map((one) => ({ ...one, told: [{ seq: -1, call: base(one) }] }));
  const next = { ...book, known: known.map((one, at) => guessAgain(one, book.known[at])) };
  return applyCalls(next, told);
}

/** The id under which a call is to be spoken of now. */
export function currentId(book: CallBook, callId: string): string {
  return book.known.find(({ ids }) => ids.includes(callId))?.call.callId ?? callId;
}

/** The id under which a call was first told. */
export function firstId(book: CallBook, call: PhoneCall): string {
  return knownAs(book, call)?.ids[0] ?? call.callId;
}

function base({ call: { key, isEndGuessed, ...call }, told }: KnownCall): PhoneCall {
  return isEndGuessed ? (foldTold(told.filter((one) => one.call))?.call ?? call) : call;
}

function guessAgain(known: KnownCall, before: KnownCall | undefined): KnownCall {
  if (!before?.call.isEndGuessed) return known;
  return { ...known, told: [...known.told, { seq: -0.5, call: undefined }] };
}

function knownAs({ known }: CallBook, { callId, startedAt }: PhoneCall): KnownCall | undefined {
  return known.find(({ ids, call }) => ids.includes(callId) && call.startedAt === startedAt);
}

/**
 * Some systems let a call go on under another id and never speak of the old one again. It began
 * at the same moment with the same party; what begins itself is a call of its own.
 */
function renamed(
  { known }: CallBook,
  call: PhoneCall,
  others: readonly PhoneCall[],
): KnownCall | undefined {
  return known.find(
    (one) =>
      call.startedAt !== '' &&
      one.call.startedAt === call.startedAt &&
      one.call.direction === call.direction &&
      isSameParty(one.call, call) &&
      !(isBeginning(call) && one.told.some((told) => told.call && isBeginning(told.call))) &&
      !others.some(({ callId }) => one.ids.includes(callId)),
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

function withTold(known: KnownCall | undefined, added: Told): KnownCall {
  const all = [...(known?.told ?? []), added].sort((a, b) => a.seq - b.seq);
  const told = all.length > MOST_TOLD ? shortened(all) : all;
  const ids = known?.ids ?? [];
  const id = added.call?.callId;
  const folded = foldTold(told);
  if (!folded) throw new Error('A call of which nothing was told');
  const allIds = id === undefined || ids.includes(id) ? ids : [...ids, id];
  const { call: merged, isGuessed } = folded;
  const key = known?.call.key ?? `${merged.startedAt} ${merged.callId}`;
  const call = { ...merged, key, isEndGuessed: isGuessed };
  // A page draws a call again when the object is another one.
  const isSame = known && JSON.stringify(known.call) === JSON.stringify(call);
  return { ids: allIds, told, call: isSame ? known.call : call };
}

function shortened(told: readonly Told[]): readonly Told[] {
  const [first, second, ...rest] = told;
  if (!first || !second) return told;
  const call = second.call ? foldTold([first, second])?.call : first.call;
  return [{ seq: second.seq, call }, ...rest];
}

function replaced(book: CallBook, before: KnownCall | undefined, now: KnownCall): CallBook {
  const others = book.known.filter((one) => one !== before);
  // A system that counts its ids from 1 again has forgotten the call that had this one.
  const usedUp = others.map((one) =>
    one.call.state !== 'ended' &&
    one.call.callId === now.call.callId &&
    one.call.startedAt < now.call.startedAt
      ? withTold(one, { seq: Number.POSITIVE_INFINITY, call: undefined })
      : one,
  );
  const known = [...usedUp, now].sort((a, b) => (a.call.startedAt < b.call.startedAt ? 1 : -1));
  const ended = known.filter(({ call }) => call.state === 'ended');
  const dropped = new Set(ended.slice(MOST_ENDED));
  const kept = known.filter((one) => !dropped.has(one));
  return { ...book, known: kept, calls: kept.map(({ call }) => call) };
}

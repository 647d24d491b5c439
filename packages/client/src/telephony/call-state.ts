import { foldReports, goesOnAs, type KnownCall, type LiveCall, withReport } from './known-call.ts';
import type { PhoneCall } from './phone-call.ts';
import type { CallEvent, ReportedCalls } from './telephony-system.ts';

/** Ended calls that stay in the list. */
const MOST_ENDED = 50;

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
  const known = knownAs(book, call) ?? renamed(book, call);
  if (known?.told.some((told) => told.seq === seq)) return book;
  // The calls that were on were told later than this, and it was not one of them.
  if (!known && seq <= book.through && call.state !== 'ended') return book;
  return replaced(book, known, withReport(known, { seq, call }));
}

/** All calls that are on: those that are not among them have ended, whatever was missed. */
export function applyCalls(book: CallBook, { seq, calls }: ReportedCalls): CallBook {
  const present = new Set<KnownCall>();
  let next: CallBook = { ...book, through: seq };
  for (const call of calls) {
    const known = knownAs(next, call) ?? renamed(next, call, calls);
    const now = withReport(known, { seq: seq + 0.5, call });
    // Asked for every few seconds, a call that is as before would fill its own history.
    const same = known && known.call.callId === call.callId && known.call === now.call;
    if (!same) next = replaced(next, known, now);
    present.add(same ? known : now);
  }
  for (const known of next.known) {
    const isLater = known.told.some((told) => told.seq > seq + 0.5);
    if (present.has(known) || known.call.state === 'ended' || isLater) continue;
    next = replaced(next, known, withReport(known, { seq: seq + 0.5, call: undefined }));
  }
  return next;
}

/** A new line may count its events anew: what was told before comes before all of them. */
export function applyGreeting(book: CallBook, told: ReportedCalls): CallBook {
  const known = book.known.map((one) => ({ ...one, told: [{ seq: -1, call: base(one) }] }));
  const next = { ...book, known: known.map((one, at) => guessAgain(one, book.known[at])) };
  return applyCalls(next, told);
}

export function withoutEnded(book: CallBook): CallBook {
  const known = book.known.filter(({ call }) => call.state !== 'ended');
  return { ...book, known, calls: known.map(({ call }) => call) };
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
  return isEndGuessed ? (foldReports(told.filter((one) => one.call))?.call ?? call) : call;
}

function guessAgain(known: KnownCall, before: KnownCall | undefined): KnownCall {
  if (!before?.call.isEndGuessed) return known;
  return { ...known, told: [...known.told, { seq: -0.5, call: undefined }] };
}

function knownAs({ known }: CallBook, { callId, startedAt }: PhoneCall): KnownCall | undefined {
  return known.find(({ ids, call }) => ids.includes(callId) && call.startedAt === startedAt);
}

function renamed(
  { known }: CallBook,
  call: PhoneCall,
  others: readonly PhoneCall[] = [],
): KnownCall | undefined {
  const isOther = ({ ids }: KnownCall) => others.some(({ callId }) => ids.includes(callId));
  return known.find((one) => goesOnAs(one, call) && !isOther(one));
}

function replaced(book: CallBook, before: KnownCall | undefined, now: KnownCall): CallBook {
  const all = [...book.known.filter((one) => one !== before), now];
  const known = all.map((one) => (isForgotten(one, all) ? ended(one) : one)).sort(newestFirst);
  const dropped = new Set(known.filter(({ call }) => call.state === 'ended').slice(MOST_ENDED));
  const kept = known.filter((one) => !dropped.has(one));
  return { ...book, known: kept, calls: kept.map(({ call }) => call) };
}

/** A system that counts its ids from 1 again knows nothing of the call that had this one. */
function isForgotten({ call }: KnownCall, all: readonly KnownCall[]): boolean {
  const { state, callId, startedAt } = call;
  const isLater = (one: KnownCall) => one.call.callId === callId && one.call.startedAt > startedAt;
  return state !== 'ended' && all.some(isLater);
}

function ended(known: KnownCall): KnownCall {
  return withReport(known, { seq: Number.POSITIVE_INFINITY, call: undefined });
}

function newestFirst({ call: a }: KnownCall, { call: b }: KnownCall): number {
  // Calls of the same moment keep their places whatever is told of them.
  if (a.startedAt === b.startedAt) return a.key < b.key ? -1 : 1;
  return a.startedAt < b.startedAt ? 1 : -1;
}

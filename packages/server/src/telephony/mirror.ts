import { randomUUID } from 'node:crypto';
import type {
  CallCommand,
  CallEventName,
  CallParty,
  DeskCause,
  EndCause,
  PhoneCall,
} from '@hookline/contract';
import type { PhoneBook } from './phone-book.ts';
import type { Schedule } from './schedule.ts';
import { TelephonyProblem } from './telephony-problem.ts';

/** After a lost line calls stay as they were for so long; then nobody knows of them any more. */
const UNHEARD = 60_000;
/** More at once is no office any more, but a system that forgets to tell of ends. */
const MOST_LIVE = 200;
/** What a network signals as a name or a number is not longer; more is an attack on the page. */
const MOST_TEXT = 120;

/** What a system tells of a party. */
export interface ReportedParty {
  /** As it was signalled; '' if it is withheld. */
  readonly raw: string;
  /** Where the system knows a name of its own. */
  readonly name?: string | undefined;
}

export interface ReportedBeginning {
  readonly direction: PhoneCall['direction'];
  readonly from: ReportedParty;
  readonly to: ReportedParty;
  /** The desk; '' while it is everybody's. */
  readonly extension: string;
}

export interface ReportedEnd {
  /** Null: nobody knows how. Left out: as it follows from what was told. */
  readonly cause?: EndCause | null;
  /** Why the desk's own telephone did not place it. */
  readonly deskCause?: DeskCause;
  /** How long was talked, where the system says. */
  readonly durationSec?: number;
  /** The system itself turned it away. */
  readonly isBlocked?: boolean;
  /** It was answered where the system does not show it. */
  readonly isAnsweredElsewhere?: boolean;
}

export interface MirrorOptions {
  readonly book: PhoneBook;
  readonly now: () => number;
  readonly schedule: Schedule;
  /** Milliseconds; a call without an end is ended then. */
  readonly longestCall: number;
  readonly tell: (event: CallEventName, call: PhoneCall) => void;
  /** A call is over, told or not: what is kept beside it can go. */
  readonly onEnded?: (id: string) => void;
  /** What a desk can do to a call as it is now. */
  readonly featuresOf?: (call: Omit<PhoneCall, 'features'>, id: string) => readonly CallCommand[];
}

/** Told calls are never changed: a change is another object. */
interface Mirrored {
  call: Omit<PhoneCall, 'features'>;
  readonly forget: () => void;
}

/** What a system calls the ways in which calls end, listed by what it means. */
export function causesBy<Cause extends string>(
  words: { readonly [C in Cause]: string },
): ReadonlyMap<string, Cause> {
  const all = Object.entries(words) as [Cause, string][];
  return new Map(all.flatMap(([cause, own]) => own.split(' ').map((word) => [word, cause])));
}

/**
 * The calls of a telephone system as it tells of them, by the id it has for each.
 *
 *     began ──► ringing or dialing ──► connected ◄──► held ──► ended, told once ──► forgotten
 *                    │                     │
 *                    └──── the id begins again · the line is lost for a minute · the longest
 *                          call is over · more than 200 at once ────► ended, cause unknown
 *
 * Systems use ids again, lose ends and fall silent; here every call has an id of its own and ends
 * exactly once. What taught it: an end that overtook its beginning left a call that rang for four
 * hours, and legs that were kept beside a call stayed when nobody told that it was over.
 */
export class CallMirror {
  readonly #options: MirrorOptions;
  readonly #live = new Map<string, Mirrored>();
  #forgetUnheard: (() => void) | undefined;

  constructor(options: MirrorOptions) {
    this.#options = options;
  }

  live(): PhoneCall[] {
    return [...this.#live].map(([id, { call }]) => this.#told(id, call));
  }

  /** The system's ids of the calls that are on. */
  get ids(): readonly string[] {
    return [...this.#live.keys()];
  }

  has(id: string): boolean {
    return this.#live.has(id);
  }

  get(id: string): PhoneCall | undefined {
    const mirrored = this.#live.get(id);
    return mirrored && this.#told(id, mirrored.call);
  }

  /** The call that a command is for, if it takes it now, and the system's id of it. */
  taking(command: CallCommand, callId: string): { readonly id: string; readonly call: PhoneCall } {
    const [id, mirrored] = [...this.#live].find(([, { call }]) => call.callId === callId) ?? [];
    if (id === undefined || !mirrored) {
      throw new TelephonyProblem('not_found', 'There is no such call.');
    }
    const call = this.#told(id, mirrored.call);
    if (call.features.includes(command)) return { id, call };
    const text = `${command} is not possible while the call is ${call.state}.`;
    throw new TelephonyProblem('invalid_state', text);
  }

  began(id: string, said: ReportedBeginning): PhoneCall {
    // An id that is used again: the end of the call that had it was not told.
    this.ended(id, { cause: null });
    const oldest = this.#live.size >= MOST_LIVE ? this.ids[0] : undefined;
    if (oldest !== undefined) this.ended(oldest, { cause: null });
    const isPlaced = said.direction === 'out';
    const other = isPlaced ? said.to : said.from;
    const call: Mirrored['call'] = {
      callId: randomUUID(),
      direction: said.direction,
      state: isPlaced ? 'dialing' : 'ringing',
      from: this.#party(said.from),
      to: this.#party(said.to),
      extension: clean(said.extension),
      startedAt: this.#time(),
      answeredAt: null,
      endedAt: null,
      durationSec: null,
      endCause: null,
      note: this.#options.book.noteOn(clean(other.raw)),
    };
    this.#live.set(id, { call, forget: this.#forgetLater(id) });
    return this.#tell(id, isPlaced ? 'call.dialing' : 'call.ringing', call);
  }

  /** The system has an id of its own now for a call that was begun here. */
  adopt(id: string, as: string): void {
    const mirrored = this.#live.get(id);
    if (!mirrored) return;
    this.ended(as, { cause: null });
    mirrored.forget();
    this.#live.delete(id);
    this.#live.set(as, { call: mirrored.call, forget: this.#forgetLater(as) });
  }

  /** A placed call rings at the other side, or more is known of one that rings. */
  ringing(
    id: string,
    more: { extension?: string; from?: ReportedParty; to?: ReportedParty } = {},
  ): void {
    this.#change(id, ['dialing', 'ringing'], 'call.ringing', {
      state: 'ringing',
      ...(more.extension !== undefined && { extension: clean(more.extension) }),
      ...(more.from && { from: this.#party(more.from) }),
      ...(more.to && { to: this.#party(more.to) }),
    });
  }

  connected(id: string, extension?: string): void {
    this.#change(id, ['dialing', 'ringing'], 'call.connected', {
      state: 'connected',
      answeredAt: this.#time(),
      ...(extension !== undefined && { extension: clean(extension) }),
    });
  }

  held(id: string): void {
    this.#change(id, ['connected'], 'call.held', { state: 'held' });
  }

  resumed(id: string): void {
    this.#change(id, ['held'], 'call.resumed', { state: 'connected' });
  }

  /** It goes on at another desk or with another party. */
  moved(id: string, more: { extension?: string; to?: ReportedParty; from?: ReportedParty }): void {
    this.#change(id, ['dialing', 'ringing', 'connected', 'held'], 'call.transferred', {
      ...(more.extension !== undefined && { extension: clean(more.extension) }),
      ...(more.from && { from: this.#party(more.from) }),
      ...(more.to && { to: this.#party(more.to) }),
    });
  }

  /** What is not on is not ended again. */
  ended(id: string, said: ReportedEnd = {}): void {
    const mirrored = this.#live.get(id);
    if (!mirrored) return;
    const { call, forget } = mirrored;
    forget();
    this.#live.delete(id);
    const endedAt = this.#time();
    const answeredAt =
      call.answeredAt ??
      (said.isAnsweredElsewhere ? secondsBefore(endedAt, said.durationSec ?? 0) : null);
    const talked =
      answeredAt === null ? 0 : Math.round((Date.parse(endedAt) - Date.parse(answeredAt)) / 1000);
    // Answered elsewhere, how long was talked is known only if the system says.
    const durationSec =
      call.answeredAt === null && said.isAnsweredElsewhere
        ? (said.durationSec ?? null)
        : answeredAt === null
          ? 0
          : Math.max(0, said.durationSec ?? talked);
    this.#tell(id, 'call.ended', {
      ...call,
      state: 'ended',
      answeredAt,
      endedAt,
      durationSec,
      endCause: said.cause === undefined ? causeOf(call, answeredAt) : said.cause,
      ...(said.deskCause && { deskCause: said.deskCause }),
      ...(said.isBlocked && { endCause: 'rejected', blocked: true }),
    });
    this.#options.onEnded?.(id);
  }

  /** The line is lost. What is on stays as it is for a while: it may be back in a moment. */
  unheard(): void {
    // Said again at every attempt that fails, which must not put off the end.
    this.#forgetUnheard ??= this.#options.schedule.after(UNHEARD, () => this.onlyThese([]));
  }

  /** The line is back; of the others nobody knows how they ended. */
  onlyThese(ids: readonly string[]): void {
    this.#forgetUnheard?.();
    this.#forgetUnheard = undefined;
    for (const id of this.ids) if (!ids.includes(id)) this.ended(id, { cause: null });
  }

  #forgetLater(id: string): () => void {
    const { schedule, longestCall } = this.#options;
    return schedule.after(longestCall, () => this.ended(id, { cause: null }));
  }

  #change(
    id: string,
    from: readonly PhoneCall['state'][],
    event: CallEventName,
    changes: Partial<Mirrored['call']>,
  ): void {
    const mirrored = this.#live.get(id);
    if (!mirrored || !from.includes(mirrored.call.state)) return;
    const before = this.#told(id, mirrored.call);
    const call = { ...mirrored.call, ...changes };
    // Said again, nothing has happened.
    if (JSON.stringify(this.#told(id, call)) === JSON.stringify(before)) return;
    mirrored.call = call;
    this.#tell(id, event, call);
  }

  #tell(id: string, event: CallEventName, call: Mirrored['call']): PhoneCall {
    const told = this.#told(id, call);
    this.#options.tell(event, told);
    return told;
  }

  #told(id: string, call: Mirrored['call']): PhoneCall {
    const { note, ...rest } = call;
    const features = call.state === 'ended' ? [] : (this.#options.featuresOf?.(call, id) ?? []);
    return { ...rest, features: [...features], note };
  }

  #party({ raw, name }: ReportedParty): CallParty {
    const party = this.#options.book.party(clean(raw) || 'anonymous');
    const said = clean(name ?? '');
    return { ...party, raw: clean(raw), name: party.name ?? (said === '' ? null : said) };
  }

  #time(): string {
    return new Date(this.#options.now()).toISOString();
  }
}

/** How a call ended of which the system says only that. */
function causeOf(call: Mirrored['call'], answeredAt: string | null): EndCause {
  if (answeredAt !== null) return 'normal';
  return call.direction === 'out' ? 'canceled' : 'missed';
}

function secondsBefore(time: string, seconds: number): string {
  return new Date(Date.parse(time) - seconds * 1000).toISOString();
}

/**
 * A name from outside may hold anything: line breaks, codes for a terminal, marks that turn the
 * text around it, a megabyte. What is kept is a text of its own, not a part of a larger one.
 */
function clean(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cs}\p{Bidi_Control}\u2028\u2029]/gu, ' ').trim();
  // By whole characters: half of one is no text, and a database refuses it.
  return [...plain.slice(0, 2 * MOST_TEXT)].slice(0, MOST_TEXT).join('');
}

import type { SipAccount } from '../../../config/kinds/sip-accounts.ts';
import type { Schedule } from '../../schedule.ts';
import type { TelephonyLog } from '../../system.ts';
import { type Headers, listed, type SipRequest, sipAnswer, sipToken } from './message.ts';
import { isAnsweredElsewhere } from './parties.ts';
import type { SipRegistration } from './registration.ts';
import { GIVE_UP } from './repeat.ts';

/** The registration that a call comes by. */
type Line = Pick<SipRegistration, 'account' | 'contact' | 'send' | 'repeat'>;

export interface OffersOptions {
  readonly schedule: Schedule;
  readonly log: TelephonyLog;
  /** What it takes, as a header. */
  readonly allow: Headers;
  readonly onBegan: (call: string, request: SipRequest, account: SipAccount) => void;
  readonly onEnded: (call: string, how: Withdrawal) => void;
}

/** Whether the caller gave up, somebody else picked up, or nobody ever said how it ended. */
export type Withdrawal = 'given up' | 'answered elsewhere' | 'never withdrawn';

/** A call that is offered, until nothing more can come of it. */
interface Offer {
  readonly line: Line;
  readonly request: SipRequest;
  readonly call: string;
  readonly ownTag: string;
  /** What a repetition is answered with. */
  answer: Buffer;
  isRinging: boolean;
  /** Keeps what is said from being said again. */
  acknowledged: () => void;
  /** Keeps it from ending, or from being forgotten, by itself. */
  callOff: () => void;
}

/** A system that never says that a caller has given up is told then that nobody answers (ms). */
const RINGS_AT_MOST = 180_000;
/** A system that rings in rounds withdraws the call before each further one (ms). */
const RETURNS_WITHIN = 3000;
/** More at once is no office any more. */
const MOST_RINGING = 200;
/** Those that are over are known for half a minute, so that their repetitions are; more are too many. */
const MOST_KNOWN = 2000;
/** What a telephone that only rings can do although it never answers. */
const EXTENSIONS = new Set(['100rel', 'timer']);

/**
 * The calls that ring at this telephone, which is never picked up.
 *
 *     INVITE ──► ringing ──► withdrawn ──► three seconds later: over
 *                   ▲            │
 *                   └── INVITE ──┘ the next round of the same call
 *
 * Kamailio begins the next round before it withdraws the one before, so a call may be offered twice
 * at once. What should be refused then (482) by a telephone that could be picked up twice.
 */
export class Offers {
  readonly #options: OffersOptions;
  readonly #offers = new Map<string, Offer>();
  /** Calls that were withdrawn a moment ago; keeps them from being over. */
  readonly #withdrawn = new Map<string, { readonly line: Line; readonly callOff: () => void }>();
  /** What was refused, as far as it has been written down. */
  readonly #logged = new Set<string>();

  constructor(options: OffersOptions) {
    this.#options = options;
  }

  /** Those that ring, or may ring again in a moment. */
  get calls(): readonly string[] {
    return [...this.#ringing().map(({ call }) => call), ...this.#withdrawn.keys()];
  }

  /** Answers whether the request was about an offer. */
  take(line: Line, request: SipRequest): boolean {
    if (request.method === 'INVITE') this.#offered(line, request);
    else if (request.method === 'CANCEL') this.#withdraw(line, request);
    else if (request.method === 'ACK') this.#acknowledged(request);
    else if (request.method === 'PRACK') this.#heard(line, request);
    else return false;
    return true;
  }

  /** Says goodbye to those that ring; nothing is told of them any more. */
  close(): void {
    const lines = new Set<Line>();
    for (const { line, request, ownTag } of this.#ringing()) {
      lines.add(line);
      line.send(sipAnswer(request, '480 Temporarily Unavailable', { ownTag }));
    }
    for (const { line } of this.#withdrawn.values()) lines.add(line);
    for (const line of lines) this.forget(line);
  }

  /** Nothing more is heard of those that came by this one. */
  forget(line: Line): void {
    for (const [key, offer] of this.#offers) {
      if (offer.line !== line) continue;
      offer.acknowledged();
      offer.callOff();
      this.#offers.delete(key);
    }
    for (const [call, withdrawn] of this.#withdrawn) {
      if (withdrawn.line !== line) continue;
      withdrawn.callOff();
      this.#withdrawn.delete(call);
      this.#options.onEnded(call, 'given up');
    }
  }

  #ringing(): Offer[] {
    return [...this.#offers.values()].filter(({ isRinging }) => isRinging);
  }

  #offered(line: Line, request: SipRequest): void {
    const key = keyOf(request);
    const known = this.#offers.get(key);
    const refusal = known ? undefined : this.#refusalOf(request);
    if (known) line.send(known.answer);
    else if (refusal) refuse(line, request, ...refusal);
    else this.#ring(key, line, request);
  }

  #refusalOf(request: SipRequest): [status: string, more?: Headers] | undefined {
    if (request.toTag !== '') return ['481 Call Does Not Exist'];
    const unknown = wantedBy(request).filter((extension) => !EXTENSIONS.has(extension));
    if (unknown.length > 0) {
      const extensions = unknown.join(', ');
      this.#logOnce(`it needs ${extensions.slice(0, 100)}, which is not known here`);
      return ['420 Bad Extension', [['Unsupported', extensions]]];
    }
    if (this.calls.length < MOST_RINGING) return undefined;
    this.#logOnce(`${MOST_RINGING} calls ring already`);
    return ['486 Busy Here'];
  }

  #ring(key: string, line: Line, request: SipRequest): void {
    const { schedule, allow, onBegan, onEnded } = this.#options;
    const call = callOf(request);
    const isKnown = this.calls.includes(call);
    const ownTag = sipToken();
    const isConfirmed = wantedBy(request).includes('100rel');
    const reliable: Headers = isConfirmed
      ? [
          ['Require', '100rel'],
          ['RSeq', '1'],
        ]
      : [];
    const more: Headers = [['Contact', line.contact], ...allow, ...reliable];
    const answer = sipAnswer(request, '180 Ringing', { ownTag, more });
    const offer: Offer = {
      line,
      request,
      call,
      ownTag,
      answer,
      isRinging: true,
      acknowledged() {},
      callOff: schedule.after(RINGS_AT_MOST, () => {
        this.#over(key, '480 Temporarily Unavailable');
        onEnded(call, 'never withdrawn');
      }),
    };
    this.#offers.set(key, offer);
    this.#dropOldest();
    this.#withdrawn.get(call)?.callOff();
    this.#withdrawn.delete(call);
    if (!isKnown) onBegan(call, request, line.account);
    if (isConfirmed) offer.acknowledged = line.repeat(answer);
    else line.send(answer);
  }

  /** Says so until it is acknowledged, and knows repetitions of the call for a while. */
  #over(key: string, status: string): void {
    const offer = this.#offers.get(key);
    if (!offer) return;
    offer.acknowledged();
    offer.callOff();
    offer.isRinging = false;
    offer.answer = sipAnswer(offer.request, status, { ownTag: offer.ownTag });
    offer.acknowledged = offer.line.repeat(offer.answer);
    offer.callOff = this.#options.schedule.after(GIVE_UP, () => this.#offers.delete(key));
  }

  #withdraw(line: Line, request: SipRequest): void {
    const key = keyOf(request);
    const offer = this.#offers.get(key);
    if (!offer) {
      refuse(line, request, '481 Call Does Not Exist');
      return;
    }
    line.send(sipAnswer(request, '200 OK', { ownTag: offer.ownTag }));
    if (!offer.isRinging) return;
    this.#over(key, '487 Request Terminated');
    const isRinging = this.#ringing().some(({ call }) => call === offer.call);
    if (!isRinging) this.#gone(line, offer.call, isAnsweredElsewhere(request));
  }

  #gone(line: Line, call: string, isAnswered: boolean): void {
    const { schedule, onEnded } = this.#options;
    if (isAnswered) {
      onEnded(call, 'answered elsewhere');
      return;
    }
    const callOff = schedule.after(RETURNS_WITHIN, () => {
      this.#withdrawn.delete(call);
      onEnded(call, 'given up');
    });
    this.#withdrawn.set(call, { line, callOff });
  }

  #acknowledged(request: SipRequest): void {
    const offer = this.#offers.get(keyOf(request));
    // Who has heard the end knows the tag that it was given here.
    if (offer?.ownTag === request.toTag && !offer.isRinging) offer.acknowledged();
  }

  /** The telephone system has heard that it rings. */
  #heard(line: Line, request: SipRequest): void {
    const offer = this.#ringing().find(
      ({ call, ownTag }) => call === callOf(request) && ownTag === request.toTag,
    );
    offer?.acknowledged();
    if (offer) line.send(sipAnswer(request, '200 OK', { ownTag: offer.ownTag }));
    else refuse(line, request, '481 Call Does Not Exist');
  }

  #logOnce(reason: string): void {
    if (this.#logged.has(reason) || this.#logged.size >= MOST_RINGING) return;
    this.#logged.add(reason);
    this.#options.log.warn({ reason }, 'telephony: a call was refused and is not shown');
  }

  #dropOldest(): void {
    if (this.#offers.size <= MOST_KNOWN) return;
    for (const [key, { isRinging, acknowledged, callOff }] of this.#offers) {
      if (isRinging) continue;
      acknowledged();
      callOff();
      this.#offers.delete(key);
      return;
    }
  }
}

/** Without a call. */
export function refuse(
  line: Pick<Line, 'send'>,
  request: SipRequest,
  status: string,
  more: Headers = [],
): void {
  line.send(sipAnswer(request, status, { ownTag: sipToken(), more }));
}

/** What a telephone must be able to do for this call. */
function wantedBy(request: SipRequest): string[] {
  return listed(request, 'require').map((extension) => extension.toLowerCase());
}

/** The same for a call in all its rounds. */
export function callOf({ callId, fromTag }: SipRequest): string {
  return `${callId} ${fromTag}`;
}

/** The same for an offer, its repetitions, its CANCEL and its ACK; nobody guesses all of it. */
function keyOf({ branch, callId, fromTag, cseq }: SipRequest): string {
  // Without these signs a branch is from before 2002, and may be another one each time.
  const hop = branch.startsWith('z9hG4bK') ? branch : '';
  return `${hop} ${callId} ${fromTag} ${cseq}`;
}

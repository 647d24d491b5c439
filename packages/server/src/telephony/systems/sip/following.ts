import type { PhoneCall } from '@hookline/contract';
import type { ReportedEnd, ReportedParty } from '../../mirror.ts';
import type { PhoneBook } from '../../phone-book.ts';
import type { TelephonyLog } from '../../system.ts';
import { deskNamed } from '../desks.ts';
import type { Conversation } from './conversation.ts';
import { causeOfOther, type SipOffice } from './dialling.ts';
import { type DialogInfo, dialogInfo, type TelephoneCall } from './dialog-info.ts';
import {
  type Headers,
  type SipAnswer,
  type SipRequest,
  sipAnswer,
  wordWithParameters,
} from './message.ts';
import type { Asked } from './questions.ts';
import type { SipRegistration } from './registration.ts';

interface FollowingOptions extends SipOffice {
  readonly now: () => number;
  readonly log: TelephonyLog;
  readonly book: PhoneBook;
  /** Somebody else tells of it, too, and how it ends. */
  readonly isToldElsewhere: (call: string) => boolean;
}

/** A desk whose telephone is followed. */
interface Followed {
  readonly desk: string;
  conversation: Conversation | undefined;
  /** Something was told since it was asked for, if only that there is no call. */
  isTold: boolean;
  /** Of the last that was told. */
  version: number;
  expires: number;
  /** Before the next attempt (ms). */
  wait: number;
  /** What it has begun in the last minute. */
  begun: number;
  asked: Asked | undefined;
  callOff: () => void;
  /** Keeps its calls from being forgotten. */
  keep: () => void;
}

/** A call at the telephone of a desk. */
interface Leg {
  readonly followed: Followed;
  readonly sipCallId: string;
  readonly isPlaced: boolean;
  call: string;
  isTalking: boolean;
}

const TYPE = 'application/dialog-info+xml';
/** What is asked for. */
export const DIALOG: Headers = [
  ['Event', 'dialog'],
  ['Accept', TYPE],
];
/** Seconds that it is asked to be told for: a system that was restarted has forgotten it. */
const EXPIRES = 120;
const MOST_EXPIRES = 86_400;
/** The first wait before another attempt, and the longest (ms). */
const FIRST_WAIT = 5000;
const LONGEST_WAIT = 600_000;
const SOONEST_AGAIN = 30_000;
/** A hundred questions at once are more than a network keeps (ms). */
const APART = 20;
/** So long its calls stay when nothing is heard of a telephone any more (ms). */
const UNHEARD = 60_000;
/** What happens at a telephone is told in this time, also where it is told in two ways (ms). */
const TOLD_WITHIN = 2000;
const SAME_CALL = 5000;
/** Nobody calls more often in a minute; a telephone that flaps is not written down for ever. */
const MOST_IN_MINUTE = 12;
const MOST_DESKS = 200;

/**
 * Has the telephone system tell of the calls at the desks' telephones (SUBSCRIBE to `dialog`): who
 * dials whom, which of them has answered, and when it is over.
 *
 *     SUBSCRIBE ──► NOTIFY: rings ──► talks ──► over
 *
 * Most calls are told in two ways, by INVITE to this telephone or by what was dialled here, and by
 * what the desk's telephone does: these are one call, by its Call-ID, or else by number and time.
 */
export class Following {
  readonly #options: FollowingOptions;
  readonly #followed: readonly Followed[];
  readonly #legs = new Map<string, Leg>();
  #last = 0;
  #isLogged = false;

  constructor(options: FollowingOptions) {
    this.#options = options;
    this.#followed = Object.keys(options.desks)
      .slice(0, MOST_DESKS)
      .map((desk) => ({
        ...{ desk, conversation: undefined, isTold: false, version: -1, expires: EXPIRES },
        ...{ wait: FIRST_WAIT, begun: 0, asked: undefined, callOff() {}, keep() {} },
      }));
  }

  /** The calls at the telephones. */
  get calls(): readonly string[] {
    return [...this.#legs.values()].map(({ call }) => call);
  }

  /** The line is up, for the first time or again. */
  begin(): void {
    for (const [at, followed] of this.#followed.entries()) {
      this.#leave(followed);
      followed.callOff = this.#options.schedule.after(at * APART, () => this.#anew(followed));
    }
  }

  /** Nothing is heard by this line any more. */
  lost(): void {
    for (const followed of this.#followed) this.#leave(followed);
  }

  close(): void {
    const line = this.#options.line();
    for (const followed of this.#followed) {
      const { conversation } = followed;
      if (line?.isUp && conversation && conversation.otherTag !== '') {
        const more: Headers = [...DIALOG, ['Expires', '0'], ['Contact', line.contact]];
        line.ask(conversation, { method: 'SUBSCRIBE', more, onAnswer() {}, onSilence() {} });
      }
      this.#leave(followed);
      followed.keep();
    }
    this.#legs.clear();
  }

  /** Answers whether the request is about a telephone that is followed. */
  take(line: SipRegistration, request: SipRequest): boolean {
    if (request.method !== 'NOTIFY') return false;
    const followed = this.#followed.find(({ conversation }) => conversation?.isOf(request));
    if (!followed?.conversation) return false;
    const { ownTag } = followed.conversation;
    const [type] = wordWithParameters(request.headers.get('content-type')?.[0] ?? '');
    const isTold = type.toLowerCase() === TYPE && request.body.length > 0;
    const info = isTold ? dialogInfo(request.body.toString('utf8')) : undefined;
    const status = isTold && !info ? '400 Bad Request' : '200 OK';
    line.send(sipAnswer(request, status, { ownTag }));
    followed.isTold = true;
    if (info) this.#told(followed, info);
    const said = request.headers.get('subscription-state')?.[0] ?? '';
    const [state, parameters] = wordWithParameters(said);
    if (/^terminated$/i.test(state)) {
      const after = Number(parameters.get('retry-after')) * 1000;
      this.#later(followed, after > 0 ? Math.min(after, LONGEST_WAIT) : 0);
    }
    return true;
  }

  /** Somebody calls this telephone, too: the call that a desk's telephone has told of already. */
  joins(sipCallId: string, caller: ReportedParty, as: string): boolean {
    const { mirror } = this.#options;
    const found = [...this.#legs.values()].find(
      ({ call, isPlaced, sipCallId: other }) =>
        !isPlaced && (other === sipCallId || this.#isRingingFrom(call, caller)),
    )?.call;
    if (found === undefined || this.#options.isToldElsewhere(found)) return false;
    mirror.adopt(found, as);
    for (const leg of this.#legsOf(found)) leg.call = as;
    return true;
  }

  /** Whether it rings or is on at a desk: then that is what ends it. */
  has(call: string): boolean {
    return this.#legsOf(call).length > 0;
  }

  /** Somebody has answered it; a desk may say in a moment that it was there. */
  handOver(call: string, end: () => void): void {
    const { mirror, schedule } = this.#options;
    const known = mirror.get(call)?.callId;
    const isOn = () => this.#legsOf(call).some(({ isTalking }) => isTalking);
    if (isOn()) return;
    if (!this.#followed.some(({ isTold }) => isTold)) end();
    else {
      schedule.after(TOLD_WITHIN, () => {
        if (mirror.get(call)?.callId === known && !isOn()) end();
      });
    }
  }

  /** The mirror has ended it. */
  forget(call: string): void {
    for (const [key, leg] of this.#legs) if (leg.call === call) this.#legs.delete(key);
  }

  #anew(followed: Followed): void {
    this.#leave(followed);
    const { desks, line } = this.#options;
    const at = line();
    const extension = desks[followed.desk];
    if (!at?.isUp || extension === undefined) return;
    followed.version = -1;
    followed.conversation = at.conversation(at.address(extension));
    this.#ask(followed, at, followed.conversation);
  }

  #ask(followed: Followed, line: SipRegistration, conversation: Conversation): void {
    followed.asked = line.ask(conversation, {
      method: 'SUBSCRIBE',
      more: [
        ...DIALOG,
        ['Expires', String(followed.expires)],
        ['Contact', line.contact],
        ...this.#options.allow,
      ],
      onAnswer: (answer) => this.#answered(followed, line, conversation, answer),
      onSilence: () => this.#later(followed),
    });
  }

  #answered(
    followed: Followed,
    line: SipRegistration,
    conversation: Conversation,
    answer: SipAnswer,
  ): void {
    const { schedule, log } = this.#options;
    const { status } = answer;
    if (followed.conversation !== conversation) return;
    const isAgain = conversation.otherTag !== '';
    if (status < 300) {
      conversation.settle(answer);
      // It has lasted: what comes now is a first attempt.
      if (isAgain) followed.wait = FIRST_WAIT;
      const granted = Number(answer.headers.get('expires')?.[0] ?? followed.expires);
      const next = Math.max(SOONEST_AGAIN, (granted > 0 ? granted : EXPIRES) * 500);
      followed.callOff();
      followed.callOff = schedule.after(Math.min(next, MOST_EXPIRES * 500), () =>
        this.#ask(followed, line, conversation),
      );
      return;
    }
    const least = Number(answer.headers.get('min-expires')?.[0]);
    if (status === 423 && least > followed.expires && least <= MOST_EXPIRES) {
      followed.expires = least;
      this.#ask(followed, line, conversation);
      return;
    }
    if (isAgain) {
      this.#later(followed);
      return;
    }
    if (!this.#isLogged) {
      this.#isLogged = true;
      const fields = { desk: followed.desk, status };
      log.warn(fields, 'telephony: calls at the telephones of desks are not told here (dialog)');
    }
    this.#later(followed, LONGEST_WAIT);
  }

  /** Tries it again, less and less often: one that ends at once would be asked for ever. */
  #later(followed: Followed, after = 0): void {
    const { schedule } = this.#options;
    this.#leave(followed);
    const wait = Math.max(after, followed.wait);
    followed.wait = Math.min(followed.wait * 2, LONGEST_WAIT);
    followed.callOff = schedule.after(wait, () => this.#anew(followed));
  }

  /** Nothing is heard of it now. Its calls stay for a while. */
  #leave(followed: Followed): void {
    followed.asked?.forget();
    followed.asked = undefined;
    followed.callOff();
    followed.callOff = () => {};
    if (followed.conversation === undefined) return;
    followed.conversation = undefined;
    followed.isTold = false;
    followed.version = -1;
    followed.keep();
    followed.keep = this.#options.schedule.after(UNHEARD, () => this.#only(followed, []));
  }

  #told(followed: Followed, { version, isWhole, calls }: DialogInfo): void {
    if (version < followed.version) return;
    followed.version = version;
    followed.keep();
    for (const call of calls) this.#take(followed, call);
    if (isWhole) this.#only(followed, calls);
  }

  /** Of the others nobody knows how they ended. */
  #only(followed: Followed, calls: readonly TelephoneCall[]): void {
    const keys = new Set(calls.map(({ id }) => keyOf(followed, id)));
    for (const [key, leg] of this.#legs) {
      if (leg.followed === followed && !keys.has(key)) this.#gone(key, leg);
    }
  }

  #take(followed: Followed, told: TelephoneCall): void {
    const key = keyOf(followed, told.id);
    const known = this.#legs.get(key);
    if (told.state === 'over') {
      if (known) this.#gone(key, known, told.status);
      return;
    }
    const leg = known ?? this.#legOf(followed, told);
    if (!leg) return;
    this.#legs.set(key, leg);
    if (told.state === 'talks') this.#talks(leg);
    else if (!leg.isTalking && (told.state === 'rings' || !leg.isPlaced)) this.#rings(leg);
  }

  #legOf(followed: Followed, told: TelephoneCall): Leg | undefined {
    const { desks, line } = this.#options;
    const own = desks[followed.desk];
    // Where the other side is not known, some write the telephone itself there.
    const remote = told.remote?.raw === own ? undefined : told.remote;
    // That is this service, which wants to have something dialled.
    if (remote && remote.raw === line()?.account.user) return undefined;
    const { isPlaced, callId: sipCallId } = told;
    const isKnown = isPlaced !== undefined && remote !== undefined;
    const call =
      this.#callOf(followed, { ...told, remote }) ??
      (isKnown ? this.#begin(followed, told, isPlaced, remote) : undefined);
    if (call === undefined) return undefined;
    return { followed, sipCallId, isPlaced: isPlaced ?? false, call, isTalking: false };
  }

  /** The call that is told already, by another telephone or in another way. */
  #callOf(followed: Followed, told: TelephoneCall): string | undefined {
    const { mirror } = this.#options;
    const { desk } = followed;
    const { callId, isPlaced, remote } = told;
    const legs = [...this.#legs.values()];
    const same =
      callId === ''
        ? undefined
        : (legs.find(({ sipCallId }) => sipCallId === callId)?.call ??
          mirror.ids.find((id) => id.startsWith(`${callId} `)));
    if (same !== undefined && mirror.has(same)) return same;
    const free = mirror.ids.filter(
      (id) => !this.#legsOf(id).some((leg) => leg.followed === followed),
    );
    if (isPlaced) return free.find((id) => this.#isPlacedBy(id, desk, remote));
    // Asterisk says of a telephone that is busy neither who called nor that it was called.
    if (isPlaced === undefined) return undefined;
    const ringing = free.filter((id) => this.#isRingingFrom(id, remote, desk));
    // Without a number it can only be the one that rings.
    return remote || ringing.length === 1 ? ringing[0] : undefined;
  }

  #isPlacedBy(id: string, desk: string, to: ReportedParty | undefined): boolean {
    const call = this.#options.mirror.get(id);
    if (!call || call.answeredAt !== null || call.from.raw !== desk || !to) return false;
    return this.#line(call.to.raw) === this.#line(this.#named(to).raw);
  }

  #isRingingFrom(id: string, from: ReportedParty | undefined, desk?: string): boolean {
    const { mirror, now } = this.#options;
    const call = mirror.get(id);
    if (!call || call.answeredAt !== null) return false;
    const isIn = call.direction === 'in' || (call.direction === 'internal' && call.to.raw === desk);
    if (!isIn) return false;
    if (!from) return true;
    const isSame = this.#line(call.from.raw) === this.#line(this.#named(from).raw);
    return isSame && now() - Date.parse(call.startedAt) <= SAME_CALL;
  }

  #begin(
    followed: Followed,
    told: TelephoneCall,
    isPlaced: boolean,
    remote: ReportedParty,
  ): string | undefined {
    const { mirror, schedule, isExtension } = this.#options;
    const { desk } = followed;
    if (isPlaced && remote.raw === '') return undefined;
    if (++followed.begun > MOST_IN_MINUTE) return undefined;
    schedule.after(60_000, () => followed.begun--);
    const id = `followed ${++this.#last}`;
    const other = this.#named(remote);
    const here = { raw: desk };
    const isInside = isExtension(remote.raw);
    const called = told.local && told.local.raw !== '' ? this.#named(told.local) : here;
    mirror.began(id, {
      direction: isInside ? 'internal' : isPlaced ? 'out' : 'in',
      from: isPlaced ? here : other,
      to: isPlaced ? other : called,
      extension: desk,
    });
    return id;
  }

  #rings({ call, isPlaced, followed }: Leg): void {
    const { mirror, isToldElsewhere } = this.#options;
    if (isPlaced) {
      mirror.ringing(call);
      return;
    }
    // It is everybody's where this telephone rings, too.
    if (isToldElsewhere(call) || mirror.get(call)?.direction === 'out') return;
    const ringing = this.#legsOf(call).filter((leg) => !leg.isPlaced);
    mirror.ringing(call, { extension: ringing.length > 1 ? '' : followed.desk });
  }

  #talks(leg: Leg): void {
    const { mirror } = this.#options;
    const { call, isPlaced, followed } = leg;
    leg.isTalking = true;
    // Of two desks that talk, the call is at the one that was called.
    const called = isPlaced ? this.#legsOf(call).find((one) => !one.isPlaced) : leg;
    const isOwn = mirror.get(call)?.direction !== 'in';
    mirror.connected(call, called?.followed.desk ?? (isOwn ? followed.desk : undefined));
  }

  #gone(key: string, leg: Leg, status?: number): void {
    const { mirror, isToldElsewhere } = this.#options;
    this.#legs.delete(key);
    const { call } = leg;
    const known = mirror.get(call);
    const rest = this.#legsOf(call);
    if (!known) return;
    if (rest.length > 0) {
      const next = rest.find(({ isTalking, isPlaced }) => isTalking && !isPlaced);
      const isLeft = leg.isTalking && known.extension === leg.followed.desk;
      if (next && isLeft) mirror.moved(call, { extension: next.followed.desk });
      return;
    }
    if (known.answeredAt === null && isToldElsewhere(call)) return;
    mirror.ended(call, this.#endOf(known, status));
  }

  #legsOf(call: string): Leg[] {
    return [...this.#legs.values()].filter((leg) => leg.call === call);
  }

  #endOf(call: PhoneCall, status: number | undefined): ReportedEnd {
    const { answeredAt, direction, from, to } = call;
    const { desks } = this.#options;
    // Told as missed, our own desk would wait to be called back where no desk was called.
    const isInside = Object.hasOwn(desks, from.raw) && !Object.hasOwn(desks, to.raw);
    if (answeredAt !== null || (direction !== 'out' && !isInside)) return {};
    return { cause: status === undefined ? 'canceled' : causeOfOther(status) };
  }

  /** A telephone of ours goes by its desk. */
  #named(party: ReportedParty): ReportedParty {
    return { ...party, raw: deskNamed(this.#options.desks, party.raw) };
  }

  #line(number: string): string {
    return this.#options.book.lineOf(number) ?? number;
  }
}

function keyOf({ desk }: Followed, id: string): string {
  return `${desk}\n${id}`;
}

import type { DeskCause, EndCause, TelephonyRefusal } from '@hookline/contract';
import type { CallMirror } from '../../mirror.ts';
import { orderNumber } from '../../order-number.ts';
import type { Schedule } from '../../schedule.ts';
import { TelephonyProblem } from '../../telephony-problem.ts';
import { type Desks, telephoneAt } from '../desks.ts';
import type { Conversation } from './conversation.ts';
import {
  asCharacters,
  type Headers,
  type SipAnswer,
  type SipBody,
  type SipRequest,
  sipAnswer,
  wordWithParameters,
} from './message.ts';
import type { Asked } from './questions.ts';
import type { SipRegistration } from './registration.ts';

/** What is known of the office that this telephone stands in. */
export interface SipOffice {
  readonly schedule: Schedule;
  readonly mirror: CallMirror;
  readonly desks: Desks;
  /** The registration at the office's own telephone system. */
  readonly line: () => SipRegistration | undefined;
  readonly isExtension: (number: string) => boolean;
  /** What this telephone takes, as a header. */
  readonly allow: Headers;
}

interface DiallingOptions extends SipOffice {
  /** The telephone system, or a telephone, does not call whom it is referred to. */
  readonly onUnable: (desk: string, status: number) => void;
  /** The other side has answered; from now on only the telephone system knows of the call. */
  readonly onTalk: (id: string) => void;
}

/** A number that is being dialled for a desk. */
interface Dialled {
  readonly id: string;
  readonly desk: string;
  readonly number: string;
  readonly line: SipRegistration;
  readonly conversation: Conversation;
  /** The desk's telephone rings, calls the number, or is let go. */
  phase: 'rings' | 'calls' | 'over';
  asked: Asked | undefined;
  /** Keeps it from being given up. */
  callOff: () => void;
}

/** So long the desk's own telephone rings (ms). */
const DESK_RINGS = 30_000;
/** Longer nobody lets it ring at the other side, and no network does. */
const OTHER_RINGS = 180_000;
/** An order is answered by then, whether or not it rings at the desk already. */
const ORDER_ANSWER = 3000;
/** They know no REFER, or take none. */
const UNABLE = new Set([405, 420, 501, 603]);

/**
 * Dials for a desk: calls the desk's own telephone, offering neither to send nor to hear anything,
 * and tells it whom to call as soon as it is picked up.
 *
 *     INVITE ──► rings ──► picked up ──► REFER ──► calls ──► NOTIFY: 180 … 200 ──► BYE
 *                  │                       │                    │
 *                  └── 486, 603, nobody ───┴── 405, 501, 603 ───┴── 486 … ──► ended
 */
export class Dialling {
  readonly #options: DiallingOptions;
  readonly #dialled = new Map<string, Dialled>();
  #last = 0;

  constructor(options: DiallingOptions) {
    this.#options = options;
  }

  dial(text: string, desk: string): Promise<string> {
    const { desks, mirror, schedule, isExtension } = this.#options;
    const number = orderNumber(text);
    const extension = telephoneAt(desks, desk);
    const line = this.#options.line();
    if (!line?.isUp) throw unavailable('There is no line to the telephone system.', 'no_line');
    if ([...this.#dialled.values()].some((one) => one.desk === desk && one.phase !== 'over')) {
      throw new TelephonyProblem(
        'invalid_state',
        'A number is being dialled at this desk already.',
        'dialling',
      );
    }
    const id = `dialled ${++this.#last}`;
    const name = `"${asCharacters(`Wählt ${number}`)}" `;
    const conversation = line.conversation(line.address(extension), name);
    const dialled: Dialled = {
      ...{ id, desk, number, line, conversation, phase: 'rings', asked: undefined },
      callOff: schedule.after(DESK_RINGS, () => this.#giveUp(dialled, 'unanswered')),
    };
    this.#dialled.set(id, dialled);
    const { callId } = mirror.began(id, {
      direction: isExtension(number) ? 'internal' : 'out',
      from: { raw: desk },
      to: { raw: number },
      extension: desk,
    });
    return new Promise((resolve, reject) => {
      schedule.after(ORDER_ANSWER, () => resolve(callId));
      dialled.asked = line.ask(conversation, {
        method: 'INVITE',
        more: [['Contact', line.contact], ...this.#options.allow],
        body: silence(line.contact),
        onHeard: ({ status }) => status > 100 && resolve(callId),
        onAnswer: (answer) => {
          resolveOr(answer, () => resolve(callId), reject);
          this.#answered(dialled, answer);
        },
        onSilence: () => {
          reject(unavailable('Your telephone does not answer.', 'unreachable'));
          this.#over(dialled, 'unreachable');
        },
      });
    });
  }

  /** Those that nothing else tells of yet. */
  get calls(): readonly string[] {
    return [...this.#dialled.values()].filter(({ phase }) => phase !== 'over').map(({ id }) => id);
  }

  /** Whether a dialled call can still be taken back: then its telephone calls nobody yet. */
  rings(id: string): boolean {
    return this.#dialled.get(id)?.phase === 'rings';
  }

  /** Takes it back. */
  hangUp(id: string): void {
    const dialled = this.#dialled.get(id);
    if (dialled?.phase !== 'rings') return;
    this.#letGo(dialled);
    this.#options.mirror.ended(id, { cause: 'canceled' });
  }

  /** Answers whether the request belongs to a number that is dialled. */
  take(line: SipRegistration, request: SipRequest): boolean {
    const dialled = [...this.#dialled.values()].find(({ conversation }) =>
      conversation.isOf(request),
    );
    if (!dialled) return false;
    const { ownTag } = dialled.conversation;
    const answer = (status: string) => line.send(sipAnswer(request, status, { ownTag }));
    if (request.method === 'NOTIFY') {
      answer('200 OK');
      this.#told(dialled, request);
    } else if (request.method === 'BYE') {
      answer('200 OK');
      this.#left(dialled);
    } else if (request.method === 'INVITE' || request.method === 'UPDATE') {
      answer('488 Not Acceptable Here');
    } else if (request.method !== 'ACK') answer('405 Method Not Allowed');
    return true;
  }

  /** Nothing is heard of them any more, or nobody wants to. */
  close(): void {
    for (const dialled of this.#dialled.values()) {
      if (dialled.phase === 'calls') this.#bye(dialled);
      if (dialled.phase !== 'over') this.#unknown(dialled);
      dialled.callOff();
    }
    this.#dialled.clear();
  }

  #answered(dialled: Dialled, answer: SipAnswer): void {
    const { status } = answer;
    if (dialled.phase === 'over') {
      // Picked up at the moment in which it was taken back.
      if (status < 300) this.#bye(dialled);
      return;
    }
    if (status >= 300) this.#over(dialled, causeOfDesk(status));
    else this.#refer(dialled);
  }

  #refer(dialled: Dialled): void {
    const { schedule, mirror, onUnable } = this.#options;
    const { id, desk, number, line, conversation } = dialled;
    dialled.phase = 'calls';
    dialled.callOff();
    dialled.callOff = schedule.after(OTHER_RINGS, () => this.#unknown(dialled));
    mirror.ringing(id);
    const target = line.address(encodeURIComponent(number).replaceAll('%2B', '+'));
    dialled.asked = line.ask(conversation, {
      method: 'REFER',
      more: [
        ['Contact', line.contact],
        ['Refer-To', `<${target}>`],
        ['Referred-By', `<${line.address(line.account.user)}>`],
        ...this.#options.allow,
      ],
      onAnswer: ({ status }) => {
        if (status < 300 || dialled.phase === 'over') return;
        this.#bye(dialled);
        this.#over(dialled, 'unable');
        if (UNABLE.has(status)) onUnable(desk, status);
      },
      onSilence: () => {
        this.#bye(dialled);
        this.#over(dialled, 'unable');
      },
    });
  }

  /** How it goes with the number, as the telephone is told itself. */
  #told(dialled: Dialled, request: SipRequest): void {
    if (dialled.phase !== 'calls') return;
    const status = Number(
      /^SIP\/2\.0 ([1-6]\d\d)(?: |\r|$)/.exec(request.body.toString('latin1'))?.[1] ?? 0,
    );
    const [state] = wordWithParameters(request.headers.get('subscription-state')?.[0] ?? '');
    const { id } = dialled;
    if (status >= 200 && status < 300) {
      this.#bye(dialled);
      this.#letGo(dialled);
      this.#options.onTalk(id);
    } else if (status >= 300) {
      this.#bye(dialled);
      this.#letGo(dialled);
      this.#options.mirror.ended(id, { cause: causeOfOther(status) });
    } else if (/^terminated$/i.test(state)) {
      this.#bye(dialled);
      this.#unknown(dialled);
    }
  }

  /** The telephone has hung up, or the telephone system has taken it out of this call. */
  #left(dialled: Dialled): void {
    if (dialled.phase === 'rings') this.#over(dialled, 'rejected');
    else if (dialled.phase === 'calls') {
      // What became of it may be told in a moment.
      dialled.callOff();
      dialled.callOff = this.#options.schedule.after(ORDER_ANSWER, () => this.#unknown(dialled));
    }
  }

  #giveUp(dialled: Dialled, cause: DeskCause): void {
    dialled.asked?.cancel();
    this.#over(dialled, cause);
  }

  /** It came to nothing at the desk itself. */
  #over(dialled: Dialled, deskCause: DeskCause): void {
    if (dialled.phase === 'over') return;
    dialled.phase = 'over';
    this.#letGo(dialled);
    this.#options.mirror.ended(dialled.id, { cause: 'failed', deskCause });
  }

  /** The telephone may be calling, and nobody tells of it. */
  #unknown(dialled: Dialled): void {
    this.#letGo(dialled);
    this.#options.mirror.ended(dialled.id, { cause: null });
  }

  #bye({ line, conversation }: Dialled): void {
    line.ask(conversation, { method: 'BYE', onAnswer() {}, onSilence() {} });
  }

  #letGo(dialled: Dialled): void {
    if (dialled.phase === 'rings') dialled.asked?.cancel();
    dialled.phase = 'over';
    dialled.callOff();
    // What is still said of it is known for a while.
    dialled.callOff = this.#options.schedule.after(OTHER_RINGS, () =>
      this.#dialled.delete(dialled.id),
    );
  }
}

function resolveOr({ status }: SipAnswer, resolve: () => void, reject: (why: Error) => void): void {
  if (status < 300) resolve();
  else {
    const cause = causeOfDesk(status);
    reject(unavailable(REFUSALS[cause], cause));
  }
}

function unavailable(text: string, reason: TelephonyRefusal): TelephonyProblem {
  return new TelephonyProblem('unavailable', text, reason);
}

const REFUSALS: Readonly<Record<DeskCause, string>> = {
  busy: 'Your telephone is busy.',
  rejected: 'Your telephone has rejected it.',
  unanswered: 'Nobody has picked up your telephone.',
  unreachable: 'Your telephone cannot be reached.',
  unable: 'Your telephone takes no orders to call somebody.',
};

/** Why the desk's own telephone did not take part, by the status of its answer. */
function causeOfDesk(status: number): DeskCause {
  if (status === 486 || status === 600) return 'busy';
  if (status === 603) return 'rejected';
  return status === 408 || status === 487 ? 'unanswered' : 'unreachable';
}

/** How a call ended that nobody answered, by the status of the answer to it. */
export function causeOfOther(status: number): EndCause {
  if (status === 486 || status === 600) return 'busy';
  if (status === 603) return 'rejected';
  if (status === 487) return 'canceled';
  return status < 500 || status === 604 ? 'unreachable' : 'failed';
}

/** Offers to talk without a word: nothing is opened for it, and nothing is sent. */
function silence(contact: string): SipBody {
  const [, address = ''] = /@(\[[^\]]*\]|[^:>]*)/.exec(contact) ?? [];
  const host = address.replace(/[[\]]/g, '');
  const at = `IN ${host.includes(':') ? 'IP6' : 'IP4'} ${host}`;
  const lines = [
    ...['v=0', `o=hookline 1 1 ${at}`, 's=-', `c=${at}`, 't=0 0', 'm=audio 9 RTP/AVP 8 0'],
    ...['a=rtpmap:8 PCMA/8000', 'a=rtpmap:0 PCMU/8000', 'a=inactive'],
  ];
  return { type: 'application/sdp', text: lines.map((line) => `${line}\r\n`).join('') };
}

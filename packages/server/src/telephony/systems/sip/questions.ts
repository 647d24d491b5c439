import type { Schedule } from '../../schedule.ts';
import type { Conversation } from './conversation.ts';
import { type Headers, type SipAnswer, type SipBody, sipBytes, sipToken } from './message.ts';
import type { Attempt, Demand, Proof } from './proof.ts';
import { GIVE_UP, type Repeat } from './repeat.ts';
import type { SipTransport } from './transport.ts';

export interface Question {
  readonly method: string;
  readonly more?: Headers;
  readonly body?: SipBody;
  /** It is being looked for, or it rings there. */
  readonly onHeard?: (answer: SipAnswer) => void;
  /** The answer for good. `demand` says why a proof that it wants was not given. */
  readonly onAnswer: (answer: SipAnswer, demand?: Demand) => void;
  readonly onSilence: () => void;
}

/** What has been asked, until it is answered. */
export interface Asked {
  /** Takes an INVITE back; what comes of that is its answer. */
  cancel(): void;
  /** Nobody waits for the answer any more. */
  forget(): void;
}

export interface QuestionsParts {
  readonly schedule: Schedule;
  readonly transport: SipTransport;
  readonly proof: Proof;
  readonly repeat: Repeat;
}

/** A question as it was sent; asked again with a proof, it is another one. */
interface Sent {
  readonly conversation: Conversation;
  readonly question: Question;
  readonly attempt: Attempt;
  readonly branch: string;
  readonly cseq: number;
  /** What ends it is said to the same one. */
  readonly target: string;
  isHeard: boolean;
  /** What an answer to an INVITE that comes again is told. */
  ack: Buffer | undefined;
  stop: () => void;
  /** Shared by all that were sent for one question. */
  readonly state: { now: Sent | undefined; isTakenBack: boolean };
}

/** Somebody who asks for proofs on and on is not answered for ever. */
const MOST_PROOFS = 4;

/**
 * What this telephone asks, and what it is answered. An answer counts only with the Via branch, the
 * Call-ID and the CSeq of what was asked and is not answered yet: who does not see what is said
 * cannot make up these.
 */
export class Questions {
  readonly #parts: QuestionsParts;
  /** By their branches. */
  readonly #sent = new Map<string, Sent>();

  constructor(parts: QuestionsParts) {
    this.#parts = parts;
  }

  ask(conversation: Conversation, question: Question): Asked {
    const state: Sent['state'] = { now: undefined, isTakenBack: false };
    this.#send({ conversation, question, attempt: new Map(), state });
    return {
      cancel: () => this.#takeBack(state),
      forget: () => state.now && this.#forget(state.now),
    };
  }

  take(answer: SipAnswer): void {
    const { branch, callId, cseq, method, status } = answer;
    const sent = this.#sent.get(branch);
    if (!sent || callId !== sent.conversation.callId || cseq !== sent.cseq) return;
    const isOver = sent.ack !== undefined;
    if (method === 'CANCEL' && sent.state.isTakenBack && !isOver) this.#wait(sent);
    if (method !== sent.question.method) return;
    if (status < 200) {
      if (method === 'INVITE' && !isOver) this.#heard(sent, answer);
    } else if (sent.ack) this.#parts.transport.send(sent.ack);
    else this.#answered(sent, answer);
  }

  /** Nobody waits for any answer any more. */
  clear(): void {
    for (const { stop } of this.#sent.values()) stop();
    this.#sent.clear();
  }

  #send(asked: Pick<Sent, 'conversation' | 'question' | 'attempt' | 'state'>): void {
    const { conversation, question, state } = asked;
    const { target } = conversation;
    const sent: Sent = {
      ...asked,
      target,
      branch: `z9hG4bK${sipToken()}`,
      cseq: conversation.next(),
      isHeard: false,
      ack: undefined,
      stop() {},
    };
    state.now = sent;
    this.#sent.set(sent.branch, sent);
    const { method, more = [], ...rest } = question;
    const proofs = this.#parts.proof.headers(method, target);
    this.#say(sent, this.#bytes(sent, method, { ...rest, more: [...proofs, ...more] }));
  }

  #bytes(
    sent: Sent,
    method: string,
    { more = [], body, otherTag }: { more?: Headers; body?: SipBody; otherTag?: string } = {},
  ): Buffer {
    const { name, ownAddress } = this.#parts.transport;
    const { conversation, target, branch, cseq } = sent;
    const via: Headers = [['Via', `SIP/2.0/${name} ${ownAddress};branch=${branch};rport`]];
    const end: Headers = [['User-Agent', 'Hookline']];
    const headers = [...via, ...conversation.headers(cseq, method, otherTag), ...more, ...end];
    return sipBytes(`${method} ${target} SIP/2.0`, headers, body);
  }

  #say(sent: Sent, bytes: Buffer): void {
    sent.stop();
    sent.stop = this.#parts.repeat(bytes, () => this.#silent(sent));
  }

  #silent(sent: Sent): void {
    this.#forget(sent);
    sent.question.onSilence();
  }

  #forget(sent: Sent): void {
    sent.stop();
    this.#sent.delete(sent.branch);
  }

  #heard(sent: Sent, answer: SipAnswer): void {
    const isFirst = !sent.isHeard;
    sent.isHeard = true;
    // It may ring as long as somebody likes.
    if (isFirst) sent.stop();
    if (!sent.state.isTakenBack) sent.question.onHeard?.(answer);
    else if (isFirst) this.#say(sent, this.#bytes(sent, 'CANCEL'));
  }

  #takeBack(state: Sent['state']): void {
    const { now } = state;
    if (!now || now.ack || state.isTakenBack) return;
    state.isTakenBack = true;
    // Before anything is heard of it, a CANCEL could overtake what it is about.
    if (now.isHeard) this.#say(now, this.#bytes(now, 'CANCEL'));
  }

  /** What was said need not be said again; an end is to come of it. */
  #wait(sent: Sent): void {
    sent.stop();
    sent.stop = this.#parts.schedule.after(GIVE_UP, () => this.#silent(sent));
  }

  #answered(sent: Sent, answer: SipAnswer): void {
    const { question, attempt, state } = sent;
    const { status } = answer;
    if (question.method === 'INVITE') this.#acknowledge(sent, answer);
    else this.#forget(sent);
    if ((status !== 401 && status !== 407) || state.isTakenBack) {
      if (status < 300) this.#parts.proof.met();
      question.onAnswer(answer);
      return;
    }
    const proofs = [...attempt.values()].reduce((sum, times) => sum + times, 0);
    const demand =
      proofs < MOST_PROOFS ? this.#parts.proof.demanded(answer, attempt) : 'was not met';
    if (demand === 'can be met') this.#send(sent);
    else question.onAnswer(answer, demand);
  }

  /** So the other side stops saying it; it may say it again until it has heard that. */
  #acknowledge(sent: Sent, answer: SipAnswer): void {
    const { conversation, target, branch } = sent;
    if (answer.status < 300) conversation.settle(answer);
    const isTalk = answer.status < 300;
    const way = isTalk
      ? { branch: `z9hG4bK${sipToken()}`, target: conversation.target }
      : { branch, target };
    sent.stop();
    sent.ack = this.#bytes({ ...sent, ...way }, 'ACK', { otherTag: answer.toTag });
    sent.stop = this.#parts.schedule.after(GIVE_UP, () => this.#forget(sent));
    this.#parts.transport.send(sent.ack);
  }
}

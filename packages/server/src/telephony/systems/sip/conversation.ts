import {
  type Headers,
  listed,
  nameAddress,
  type SipAnswer,
  type SipMessage,
  sipToken,
} from './message.ts';

/** All that is said under one Call-ID: who speaks, to whom, and by which way. */
export class Conversation {
  readonly callId = sipToken();
  readonly ownTag = sipToken();
  /** As an address in a header. */
  readonly #own: string;
  readonly #other: string;
  /** Where it is sent: at first as it was asked for, then to who has answered. */
  target: string;
  otherTag = '';
  #routes: readonly string[] = [];
  #cseq = 0;

  constructor(parties: { readonly own: string; readonly other: string; readonly target: string }) {
    this.#own = parties.own;
    this.#other = parties.other;
    this.target = parties.target;
  }

  next(): number {
    return ++this.#cseq;
  }

  /** The other side has agreed: the rest is said to them, by the way that they want. */
  settle(answer: SipAnswer): void {
    const [contact = ''] = listed(answer, 'contact');
    const { uri } = nameAddress(contact);
    if (uri !== '') this.target = uri;
    this.otherTag = answer.toTag;
    this.#routes = listed(answer, 'record-route').toReversed();
  }

  /** Whether a request of the other side belongs to it. */
  isOf({ callId, fromTag, toTag }: SipMessage): boolean {
    const isOther = this.otherTag === '' || fromTag === this.otherTag;
    return callId === this.callId && toTag === this.ownTag && isOther;
  }

  headers(cseq: number, method: string, otherTag = this.otherTag): Headers {
    const tag = otherTag === '' ? '' : `;tag=${otherTag}`;
    return [
      ...this.#routes.map((route) => ['Route', route] as const),
      ['Max-Forwards', '70'],
      ['From', `${this.#own};tag=${this.ownTag}`],
      ['To', `${this.#other}${tag}`],
      ['Call-ID', this.callId],
      ['CSeq', `${cseq} ${method}`],
    ];
  }
}

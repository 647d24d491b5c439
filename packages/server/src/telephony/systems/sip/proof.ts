import { type Challenge, challengeAmong, digestAnswer } from '../digest.ts';
import { asCharacters, type Headers, type SipAnswer } from './message.ts';

/** By the status of the answer that asks for a proof: where it asks, and where it is given. */
const PLACES = {
  401: ['www-authenticate', 'Authorization'],
  407: ['proxy-authenticate', 'Proxy-Authorization'],
} as const;

/** How often one thing that is asked was refused for want of a proof, by the place of the proof. */
export type Attempt = Map<string, number>;

export type Demand = 'can be met' | 'is not known' | 'was not met';

/** Shows a telephone system that the password is known, without telling it. */
export class Proof {
  readonly #login: { readonly user: string; readonly password: string };
  /** What was asked last, by the header that answers it. A registrar may stand behind a proxy. */
  readonly #asked = new Map<string, Challenge>();
  /** Lately it was in vain: telephone systems lock out who tries a password again and again. */
  #isDoubted = false;

  constructor(login: { readonly user: string; readonly password: string }) {
    this.#login = login;
  }

  headers(method: string, uri: string): Headers {
    return [...this.#asked].map(([header, challenge]) => [
      header,
      asCharacters(digestAnswer(challenge, { ...this.#login, method, uri })),
    ]);
  }

  /** Takes what an answer wants. */
  demanded(answer: SipAnswer, attempt: Attempt): Demand {
    const [asks, header] = PLACES[answer.status === 407 ? 407 : 401];
    const challenge = challengeAmong(answer.headers.get(asks) ?? []);
    if (!challenge) return 'is not known';
    const nonce = (one: Challenge | undefined) => one?.fields.get('nonce');
    const times = attempt.get(header) ?? 0;
    const isStale = /^true$/i.test(challenge.fields.get('stale') ?? '');
    // Without a word of that, a further nonce may be another server's; the same one is a refusal.
    const isOther = times === 1 && nonce(this.#asked.get(header)) !== nonce(challenge);
    if (times > 0 && !isStale && (!isOther || this.#isDoubted)) {
      this.#isDoubted = true;
      return 'was not met';
    }
    attempt.set(header, times + 1);
    this.#asked.set(header, challenge);
    return 'can be met';
  }

  /** It was believed. */
  met(): void {
    this.#isDoubted = false;
  }
}

import type { PhoneAddress, PhoneLogin } from '../../../config/kinds/desk-phones.ts';
import { networkWords } from '../../../http/network-words.ts';
import { orderNumber } from '../../order-number.ts';
import { TelephonyProblem } from '../../telephony-problem.ts';
import { type Challenge, challengeAmong, digestAnswer } from '../digest.ts';
import { MAKES, type Make, type PhoneVerb } from './makes.ts';

/** A telephone stands in the same room; one that thinks longer is not waited for (ms). */
const TIMEOUT = 5000;
/** A telephone says in a word what is wrong; more is an attack on the page. */
const MOST_REASON = 80;

/** The telephone at a desk, which is told what to do by HTTP. What it answers is not read. */
export class DeskPhone {
  readonly make: Make;
  readonly #url: string;
  readonly #login: PhoneLogin | undefined;
  #challenge: Challenge | undefined;
  #isBusy = false;

  constructor({ make, url }: PhoneAddress, login: PhoneLogin | undefined) {
    this.make = MAKES[make];
    this.#url = url;
    this.#login = login;
  }

  does(verb: string): boolean {
    return verb in this.make;
  }

  dial(number: string): Promise<void> {
    return this.#order(this.make.dial(encodeURIComponent(orderNumber(number))));
  }

  order(verb: PhoneVerb, to: string): Promise<void> {
    const { make } = this;
    if (verb !== 'transfer') return this.#order(make[verb]);
    const digits = orderNumber(to);
    if (!make.transfer || digits.includes('+')) {
      throw new TelephonyProblem('bad_request', 'A telephone has no key for +.');
    }
    return this.#order(make.transfer([...digits].map(encodeURIComponent)));
  }

  /** Why it takes no orders, or nothing. Nothing happens at it. */
  async trial(): Promise<string | undefined> {
    return this.#asked(this.make.trial);
  }

  /** One at a time: keys that are pressed together mean something else. */
  async #order(path: string): Promise<void> {
    if (this.#isBusy) {
      const text = 'Your telephone is being told something already.';
      throw new TelephonyProblem('unavailable', text, 'dialling');
    }
    this.#isBusy = true;
    const refusal = await this.#asked(path).finally(() => {
      this.#isBusy = false;
    });
    if (refusal === undefined) return;
    throw new TelephonyProblem('unavailable', `Your telephone ${refusal}`, 'telephone');
  }

  async #asked(path: string): Promise<string | undefined> {
    try {
      let answer = await this.#ask(path);
      // Also where the proof of the last time is too old.
      if (answer.status === 401 && this.#takeChallenge(answer)) answer = await this.#ask(path);
      return answer.ok ? undefined : this.#refusal(answer);
    } catch (error) {
      const { cause, name } = error as { cause?: { code?: string }; name?: string };
      const why = name === 'TimeoutError' ? 'no answer' : networkWords(cause?.code);
      return `does not answer (${why ?? 'no HTTP'}); ${this.make.silent}`;
    }
  }

  async #ask(path: string): Promise<Response> {
    const authorization = this.#authorization(path);
    const answer = await fetch(this.#url + path, {
      headers: authorization === undefined ? {} : { authorization },
      // Elsewhere it would be somebody else who gets the password.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT),
    });
    await answer.body?.cancel();
    return answer;
  }

  /** Digest if there is a choice: by it the password is not sent. */
  #takeChallenge({ headers }: Response): boolean {
    const said = (headers.get('www-authenticate') ?? '').split(/,\s*(?=(?:basic|digest)\s)/i);
    const isBasic = said.some((one) => /^basic\b/i.test(one));
    this.#challenge =
      challengeAmong(said) ?? (isBasic ? { fields: new Map(), count: 0 } : undefined);
    return this.#login !== undefined && this.#challenge !== undefined;
  }

  #authorization(path: string): string | undefined {
    const [login, challenge] = [this.#login, this.#challenge];
    if (!login || !challenge) return undefined;
    if (challenge.fields.size === 0) {
      return `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`;
    }
    const uri = new URL(this.#url + path);
    return digestAnswer(challenge, { ...login, method: 'GET', uri: uri.pathname + uri.search });
  }

  #refusal({ status, statusText }: Response): string {
    const reason = statusText.replace(/[^\x20-\x7e]/g, '').slice(0, MOST_REASON);
    const said = `${status} ${reason}`.trim();
    if (status === 401) {
      return this.#login
        ? `refuses user and password (${said}); app.telephony.phone-secrets`
        : `wants user and password (${said}); app.telephony.phone-secrets`;
    }
    if (status >= 300 && status < 400) {
      return `sends elsewhere (${said}), which is not followed; is it to be https in app.telephony.phones?`;
    }
    const off = this.make.off[status];
    return `answers ${said}${off === undefined ? '' : `: ${off}`}`;
  }
}

import type { SipAccount } from '../../../config/kinds/sip-accounts.ts';
import type { Schedule } from '../../schedule.ts';
import { Conversation } from './conversation.ts';
import {
  listed,
  nameAddress,
  type SipAnswer,
  type SipRequest,
  sipMessage,
  sipToken,
} from './message.ts';
import { type Demand, Proof } from './proof.ts';
import { type Asked, type Question, Questions } from './questions.ts';
import { GIVE_UP, type Repeat, sendRepeatedly } from './repeat.ts';
import { SipTransport } from './transport.ts';

export interface SipRegistrationOptions {
  readonly account: SipAccount;
  readonly schedule: Schedule;
  /** Registered, for the first time or after trouble. */
  readonly onUp: () => void;
  readonly onRequest: (request: SipRequest) => void;
  /** Why calls do not arrive, in words for whoever runs the service; it is tried again for ever. */
  readonly onDown: (trouble: string) => void;
  /** Nothing more is heard of what was asked until now. */
  readonly onGone: () => void;
}

/** Seconds that a registrar keeps a telephone that says no more. */
const EXPIRES = 120;
const MOST_EXPIRES = 86_400;
/**
 * A registrar that was restarted has forgotten its telephones, and none would ring until it
 * registers again: so it does that often, and by it sees within half a minute that nobody answers.
 */
const REGISTER_EVERY = 15_000;
const TIMEOUT = 10_000;
/** Before another attempt (ms): when nobody answered, doubled from the first to the longest. */
const FIRST_WAIT = 500;
const LONGEST_WAIT = 30_000;
/** Registrars lock out who comes with a wrong password again and again. */
const REFUSED_WAIT = 60_000;
const GOODBYE_TIMEOUT = 1000;
/** A registrar that finds every time too short is not asked for ever. */
const MOST_TIMES = 3;

/** Registers at a registrar as a telephone does, and stays registered. */
export class SipRegistration {
  readonly #options: SipRegistrationOptions;
  readonly #transport: SipTransport;
  readonly #questions: Questions;
  readonly #conversation: Conversation;
  readonly #word = sipToken();
  #isWordKept = false;
  #expires = EXPIRES;
  /** How often the registration that is on was asked for with another time. */
  #times = 0;
  #isUp = false;
  #wait = FIRST_WAIT;
  #onGoodbye: (() => void) | undefined;
  #asked: Asked | undefined;
  #stopDoubting = () => {};
  #callOff = () => {};

  constructor(options: SipRegistrationOptions) {
    this.#options = options;
    const { account, schedule } = options;
    this.#transport = new SipTransport({
      ...account,
      schedule,
      onOpen: () => {
        this.#isWordKept = false;
        this.#register();
      },
      onMessage: (bytes) => this.#take(bytes),
      onBroken: (reason) => {
        // Anybody can write that a datagram was refused: a telephone that is up waits for the answer.
        if (!this.#isUp || this.#transport.isReliable) this.#fail(reason);
      },
    });
    this.#questions = new Questions({
      schedule,
      transport: this.#transport,
      proof: new Proof({ user: account.login, password: account.password }),
      repeat: this.repeat,
    });
    const own = `<${this.address(account.user)}>`;
    this.#conversation = new Conversation({ own, other: own, target: `sip:${account.domain}` });
  }

  get account(): SipAccount {
    return this.#options.account;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  open(): void {
    this.#transport.open();
  }

  /** Somebody at this telephone system. */
  address(user: string): string {
    return `sip:${user}@${this.account.domain}`;
  }

  /** One that begins here, with whoever has this address. */
  conversation(address: string, name = ''): Conversation {
    const own = `${name}<${this.address(this.account.user)}>`;
    return new Conversation({ own, other: `<${address}>`, target: address });
  }

  /** Where calls are to be sent, for headers of that name; callers get to see it. */
  get contact(): string {
    const { transport, user } = this.account;
    const way = transport === 'udp' ? '' : `;transport=${transport}`;
    return `<sip:${user}@${this.#transport.ownAddress}${way}>`;
  }

  /** The same for the registrar alone. */
  get #registeredContact(): string {
    return this.contact.replace('>', `;line=${this.#word}>`);
  }

  send(bytes: Buffer): void {
    this.#transport.send(bytes);
  }

  readonly repeat: Repeat = (bytes, onGivenUp) => {
    const { schedule } = this.#options;
    if (!this.#transport.isReliable) {
      return sendRepeatedly(schedule, () => this.send(bytes), onGivenUp);
    }
    this.send(bytes);
    return schedule.after(GIVE_UP, () => onGivenUp?.());
  };

  ask(conversation: Conversation, question: Question): Asked {
    return this.#questions.ask(conversation, question);
  }

  /** Tells the registrar, if it is there, that no more calls are wanted. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#quiet();
        giveUp();
        this.#questions.clear();
        this.#transport.close();
        this.#isUp = false;
        resolve();
      };
      const giveUp = this.#options.schedule.after(GOODBYE_TIMEOUT, done);
      this.#onGoodbye = done;
      this.#expires = 0;
      if (this.#isUp) this.#register();
      else done();
    });
  }

  /** One at a time, whatever was going on. */
  #register(): void {
    this.#quiet();
    this.#times = 0;
    this.#stopDoubting = this.#options.schedule.after(TIMEOUT, () => this.#down('no answer'));
    this.#ask();
  }

  #ask(): void {
    this.#asked = this.#questions.ask(this.#conversation, {
      method: 'REGISTER',
      more: [
        ['Contact', this.#registeredContact],
        ['Expires', String(this.#expires)],
      ],
      onAnswer: (answer, demand) => this.#answered(answer, demand),
      onSilence: () => this.#fail('no answer'),
    });
  }

  #take(bytes: Buffer): void {
    const message = sipMessage(bytes);
    if (message?.kind === 'answer') this.#questions.take(message);
    else if (message && !this.#onGoodbye && !this.#isMadeUp(message)) {
      this.#options.onRequest(message);
    }
  }

  /**
   * Most systems send calls to just the address that was registered, and by its word prove that they
   * know it. Of one that has done so, a call without it comes from somebody who has tried all ports.
   */
  #isMadeUp({ method, uri }: SipRequest): boolean {
    if (method !== 'INVITE') return false;
    const hasWord = uri.includes(this.#word);
    this.#isWordKept ||= hasWord;
    return this.#isWordKept && !hasWord;
  }

  #answered(answer: SipAnswer, demand: Demand | undefined): void {
    const { status } = answer;
    if (status < 300) this.#registered(answer);
    else if (demand === 'is not known') {
      this.#refuse('wants a proof of the password that is not known here');
    } else if (demand !== undefined || status === 403) {
      this.#refuse(`refuses user and password of ${this.#property}`);
    } else if (status === 423 && !this.#onGoodbye && ++this.#times <= MOST_TIMES) {
      const least = Number(answer.headers.get('min-expires')?.[0]);
      this.#expires = Math.min(least > 0 ? least : this.#expires * 2, MOST_EXPIRES);
      this.#ask();
    } else if (status === 404) {
      this.#refuse(`knows no user ${this.account.user} (${this.#property})`);
    } else this.#fail(`it does not register ${this.account.user}: ${status}`);
  }

  #registered(answer: SipAnswer): void {
    this.#quiet();
    if (this.#onGoodbye) {
      this.#onGoodbye();
      return;
    }
    this.#wait = FIRST_WAIT;
    const granted = this.#granted(answer) * 1000;
    const next = Math.max(1000, Math.min(REGISTER_EVERY, granted / 2));
    this.#callOff = this.#options.schedule.after(next, () => this.#register());
    if (this.#isUp) return;
    this.#isUp = true;
    this.#options.onUp();
  }

  /** All telephones of the user are listed, each with its time. */
  #granted(answer: SipAnswer): number {
    const own = nameAddress(this.#registeredContact).uri;
    const found = listed(answer, 'contact')
      .map(nameAddress)
      .find(({ uri }) => uri === own);
    const said = found?.parameters.get('expires') ?? answer.headers.get('expires')?.[0];
    return said !== undefined && /^\d{1,9}$/.test(said) ? Number(said) : this.#expires;
  }

  #refuse(what: string): void {
    this.#giveUp(`the registrar at ${this.#place} ${what}`, REFUSED_WAIT);
  }

  #fail(reason: string): void {
    this.#giveUp(this.#noAnswer(reason), this.#wait);
    this.#wait = Math.min(this.#wait * 2, LONGEST_WAIT);
  }

  #giveUp(trouble: string, wait: number): void {
    if (this.#onGoodbye) {
      this.#onGoodbye();
      return;
    }
    this.#quiet();
    this.#questions.clear();
    this.#transport.close();
    this.#isUp = false;
    this.#options.onDown(trouble);
    this.#options.onGone();
    // Elsewhere the network may be another one by now, and the name another address.
    this.#callOff = this.#options.schedule.after(wait, () => this.open());
  }

  /** It may only be slow: what was sent is still repeated, and a late answer taken. */
  #down(reason: string): void {
    this.#isUp = false;
    this.#options.onDown(this.#noAnswer(reason));
  }

  #quiet(): void {
    this.#asked?.forget();
    this.#stopDoubting();
    this.#callOff();
  }

  #noAnswer(reason: string): string {
    return `no line to the registrar at ${this.#place} (${reason})`;
  }

  get #place(): string {
    const { host, port } = this.account;
    return `${host.includes(':') ? `[${host}]` : host}:${port}`;
  }

  /** Where the account stands. */
  get #property(): string {
    const { name } = this.account;
    return name === '' ? 'app.telephony.sip' : `${name} in app.telephony.sip.accounts`;
  }
}

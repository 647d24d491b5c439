import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { lookup } from 'node:dns';
import { isIPv6 } from 'node:net';
import type { Schedule } from '../../schedule.ts';
import { type Challenge, challengeIn, digestAnswer } from '../digest.ts';
import {
  asCharacters,
  type Headers,
  listed,
  nameAddress,
  type SipAnswer,
  type SipRequest,
  sipBytes,
  sipMessage,
} from './message.ts';
import { sendRepeatedly } from './repeat.ts';

export interface SipRegistrationOptions {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
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
/** A registrar that asks on and on is not answered for ever. */
const MOST_ROUNDS = 4;

export function sipToken(): string {
  return randomBytes(8).toString('hex');
}

/** Registers at a registrar as a telephone does, and stays registered. */
export class SipRegistration {
  readonly #options: SipRegistrationOptions;
  readonly #callId = sipToken();
  readonly #fromTag = sipToken();
  readonly #word = sipToken();
  #isWordKept = false;
  #socket: Socket | undefined;
  #cseq = 0;
  /** Of what is not answered yet; nothing else can be. */
  #branch: string | undefined;
  #expires = EXPIRES;
  #attempts = 0;
  /** Of the registration that is on: what has been asked, and whether for the password. */
  #rounds = 0;
  #isChallenged = false;
  #challenge: { readonly header: string; readonly answers: Challenge } | undefined;
  #isUp = false;
  #wait = FIRST_WAIT;
  #onGoodbye: (() => void) | undefined;
  #stopSending = () => {};
  #stopDoubting = () => {};
  #callOff = () => {};

  constructor(options: SipRegistrationOptions) {
    this.#options = options;
  }

  open(): void {
    const { host, port } = this.#options;
    lookup(host, { all: true, order: 'ipv4first' }, (error, addresses) => {
      if (this.#onGoodbye) return;
      const found = error ? undefined : addresses[this.#attempts++ % addresses.length];
      if (!found) return this.#fail(`there is no host ${host}`);
      const socket = createSocket(found.family === 6 ? 'udp6' : 'udp4');
      this.#socket = socket;
      this.#isWordKept = false;
      socket.on('error', (reason) => this.#broken(socket, reason));
      socket.on('connect', () => {
        const registrar = socket.remoteAddress();
        socket.on('message', (bytes, from) => {
          // What strangers said before it was connected is still read after it.
          if (from.address === registrar.address && from.port === registrar.port) this.#take(bytes);
        });
        this.#register();
      });
      // Connected, it takes nothing from anybody else, and hears that nobody is there.
      socket.connect(port, found.address);
    });
  }

  /** Where calls are to be sent, for headers of that name; callers get to see it. */
  get contact(): string {
    return `<sip:${this.#options.user}@${this.#ownAddress()}>`;
  }

  /** The same for the registrar alone. */
  get #registeredContact(): string {
    return this.contact.replace('>', `;line=${this.#word}>`);
  }

  send(bytes: Buffer): void {
    const socket = this.#socket;
    socket?.send(bytes, (error) => error && this.#broken(socket, error));
  }

  /** Tells the registrar, if it is there, that no more calls are wanted. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#quiet();
        giveUp();
        this.#socket?.close();
        this.#socket = undefined;
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

  /** Anybody can write that a datagram was refused: a telephone that is up waits for the answer. */
  #broken(socket: Socket, { message, code }: NodeJS.ErrnoException): void {
    if (this.#socket !== socket || this.#isUp) return;
    this.#fail(code === 'ECONNREFUSED' ? 'nobody is there' : message);
  }

  /** One at a time, whatever was going on. */
  #register(): void {
    this.#quiet();
    this.#rounds = 0;
    this.#isChallenged = false;
    this.#stopDoubting = this.#options.schedule.after(TIMEOUT, () => this.#down('no answer'));
    this.#ask();
  }

  #ask(): void {
    const { schedule, user, password } = this.#options;
    const uri = `sip:${this.#domain}`;
    const own = `<sip:${user}@${this.#domain}>`;
    this.#branch = `z9hG4bK${sipToken()}`;
    const authorization: Headers = this.#challenge
      ? [
          [
            this.#challenge.header,
            asCharacters(
              digestAnswer(this.#challenge.answers, { user, password, method: 'REGISTER', uri }),
            ),
          ],
        ]
      : [];
    const bytes = sipBytes(`REGISTER ${uri} SIP/2.0`, [
      ['Via', `SIP/2.0/UDP ${this.#ownAddress()};branch=${this.#branch};rport`],
      ['Max-Forwards', '70'],
      ['From', `${own};tag=${this.#fromTag}`],
      ['To', own],
      ['Call-ID', this.#callId],
      ['CSeq', `${++this.#cseq} REGISTER`],
      ['Contact', this.#registeredContact],
      ['Expires', String(this.#expires)],
      ...authorization,
      ['User-Agent', 'Hookline'],
    ]);
    this.#stopSending = sendRepeatedly(
      schedule,
      () => this.send(bytes),
      () => this.#fail('no answer'),
    );
  }

  #take(bytes: Buffer): void {
    const message = sipMessage(bytes);
    if (message?.kind === 'request') {
      if (!this.#onGoodbye && !this.#isMadeUp(message)) this.#options.onRequest(message);
    } else if (message && message.status >= 200 && this.#isAsked(message)) {
      this.#branch = undefined;
      this.#stopSending();
      this.#answered(message);
    }
  }

  /** Who does not see what is asked cannot make up these. */
  #isAsked({ branch, callId, cseq, method }: SipAnswer): boolean {
    const isSame = branch === this.#branch && callId === this.#callId;
    return isSame && cseq === this.#cseq && method === 'REGISTER';
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

  #answered(answer: SipAnswer): void {
    const { user } = this.#options;
    const { status } = answer;
    if (status < 300) this.#registered(answer);
    else if (status === 401 || status === 407) this.#challenged(answer);
    else if (status === 423 && !this.#onGoodbye && this.#asksAgain()) {
      const least = Number(answer.headers.get('min-expires')?.[0]);
      this.#expires = Math.min(least > 0 ? least : this.#expires * 2, MOST_EXPIRES);
      this.#ask();
    } else if (status === 403) this.#refuse('refuses user and password of app.telephony.sip');
    else if (status === 404) this.#refuse(`knows no user ${user} (app.telephony.sip.user)`);
    else this.#fail(`it does not register ${user}: ${status}`);
  }

  #challenged(answer: SipAnswer): void {
    const [asked, header] =
      answer.status === 401
        ? ['www-authenticate', 'Authorization']
        : ['proxy-authenticate', 'Proxy-Authorization'];
    const answers = (answer.headers.get(asked ?? '') ?? [])
      .filter((value) => /^digest\s/i.test(value))
      .map(challengeIn)
      .find(({ fields }) => /^md5$/i.test(fields.get('algorithm') ?? 'md5'));
    // A challenge of an earlier time may just be too old; one of this time was answered wrongly.
    const isStale = /^true$/i.test(answers?.fields.get('stale') ?? '');
    if (!answers) this.#refuse('wants a proof of the password that is not known here');
    else if ((this.#isChallenged && !isStale) || !this.#asksAgain()) {
      this.#refuse('refuses user and password of app.telephony.sip');
    } else {
      this.#isChallenged = true;
      this.#challenge = { header: header ?? '', answers };
      this.#ask();
    }
  }

  #asksAgain(): boolean {
    return ++this.#rounds < MOST_ROUNDS;
  }

  #registered(answer: SipAnswer): void {
    this.#stopDoubting();
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
    this.#socket?.close();
    this.#socket = undefined;
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
    this.#stopSending();
    this.#stopDoubting();
    this.#callOff();
  }

  #noAnswer(reason: string): string {
    return `no line to the registrar at ${this.#place} (${reason})`;
  }

  get #place(): string {
    return `${this.#domain}:${this.#options.port}`;
  }

  get #domain(): string {
    const { host } = this.#options;
    return isIPv6(host) ? `[${host}]` : host;
  }

  #ownAddress(): string {
    const { address = '', port = 0 } = this.#socket?.address() ?? {};
    return `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  }
}

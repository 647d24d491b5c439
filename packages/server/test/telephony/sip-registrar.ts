import { createHash } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import type { SipAccount } from '../../src/config/kinds/sip-accounts.ts';

/** What is to be said to a REGISTER: a status line, and headers of its own. */
type Verdict = readonly [status: string, ...headers: string[]];

/** A registrar that says just what a test wants, and keeps every word that it is told. */
export class SipRegistrar {
  static readonly user = '620';
  static readonly password = 'geheim für 620';
  readonly heard: string[] = [];
  /** Judges a REGISTER; undefined is silence. */
  verdict: (request: string) => Verdict | undefined = () => ['200 OK', 'Expires: 120'];
  #socket: Socket = createSocket('udp4');
  #isOpen = false;
  #phone: RemoteInfo | undefined;
  readonly #waiting = new Set<() => void>();
  #pings = 0;

  static async start(): Promise<SipRegistrar> {
    const registrar = new SipRegistrar();
    await registrar.listen(0);
    onTestFinished(() => registrar.stop());
    return registrar;
  }

  get port(): number {
    return this.#socket.address().port;
  }

  /** The one that it lets in. */
  account(more: Partial<SipAccount> = {}): SipAccount {
    const { user, password } = SipRegistrar;
    return {
      ...{ name: '', user, login: user, password, host: '127.0.0.1', port: this.port },
      ...{ transport: 'udp', domain: '127.0.0.1', lines: [] },
      ...more,
    };
  }

  async listen(port: number): Promise<void> {
    this.#socket = createSocket('udp4');
    this.#socket.on('message', (bytes, from) => this.#take(bytes.toString('latin1'), from));
    this.#socket.bind(port, '127.0.0.1');
    await once(this.#socket, 'listening');
    this.#isOpen = true;
  }

  async stop(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await new Promise<void>((resolve) => this.#socket.close(resolve));
  }

  #take(text: string, from: RemoteInfo): void {
    this.heard.push(text);
    if (text.startsWith('REGISTER ')) {
      this.#phone = from;
      const verdict = this.verdict(text);
      if (verdict) {
        const [status, ...more] = verdict;
        const same = text.match(/^(?:Via|From|To|Call-ID|CSeq|Contact):.*$/gim) ?? [];
        this.say([`SIP/2.0 ${status}`, ...same, ...more]);
      }
    }
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** To the telephone that has registered last. */
  say(lines: readonly string[] | Buffer): void {
    if (!this.#phone) throw new Error('nobody has registered');
    const bytes = Buffer.isBuffer(lines) ? lines : Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
    this.#socket.send(bytes, this.#phone.port, this.#phone.address);
  }

  /** As somebody else who knows where the telephone is. */
  async saysStranger(lines: readonly string[]): Promise<void> {
    const stranger = createSocket('udp4');
    const bytes = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
    await new Promise((resolve) =>
      stranger.send(bytes, this.#phone?.port, this.#phone?.address, resolve),
    );
    stranger.close();
  }

  /** The first thing that it was told, from that place on. */
  async hears(fits: RegExp, from = 0): Promise<string> {
    for (;;) {
      const found = this.heard.slice(from).find((text) => fits.test(text));
      if (found !== undefined) return found;
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Everything said so far has been heard: datagrams of one machine keep their order. */
  async settled(): Promise<void> {
    const id = `ping-${++this.#pings}`;
    this.say(request('OPTIONS', { id }));
    await this.hears(new RegExp(`Call-ID: ${id}\\r`));
  }

  /** Whether an `Authorization` is right, as RFC 2617 says. */
  static isRight(text: string): boolean {
    const fields = new Map(
      [...text.matchAll(/(\w+)=(?:"([^"]*)"|([\w-]+))/g)].map(([, name, quoted, bare]) => [
        name,
        quoted ?? bare,
      ]),
    );
    const of = (name: string) => fields.get(name);
    const algorithm = of('algorithm') === 'SHA-256' ? 'sha256' : 'md5';
    const hash = (part: string) => createHash(algorithm).update(part).digest('hex');
    const a1 = hash(`${SipRegistrar.user}:${of('realm')}:${SipRegistrar.password}`);
    const a2 = hash(`REGISTER:${of('uri')}`);
    const middle = of('qop') ? `${of('nc')}:${of('cnonce')}:${of('qop')}:` : '';
    return of('response') === hash(`${a1}:${of('nonce')}:${middle}${a2}`);
  }
}

/** As the other side answers what it was asked, line by line. */
export function answerTo(asked: string, status: string, tag = ''): string[] {
  const same = asked.match(/^(?:Via|From|To|Call-ID|CSeq):.*$/gm) ?? [];
  return [
    `SIP/2.0 ${status}`,
    ...same.map((line) =>
      tag !== '' && /^To:(?!.*;tag=)/.test(line) ? `${line};tag=${tag}` : line,
    ),
  ];
}

export interface Reported {
  readonly id: string;
  readonly uri?: string;
  readonly branch?: string;
  readonly from?: string;
  readonly fromTag?: string;
  readonly to?: string;
  readonly cseq?: number;
  readonly more?: readonly string[];
}

/** A request as a telephone system sends it, line by line. */
export function request(method: string, said: Reported): string[] {
  const { id, uri, branch, from, fromTag, to, cseq, more = [] } = said;
  return [
    `${method} ${uri ?? 'sip:620@127.0.0.1'} SIP/2.0`,
    `Via: SIP/2.0/UDP 127.0.0.1:5060;branch=z9hG4bK${branch ?? id}`,
    `From: ${from ?? '"Bäckerei" <sip:03023125101@office>'};tag=${fromTag ?? 'caller'}`,
    `To: ${to ?? '<sip:04066969100@office>'}`,
    `Call-ID: ${id}`,
    `CSeq: ${cseq ?? 1} ${method}`,
    ...more,
    'Content-Length: 0',
  ];
}

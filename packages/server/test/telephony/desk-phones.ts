import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What it answers instead of doing what it is told. */
type Answer = (response: ServerResponse) => void;

/** A telephone at a desk as its maker's manual has it: whatever is not in there it does not know. */
export abstract class PlayedPhone {
  static readonly user = 'admin';
  static readonly password = 'geheim, für 21';
  /** The keys that were pressed, and what was dialled. */
  readonly done: string[] = [];
  /** How it lets somebody in; `digest` is that of RFC 2617. */
  door: 'open' | 'basic' | 'digest' | 'sha-256' = 'open';
  answers: Answer | undefined;
  asked = 0;
  readonly #nonces = new Set<string>();
  readonly #server = createServer((request, response) => this.#take(request, response));

  static async start<T extends PlayedPhone>(this: new () => T): Promise<T> {
    const phone = new this();
    phone.#server.listen(0, '127.0.0.1');
    await once(phone.#server, 'listening');
    onTestFinished(() => phone.stop());
    return phone;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** As after a restart: what was proved before is proved no more. */
  forgetNonces(): void {
    this.#nonces.clear();
  }

  /** What a request does, in the words of the manual; undefined for what it does not know. */
  protected abstract read(path: string, query: string): readonly string[] | undefined;

  #take(request: IncomingMessage, response: ServerResponse): void {
    this.asked++;
    const [path = '', query = ''] = (request.url ?? '').split(/\?(.*)/s);
    if (this.answers) this.answers(response);
    else if (!this.#isLetIn(request)) {
      response.writeHead(401, { 'www-authenticate': this.#challenge() }).end('<h1>Who?</h1>');
    } else {
      const done = request.method === 'GET' ? this.read(path, query) : undefined;
      this.done.push(...(done ?? []));
      response.writeHead(done ? 200 : 404).end('<html></html>');
    }
  }

  #challenge(): string[] {
    const basic = 'Basic realm="phone"';
    if (this.door === 'basic') return [basic];
    const nonce = randomBytes(8).toString('hex');
    this.#nonces.add(nonce);
    const algorithm = this.door === 'sha-256' ? 'SHA-256' : 'MD5';
    return [
      basic,
      `Digest realm="phone", nonce="${nonce}", algorithm=${algorithm}, qop="auth", opaque="x,y"`,
    ];
  }

  #isLetIn({ headers, url }: IncomingMessage): boolean {
    const said = headers.authorization ?? '';
    const { user, password } = PlayedPhone;
    if (this.door === 'open') return true;
    if (this.door === 'basic') {
      return said === `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    }
    const fields = new Map(
      [...said.matchAll(/(\w+)=(?:"([^"]*)"|([\w-]+))/g)].map(([, name, quoted, bare]) => [
        name,
        quoted ?? bare,
      ]),
    );
    const of = (name: string) => fields.get(name) ?? '';
    const hash = (text: string) =>
      createHash(this.door === 'sha-256' ? 'sha256' : 'md5')
        .update(text)
        .digest('hex');
    const proof = [
      hash(`${user}:phone:${password}`),
      ...[of('nonce'), of('nc'), of('cnonce'), 'auth'],
      hash(`GET:${url}`),
    ].join(':');
    const isAsked = /^Digest /.test(said) && of('uri') === url && this.#nonces.has(of('nonce'));
    return isAsked && of('response') === hash(proof);
  }
}

const DIGITS = /^(?:\d|\*|#|%2A|%23)$/i;

/** "Can I control my Snom phone remotely", by Snom. */
export class PlayedSnom extends PlayedPhone {
  protected override read(path: string, query: string): readonly string[] | undefined {
    if (path !== '/command.htm') return undefined;
    if (query === '' || query === 'RELEASE_ALL_CALLS') return query === '' ? [] : [query];
    const [name, value = ''] = query.split('=');
    if (name === 'number') return [`dials ${decodeURIComponent(value)}`];
    if (name !== 'key') return undefined;
    // What is no key, it passes over.
    return value.split(';').filter((key) => SNOM_KEYS.test(key) || DIGITS.test(key));
  }
}
const SNOM_KEYS = /^(?:CANCEL|ENTER|OFFHOOK|ONHOOK|SPEAKER|HEADSET|TRANSFER|F_HOLD|DND|REDIAL)$/;

/** "Action URI" in the administrator's guide of the T2, T4 and T5 series, by Yealink. */
export class PlayedYealink extends PlayedPhone {
  protected override read(path: string, query: string): readonly string[] | undefined {
    if (path !== '/servlet') return undefined;
    if (/^phonecfg=get(?:\[|%5B)&accounts=[01]&dnd=[01]&fw=[01](?:\]|%5D)$/.test(query)) return [];
    const [, number] = /^key=number=([^&]*)(?:&outgoing_uri=[^&]*)?$/.exec(query) ?? [];
    if (number !== undefined) return [`dials ${decodeURIComponent(number)}`];
    const [, keys] = /^key=([^&]*)$/.exec(query) ?? [];
    return keys?.split(';').filter((key) => YEALINK_KEYS.test(key) || DIGITS.test(key));
  }
}
const YEALINK_KEYS =
  /^(?:OK|ENTER|SPEAKER|F_TRANSFER|F_HOLD|HOLD|X|CANCEL|CALLEND|ASW|(?:ASW|CANCEL|HOLD|UNHOLD):\d+)$/;

import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

const md5 = (value: string) => createHash('md5').update(value).digest('hex');

/** The part of a FRITZ!Box that takes orders: SOAP with Digest, and phone books as files. */
export class Tr064Box {
  static readonly user = 'hookline';
  static readonly password = 'geheim "&ü';
  /** What it was told to do, in order: `DialNumber 0301`. */
  readonly orders: string[] = [];
  /** Xml of each phone book, by its id. */
  readonly books = new Map<string, { readonly name: string; readonly xml: string }>();
  hasDialHelp = true;
  readonly phones = new Set(['DECT: Disposition']);
  /** The one that the dial help lets ring. */
  dialPhone = '';
  /** Actions that this user may not take. */
  readonly refused = new Set<string>();
  /** Where its phone books are; another host would be somebody else's. */
  booksAt: string | undefined;
  /** Where it sends those who ask. */
  movedTo: string | undefined;
  /** How long an order takes; another one must not come in between. */
  busy = false;
  overlaps = 0;
  /** What happens between an order to dial and the answer to it. */
  meanwhile: () => Promise<void> = async () => {};
  /** What happens while it hands over a phone book. */
  meanwhileReading: () => Promise<void> = async () => {};
  readonly #nonces = new Map<string, number>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  static async start(): Promise<Tr064Box> {
    const box = new Tr064Box();
    box.#server.listen(0, '127.0.0.1');
    await once(box.#server, 'listening');
    onTestFinished(() => void box.#server.close());
    return box;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Nonces of before are worth nothing. */
  forgetNonces(): void {
    this.#nonces.clear();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (this.movedTo !== undefined) {
      response.writeHead(307, { location: this.movedTo }).end();
      return;
    }
    const url = new URL(request.url ?? '', this.url);
    if (url.pathname === '/phonebook.lua') {
      const xml = this.books.get(url.searchParams.get('pbid') ?? '')?.xml;
      await this.meanwhileReading();
      response.end(xml);
      return;
    }
    if (!this.#isKnown(request)) {
      const nonce = randomBytes(8).toString('hex').toUpperCase();
      this.#nonces.set(nonce, 0);
      // As the box writes it: no blanks after commas.
      const challenge = `Digest realm="HTTPS Access",nonce="${nonce}",algorithm=MD5,qop="auth"`;
      response.writeHead(401, { 'www-authenticate': challenge }).end();
      return;
    }
    const action = /#([\w-]+)"?$/.exec(String(request.headers['soapaction']))?.[1] ?? '';
    const value = (name: string) =>
      (new RegExp(`<${name}>([^<]*)</`).exec(body)?.[1] ?? '').replace(/&#(\d+);/g, (_, code) =>
        String.fromCharCode(Number(code)),
      );
    if (this.busy) this.overlaps++;
    this.busy = true;
    await new Promise((resolve) => setImmediate(resolve));
    this.busy = false;
    const result = this.#act(action, value);
    if (action === 'X_AVM-DE_DialNumber') await this.meanwhile();
    if (typeof result === 'number') {
      response
        .writeHead(500)
        .end(
          `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><s:Fault><faultcode>s:Client</faultcode><detail><UPnPError xmlns="urn:dslforum-org:control-1-0"><errorCode>${result}</errorCode><errorDescription>no</errorDescription></UPnPError></detail></s:Fault></s:Body></s:Envelope>`,
        );
      return;
    }
    const inside = Object.entries(result)
      .map(([name, content]) => `<${name}>${content.replaceAll('&', '&amp;')}</${name}>`)
      .join('');
    response.end(
      `<?xml version="1.0"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><u:${action}Response xmlns:u="urn:x">${inside}</u:${action}Response></s:Body></s:Envelope>`,
    );
  }

  #act(action: string, value: (name: string) => string): Record<string, string> | number {
    const number = value('NewX_AVM-DE_PhoneNumber');
    const phone = value('NewX_AVM-DE_PhoneName');
    if (this.refused.has(action)) return 606;
    switch (action) {
      case 'X_AVM-DE_DialNumber':
        if (!this.hasDialHelp) return 501;
        this.orders.push(`dial ${number}`);
        return {};
      case 'X_AVM-DE_DialHangup':
        this.orders.push('hang up');
        return {};
      case 'X_AVM-DE_DialSetConfig':
        if (!this.phones.has(phone)) return 402;
        this.orders.push(`phone ${phone}`);
        return {};
      case 'X_AVM-DE_DialGetConfig':
        return { 'NewX_AVM-DE_PhoneName': this.dialPhone };
      case 'X_AVM-DE_GetPhonePort': {
        const name = [...this.phones][Number(value('NewIndex')) - 1];
        return name === undefined ? 713 : { 'NewX_AVM-DE_PhoneName': name };
      }
      case 'GetPhonebookList':
        return { NewPhonebookList: [...this.books.keys()].join(',') };
      case 'GetPhonebook': {
        const id = value('NewPhonebookID');
        return {
          NewPhonebookName: this.books.get(id)?.name ?? '',
          NewPhonebookURL: `${this.booksAt ?? this.url}/phonebook.lua?sid=0123&pbid=${id}`,
        };
      }
      default:
        return 401;
    }
  }

  /** The count of a nonce has to grow. */
  #isKnown(request: IncomingMessage): boolean {
    const header = request.headers.authorization ?? '';
    const field = (name: string) =>
      new RegExp(`[ ,]${name}="?((?:[^"\\\\,]|\\\\.)*)`).exec(header)?.[1] ?? '';
    const [nonce, nc] = [field('nonce'), Number.parseInt(field('nc'), 16)];
    const last = this.#nonces.get(nonce);
    if (last === undefined || !(nc > last)) return false;
    this.#nonces.set(nonce, nc);
    const secret = md5(`${Tr064Box.user}:HTTPS Access:${Tr064Box.password}`);
    const asked = md5(`${request.method}:${field('uri')}`);
    const right = md5(`${secret}:${nonce}:${field('nc')}:${field('cnonce')}:auth:${asked}`);
    return field('username') === Tr064Box.user && field('response') === right;
  }
}

/** The configuration of a service that follows a FRITZ!Box. */
export function fritzboxConfig(monitor: { readonly port: number }, box: Tr064Box) {
  return {
    'app.telephony.system': 'fritzbox',
    'app.telephony.fritzbox.host': '127.0.0.1',
    'app.telephony.fritzbox.port': monitor.port,
    'app.telephony.fritzbox.tr064': box.url,
    'app.telephony.fritzbox.user': Tr064Box.user,
    'app.telephony.fritzbox.password': Tr064Box.password,
  } as const;
}

import { answerTo, request, type SipRegistrar } from './sip-registrar.ts';

/** What stands in a header. */
export const header = (text: string, name: string) =>
  new RegExp(`^${name}: (.*)\\r$`, 'm').exec(text)?.[1] ?? '';

export interface Told {
  readonly id?: string;
  readonly callId?: string;
  readonly direction?: string;
  readonly state: string;
  readonly remote?: string;
  readonly local?: string;
}

const identity = (name: string, uri: string | undefined) =>
  uri === undefined
    ? ''
    : `<${name}><identity display="Bäckerei &amp; Co">${uri}</identity></${name}>`;
/** Of a telephone, as RFC 4235 has it. */
export const xml = (version: number, calls: readonly Told[], state = 'full') =>
  `<?xml version="1.0"?><dialog-info xmlns="urn:ietf:params:xml:ns:dialog-info" version="${version}" state="${state}" entity="sip:601@office">${calls
    .map(
      ({ id = '1', callId, direction, state: now, remote, local }) =>
        `<dialog id="${id}"${callId ? ` call-id="${callId}"` : ''}${direction ? ` direction="${direction}"` : ''}><state>${now}</state>${identity('remote', remote)}${identity('local', local)}</dialog>`,
    )
    .join('')}</dialog-info>`;

/** A telephone system that tells of the telephone of a desk. */
export class Notifier {
  readonly #registrar: SipRegistrar;
  readonly asked: string;
  version = 0;
  #cseq = 0;

  constructor(registrar: SipRegistrar, asked: string) {
    this.#registrar = registrar;
    this.asked = asked;
  }

  answers(status: string, ...more: string[]): void {
    this.#registrar.say([...answerTo(this.asked, status, 'pbx'), ...more, 'Content-Length: 0']);
  }

  tells(calls: readonly Told[], state = 'full'): void {
    this.says(xml(this.version++, calls, state));
  }

  says(body: string, state = 'active', type = 'application/dialog-info+xml'): void {
    const bytes = Buffer.from(body);
    const lines = request('NOTIFY', {
      id: header(this.asked, 'Call-ID'),
      branch: `pbx${header(this.asked, 'Call-ID')}${++this.#cseq}`,
      from: header(this.asked, 'To'),
      fromTag: 'pbx',
      to: header(this.asked, 'From'),
      cseq: this.#cseq,
      more: ['Event: dialog', `Subscription-State: ${state}`, `Content-Type: ${type}`],
    });
    const head = [...lines.slice(0, -1), `Content-Length: ${bytes.length}`].join('\r\n');
    this.#registrar.say(Buffer.concat([Buffer.from(`${head}\r\n\r\n`), bytes]));
  }
}

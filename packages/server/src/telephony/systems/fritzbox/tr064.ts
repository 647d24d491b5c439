import type { PhoneBookEntry } from '@hookline/contract';
import { SaxesParser } from 'saxes';
import { type Challenge, challengeIn, digestAnswer } from '../digest.ts';

export interface Tr064Options {
  /** `http://fritz.box:49000` */
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

export interface PhoneBookOfBox {
  readonly id: string;
  readonly name: string;
  readonly url: string;
}

/** What the box did not do, in words for the person who asked. */
export class Tr064Error extends Error {
  override readonly name = 'Tr064Error';
  /** The box's own code for it; '' where it did not come so far. */
  readonly fault: string;

  constructor(message: string, fault = '') {
    super(message);
    this.fault = fault;
  }
}

const TIMEOUT = 10_000;
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_ENTRIES = 10_000;

const ON_TEL = { service: 'X_AVM-DE_OnTel:1', path: '/upnp/control/x_contact' } as const;
const VOIP = { service: 'X_VoIP:1', path: '/upnp/control/x_voip' } as const;

/** Said when a list has no more entries. */
const NO_MORE = '713';
/** A box has a dozen telephones. */
const MOST_PHONES = 100;

/** By the code of the fault. */
const FAULTS: Readonly<Record<string, string>> = {
  '402': 'The FRITZ!Box knows no telephone of that name; app.telephony.fritzbox.dial-phones.',
  '501': 'The dial help of the FRITZ!Box is off (Telefonie, Anrufe, Wählhilfe).',
  '606': 'The FRITZ!Box does not give this user the right (System, FRITZ!Box-Benutzer).',
};

/** The orders and the phone book of a FRITZ!Box: SOAP over HTTP with Digest. */
export class Tr064 {
  readonly #options: Tr064Options;
  #challenge: Challenge | undefined;

  constructor(options: Tr064Options) {
    this.#options = options;
  }

  async dial(number: string): Promise<void> {
    await this.#act(VOIP, 'X_AVM-DE_DialNumber', { 'NewX_AVM-DE_PhoneNumber': number });
  }

  async hangUp(): Promise<void> {
    await this.#act(VOIP, 'X_AVM-DE_DialHangup', {});
  }

  /** Which telephone rings when a number is dialled; there is one for the whole box. */
  async chooseDialPhone(name: string): Promise<void> {
    await this.#act(VOIP, 'X_AVM-DE_DialSetConfig', { 'NewX_AVM-DE_PhoneName': name });
  }

  /** The telephone that rings when a number is dialled; '' if none is chosen. */
  async dialPhone(): Promise<string> {
    const told = await this.#act(VOIP, 'X_AVM-DE_DialGetConfig', {});
    return told.get('NewX_AVM-DE_PhoneName') ?? '';
  }

  /** The telephones of the box, by the names that the dial help has for them. */
  async phones(): Promise<string[]> {
    const names: string[] = [];
    while (names.length < MOST_PHONES) {
      const index = { NewIndex: String(names.length + 1) };
      try {
        const told = await this.#act(VOIP, 'X_AVM-DE_GetPhonePort', index);
        names.push(told.get('NewX_AVM-DE_PhoneName') ?? '');
      } catch (error) {
        if (error instanceof Tr064Error && error.fault === NO_MORE) break;
        throw error;
      }
    }
    return names;
  }

  /** The phone books, and where each can be read. */
  async phoneBooks(): Promise<PhoneBookOfBox[]> {
    const list = await this.#act(ON_TEL, 'GetPhonebookList', {});
    const ids = (list.get('NewPhonebookList') ?? '').split(',').filter((id) => /^\d+$/.test(id));
    const books: PhoneBookOfBox[] = [];
    for (const id of ids) {
      const told = await this.#act(ON_TEL, 'GetPhonebook', { NewPhonebookID: id });
      const name = told.get('NewPhonebookName') ?? '';
      books.push({ id, name, url: told.get('NewPhonebookURL') ?? '' });
    }
    return books;
  }

  /** Everybody in the phone books, or in those with one of these names or ids. */
  async phoneBook(wanted: readonly string[] | undefined): Promise<PhoneBookEntry[]> {
    const entries: PhoneBookEntry[] = [];
    for (const { id, name, url: address } of await this.phoneBooks()) {
      if (wanted && !wanted.includes(name) && !wanted.includes(id)) continue;
      const url = new URL(address, this.#options.url);
      // The box names itself; another host in there would be somebody else's.
      if (url.hostname !== new URL(this.#options.url).hostname) continue;
      entries.push(...entriesIn(await textOf(await this.#fetch(url.href, {}))));
      if (entries.length > MOST_ENTRIES) break;
    }
    return entries.slice(0, MOST_ENTRIES);
  }

  async #act(
    { service, path }: { service: string; path: string },
    action: string,
    parameters: Readonly<Record<string, string>>,
  ): Promise<ReadonlyMap<string, string>> {
    const urn = `urn:dslforum-org:service:${service}`;
    const inside = Object.entries(parameters)
      .map(([name, value]) => `<${name}>${escaped(value)}</${name}>`)
      .join('');
    const body = `<?xml version="1.0" encoding="utf-8"?><s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body><u:${action} xmlns:u="${urn}">${inside}</u:${action}></s:Body></s:Envelope>`;
    const ask = () =>
      this.#fetch(this.#options.url + path, {
        method: 'POST',
        headers: {
          'content-type': 'text/xml; charset="utf-8"',
          soapaction: `"${urn}#${action}"`,
          ...this.#authorization('POST', path),
        },
        body,
      });
    let answer = await ask();
    if (answer.status === 401) {
      await answer.body?.cancel();
      this.#challenge = challengeIn(answer.headers.get('www-authenticate') ?? '');
      answer = await ask();
    }
    if (answer.status === 401) {
      throw new Tr064Error('The FRITZ!Box refuses user and password of app.telephony.fritzbox.');
    }
    const told = valuesIn(await textOf(answer));
    if (answer.ok) return told;
    const code = told.get('errorCode') ?? '';
    throw new Tr064Error(
      FAULTS[code] ?? `The FRITZ!Box does not do that (${action}: ${code || answer.status}).`,
      code || String(answer.status),
    );
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(url, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT),
      });
    } catch {
      throw new Tr064Error(
        `The FRITZ!Box does not answer at ${new URL(url).origin}; is access for applications allowed there (Heimnetz, Netzwerk, Netzwerkeinstellungen)?`,
      );
    }
  }

  #authorization(method: string, path: string): Record<string, string> {
    if (!this.#challenge) return {};
    const { user, password } = this.#options;
    return {
      authorization: digestAnswer(this.#challenge, { user, password, method, uri: path }),
    };
  }
}

/** The people of a phone book; the box's own telephones are in it too, and are none. */
export function entriesIn(xml: string): PhoneBookEntry[] {
  const entries: PhoneBookEntry[] = [];
  let isOwn = false;
  let name = '';
  let email = '';
  let numbers: { readonly number: string; readonly type: string }[] = [];
  let type = '';
  walk(xml, {
    open(tag, attributes) {
      if (tag === 'phonebook') isOwn = attributes['owner'] === '255';
      if (tag === 'contact') [name, email, numbers] = ['', '', []];
      if (tag === 'number') type = attributes['type'] ?? '';
    },
    close(tag, text) {
      if (tag === 'realName') name = text;
      if (tag === 'email' && email === '') email = text;
      if (tag === 'number' && /\d/.test(text) && type !== 'intern' && type !== 'memo') {
        numbers.push({ number: text, type });
      }
      if (tag !== 'contact' || isOwn) return;
      for (const { number, type: kind } of numbers) {
        if (entries.length >= MOST_ENTRIES) return;
        entries.push({
          number,
          name: name || number,
          ...(kind !== '' && { type: kind }),
          ...(email !== '' && { email }),
        });
      }
    },
  });
  return entries;
}

/** The text of each element that has no others in it, by its name. */
function valuesIn(xml: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  walk(xml, { open() {}, close: (tag, text) => void values.set(tag, text) });
  return values;
}

/** What is no XML, or no more of it, is passed over: a box is no reason to fail. */
function walk(
  xml: string,
  visit: {
    open(tag: string, attributes: Readonly<Record<string, string>>): void;
    close(tag: string, text: string): void;
  },
): void {
  const parser = new SaxesParser();
  let text = '';
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    visit.open(local(name), attributes as Record<string, string>);
  });
  parser.on('text', (part) => {
    text += part;
  });
  parser.on('closetag', ({ name }) => {
    visit.close(local(name), text.trim());
    text = '';
  });
  parser.on('error', () => {});
  parser.write(xml).close();
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

async function textOf(answer: Response): Promise<string> {
  let bytes = 0;
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Tr064Error('The FRITZ!Box answers with too much.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function escaped(text: string): string {
  return text.replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

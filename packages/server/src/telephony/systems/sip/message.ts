import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';

/**
 * A message of SIP. Its characters are its bytes (Latin-1), so that what is sent back is what came;
 * `readable` makes text of them.
 */
export interface SipMessage {
  /** By their long names in small letters, each as often as it came. */
  readonly headers: ReadonlyMap<string, readonly string[]>;
  readonly callId: string;
  readonly cseq: number;
  /** What it asks, or what it is the answer to. */
  readonly method: string;
  readonly fromTag: string;
  readonly toTag: string;
  /** Of the newest hop: an answer, a repetition and a CANCEL have that of their request. */
  readonly branch: string;
  readonly body: Buffer;
}

export interface SipRequest extends SipMessage {
  readonly kind: 'request';
  /** Where it is sent. */
  readonly uri: string;
}

export interface SipAnswer extends SipMessage {
  readonly kind: 'answer';
  readonly status: number;
}

export interface NameAddress {
  readonly name: string;
  readonly uri: string;
  /** By their names in small letters. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** A telephone is told little: more is an attack. A datagram is not larger than both together. */
const MOST_HEAD_BYTES = 16 * 1024;
const MOST_BODY_BYTES = 48 * 1024;
const MOST_LINES = 200;

const LONG_NAMES: Readonly<Record<string, string>> = {
  c: 'content-type',
  e: 'content-encoding',
  f: 'from',
  i: 'call-id',
  l: 'content-length',
  m: 'contact',
  o: 'event',
  t: 'to',
  v: 'via',
};

const TOKEN = "[\\w.!%*+`'~-]";
const REQUEST_LINE = new RegExp(`^(${TOKEN}{1,32}) (\\S{1,2048}) SIP/2\\.0$`, 'i');
const STATUS_LINE = /^SIP\/2\.0 ([1-6]\d\d)(?: |$)/i;
const HEADER = new RegExp(`^(${TOKEN}{1,64})[ \\t]*:(.*)$`);

/** Undefined for what is none: a keep-alive, half a message, anything else. */
export function sipMessage(bytes: Buffer): SipRequest | SipAnswer | undefined {
  const begin = beginOf(bytes);
  const end = bytes.indexOf('\r\n\r\n', begin);
  if (end < 0 || end - begin > MOST_HEAD_BYTES) return undefined;
  const [start = '', ...lines] = bytes
    .toString('latin1', begin, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.length > MOST_LINES ? undefined : headersIn(lines);
  const body = headers && bodyIn(headers, bytes.subarray(end + 4));
  if (!headers || !body) return undefined;

  const [, asked, uri = ''] = REQUEST_LINE.exec(start) ?? [];
  const status = STATUS_LINE.exec(start)?.[1];
  const [, cseq, method = ''] = /^(\d{1,10})[ \t]+(\S{1,32})$/.exec(only(headers, 'cseq')) ?? [];
  const callId = only(headers, 'call-id');
  const [via = ''] = split(headers.get('via')?.[0] ?? '', ',');
  const [from, to] = [nameAddress(only(headers, 'from')), nameAddress(only(headers, 'to'))];
  const isWhole = cseq !== undefined && ![callId, via, from.uri, to.uri].includes('');
  if (!isWhole || (asked !== undefined && asked !== method)) return undefined;

  const message: SipMessage = {
    headers,
    callId,
    cseq: Number(cseq),
    method,
    fromTag: from.parameters.get('tag') ?? '',
    toTag: to.parameters.get('tag') ?? '',
    branch: parametersIn(split(via, ';').slice(1)).get('branch') ?? '',
    body,
  };
  if (asked !== undefined) return { kind: 'request', uri, ...message };
  return status === undefined ? undefined : { kind: 'answer', status: Number(status), ...message };
}

/** Telephones and telephone systems send line ends to keep a way open. */
function beginOf(bytes: Buffer): number {
  let begin = 0;
  while (bytes[begin] === 0x0d && bytes[begin + 1] === 0x0a) begin += 2;
  return begin;
}

/** Undefined if it is not all there. */
function bodyIn(headers: SipMessage['headers'], rest: Buffer): Buffer | undefined {
  const length = headers.has('content-length') ? only(headers, 'content-length') : undefined;
  const bytes = length === undefined ? rest.length : /^\d{1,9}$/.test(length) ? Number(length) : -1;
  const isWhole = bytes >= 0 && bytes <= Math.min(rest.length, MOST_BODY_BYTES);
  return isWhole ? rest.subarray(0, bytes) : undefined;
}

/**
 * How many bytes of a stream the first message in it takes with the line ends before it, or these
 * alone; 0 if it is not all there. Undefined for what is none and never will be: nobody finds the next one.
 */
export function sipLength(bytes: Buffer): number | undefined {
  const begin = beginOf(bytes);
  if (begin === bytes.length) return begin;
  const end = bytes.indexOf('\r\n\r\n', begin);
  if (end < 0) return bytes.length - begin > MOST_HEAD_BYTES ? undefined : 0;
  const head = bytes.toString('latin1', begin, end);
  const [, said] =
    /\r\n(?:content-length|l)[ \t]*:[ \t]*(\d{1,9})[ \t]*(?:\r\n|$)/i.exec(head) ?? [];
  const length = Number(said);
  if (head.length > MOST_HEAD_BYTES || !(length <= MOST_BODY_BYTES)) return undefined;
  const all = end + 4 + length;
  return all <= bytes.length ? all : 0;
}

function headersIn(lines: readonly string[]): SipMessage['headers'] | undefined {
  const headers = new Map<string, string[]>();
  for (const line of lines) {
    const [, name = '', value = ''] = HEADER.exec(line) ?? [];
    // Half a line end in a value would be a whole one for somebody else.
    if (name === '' || /[\r\n\0]/.test(value)) return undefined;
    const small = name.toLowerCase();
    const long = LONG_NAMES[small] ?? small;
    const values = headers.get(long);
    if (values) values.push(value.trim());
    else headers.set(long, [value.trim()]);
  }
  return headers;
}

/** '' if there is none, and if there are two: which of them counts, everybody would guess anew. */
function only(headers: SipMessage['headers'], name: string): string {
  const [value = '', ...others] = headers.get(name) ?? [];
  return others.length > 0 ? '' : value;
}

/** All values of a header, be they in several lines or in one. */
export function listed({ headers }: SipMessage, name: string): string[] {
  return (headers.get(name) ?? []).flatMap((value) => split(value, ','));
}

/** At a sign that stands neither in quotes nor in an address. */
function split(text: string, at: ',' | ';'): string[] {
  const parts: string[] = [];
  let begin = 0;
  let isQuoted = false;
  let isInside = false;
  for (let i = 0; i < text.length; i++) {
    const sign = text[i];
    if (isQuoted) {
      if (sign === '\\') i++;
      else if (sign === '"') isQuoted = false;
    } else if (sign === '"') isQuoted = true;
    else if (sign === '<') isInside = true;
    else if (sign === '>') isInside = false;
    else if (sign === at && !isInside) {
      parts.push(text.slice(begin, i).trim());
      begin = i + 1;
    }
  }
  return [...parts, text.slice(begin).trim()].filter((part) => part !== '');
}

function parametersIn(parts: readonly string[]): Map<string, string> {
  return new Map(
    parts.map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
}

/** `SIP;cause=200` and the like: a word and what is said of it. */
export function wordWithParameters(text: string): [word: string, ReadonlyMap<string, string>] {
  const [word = '', ...rest] = split(text, ';');
  return [word, parametersIn(rest)];
}

/** What stands open would take in the tag that an answer adds. */
const ALL_CLOSED = /^(?:[^"<>]|"(?:[^"\\]|\\.)*"|<[^"<>]*>)*$/;

/** `"Name" <sip:030@host>;tag=x`, or an address alone. */
export function nameAddress(text: string): NameAddress {
  if (!ALL_CLOSED.test(text)) return { name: '', uri: '', parameters: new Map() };
  const [first = '', ...rest] = split(text, ';');
  const parameters = parametersIn(rest);
  const [, quoted, bare, uri] = /^(?:"((?:[^"\\]|\\.)*)"\s*|([^"<]*))<([^<>]*)>$/.exec(first) ?? [];
  if (uri === undefined) return { name: '', uri: /[<>"\s]/.test(first) ? '' : first, parameters };
  const name = quoted === undefined ? (bare ?? '').trim() : quoted.replace(/\\(.)/g, '$1');
  return { name: readable(name), uri: uri.trim(), parameters };
}

/** The number in an address, or the name that stands there instead; '' if it is withheld. */
export function userOf(uri: string): string {
  const [, scheme = '', rest = ''] = /^(sips?|tel):(.*)$/i.exec(uri) ?? [];
  const [address = ''] = rest.split('?');
  const isTel = scheme.toLowerCase() === 'tel';
  const at = address.lastIndexOf('@');
  if (!isTel && (at < 0 || /^anonymous\.invalid(?:[:;]|$)/i.test(address.slice(at + 1)))) return '';
  // Behind these stand a password and what is said of the number.
  const [user = ''] = (isTel ? address : address.slice(0, at)).split(/[;:]/);
  const bytes = user.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return /^(?:anonymous|restricted|unknown|unavailable)$/i.test(bytes) ? '' : readable(bytes);
}

/** Names should be UTF-8; old telephone systems write Latin-1. */
function readable(characters: string): string {
  const bytes = Buffer.from(characters, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : characters;
}

/** The other way round: text as the characters of a message. */
export function asCharacters(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Nobody guesses it. */
export function sipToken(): string {
  return randomBytes(8).toString('hex');
}

export type Headers = readonly (readonly [name: string, value: string])[];

/** What a message carries, and what that is. */
export interface SipBody {
  readonly type: string;
  readonly text: string;
}

export function sipBytes(start: string, headers: Headers, body?: SipBody): Buffer {
  const type: Headers = body ? [['Content-Type', body.type]] : [];
  const lines = [start, ...[...headers, ...type].map(([name, value]) => `${name}: ${value}`)];
  // A line break in a value would be the next header, or the end of them.
  const text = lines.map((line) => `${line.replace(/[\r\n\0]+/g, ' ')}\r\n`).join('');
  const rest = Buffer.from(body?.text ?? '');
  return Buffer.concat([
    Buffer.from(`${text}Content-Length: ${rest.length}\r\n\r\n`, 'latin1'),
    rest,
  ]);
}

/** What an answer repeats, and what is new in it. */
export function sipAnswer(
  { headers, toTag }: SipRequest,
  status: string,
  {
    ownTag,
    more = [],
    body,
  }: { readonly ownTag: string; readonly more?: Headers; readonly body?: SipBody | undefined },
): Buffer {
  const repeated = ['Via', 'Record-Route', 'From', 'To', 'Call-ID', 'CSeq'].flatMap((name) =>
    (headers.get(name.toLowerCase()) ?? []).map((value) => {
      const isBare = name === 'To' && toTag === '';
      return [name, isBare ? `${value};tag=${ownTag}` : value] as const;
    }),
  );
  return sipBytes(`SIP/2.0 ${status}`, [...repeated, ...more], body);
}

import fc from 'fast-check';
import { type Body, body } from './body.ts';
import { CREDENTIAL_LINES } from './credentials.ts';
import { headerLines } from './headers.ts';
import { query } from './query.ts';
import { encodedText } from './text.ts';
import { usually } from './usually.ts';

/** A route of the server: where a request may go. */
export interface Target {
  readonly method: string;
  readonly url: string;
  /** Names of the parameters that its query takes. */
  readonly parameters: readonly string[];
}

/** What stands in a URL for something that exists; `Victim` puts the real name in its place. */
export const EXISTING: Readonly<Record<string, string>> = {
  '/api/addresses/': '~address~',
  '/api/calls/': '~call~',
  '/api/mock/calls/': '~mock-call~',
  '/api/jobs/': 'A-1',
  '/api/callers/': '%2B493023125101',
  '/api/mock/addresses/': '21',
};

const METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'QUERY',
  'PROPFIND',
  'M-SEARCH',
  'BREW',
  'get',
  'POST\t',
  '',
];

const ODD_PATHS = ['/', '*', '//', '/./', '/../', 'http://localhost/healthz', 'localhost:1', ''];

/** Right, wrong, missing, doubled or contradictory. */
type Framing = 'length' | 'chunked' | 'none' | 'short' | 'long' | 'negative' | 'broken-chunk';
const framing = usually(
  fc.constantFrom<Framing>('length', 'length', 'length', 'chunked'),
  fc.constantFrom<Framing>('none', 'short', 'long', 'negative', 'broken-chunk'),
);

function framed({ bytes, encoding }: Body, how: Framing): { lines: string[]; bytes: Buffer } {
  const lines = encoding === undefined ? [] : [`content-encoding: ${encoding}`];
  if (how === 'none') return { lines, bytes };
  if (how === 'chunked' || how === 'broken-chunk') {
    const size = how === 'chunked' ? bytes.length.toString(16) : 'fffffffff1';
    const before = bytes.length === 0 ? '' : `${size};a=b\r\n`;
    const after = `${bytes.length === 0 ? '' : '\r\n'}0\r\ntrailer: x\r\n\r\n`;
    return {
      lines: [...lines, 'transfer-encoding: chunked'],
      bytes: Buffer.concat([Buffer.from(before), bytes, Buffer.from(after)]),
    };
  }
  const off = { length: 0, short: -1, long: 1, negative: -2 * bytes.length - 1 }[how];
  return { lines: [...lines, `content-length: ${bytes.length + off}`], bytes };
}

const filledIn = (url: string, values: readonly (string | null)[]) => {
  const existing = Object.entries(EXISTING).find(([begin]) => url.startsWith(begin))?.[1] ?? 'x';
  let next = 0;
  return url
    .split('/')
    .map((part) => (/^[:*]/.test(part) ? (values[next++] ?? existing) : part))
    .join('/');
};

const line = (target: Target) =>
  fc
    .tuple(
      usually(fc.constant(target.method), fc.constantFrom(...METHODS)),
      usually(
        fc
          .array(fc.oneof(fc.constant(null), encodedText), { minLength: 2, maxLength: 2 })
          .map((values) => filledIn(target.url, values)),
        fc.oneof(
          encodedText.map((more) => `${target.url}/${more}`),
          fc.constantFrom(...ODD_PATHS),
        ),
        20,
      ),
      query(target.parameters),
      usually(
        fc.constant('HTTP/1.1'),
        fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/0.9', 'http/1.1', ''),
        30,
      ),
    )
    .map(([method, path, text, version]) => `${method} ${path}${text} ${version}`);

const takesBody = ({ method }: Target) => /^(POST|PUT|PATCH)$/.test(method);
const none = fc.constant(null);

/** A request that is whole, if not always sensible, to one of these. */
export function requestTo(targets: readonly Target[]): fc.Arbitrary<Buffer> {
  const takers = targets.filter(takesBody);
  return fc
    .oneof(fc.constantFrom(...targets), fc.constantFrom(...takers))
    .chain((target) => {
      return fc.record({
        line: line(target),
        credentials: usually(fc.constant(CREDENTIAL_LINES), fc.subarray(CREDENTIAL_LINES), 3),
        headers: headerLines,
        hasHost: usually(fc.constant(true), fc.constant(false), 30),
        closes: usually(fc.constant(true), fc.constant(false), 6),
        body: takesBody(target) ? usually(body, none, 20) : usually(none, body, 6),
        framing,
      });
    })
    .map((parts) => {
      const content = parts.body === null ? undefined : framed(parts.body, parts.framing);
      const lines = [
        parts.line,
        ...(parts.hasHost ? ['host: localhost'] : []),
        ...parts.credentials,
        ...parts.headers,
        ...(content?.lines ?? []),
        ...(parts.closes ? ['connection: close'] : []),
      ];
      const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1');
      return content ? Buffer.concat([head, content.bytes]) : head;
    });
}

import fc from 'fast-check';
import { oddText } from './text.ts';
import { usually } from './usually.ts';

const HARMLESS: readonly (readonly [name: string, ...values: string[]])[] = [
  ['accept', '*/*', 'text/csv', 'application/x-ndjson', 'text/vcard', 'text/html;q=x', ',,;'],
  ['accept-language', 'de', 'en;q=x', '*;q=-1,,'],
  ['accept-encoding', 'gzip', 'br;q=0', '*'],
  ['content-type', 'json', 'text/xml; charset=utf-16', 'multipart/form-data; boundary=', ';;'],
  ['expect', '100-continue'],
  ['host', 'localhost:1', '127.0.0.1', '[::1]'],
  ['origin', 'http://localhost'],
  ['sec-fetch-site', 'same-origin', 'none'],
  ['last-event-id', '0', '999999999999999', '1e3', '-1'],
  ['range', 'bytes=0-0', 'bytes=5-1', 'bytes=-1'],
  ['if-none-match', '*', '"x"', 'W/"'],
  ['if-modified-since', 'never'],
  ['authorization', 'Bearer x', 'Basic !!', 'Bearer'],
  ['x-webhook-token', 'x'],
  ['idempotency-key', 'a', 'b', ''],
  ['webhook-id', 'm'],
  ['webhook-timestamp', '0'],
  ['webhook-signature', 'v1,AAAA'],
  ['x-forwarded-for', '1.2.3.4', 'x, y', '::'],
  ['x-forwarded-host', '"><b>'],
  ['cookie', 'a=b; =; __Host-x="', 'hookline=x', 'hookline=x.1.y', 'hookline=; hookline=a.9e99.b'],
  ['upgrade', 'websocket', 'h2c', 'TLS/1.0'],
  ['connection', 'keep-alive', 'upgrade', 'close, te'],
  ['soapaction', '""', 'x'],
  ['te', 'trailers'],
  ['access-control-request-method', 'PUT'],
  ['access-control-request-headers', 'x-a, x-b'],
];

const HARMFUL = [
  'x',
  ': x',
  'x : y',
  ' folded',
  'a\0: b',
  'x: \x7f',
  'host: evil.example',
  'host: ',
  'host: a b',
  'host: "><b>',
  'origin: null',
  'origin: https://evil.example',
  'sec-fetch-site: cross-site',
  'expect: wonders',
  'content-length: 1, 1',
  'transfer-encoding: gzip',
  `x: ${'y'.repeat(17_000)}`,
  Array.from({ length: 1500 }, () => 'x: y').join('\r\n'),
];

const lines = HARMLESS.flatMap(([name, ...values]) => values.map((value) => `${name}: ${value}`));

/** Some lines of a head, as they are sent. */
export const headerLines: fc.Arbitrary<string[]> = fc.array(
  usually(
    fc.constantFrom(...lines),
    fc.oneof(
      fc.constantFrom(...HARMFUL),
      fc
        .tuple(fc.constantFrom(...HARMLESS.map(([name]) => name)), oddText)
        .map(([name, value]) => `${name}: ${value.replace(/[\r\n]/g, '')}`),
    ),
    15,
  ),
  { maxLength: 3 },
);

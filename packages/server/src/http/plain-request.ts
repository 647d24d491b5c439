import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { type ParsedUrlQuery, parse } from 'node:querystring';
import type { RequestHead } from './gate.ts';

const HEAD_END = '\r\n\r\n';
const MOST_HEAD_BYTES = 8 * 1024;
const MOST_HEADERS = 64;

/** Nothing in it can be read in two ways: no folded lines, no odd spaces, no control characters. */
const PLAIN_HEAD =
  /^(GET|POST) (\/[\w/.-]*)(?:\?((?:[\w&=.,:;+*~!'()/-]|%[0-7][\da-fA-F])*))? HTTP\/1\.1(?:\r\n[\w-]+: *[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)*$/;

/** They change how the rest is to be read, or ask for more than an answer. */
const NOT_PLAIN = new Set([
  'transfer-encoding',
  'content-encoding',
  'expect',
  'upgrade',
  'trailer',
  // Node reads it as it reads `Connection`.
  'proxy-connection',
]);

export interface PlainRequest extends RequestHead {
  readonly path: string;
  readonly query: ParsedUrlQuery;
  readonly body: Buffer;
  /** How many bytes it took. */
  readonly size: number;
}

const NO_QUERY: ParsedUrlQuery = {};

/**
 * The request that stands whole at the beginning of these bytes, if it is a plain one.
 *
 * A second reader of HTTP is a danger: two that understand a request differently let one be
 * smuggled past the other's checks. So this one has no opinion on anything but the dullest form of
 * a request, and what is not that form, or not all there, is left to the real parser.
 */
export function readPlainRequest(bytes: Buffer, socket: Socket): PlainRequest | undefined {
  const end = bytes.indexOf(HEAD_END, 0, 'latin1');
  if (end < 0 || end > MOST_HEAD_BYTES) return undefined;
  const text = bytes.toString('latin1', 0, end);
  const [, method, path = '', query] = PLAIN_HEAD.exec(text) ?? [];
  if (method === undefined) return undefined;
  const headers = headersIn(text);
  if (!headers) return undefined;
  const length = lengthOf(method, headers);
  const start = end + HEAD_END.length;
  if (length === undefined || bytes.length < start + length) return undefined;
  return {
    method,
    url: query === undefined ? path : `${path}?${query}`,
    path,
    query: query === undefined ? NO_QUERY : parse(query, '&', '=', { maxKeys: 0 }),
    httpVersion: '1.1',
    headers,
    socket,
    body: bytes.subarray(start, start + length),
    size: start + length,
  };
}

function headersIn(head: string): IncomingHttpHeaders | undefined {
  const headers: Record<string, string> = {};
  let count = 0;
  let end = head.indexOf('\r\n');
  while (end >= 0) {
    const start = end + 2;
    end = head.indexOf('\r\n', start);
    const colon = head.indexOf(':', start);
    const name = head.slice(start, colon).toLowerCase();
    if (name in headers || NOT_PLAIN.has(name) || ++count > MOST_HEADERS) return undefined;
    headers[name] = head.slice(colon + 1, end < 0 ? undefined : end).trimStart();
  }
  const { connection } = headers;
  if (connection !== undefined && connection.toLowerCase() !== 'keep-alive') return undefined;
  return headers;
}

function lengthOf(method: string, headers: IncomingHttpHeaders): number | undefined {
  const declared = headers['content-length'];
  if (method === 'GET') return declared === undefined ? 0 : undefined;
  return declared !== undefined && /^\d{1,7}$/.test(declared) ? Number(declared) : undefined;
}

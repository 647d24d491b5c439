import { ERRORS } from '../packages/contract/src/errors.ts';

interface Answer {
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

const DELIBERATE = new Set(['archive_unavailable', 'telephony_unavailable', 'shutting_down']);

export interface Verdict {
  /** Of every answer, in order. */
  readonly statuses: readonly number[];
  /** What is wrong with what the server said; undefined when nothing is. */
  readonly complaint: string | undefined;
}

/** Judges all that the server said on a connection. */
export function judge(bytes: Buffer, mustBe: number | undefined): Verdict {
  const statuses: number[] = [];
  let rest = bytes.toString('latin1');
  while (rest !== '') {
    const [answer, after] = firstAnswer(rest);
    if (!answer) {
      return { statuses, complaint: `no HTTP answer: ${JSON.stringify(rest.slice(0, 200))}` };
    }
    statuses.push(answer.status);
    const found = complaintAbout(answer);
    if (found !== undefined) return { statuses, complaint: `${answer.status}: ${found}` };
    rest = after;
  }
  // None is all right: a reset that follows the answer may overtake it.
  const isMore = statuses.length > 1 || statuses.some((status) => status !== mustBe);
  if (mustBe !== undefined && isMore) {
    return { statuses, complaint: `answered ${statuses} where only one ${mustBe} may come` };
  }
  return { statuses, complaint: undefined };
}

function complaintAbout({ status, headers, body }: Answer): string | undefined {
  const type = headers.get('content-type') ?? '';
  // Wherever somebody is sent after a login, it is a place here.
  const location = headers.get('location');
  if (location !== undefined && !/^\/(?![/\\])[\x21-\x7e]*$/.test(location)) {
    return `sends to ${location}`;
  }
  if (body === '') return status < 500 || status === 503 ? undefined : 'without a word';
  if (status < 400) return undefined;
  const text = Buffer.from(body, 'latin1').toString();
  if (/node_modules|node:internal|\.[jt]s:\d|file:\/\//.test(text)) {
    return `shows its insides: ${text}`;
  }
  if (status === 500 && type.startsWith('text/xml') && text.includes('<soapenv:Fault>')) return;
  // The login page says in its own words what is wrong.
  if (/^(401|429)$/.test(String(status)) && type.startsWith('text/html')) return undefined;
  if (!type.startsWith('application/problem+json')) return `no problem but ${type}: ${text}`;
  // The client may have gone before the end of it.
  if (body.length < Number(headers.get('content-length'))) return undefined;
  const problem = JSON.parse(text) as { code: string; status: number };
  if (!Object.hasOwn(ERRORS, problem.code) || problem.status !== status) {
    return `not a documented error: ${text}`;
  }
  return status >= 500 && !DELIBERATE.has(problem.code) ? text : undefined;
}

function firstAnswer(text: string): [Answer | undefined, string] {
  const end = text.indexOf('\r\n\r\n');
  const [line = '', ...lines] = text.slice(0, end === -1 ? undefined : end).split('\r\n');
  const [, digits] = /^HTTP\/1\.1 ([1-5]\d\d) /.exec(line) ?? [];
  if (digits === undefined) return [undefined, ''];
  const status = Number(digits);
  const headers = new Map(
    lines.map((header) => {
      const at = header.indexOf(': ');
      return [header.slice(0, at).toLowerCase(), header.slice(at + 2)];
    }),
  );
  const after = end === -1 ? '' : text.slice(end + 4);
  const [body, rest] = split(after, status, headers);
  return [{ status, headers, body }, rest];
}

function split(
  text: string,
  status: number,
  headers: ReadonlyMap<string, string>,
): [body: string, rest: string] {
  // What follows are frames of a WebSocket, to the end of the connection.
  if (status === 101) return ['', ''];
  // The answer to HEAD has the headers of a body, but none.
  if (status < 200 || status === 204 || status === 304 || text.startsWith('HTTP/1.1 ')) {
    return ['', text];
  }
  // A stream goes on to the end, and none of its lines begins like another answer.
  if (headers.get('content-type')?.startsWith('text/event-stream')) {
    const other = text.search(/^HTTP\//m);
    return ['', other === -1 ? '' : `in a stream: ${text.slice(other)}`];
  }
  if (headers.get('transfer-encoding') === 'chunked') return chunks(text);
  const length = Number(headers.get('content-length') ?? text.length);
  return [text.slice(0, length), text.slice(length)];
}

function chunks(text: string): [body: string, rest: string] {
  let body = '';
  let at = 0;
  for (;;) {
    const end = text.indexOf('\r\n', at);
    const size = Number.parseInt(text.slice(at, end), 16);
    // Broken off by either side.
    if (end === -1 || Number.isNaN(size)) return [body, ''];
    if (size === 0) return [body, text.slice(end + 4)];
    body += text.slice(end + 2, end + 2 + size);
    at = end + 2 + size + 2;
  }
}

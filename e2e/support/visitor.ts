import { once } from 'node:events';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { connect } from 'node:http2';
import { type RequestOptions, request } from 'node:https';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { onTestFinished } from 'vitest';

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Asked extends RequestOptions {
  readonly body?: string | Buffer;
  /** The beginning of a body of which no more is sent. */
  readonly begins?: Buffer;
}

/** Certificates of tests are signed by nobody. */
const ANYONE = { rejectUnauthorized: false, agent: false } as const;

/** Asks over HTTPS, from another address if need be. */
export async function ask(
  url: string,
  path: string,
  { body, begins, ...options }: Asked = {},
): Promise<Answer> {
  const sent = request(new URL(path, url), { ...ANYONE, ...options });
  // A server that has answered already may not take the rest.
  sent.on('error', () => {});
  if (begins) {
    sent.flushHeaders();
    sent.write(begins);
  } else sent.end(body);
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (!answer) throw new Error('no answer');
  const { statusCode = 0, headers } = answer;
  const said = await text(answer);
  if (begins) sent.destroy();
  return { status: statusCode, headers, body: said };
}

export interface OpenStream {
  readonly messages: EventSourceMessage[];
  /** The server or a proxy has ended it. */
  readonly ended: Promise<void>;
}

function reading(answer: Readable): OpenStream {
  const messages: OpenStream['messages'] = [];
  const parser = createParser({ onEvent: (message) => messages.push(message) });
  answer.setEncoding('utf8');
  answer.on('data', (chunk: string) => parser.feed(chunk));
  // Without its framing to the end, a stream that is cut is an error to Node.
  const ended = new Promise<void>((resolve) => {
    for (const name of ['end', 'error', 'close']) answer.on(name, () => resolve());
  });
  return { messages, ended };
}

export async function openStream(
  url: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<OpenStream> {
  const sent = request(new URL(path, url), { ...ANYONE, headers });
  onTestFinished(() => void sent.destroy());
  sent.on('error', () => {});
  sent.end();
  const [answer]: IncomingMessage[] = await once(sent, 'response');
  if (answer?.statusCode !== 200) throw new Error(`answered ${answer?.statusCode}`);
  return reading(answer);
}

/** As browsers do it: several streams on one connection. */
export function openStreams2(url: string, path: string, count: number): OpenStream[] {
  const session = connect(url, { rejectUnauthorized: false });
  onTestFinished(() => session.destroy());
  session.on('error', () => {});
  return Array.from({ length: count }, () => reading(session.request({ ':path': path })));
}

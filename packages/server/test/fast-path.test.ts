import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { readPlainRequest } from '../src/http/plain-request.ts';
import { rawRequest } from './support/raw-request.ts';
import { runServer } from './support/running-server.ts';

const NO_SOCKET = {} as Socket;

/** A body that is not alone in its packet is not plain, so this takes the way of the framework. */
const ORDINARY = 'Transfer-Encoding: chunked\r\n';

async function talk(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('utf8');
  socket.on('error', () => {});
  onTestFinished(() => {
    socket.destroy();
  });
  await once(socket, 'connect');
  return socket;
}

async function answerTo(socket: Socket, request: string): Promise<string> {
  socket.write(request);
  const [answer] = await once(socket, 'data');
  return answer;
}

function headersOf(answer: string): Record<string, string> {
  const lines = answer.split('\r\n\r\n')[0]?.split('\r\n').slice(1) ?? [];
  return Object.fromEntries(
    lines
      .map((line) => line.split(': ') as [string, string])
      .map(([name, value]): [string, string] => [name.toLowerCase(), value])
      .filter(([name]) => name !== 'date'),
  );
}

test('[IN1] a webhook gets the same answer by the fast path and by the slow one', async () => {
  const { port, history } = await runServer({}, { now: () => 0 });
  const socket = await talk(port);
  const head = 'POST /api/webhook/jobs HTTP/1.1\r\nHost: localhost\r\n';
  const short = await answerTo(socket, `${head}Content-Length: 7\r\n\r\n{"a":1}`);
  const long = await answerTo(socket, `${head}${ORDINARY}\r\n7\r\n{"a":1}\r\n0\r\n\r\n`);
  expect(short.replace('"id":1', '"id":2').split('\r\n\r\n')[1]).toBe(long.split('\r\n\r\n')[1]);
  expect(short.split('\r\n')[0]).toBe(long.split('\r\n')[0]);
  expect(headersOf(short)).toEqual(headersOf(long));
  expect(short).toMatch(/\r\ndate: \w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT\r\n/i);
  expect(await history()).toHaveLength(2);
});

test('[ST1] a stream begins the same by the fast path and by the slow one', async () => {
  const { port } = await runServer();
  const begin = async (more: string) => {
    const socket = await talk(port);
    const request = `GET /api/webhook/events?channel=jobs HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
    return answerTo(socket, request);
  };
  const short = await begin('');
  // A header twice is not plain.
  const long = await begin('X-A: 1\r\nX-A: 1\r\n');
  const plain = (answer: string) => answer.replace(/retry: \d+/, '').replace(/date: .*/, '');
  expect(plain(short)).toBe(plain(long));
});

test('[IN3] many webhooks in one packet are all accepted and answered in order', async () => {
  const { port, history } = await runServer();
  const one = (n: number) =>
    `POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n${n}`;
  const last = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  const all = Array.from({ length: 40 }, (_, n) => one(n + 10)).join('');
  const answer = await rawRequest(port, all + last);
  const ids = [...answer.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));
  expect(ids).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
  expect(answer).toMatch(/HTTP\/1\.1 200 OK(?!.*HTTP)/s);
  expect((await history()).at(-1)?.payload).toBe(10);
});

test('[IN3] what comes in pieces is accepted wherever it is cut', async () => {
  const { port, history } = await runServer();
  const request =
    'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 7\r\n\r\n{"a":1}';
  for (let cut = 1; cut < request.length; cut++) {
    const socket = await talk(port);
    // One whole request before it, so that the connection is one of the fast path.
    expect(await answerTo(socket, request)).toMatch(/^HTTP\/1\.1 202 /);
    socket.setNoDelay(true);
    socket.write(request.slice(0, cut));
    await new Promise(setImmediate);
    expect(await answerTo(socket, request.slice(cut))).toMatch(/^HTTP\/1\.1 202 /);
    socket.destroy();
  }
  expect((await history())[0]?.id).toBe(2 * (request.length - 1));
});

test('[IN5] what is refused is refused by one place, and the connection goes on', async () => {
  const { port, logLines } = await runServer({ 'app.webhook.token': 'right' });
  const socket = await talk(port);
  const send = (body: string, token: string) =>
    answerTo(
      socket,
      `POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nX-Webhook-Token: ${token}\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  expect(await send('1', 'right')).toMatch(/^HTTP\/1\.1 202 /);
  expect(await send('1', 'wrong')).toMatch(/^HTTP\/1\.1 401 /);
  expect(await send('{', 'right')).toMatch(/^HTTP\/1\.1 400 /);
  expect(await send('1', 'right')).toMatch(/^HTTP\/1\.1 202 /);
  const rejected = logLines.filter((line) => line.includes('webhook rejected'));
  expect(rejected).toHaveLength(2);
});

test('a stream needs its connection for itself, by the fast path too', async () => {
  const { port } = await runServer();
  const stream = 'GET /api/webhook/events HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const socket = await talk(port);
  expect(await answerTo(socket, stream)).toContain('event: hello');
  const closed = once(socket, 'close');
  socket.write(stream);
  await closed;
});

test('a sender that reads no answers does not make them pile up', async () => {
  const { port } = await runServer({ 'app.server.idle-timeout': 300 });
  const socket = await talk(port);
  socket.pause();
  const one = 'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n1';
  const many = one.repeat(1000);
  // The server resets it in the middle of a write, which `once` would take for a failure.
  const closed = new Promise((resolve) => socket.on('close', resolve));
  const sending = setInterval(() => socket.writableLength === 0 && socket.write(many), 1);
  await closed;
  clearInterval(sending);
});

test.each([
  ['a folded line', 'POST / HTTP/1.1\r\nA: 1\r\n b\r\nContent-Length: 1\r\n\r\n1'],
  ['a space before the colon', 'POST / HTTP/1.1\r\nContent-Length : 1\r\n\r\n1'],
  ['a bare line feed', 'POST / HTTP/1.1\nContent-Length: 1\r\n\r\n1'],
  ['two lengths', 'POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n1'],
  ['a length with a sign', 'POST / HTTP/1.1\r\nContent-Length: +1\r\n\r\n1'],
  ['length and chunks', `POST / HTTP/1.1\r\nContent-Length: 1\r\n${ORDINARY}\r\n1`],
  ['no length', 'POST / HTTP/1.1\r\nHost: a\r\n\r\n'],
  ['a length of a GET', 'GET / HTTP/1.1\r\nContent-Length: 0\r\n\r\n'],
  ['HTTP/1.0', 'POST / HTTP/1.0\r\nContent-Length: 1\r\n\r\n1'],
  ['an absolute address', 'POST http://a/ HTTP/1.1\r\nContent-Length: 1\r\n\r\n1'],
  ['percent signs in the path', 'POST /a%2fb HTTP/1.1\r\nContent-Length: 1\r\n\r\n1'],
  ['a closing connection', 'POST / HTTP/1.1\r\nConnection: close\r\nContent-Length: 1\r\n\r\n1'],
  ['a control character', 'POST / HTTP/1.1\r\nA: a\u0001b\r\nContent-Length: 1\r\n\r\n1'],
  ['a name of JavaScript', 'POST / HTTP/1.1\r\n__proto__: a\r\nContent-Length: 1\r\n\r\n1'],
  ['half a body', 'POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n1'],
  ['half a head', 'POST / HTTP/1.1\r\nContent-Length: 2\r\n'],
  ['an expectation', 'POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 1\r\n\r\n1'],
])('[SE4] %s is left to the HTTP server', (_what, text) => {
  expect(readPlainRequest(Buffer.from(text, 'latin1'), NO_SOCKET)).toBeUndefined();
});

test('a plain request is read as it was meant', () => {
  const header = fc.tuple(
    fc.stringMatching(/^[A-Za-z][\w-]{0,20}$/),
    fc.stringMatching(/^\S{1,40}$/),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(header, { selector: ([name]) => name.toLowerCase(), maxLength: 20 }),
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 50 }),
      (headers, body, behind) => {
        const sent = headers.filter(
          ([name, value]) => /^[\x21-\x7e]+$/.test(value) && !(name in {}),
        );
        const lines = sent.map(([name, value]) => `X-${name}:  ${value}\r\n`).join('');
        const head = `POST /a?b=c%20d HTTP/1.1\r\nContent-Length: ${body.length}\r\n${lines}\r\n`;
        const bytes = Buffer.concat([Buffer.from(head, 'latin1'), body, behind]);
        const request = readPlainRequest(bytes, NO_SOCKET);
        expect(request).toMatchObject({
          method: 'POST',
          path: '/a',
          url: '/a?b=c%20d',
          query: { b: 'c d' },
          size: head.length + body.length,
        });
        expect(request?.body).toEqual(Buffer.from(body));
        for (const [name, value] of sent) {
          expect(request?.headers[`x-${name.toLowerCase()}`]).toBe(value);
        }
      },
    ),
  );
});

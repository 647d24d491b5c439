import { once } from 'node:events';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { ArchiveDouble } from './support/archive-double.ts';
import { rawRequest } from './support/raw-request.ts';
import { runServer } from './support/running-server.ts';

const HEAD = 'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\n';
/** A header twice is not plain, so such a request takes the way of the HTTP server. */
const LONG = 'X-A: 1\r\nX-A: 1\r\n';
const CLOSE = 'Connection: close\r\n';

function statusesIn(answer: string): string[] {
  return [...answer.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status = '']) => status);
}

test.each([
  ['a closing request', CLOSE],
  ['a closing request of HTTP/1.0 proxies', 'Proxy-Connection: close\r\n'],
  ['a request by the fast path', ''],
  ['a request by the long way', LONG],
])('[IN6] nonsense behind %s changes nothing about its one answer', async (_what, headers) => {
  const { port, history } = await runServer();
  const body = '{"a":1}';
  const gzip = gzipSync(body);
  for (const nonsense of [
    'garbage\r\n\r\n',
    '\0',
    `${'x'.repeat(30_000)}`,
    'GET / HTTP/9\r\n\r\n',
  ]) {
    const plain = `${HEAD}${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
    expect(statusesIn(await rawRequest(port, plain + nonsense))).toEqual(['202']);
    // Its answer waits for the decoding.
    const head = `${HEAD}${headers}Content-Encoding: gzip\r\nContent-Length: ${gzip.length}\r\n\r\n`;
    const encoded = Buffer.concat([Buffer.from(head), gzip, Buffer.from(nonsense)]);
    expect(statusesIn(await rawRequest(port, encoded))).toEqual(['202']);
  }
  expect(await history()).toHaveLength(8);
});

test('[ST1] a stream between a request and nonsense is begun, and ends with its client', async () => {
  const { port } = await runServer();
  const requests = [
    'GET /api/webhook/history HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n',
    'GET /api/webhook/events HTTP/1.1\r\nHost: localhost\r\n\r\n',
    `${HEAD}Content-Length: -1\r\n\r\n1`,
  ];
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.end(requests.join(''));
  await once(socket, 'close');
  expect(statusesIn(answer)).toEqual(['400', '200']);
});

test('[IN6] nonsense after an answer is told so, and the connection ends', async () => {
  const { port } = await runServer();
  for (const headers of ['', LONG]) {
    const socket = connect(port, '127.0.0.1');
    socket.setEncoding('utf8');
    socket.write(`${HEAD}${headers}Content-Length: 1\r\n\r\n1`);
    expect((await once(socket, 'data'))[0]).toMatch(/^HTTP\/1\.1 202 /);
    socket.write('nonsense\r\n\r\n');
    expect((await once(socket, 'data'))[0]).toMatch(/^HTTP\/1\.1 400 /);
    await once(socket, 'close');
  }
});

test.each([
  ['short', ''],
  ['long', LONG],
])('[ST1] what stands behind a stream by the %s way is not done', async (_way, headers) => {
  const { port, post, history } = await runServer();
  await post('/api/webhook', '1');
  const stream = `GET /api/webhook/events HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;
  const erase = 'DELETE /api/webhook/history HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const publish = `${HEAD}Content-Length: 1\r\n\r\n2`;
  for (const behind of [erase, publish, erase.repeat(100)]) {
    const answer = await rawRequest(port, stream + behind);
    expect(statusesIn(answer).filter((status) => status !== '200')).toEqual([]);
    expect(statusesIn(answer).length).toBeLessThanOrEqual(1);
  }
  expect(await history()).toHaveLength(1);
});

test.each([
  ['plain', HEAD, Buffer.from('1')],
  ['long', HEAD + LONG, Buffer.from('1')],
  ['gzip', `${HEAD}Content-Encoding: gzip\r\n`, gzipSync('1')],
])('[IN6] a %s webhook whose sender then says no more gets its answer', async (_, head, body) => {
  const { port, history } = await runServer();
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.setEncoding('utf8');
  let answer = '';
  socket.on('data', (text) => {
    answer += text;
  });
  socket.end(Buffer.concat([Buffer.from(`${head}Content-Length: ${body.length}\r\n\r\n`), body]));
  await once(socket, 'end');
  expect(statusesIn(answer)).toEqual(['202']);
  expect(await history()).toHaveLength(1);
});

test('[IN7] requests of one connection are accepted in the order in which they were sent', async () => {
  const { port, history } = await runServer();
  const gzip = gzipSync('"first"');
  const first = `${HEAD}Content-Encoding: gzip\r\nContent-Length: ${gzip.length}\r\n\r\n`;
  const second = `${HEAD}${CLOSE}Content-Length: 8\r\n\r\n"second"`;
  const answer = await rawRequest(
    port,
    Buffer.concat([Buffer.from(first), gzip, Buffer.from(second)]),
  );
  expect(statusesIn(answer)).toEqual(['202', '202']);
  expect((await history()).map(({ payload }) => payload)).toEqual(['second', 'first']);
});

test('[IN5] a defect is answered once, and what it has done is not done again', async () => {
  const archive = ArchiveDouble.with({});
  const broken = Object.assign(archive, {
    store() {
      throw new Error('a defect behind the event');
    },
  });
  for (const headers of ['', LONG]) {
    const { port, history, logLines, url } = await runServer({}, { archive: broken });
    const answer = await rawRequest(
      port,
      `${HEAD}${headers}${CLOSE.repeat(headers ? 1 : 0)}Content-Length: 1\r\n\r\n1`,
    );
    expect(statusesIn(answer)).toEqual(['500']);
    expect(answer).toContain('"code":"internal"');
    expect(await history()).toHaveLength(1);
    expect(logLines.filter((line) => line.includes('internal error'))).toHaveLength(1);
    expect(logLines.join('')).toContain('a defect behind the event');
    const rejections = await (await fetch(`${url}/api/webhook/rejections`)).json();
    expect(rejections).toMatchObject([{ code: 'internal', status: 500, bytes: 1 }]);
  }
});

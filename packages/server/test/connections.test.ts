import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { rawRequest, toldWhile } from './support/raw-request.ts';
import { runServer } from './support/running-server.ts';

const times = {
  'app.server.header-timeout': 300,
  'app.server.request-timeout': 600,
  'app.server.idle-timeout': 200,
};

/** Sends one piece after another, slowly, until the server has had enough. */
function dribble(port: number, pieces: string[], every: number): Promise<string> {
  return toldWhile(port, every, (socket) => {
    const piece = pieces.shift();
    if (piece !== undefined) socket.write(piece);
  });
}

test('a slow header is ended with 408', async () => {
  const { port } = await runServer(times);
  const pieces = ['GET /healthz HTTP/1.1\r\nHost: localhost\r\n', ...Array(100).fill('X-A: 1\r\n')];
  const answer = await dribble(port, pieces, 50);
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(answer).toContain('application/problem+json');
  expect(answer).toContain('"code":"request_timeout"');
});

test('a slow body is ended with 408 and creates nothing', async () => {
  const { port, history } = await runServer(times);
  const head = 'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 500\r\n\r\n';
  const answer = await dribble(port, [head, ...Array(100).fill('1')], 50);
  expect(answer).toContain('"code":"request_timeout"');
  expect(await history()).toEqual([]);
});

test('a connection that says nothing is ended', async () => {
  const { port } = await runServer(times);
  await dribble(port, [], 1000);
});

test('an idle connection is ended after a request', async () => {
  const { port } = await runServer(times);
  const answer = await dribble(port, ['GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'], 10);
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
});

test('a stream outlives all these limits', async () => {
  const { port } = await runServer({ ...times, 'app.stream.heartbeat': 100 });
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  socket.write('GET /api/webhook/events HTTP/1.1\r\nHost: localhost\r\n\r\n');
  while (answer.split('event: heartbeat').length < 20) {
    await new Promise((resolve) => socket.once('data', resolve));
  }
  expect(socket.readyState).toBe('open');
  socket.destroy();
});

test.each([
  ['rubbish', '\x00\x01\x02\r\n\r\n', 400, 'bad_request'],
  ['TLS on a plain port', Buffer.from('16030100a5010000a10303', 'hex'), 400, 'bad_request'],
  ['no HTTP version', 'GET /\r\n\r\n', 400, 'bad_request'],
  [
    'a huge header',
    `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
    'headers_too_large',
  ],
  ['a huge request line', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`, 431, 'headers_too_large'],
  [
    'length and chunks at once',
    'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n1',
    400,
    'bad_request',
  ],
  [
    'two lengths',
    'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n1',
    400,
    'bad_request',
  ],
  [
    'a bad chunk size',
    'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    400,
    'bad_request',
  ],
  [
    'an impossible expectation',
    'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    417,
    'expectation_failed',
  ],
  [
    'a broken escape in the path',
    'GET /%ZZ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    400,
    'bad_request',
  ],
  [
    'an absolute address',
    'GET http://localhost/nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n',
    404,
    'not_found',
  ],
])('%s is refused as a problem and harms nobody', async (_what, bytes, status, code) => {
  const { port, post } = await runServer(times);
  const answer = await rawRequest(port, bytes);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toContain('application/problem+json');
  expect(answer).toContain(`"code":"${code}"`);
  expect(answer).not.toMatch(/\.ts|node_modules|node:/);
  expect((await post('/api/webhook', '1')).status).toBe(202);
});

test('clients that vanish in the middle harm nobody', async () => {
  const { port, post, history, logLines, url } = await runServer();
  const beginnings = [
    '',
    'POST /api',
    'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n12',
    'GET /api/webhook/events HTTP/1.1\r\nHost: localhost\r\n\r\n',
    'GET /api/webhook/history HTTP/1.1\r\nHost: localhost\r\n\r\n',
  ];
  for (const bytes of beginnings) {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(bytes);
    await once(socket, 'connect');
    // Whoever came later is answered, so these bytes have been read.
    await fetch(`${url}/healthz`);
    socket.resetAndDestroy();
  }
  expect((await post('/api/webhook', '1')).status).toBe(202);
  expect(await history()).toHaveLength(1);
  // It is no defect of the server either.
  expect(logLines.join('')).not.toContain('internal error');
});

test('Expect: 100-continue is answered', async () => {
  const { port } = await runServer();
  const answer = await rawRequest(
    port,
    'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 1\r\nConnection: close\r\n\r\n1',
  );
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 202 /);
});

test('[ST1] a stream does not overtake an answer that is still under way', async () => {
  const { port } = await runServer();
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  socket.write(get('/metrics') + get('/api/webhook/events'));
  while (!answer.includes('event: hello')) {
    await new Promise((resolve) => socket.once('data', resolve));
  }
  expect(answer).toMatch(/^HTTP\/1\.1 200 .*process_cpu.*HTTP\/1\.1 200 .*text\/event-stream/s);
  socket.destroy();
});

test('[ST1] nonsense behind the request for a stream is not answered inside of it', async () => {
  const { port } = await runServer();
  const stream = 'GET /api/webhook/events HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const answer = await rawRequest(port, `${stream}nonsense\r\n\r\n`);
  expect(answer).not.toContain('bad_request');
  expect(answer).not.toMatch(/HTTP\/1\.1 .*HTTP\/1\.1 /s);
});

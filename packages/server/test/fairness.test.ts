import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { rawRequest } from './support/raw-request.ts';
import { runServer } from './support/running-server.ts';

const HEAD = 'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\n';
const LONG = 'X-A: 1\r\nX-A: 1\r\n';
const post = (headers: string, body: string) =>
  `${HEAD}${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

test.each([
  ['short', ''],
  ['long', LONG],
])(
  '[IN6] by the %s way a sender that waits is answered before one that does not is done',
  async (_, headers) => {
    const { port, history } = await runServer();
    const greedy = await open(port);
    const honest = await open(port);
    const COUNT = 3000;
    greedy.write(post(headers, '"greedy"').repeat(COUNT));
    let answers = 0;
    greedy.on('data', (bytes) => {
      answers += bytes.toString().split('HTTP/1.1 202').length - 1;
    });
    await once(greedy, 'data');
    for (let turn = 0; turn < 5; turn++) {
      honest.write(post('', '"honest"'));
      await once(honest, 'data');
    }
    const [last] = await history();
    expect(last?.id).toBeLessThan(COUNT);
    while (answers < COUNT) await once(greedy, 'data');
    expect((await history())[0]?.id).toBe(COUNT + 5);
  },
);

test('[IN6] of many large bodies a few pieces are taken in one turn, whoever sends them', async () => {
  const { port, server } = await runServer();
  let [pieces, most, answers] = [0, 0, 0];
  server.app.server.on('request', (request) => {
    const push = request.push.bind(request);
    request.push = (chunk, encoding) => {
      pieces++;
      return push(chunk, encoding);
    };
  });
  const senders = await Promise.all(Array.from({ length: 40 }, () => open(port)));
  for (const sender of senders) {
    sender.write(post('', JSON.stringify('x'.repeat(300_000))));
    sender.once('data', () => answers++);
  }
  while (answers < senders.length) {
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, pieces);
    pieces = 0;
  }
  expect(most).toBeLessThan(10);
});

test('[IN6] what a connection has sent is done in order and whole, however it comes', async () => {
  const { port, archive } = await runServer();
  const bodies = Array.from({ length: 300 }, (_, turn) =>
    JSON.stringify(`${turn}${'x'.repeat([1, 700, 20, 5000, 70_000][turn % 5] ?? 0)}`),
  );
  const requests = bodies.map((body, turn) => post(turn % 3 === 0 ? LONG : '', body));
  const last = `GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`;
  const answer = await rawRequest(port, requests.join('') + last);
  expect(answer.match(/HTTP\/1\.1 202/g)).toHaveLength(bodies.length);
  expect(answer).toMatch(/HTTP\/1\.1 200 OK(?!.*HTTP\/)/s);
  expect(archive.stored.map(({ payload }) => payload)).toEqual(bodies);
});

test('[IN6] a connection that is closed in the middle harms nobody', async () => {
  const { port, post: ask, logLines } = await runServer();
  for (const headers of ['', LONG]) {
    const greedy = await open(port);
    greedy.write(post(headers, '1').repeat(3000));
    await once(greedy, 'data');
    greedy.resetAndDestroy();
  }
  expect((await ask('/api/webhook', '1')).status).toBe(202);
  expect(logLines.join('')).not.toContain('internal error');
});

/** @needs openssl */
test('[IN6] with a certificate every webhook of a connection takes the fast path', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'];
  execFileSync('openssl', [...words, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const { port, server } = await runServer({
    'app.server.tls.cert': cert,
    'app.server.tls.key': key,
  });
  let long = 0;
  server.app.server.on('request', () => long++);
  const socket = connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  await once(socket, 'secureConnect');
  for (let turn = 0; turn < 20; turn++) {
    socket.write(post('', '1'));
    expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 202 /);
  }
  expect(long).toBe(0);
  socket.write(post(LONG, '1'));
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1\.1 202 /);
  expect(long).toBe(1);
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { type ClosedServer, runClosed, TOKEN } from './closed-server.ts';

const HOUR = 3_600_000;
const config = { 'app.profiles': ['mock'], 'app.stream.heartbeat': 100 } as const;

interface Line {
  isOpen: boolean;
  readonly closed: Promise<unknown>;
}

/** A stream that is open, with its first bytes read. */
async function stream({ port }: ClosedServer, header: string): Promise<Line> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  const line: Line = { isOpen: true, closed: once(socket, 'close') };
  socket.on('error', () => {});
  socket.on('close', () => {
    line.isOpen = false;
  });
  socket.write(`GET /api/webhook/events HTTP/1.1\r\nHost: localhost\r\n${header}\r\n\r\n`);
  const [bytes] = await once(socket, 'data');
  expect(String(bytes)).toMatch(/^HTTP\/1\.1 200/);
  socket.resume();
  return line;
}

async function telephone({ port }: ClosedServer, headers: Record<string, string>): Promise<Line> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers });
  onTestFinished(() => socket.terminate());
  socket.on('error', () => {});
  const line: Line = { isOpen: true, closed: once(socket, 'close') };
  socket.on('close', () => {
    line.isOpen = false;
  });
  await once(socket, 'open');
  return line;
}

test('[SE1] what is open for a login ends with its log-out, and what is open for others goes on', async () => {
  const server = await runClosed(config);
  const [mine, other] = [await server.cookie(), await server.cookie()];
  const ended = [
    await stream(server, `Cookie: ${mine}`),
    await stream(server, `Cookie: ${mine}`),
    await telephone(server, { cookie: mine }),
  ];
  const kept = [
    await stream(server, `Cookie: ${other}`),
    await telephone(server, { cookie: other }),
    await stream(server, `Authorization: Bearer ${TOKEN}`),
    await telephone(server, { authorization: `Bearer ${TOKEN}` }),
  ];
  // A connection that is merely kept for the next request is not cut.
  const headers = { cookie: mine };
  await (await fetch(`${server.url}/metrics`, { headers })).text();
  const answer = await fetch(`${server.url}/api/session`, { method: 'DELETE', headers });
  expect(answer.status).toBe(204);
  await Promise.all(ended.map(({ closed }) => closed));
  await (await server.post('/api/webhook', '{}')).text();
  expect(kept.map(({ isOpen }) => isOpen)).toEqual([true, true, true, true]);
});

test('[SE1] what is open for a login ends when the login runs out, but not while it is used', async () => {
  let now = Date.now();
  const server = await runClosed(config, { now: () => now });
  const [used, unused] = [await server.cookie(), await server.cookie()];
  const kept = await stream(server, `Cookie: ${used}`);
  const ended = [
    await stream(server, `Cookie: ${unused}`),
    await telephone(server, { cookie: unused }),
  ];
  now += 7 * HOUR;
  await fetch(`${server.url}/api/session`, { headers: { cookie: used } });
  now += 6 * HOUR;
  await Promise.all(ended.map(({ closed }) => closed));
  // One that was ended with them would be seen to be so only now.
  await (await server.post('/api/webhook', '{}')).text();
  expect(kept.isOpen).toBe(true);
  now += 7 * HOUR;
  await kept.closed;
});

import { once } from 'node:events';
import { connect as connectTcp, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { manual, never, runMock } from '../telephony-client.ts';

const BAKERY = '030 23125-101';

/** A client that shakes hands and from then on only does what the test says. */
async function rawClient(port: number): Promise<Socket> {
  const socket = connectTcp(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(
    'GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
  );
  await once(socket, 'data');
  return socket;
}

/** Not `once`, which a reset would make fail. */
const closeOf = (socket: Socket) =>
  new Promise<void>((resolve) => socket.on('close', () => resolve()));

/** A masked text frame of less than 126 bytes. */
function frameOf(text: string): Buffer {
  const payload = Buffer.from(text);
  return Buffer.concat([Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0]), payload]);
}

test('[TE4] every one of fifty sockets is told everything, in the same order', async () => {
  const { connect, call, post } = await runMock();
  const clients = await Promise.all(Array.from({ length: 50 }, connect));
  const { callId } = await call({ from: BAKERY });
  await post(`/api/mock/calls/${callId}/answer`);
  await post(`/api/mock/calls/${callId}/hangup`);
  for (const client of clients) {
    await client.event('call.ended');
    expect(client.told()).toEqual(['ringing', 'connected', 'ended']);
    expect(client.frames).toEqual(clients[0]?.frames.with(0, client.frames[0] ?? {}));
  }
});

test('[TE4] a client that vanishes is found by ping and harms nobody', async () => {
  const schedule = manual();
  const { port, connect, call, logLines } = await runMock({}, { schedule });
  const dead = await rawClient(port);
  const alive = await connect();
  const closed = closeOf(dead);
  schedule.next();
  // The living one has answered its ping when it is answered a command.
  await once(alive.socket, 'ping');
  await alive.ask('calls');
  schedule.next();
  await closed;
  expect(logLines.join('')).toContain('"reason":"silent"');
  await call({ from: BAKERY });
  await alive.event('call.ringing');
});

test('[TE4] a client that is gone in the middle of a frame or handshake harms nobody', async () => {
  const { port, connect } = await runMock();
  const half = await rawClient(port);
  half.write(frameOf('{"id":"1"}').subarray(0, 7));
  half.resetAndDestroy();
  const none = connectTcp(port, '127.0.0.1');
  none.write(
    'GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  );
  none.resetAndDestroy();
  const broken = await rawClient(port);
  broken.write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
  await closeOf(broken);
  expect((await (await connect()).ask('calls')).ok).toBe(true);
});

test('[TE4] a client that does not read is cut once too much waits for it', async () => {
  const { port, connect, logLines } = await runMock();
  const deaf = await rawClient(port);
  deaf.pause();
  const closed = closeOf(deaf);
  const other = await connect();
  const ask = frameOf('{"id":"1","command":"addressCache"}');
  const isCut = () => logLines.some((line) => line.includes('"reason":"unread"'));
  while (!isCut()) {
    for (let i = 0; i < 100; i++) deaf.write(ask);
    expect((await other.ask('calls')).ok).toBe(true);
  }
  deaf.resume();
  await closed;
  expect((await other.ask('calls')).ok).toBe(true);
});

test('[TE4] a flood is slowed down, answered in full, and others are served meanwhile', async () => {
  const { connect } = await runMock();
  const flood = await connect();
  const other = await connect();
  const count = 3000;
  for (let i = 0; i < count; i++) flood.socket.send(`{"id":"f${i}","command":"calls"}`);
  let served = 0;
  while (flood.frames.length < count) {
    expect((await other.ask('calls')).ok).toBe(true);
    served++;
  }
  expect(served).toBeGreaterThan(2);
  await flood.frame((frame) => frame.id === `f${count - 1}`);
  const ids = flood.frames.flatMap(({ id }) => (id === undefined ? [] : [id]));
  expect(ids).toEqual(Array.from({ length: count }, (_, i) => `f${i}`));
});

test('[TE4] rubbish from one client does not reach another', async () => {
  const { connect } = await runMock();
  const noisy = await connect();
  const other = await connect();
  for (let i = 0; i < 300; i++) noisy.socket.send('\u0000rubbish');
  await expect.poll(() => noisy.frames.length).toBe(301);
  expect(other.frames).toHaveLength(1);
});

test('[TE4] on shutdown sockets are closed with 1001, and one that does not answer is cut', async () => {
  const { connect, port, server } = await runMock({}, { schedule: never });
  const polite = await connect();
  const deaf = await rawClient(port);
  const closed = once(polite.socket, 'close');
  const cut = closeOf(deaf);
  await server.stop();
  const [code] = await closed;
  expect(code).toBe(1001);
  await cut;
});

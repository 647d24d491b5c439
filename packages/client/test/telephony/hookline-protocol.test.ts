import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { runServer } from '../../../server/test/support/running-server.ts';
import { fetchTelephonyAddress, fetchTelephonyUrl } from '../../src/telephony/index.ts';
import { cutLine } from '../support/cut-line.ts';
import { PlayedTime } from '../support/played-time.ts';
import { phone, runOffice } from './support/office.ts';

const PARTY = { raw: '21', number: '21', name: null, anonymous: false };
const RINGING = {
  callId: '1',
  direction: 'in',
  state: 'ringing',
  from: PARTY,
  to: PARTY,
  startedAt: '2026-01-05T08:00:00.000Z',
};
const hello = (data: object = {}) => ({
  event: 'hello',
  seq: 7,
  timestamp: '2026-01-05T08:00:00.000Z',
  data: { protocol: 1, extension: '21', calls: [], ...data },
});

/** A telephony app that says what a test lets it say. */
async function app(welcome: (say: (frame: unknown) => void, socket: WebSocket) => void) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const sockets: WebSocket[] = [];
  server.on('connection', (socket) => {
    sockets.push(socket);
    const say = (frame: unknown) =>
      socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
    welcome(say, socket);
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.terminate();
    server.close();
  });
  return { url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`, sockets };
}

test('[CL7] a line that goes dead without a word is found, and replaced', async () => {
  const office = await runOffice();
  const line = await cutLine(office.port);
  const time = new PlayedTime();
  const url = `${line.url.replace('http', 'ws')}/ws`;
  const { now, until } = phone({ url, timers: time });
  await until(({ phoneBook }) => phoneBook.source === 'cache');
  line.cut();
  time.pass(20_000);
  expect(now().state).toBe('live');
  time.pass(10_000);
  await until(({ state }) => state === 'waiting');
  line.mend();
  time.pass(2000);
  await until(({ state }) => state === 'live');
  expect(line.connections).toBe(2);
});

test('[CL7] rubbish, unknown events and calls that lack fields end nothing', async () => {
  const { url } = await app((say) => {
    say('{');
    say('null');
    say({ event: 'call.ringing', seq: 1, data: RINGING });
    say(hello());
    say([]);
    say({ id: 'never asked', ok: true });
    say({ event: 'fax.received', seq: 8, data: {} });
    say({ event: 'call.ringing', seq: 9, data: 'x' });
    say({ event: 'call.ringing', seq: 10, data: { callId: 4, state: 'ringing' } });
    say({ event: 'call.ringing', seq: 11, data: { callId: '4', state: 'ringing' } });
  });
  const { now, until } = phone({ url });
  await until(({ calls }) => calls.length === 1);
  expect(now()).toMatchObject({ state: 'live', extension: '21' });
  expect(now().calls[0]).toMatchObject({
    callId: '4',
    from: { raw: '', number: null, name: null },
    features: [],
    endCause: null,
  });
});

test('[CL7] an answer that was never told shows when the calls are asked for', async () => {
  const { url } = await app((say, socket) => {
    say(hello({ calls: [RINGING] }));
    socket.on('message', (bytes) => {
      const { id, command } = JSON.parse(String(bytes));
      const calls = [{ ...RINGING, state: 'connected' }];
      if (command === 'calls') say({ id, command, ok: true, result: { calls } });
    });
  });
  const { telephony, until } = phone({ url });
  await until(({ calls }) => calls[0]?.state === 'ringing');
  telephony.retry();
  await until(({ calls }) => calls[0]?.state === 'connected');
});

test('[CL7] a command that is not answered fails in the end, or when the line is lost', async () => {
  const { url, sockets } = await app((say) => say(hello()));
  const time = new PlayedTime();
  const { telephony, until } = phone({ url, timers: time });
  await until(({ state }) => state === 'live');
  const late = expect(telephony.dial('22')).rejects.toMatchObject({ code: 'timeout' });
  time.pass(10_000);
  await late;
  const cut = expect(telephony.dial('22')).rejects.toMatchObject({ code: 'offline' });
  sockets[0]?.terminate();
  await cut;
});

test('[CL7] a telephony app of another protocol, or none at all, is tried again and again', async () => {
  const other = await app((say) => say(hello({ protocol: 2 })));
  const time = new PlayedTime();
  const { until } = phone({ url: other.url, timers: time });
  await until(({ state }) => state === 'waiting');
  time.pass(2000);
  await until(() => other.sockets.length === 2);

  const nobody = phone({ url: 'no address' });
  expect(nobody.now().state).toBe('waiting');
});

test('[CL7] the backend tells where the telephony app is', async () => {
  const office = await runOffice();
  expect(await fetchTelephonyUrl({ baseUrl: office.url })).toBe(office.socket);
  const without = await runServer();
  expect(await fetchTelephonyUrl({ baseUrl: without.url })).toBeNull();
  expect(await fetchTelephonyAddress({ baseUrl: office.url })).toEqual({
    url: office.socket,
    system: 'mock',
    desks: [],
    push: null,
  });
});

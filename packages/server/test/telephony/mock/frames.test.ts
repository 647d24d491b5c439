import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { expect, test } from 'vitest';
import { WebSocket as Client } from 'ws';
import { rawRequest } from '../../support/raw-request.ts';
import { runMock } from '../telephony-client.ts';

const id = (value: string) => `"id":"${value}"`;

test.each<[string, string | Buffer, string | null, string]>([
  ['no JSON', '{', null, 'bad_request'],
  ['an empty text', '', null, 'bad_request'],
  ['a list', `[{${id('1')}}]`, null, 'bad_request'],
  ['null', 'null', null, 'bad_request'],
  ['no id', '{"command":"calls"}', null, 'bad_request'],
  ['an id that is an object', '{"id":{},"command":"calls"}', null, 'bad_request'],
  ['no command', `{${id('5')}}`, '5', 'bad_request'],
  ['a command that is a number', `{${id('5')},"command":7}`, '5', 'bad_request'],
  ['params that are a list', `{${id('5')},"command":"calls","params":[]}`, '5', 'bad_request'],
  ['an unknown command', `{${id('5')},"command":"fly"}`, '5', 'unknown_command'],
  ['binary JSON', Buffer.from(`{${id('5')},"command":"calls"}`), '5', 'bad_request'],
  ['binary rubbish', Buffer.from([0, 1, 2, 255]), null, 'bad_request'],
  ['64 KiB and more', `{${id('5')},"x":"${'x'.repeat(65_536)}"}`, '5', 'bad_request'],
  // Read as a whole, a megabyte of tiny objects would hold up everybody.
  [
    '64 KiB and its id behind them',
    `{"x":"${'x'.repeat(65_536)}",${id('5')}}`,
    null,
    'bad_request',
  ],
  ['64 KiB of rubbish', 'x'.repeat(70_000), null, 'bad_request'],
  ['1 MiB less a bit', `{${id('5')},"x":"${'x'.repeat(1_048_000)}"}`, '5', 'bad_request'],
])('[TE4] %s is answered and the socket stays open', async (_title, frame, expected, code) => {
  const { connect } = await runMock();
  const client = await connect();
  client.socket.send(frame, { binary: Buffer.isBuffer(frame) });
  const answer = await client.frame((each) => each.event === undefined);
  expect(answer).toMatchObject({ id: expected, ok: false, error: { code } });
  expect((await client.ask('calls')).ok).toBe(true);
});

test('[TE4] text that is not UTF-8 is answered too', async () => {
  const { connect } = await runMock();
  const client = await connect();
  // The package sends bytes as text without looking at them.
  client.socket.send(Buffer.from([0x22, 0xff, 0x22]), { binary: false });
  const answer = await client.frame((each) => each.event === undefined);
  expect(answer).toMatchObject({ id: null, error: { code: 'bad_request' } });
  expect((await client.ask('calls')).ok).toBe(true);
});

test('[TE4] a number as id comes back as a number', async () => {
  const { connect } = await runMock();
  const client = await connect();
  client.socket.send('{"id":7,"command":"calls"}');
  expect(await client.frame((frame) => frame.id === 7)).toEqual({
    id: 7,
    command: 'calls',
    ok: true,
    result: { calls: [] },
  });
});

test('[TE4] only a frame beyond 1 MiB closes, with 1009', async () => {
  const { connect } = await runMock();
  const client = await connect();
  const other = await connect();
  client.socket.send('x'.repeat(1_048_577));
  const [code] = await once(client.socket, 'close');
  expect(code).toBe(1009);
  expect((await other.ask('calls')).ok).toBe(true);
});

test("[TE4] Node's own WebSocket speaks with it as well", async () => {
  const { port, call } = await runMock();
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  const events: string[] = [];
  const seen = new Promise<void>((resolve) => {
    socket.addEventListener('message', ({ data }) => {
      const { event, ok } = JSON.parse(String(data));
      events.push(event ?? ok);
      if (event === 'hello') socket.send('{"id":"1","command":"calls"}');
      if (ok) void call({ from: '030 23125-101' });
      if (event === 'call.ringing') resolve();
    });
  });
  await seen;
  expect(events).toEqual(['hello', true, 'call.ringing']);
  socket.close();
});

const HANDSHAKE = [
  'GET /ws HTTP/1.1',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
];

test.each<[string[], number, string]>([
  [['Host: localhost', 'Origin: https://evil.example.com'], 403, 'cross_site'],
  [['Host: localhost', 'Origin: null'], 403, 'cross_site'],
  [['Host: localhost', 'Sec-Fetch-Site: cross-site'], 403, 'cross_site'],
  [['Host: evil.example.com'], 421, 'misdirected'],
])('[TE4] a handshake with %j is %i %s', async (headers, status, code) => {
  const { port } = await runMock();
  const text = await rawRequest(port, `${[...HANDSHAKE, ...headers].join('\r\n')}\r\n\r\n`);
  expect(text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(text).toContain('application/problem+json');
  expect(text).toContain(`"code":"${code}"`);
});

test.each([
  ['no Origin', {}, {}],
  ['our own Origin', { Host: 'localhost', Origin: 'http://localhost' }, {}],
  [
    'an allowed Origin',
    { Origin: 'https://office.example.com' },
    { 'app.server.allowed-origins': ['https://office.example.com'] },
  ],
])('[TE4] a handshake with %s is let in', async (_title, headers, config) => {
  const { port } = await runMock(config);
  const socket = new Client(`ws://127.0.0.1:${port}/ws`, { headers });
  await once(socket, 'message');
  socket.terminate();
});

test('[TE4] what is no handshake at /ws is 426, and upgrades elsewhere are ordinary requests', async () => {
  const { port, url } = await runMock();
  const plain = await fetch(`${url}/ws`);
  expect(plain.status).toBe(426);
  expect(await plain.json()).toMatchObject({ code: 'upgrade_required' });

  const ask = (lines: string[]) =>
    rawRequest(port, `${[...lines, 'Host: localhost'].join('\r\n')}\r\n\r\n`);
  const h2c = ['Upgrade: h2c', 'Connection: Upgrade', 'HTTP2-Settings: AAMAAABkAAQAAP__'];
  expect(await ask(['GET /ws HTTP/1.1', ...h2c])).toMatch(/^HTTP\/1\.1 426 /);
  const badKey = HANDSHAKE.map((line) => line.replace('AAAAAAAA', 'A'));
  const refused = await ask(badKey);
  expect(refused).toMatch(/^HTTP\/1\.1 426 /);
  expect(refused).toContain('"code":"upgrade_required"');

  const socket = connectTcp(port, '127.0.0.1');
  socket.write(`GET /healthz HTTP/1.1\r\nHost: localhost\r\n${h2c.join('\r\n')}\r\n\r\n`);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});

test('[TE4] a handshake behind a request that waits for its answer harms nobody', async () => {
  const { port, url } = await runMock();
  const request = 'GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n';
  const handshake = `${[...HANDSHAKE, 'Host: localhost'].join('\r\n')}\r\n\r\n`;
  expect(await rawRequest(port, request + handshake)).not.toContain(' 101 ');
  expect(await rawRequest(port, handshake + handshake)).not.toMatch(/ 101 .* 101 /s);
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
});

import { createSocket, type Socket } from 'node:dgram';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { registeredPhone, ringingPhone } from './sip-phone.ts';
import { answerTo, request } from './sip-registrar.ts';

/**
 * What somebody can do who does not see what is said: they find the telephone's port by trying all
 * of them, and write the registrar's address as their own, so here the registrar says it for them.
 */

const registers = (heard: readonly string[]) =>
  heard.filter((text) => text.startsWith('REGISTER '));

/** An answer made up of what was asked, or of nothing. */
function answer(status: string, asked: string, change: (line: string) => string): string[] {
  return [
    ...answerTo(asked, status).map((line, at) => (at > 0 ? change(line) : line)),
    'Min-Expires: 600',
  ];
}

const BLIND = [
  'Via: SIP/2.0/UDP 127.0.0.1',
  'From: <sip:620@127.0.0.1>',
  'To: <sip:620@127.0.0.1>',
  'Call-ID: x',
  'CSeq: 1 REGISTER',
];

test.each(['403 Forbidden', '200 OK', '401 Unauthorized', '423 Interval Too Brief', '500 Broken'])(
  '[TS15] %s that answers nothing takes no telephone away and begins no second registration',
  async (status) => {
    const { registrar, time, system, heard } = await registeredPhone();
    for (let i = 0; i < 200; i++) {
      registrar.say([`SIP/2.0 ${status}`, ...BLIND]);
      if (i % 50 === 0) await registrar.settled();
    }
    await registrar.settled();
    expect([heard.down, system.trouble?.()]).toEqual([0, undefined]);
    for (const expected of [2, 3]) {
      time.pass(15_000);
      await expect.poll(() => registers(registrar.heard).length).toBe(expected);
      await registrar.settled();
    }
    expect(registers(registrar.heard)).toHaveLength(3);
  },
);

test.each<[string, (line: string) => string]>([
  ['without a branch', (line) => line.replace(/;branch=[^;]*/, '')],
  ['with an empty branch', (line) => line.replace(/;branch=[^;]*/, ';branch=')],
  ['with another branch', (line) => line.replace(/;branch=[^;]*/, ';branch=z9hG4bKx')],
  ['with another Call-ID', (line) => line.replace(/^Call-ID: .*/, 'Call-ID: x')],
  ['with another number', (line) => line.replace(/^CSeq: \d+/, 'CSeq: 77')],
  ['to another method', (line) => line.replace(/^(CSeq: \d+) .*/, '$1 INVITE')],
])('[TS15] an answer %s is none to what was asked', async (_name, change) => {
  const { registrar, time, system, heard, isUp } = await ringingPhone((one) => {
    one.verdict = () => undefined;
  });
  const asked = await registrar.hears(/^REGISTER /);
  for (const status of ['403 Forbidden', '200 OK', '423 Too Brief', '407 Wanted']) {
    registrar.say(answer(status, asked, change));
  }
  await registrar.settled();
  expect([heard.down, system.trouble?.()]).toEqual([0, 'not registered as a telephone yet']);
  // The right one still counts, and what was asked is asked no more.
  registrar.say(answer('200 OK', asked, (line) => line));
  await isUp();
  time.pass(14_000);
  await registrar.settled();
  expect(registers(registrar.heard)).toHaveLength(1);
});

test('[TS15] the answer to what was asked first does not count for what is asked next', async () => {
  const { registrar, system, isUp } = await ringingPhone((one) => {
    one.verdict = () => undefined;
  });
  const first = await registrar.hears(/^REGISTER /);
  const challenge = 'WWW-Authenticate: Digest realm="office", nonce="abc"';
  registrar.say([...answer('401 Unauthorized', first, (line) => line), challenge]);
  const second = await registrar.hears(/^REGISTER .*\r\nAuthorization:/s);
  for (const status of ['200 OK', '403 Forbidden', '401 Unauthorized']) {
    registrar.say([...answer(status, first, (line) => line), challenge]);
  }
  await registrar.settled();
  expect(system.trouble?.()).toBe('not registered as a telephone yet');
  expect(registers(registrar.heard)).toHaveLength(2);
  registrar.say(answer('200 OK', second, (line) => line));
  await isUp();
});

test('[TS15] a goodbye ends with its own answer, and never registers anew', async () => {
  const { registrar, system } = await registeredPhone();
  const [first = ''] = registrar.heard;
  registrar.verdict = () => undefined;
  let isClosed = false;
  const closed = (async () => {
    await system.close?.();
    isClosed = true;
  })();
  const goodbye = await registrar.hears(/^REGISTER .*^Expires: 0\r$/ms);
  for (const status of ['200 OK', '403 Forbidden']) {
    registrar.say([`SIP/2.0 ${status}`, ...BLIND]);
    registrar.say(answer(status, first, (line) => line));
  }
  // Nothing is answered any more; what the telephone says next comes after all of that.
  registrar.say(
    answer('401 Unauthorized', goodbye, (line) => line).concat(
      'WWW-Authenticate: Digest realm="office", nonce="abc"',
    ),
  );
  const proof = await registrar.hears(/^REGISTER .*\r\nAuthorization:/s);
  expect(isClosed).toBe(false);
  registrar.say(answer('423 Interval Too Brief', proof, (line) => line));
  await closed;
  expect(
    registers(registrar.heard)
      .slice(1)
      .every((text) => /^Expires: 0\r$/m.test(text)),
  ).toBe(true);
});

test('[TS15] that a datagram was refused, as anybody can write, takes no telephone away', async () => {
  const { registrar, time, system, heard } = await registeredPhone();
  registrar.say(request('INVITE', { id: 'a' }));
  await registrar.settled();
  const { port } = registrar;
  await registrar.stop();
  time.pass(15_000);
  await registrar.listen(port);
  const before = registrar.heard.length;
  await expect
    .poll(() => {
      time.pass(500);
      return registers(registrar.heard.slice(before)).length;
    })
    .toBeGreaterThan(0);
  await registrar.settled();
  expect([heard.down, system.trouble?.(), system.live().length]).toEqual([0, undefined, 1]);
});

test('[TS15] what a stranger says before the socket is connected is not heard', async () => {
  const stranger = createSocket('udp4').bind(0, '127.0.0.1');
  await once(stranger, 'listening');
  onTestFinished(() => void stranger.close());
  const onSocket = (message: unknown) => {
    const { socket } = message as { socket: Socket };
    // The one that connects: between its bind and its connect it hears everybody.
    socket.once('listening', () => {
      const lines = request('INVITE', { id: 'early' });
      stranger.send(`${lines.join('\r\n')}\r\n\r\n`, socket.address().port, '127.0.0.1');
    });
  };
  const { registrar, words } = await registeredPhone(() => subscribe('udp.socket', onSocket));
  unsubscribe('udp.socket', onSocket);
  await registrar.settled();
  expect(words()).toEqual([]);
});

test.each<[string, Parameters<typeof request>[1]]>([
  ['Call-ID', { id: 'other', branch: 'a' }],
  ['branch', { id: 'a', branch: 'other' }],
  ['number', { id: 'a', cseq: 2 }],
  ['caller', { id: 'a', fromTag: 'other' }],
])('[TS15] CANCEL and ACK with another %s are of no call that rings here', async (_name, said) => {
  const { registrar, time, words } = await registeredPhone();
  registrar.say(request('INVITE', { id: 'a' }));
  registrar.say(request('CANCEL', said));
  await registrar.hears(/^SIP\/2.0 481 .*CSeq: \d+ CANCEL/s);
  expect(words()).toEqual(['ringing 03023125101']);

  registrar.say(request('CANCEL', { id: 'a' }));
  const end = await registrar.hears(/^SIP\/2.0 487 /);
  const [, to = ''] = /^To: (.*)\r$/m.exec(end) ?? [];
  registrar.say(request('ACK', { to, ...said }));
  registrar.say(request('ACK', { id: 'a' }));
  await registrar.settled();
  const ends = () => registrar.heard.filter((text) => text.startsWith('SIP/2.0 487 ')).length;
  expect(ends()).toBe(1);
  time.pass(500);
  await registrar.settled();
  expect(ends()).toBe(2);
  registrar.say(request('ACK', { id: 'a', to }));
  await registrar.settled();
  time.pass(8000);
  await registrar.settled();
  expect(ends()).toBe(2);
});

test('[TS15] where calls come to the address that was registered, those to another one are made up', async () => {
  const { registrar, time, words } = await registeredPhone();
  const [, uri = ''] = /^Contact: <(.*)>\r$/m.exec(registrar.heard[0] ?? '') ?? [];
  // A telephone system that does not keep the address is heard all the same.
  registrar.say(request('INVITE', { id: 'a' }));
  registrar.say(request('INVITE', { id: 'b', uri }));
  for (let i = 0; i < 230; i++) {
    registrar.say(request('INVITE', { id: `f${i}` }));
    if (i % 20 === 0) await registrar.settled();
  }
  registrar.say(request('CANCEL', { id: 'b' }));
  await registrar.settled();
  time.pass(3000);
  registrar.say(request('INVITE', { id: 'c', uri }));
  await registrar.settled();
  expect(words()).toEqual([
    ...['ringing 03023125101', 'ringing 03023125101'],
    ...['ended 03023125101 missed', 'ringing 03023125101'],
  ]);
  // Callers see the address in the answer: what was registered must not be read off it.
  const ring = await registrar.hears(/^SIP\/2.0 180 /);
  expect(ring).not.toContain(uri);
});

import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import type { SipAccount } from '../../src/config/kinds/sip-accounts.ts';
import { sipLength, sipMessage } from '../../src/telephony/systems/sip/message.ts';
import { runServer } from '../support/running-server.ts';
import { PASSWORD, SipOffice } from './sip-office.ts';
import { registeredPhone, ringingPhone } from './sip-phone.ts';
import { request, SipRegistrar } from './sip-registrar.ts';
import { connectTo } from './telephony-client.ts';

async function runAccount(office: SipOffice, more: Partial<SipAccount>) {
  const account: SipAccount = {
    ...{ name: 'Zentrale', user: '620', login: '620', password: PASSWORD, lines: [] },
    ...{ host: '127.0.0.1', port: office.port, transport: 'udp', domain: 'office' },
    ...more,
  };
  const server = await runServer({
    'app.telephony.system': 'sip',
    'app.telephony.sip.accounts': [account],
    'app.archive.url': 'off',
  });
  const readiness = async () => (await fetch(`${server.url}/readyz`)).json();
  return {
    server,
    status: async () => (await readiness()).status,
    said: async () => String((await readiness()).reasons),
  };
}

/** From now on they are trusted as those of the machine are. */
function trusts(certificate: string): void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
}

test.each(['tcp', 'tls'] as const)(
  '[TS15] registers at Kamailio by %s, at a domain that is not the registrar, rings, and comes back when the line was cut',
  async (transport) => {
    const office = await SipOffice.open(transport);
    if (transport === 'tls') trusts(office.certificate);
    const { server, status, said } = await runAccount(office, { transport });
    await expect.poll(status).toBe('ready');
    const page = await connectTo(server.port, '/api/telephony/ws');
    await office.caller('gives up');
    expect(await page.event('call.ended')).toMatchObject({
      endCause: 'missed',
      from: { number: '+493023125101' },
      to: { raw: '600', name: 'Zentrale' },
    });
    await office.close();
    await expect.poll(said).toMatch(/no line to the registrar at 127\.0\.0\.1:\d+ \(/);
    await office.reopen();
    await expect.poll(status).toBe('ready');
    await server.server.stop();
    await office.says('unregistered 620');
  },
);

test('[TS15] a registrar that cannot show who it is gets no password', async () => {
  const office = await SipOffice.open('tls', 'DNS:office.example');
  const unknown = await runAccount(office, { transport: 'tls' });
  await expect.poll(unknown.said).toContain('self-signed certificate');
  // Trusted, it may still be that of somebody else; the host or the domain has to stand in it.
  trusts(office.certificate);
  const other = await runAccount(office, { transport: 'tls', domain: 'elsewhere.example' });
  await expect.poll(other.said).toMatch(/altnames/);
  const right = await runAccount(office, { transport: 'tls', domain: 'office.example' });
  await expect.poll(right.status).toBe('ready');
});

const MESSAGE = (id: string, body: string, length = String(Buffer.byteLength(body))) =>
  [...request('MESSAGE', { id }).slice(0, -1), `l: ${length}`, '', body].join('\r\n');

test('[TS15] in whatever pieces a stream comes, the same messages are in it', () => {
  const piece = fc.oneof(
    fc.constant('\r\n'),
    fc.constant('\r\n\r\n'),
    fc.tuple(fc.nat(9), fc.string({ maxLength: 30 })).map(([id, body]) => MESSAGE(`${id}`, body)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), fc.array(fc.nat(80)), (pieces, cuts) => {
      const all = Buffer.from(pieces.join(''));
      const whole = pieces.filter((text) => text.startsWith('MESSAGE')).length;
      let [rest, at, found]: [Buffer, number, number] = [Buffer.alloc(0), 0, 0];
      for (const cut of [...cuts, all.length]) {
        rest = Buffer.concat([rest, all.subarray(at, at + cut)]);
        at += cut;
        for (let length = sipLength(rest); length; length = sipLength(rest)) {
          if (sipMessage(rest.subarray(0, length))) found++;
          rest = rest.subarray(length);
        }
      }
      expect([found, rest.length]).toEqual([whole, 0]);
    }),
  );
});

test.each([
  ['a head without an end', `INVITE sip:a SIP/2.0\r\nX: ${'y'.repeat(17_000)}`],
  ['a body without a length', MESSAGE('a', '').replace(/^l:.*\r\n/m, '')],
  ['a body that is too long', MESSAGE('a', '', '60000')],
  ['a length that is none', MESSAGE('a', '', '-1')],
])('[TS11] %s ends a stream: nobody would find the next message', (_name, text) => {
  expect(sipLength(Buffer.from(text))).toBeUndefined();
});

test('[TS11] a datagram with half of its body is passed over', () => {
  expect(sipMessage(Buffer.from(MESSAGE('a', 'abc')))?.body.toString()).toBe('abc');
  expect(sipMessage(Buffer.from(MESSAGE('a', 'abc', '4')))).toBeUndefined();
  expect(sipMessage(Buffer.from(MESSAGE('a', 'abc', 'x')))).toBeUndefined();
  expect(sipMessage(Buffer.from(MESSAGE('a', 'abc').replace(/^l:.*\r\n/m, '')))?.body).toHaveLength(
    3,
  );
});

test('[TS15] of several proofs that a registrar takes, the strongest one is given', async () => {
  const asks = ['MD5', 'SHA-256', 'SHA-512-256'].map(
    (name) => `WWW-Authenticate: Digest realm="office", nonce="n", algorithm=${name}, qop="auth"`,
  );
  const { registrar } = await registeredPhone((one) => {
    one.verdict = (text) =>
      SipRegistrar.isRight(text) ? ['200 OK', 'Expires: 120'] : ['401 Unauthorized', ...asks];
  });
  expect(registrar.heard.at(-1)).toContain('algorithm=SHA-256');
  const { system } = await ringingPhone((one) => {
    one.verdict = () => ['401 No', 'WWW-Authenticate: Digest realm="o", nonce="n", qop="auth-int"'];
  });
  await expect
    .poll(() => system.trouble?.())
    .toContain('a proof of the password that is not known');
});

test('[TS15] of several accounts each rings by itself, and says which line it is', async () => {
  const other = await SipRegistrar.start();
  other.verdict = () => ['403 Forbidden'];
  const { registrar, told, system } = await ringingPhone(undefined, {
    accounts: [other.account({ name: 'Notdienst', lines: ['040 66969-200'] })],
  });
  // The other one does not keep this one from being heard; that it is down is said all the same.
  await expect
    .poll(() => system.trouble?.())
    .toMatch(/^[^;]*Notdienst in app.telephony.sip.accounts/);
  await expect.poll(() => system.refusal?.()).toBeUndefined();
  registrar.say(request('INVITE', { id: 'a' }));
  await registrar.settled();
  expect(told.at(-1)?.call.to).toMatchObject({ raw: '04066969100', name: null });
});

test('[TS15] one call at two lines is one call, and a line of ours goes before any other number', async () => {
  const second = await SipRegistrar.start();
  const { registrar, told, words, time } = await registeredPhone(undefined, {
    accounts: [second.account({ name: 'Notdienst', lines: ['040 66969-200'] })],
  });
  const diverted = {
    to: '<sip:01713920012@office>',
    more: ['History-Info: <sip:+494066969200@office>;index=1, <sip:01713920012@office>;index=2'],
  };
  second.say(request('INVITE', { id: 'a', ...diverted }));
  await second.settled();
  registrar.say(request('INVITE', { id: 'a', branch: 'x', ...diverted }));
  await registrar.settled();
  expect(told.map(({ call }) => [call.to.raw, call.to.name])).toEqual([
    ['+494066969200', 'Notdienst'],
  ]);
  second.say(request('CANCEL', { id: 'a' }));
  await second.settled();
  time.pass(5000);
  expect(words()).toEqual(['ringing 03023125101']);
  registrar.say(request('CANCEL', { id: 'a', branch: 'x' }));
  await registrar.settled();
  time.pass(3000);
  expect(words().at(-1)).toBe('ended 03023125101 missed');
});

import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/load.ts';
import { type SipAnswer, sipMessage } from '../../src/telephony/systems/sip/message.ts';
import { Proof } from '../../src/telephony/systems/sip/proof.ts';
import { sendRepeatedly } from '../../src/telephony/systems/sip/repeat.ts';
import { virtualTime } from '../support/virtual-time.ts';
import { registeredPhone, ringingPhone } from './sip-phone.ts';
import { request, SipRegistrar } from './sip-registrar.ts';

const CHALLENGE = 'WWW-Authenticate: Digest realm="office", nonce="abc", algorithm=MD5, qop="auth"';
const OLD_CHALLENGE = 'WWW-Authenticate: Digest realm="office",nonce="abc",opaque="o"';

test.each([
  ['with a count', '401 Unauthorized', CHALLENGE],
  ['as of old', '401 Unauthorized', OLD_CHALLENGE],
  ['as of a proxy', '407 Wanted', CHALLENGE.replace('WWW', 'Proxy')],
])(
  '[TS9] answers a challenge %s, and registers again and again',
  async (_name, status, challenge) => {
    let nonce = 'abc';
    const { registrar, time, heard } = await registeredPhone((one) => {
      one.verdict = (text) =>
        SipRegistrar.isRight(text) && text.includes(`nonce="${nonce}"`)
          ? ['200 OK', 'Expires: 120']
          : [status, challenge.replace('abc', nonce)];
    });
    const asked = () => registrar.heard.filter((text) => text.startsWith('REGISTER '));
    expect(asked()).toHaveLength(2);
    expect(asked()[0]).toMatch(/^REGISTER sip:127\.0\.0\.1 SIP\/2\.0\r\n/);
    expect(asked()[1]?.includes('opaque="o"')).toBe(challenge === OLD_CHALLENGE);
    time.pass(15_000);
    await registrar.hears(/^REGISTER /, 2);
    await registrar.settled();
    // The challenge holds; its count has grown.
    expect(asked()).toHaveLength(3);
    const [, count] = /nc=(\d+)/.exec(asked()[2] ?? '') ?? [];
    expect(count).toBe(challenge === OLD_CHALLENGE ? undefined : '00000002');

    // The challenge has become too old: that is no wrong password.
    nonce = 'def';
    time.pass(15_000);
    await expect.poll(() => asked().length).toBe(5);
    await registrar.settled();
    time.pass(15_000);
    await expect.poll(() => asked().length).toBe(6);
    expect(heard.down).toBe(0);
  },
);

test('[TS15] a second challenge within a registration is answered, too, as that of a proxy before it is', async () => {
  let nonces = 0;
  const fresh = () => `WWW-Authenticate: Digest realm="office", nonce="n${++nonces}", qop="auth"`;
  const proxy = 'Proxy-Authenticate: Digest realm="gate", nonce="p", qop="auth"';
  let refusals = 1;
  const { registrar, heard } = await registeredPhone((one) => {
    one.verdict = (text) => {
      if (!text.includes('Proxy-Authorization:')) return ['407 Wanted', proxy];
      // A nonce that another of several registrars has given, and which none says is stale.
      if (!text.includes('\nAuthorization:') || refusals-- > 0)
        return ['401 Unauthorized', fresh()];
      return ['200 OK', 'Expires: 120'];
    };
  });
  expect(heard.down).toBe(0);
  const last = registrar.heard.at(-1) ?? '';
  expect(last).toMatch(/^Proxy-Authorization: .*realm="gate"/m);
  expect(last).toMatch(/^Authorization: .*realm="office"/m);
});

test('[TS15] a password that was refused is tried once at a time, not twice', () => {
  const proof = new Proof({ user: '620', password: 'x' });
  let nonces = 0;
  const asks = (stale = '') => {
    const text = ['SIP/2.0 401 No', ...request('REGISTER', { id: 'a' }).slice(1)];
    const challenge = `WWW-Authenticate: Digest realm="x", nonce="${++nonces}"${stale}`;
    return sipMessage(Buffer.from(`${[...text, challenge].join('\r\n')}\r\n\r\n`)) as SipAnswer;
  };
  const demands = (count: number, stale?: string) => {
    const attempt = new Map<string, number>();
    return Array.from({ length: count }, () => proof.demanded(asks(stale), attempt));
  };
  expect(demands(3)).toEqual(['can be met', 'can be met', 'was not met']);
  expect(demands(2)).toEqual(['can be met', 'was not met']);
  expect(demands(3, ', stale=true')).toEqual(['can be met', 'can be met', 'can be met']);
  proof.met();
  expect(demands(2)).toEqual(['can be met', 'can be met']);
});

test('[TS9] a time that is too short is asked for anew, and a short one that is granted is kept', async () => {
  const { registrar, time } = await registeredPhone((one) => {
    one.verdict = (text) =>
      /^Expires: 600\r$/m.test(text)
        ? ['200 OK', 'Expires: 4']
        : ['423 Interval Too Brief', 'Min-Expires: 600'];
  });
  expect(registrar.heard).toHaveLength(2);
  time.pass(2000);
  await registrar.hears(/^REGISTER /, 2);
});

test.each([
  ['401 Unauthorized', CHALLENGE, 'refuses user and password'],
  ['403 Forbidden', '', 'refuses user and password'],
  ['404 Not Found', '', 'knows no user 620'],
  ['401 Unauthorized', 'WWW-Authenticate: Digest realm="x", algorithm=SHA-512-256', 'not known'],
  ['503 Service Unavailable', '', 'does not register 620: 503'],
])('[TS10] %s is said in words, and tried again', async (status, header, words) => {
  const { registrar, time, system, heard, isUp } = await ringingPhone((one) => {
    one.verdict = () => (header === '' ? [status] : [status, header]);
  });
  await expect.poll(() => system.trouble?.()).toContain(words);
  expect(system.trouble?.()).toContain(`127.0.0.1:${registrar.port}`);
  expect(heard.down).toBe(1);
  // A password that was wrong is not tried once more at once: registrars lock out who does.
  expect(registrar.heard.length).toBeLessThanOrEqual(2);
  registrar.verdict = () => ['200 OK', 'Expires: 120'];
  time.pass(60_000);
  await isUp();
});

test('[TS10] a registrar that falls silent is noticed within 30 s; what rang meanwhile is not invented', async () => {
  const { registrar, time, system, heard, words, isUp } = await registeredPhone();
  registrar.say(request('INVITE', { id: 'a' }));
  await registrar.settled();
  const { verdict } = registrar;
  registrar.verdict = () => undefined;
  time.pass(25_000);
  expect(system.trouble?.()).toContain('no answer');
  expect(heard.down).toBe(1);
  expect(system.live()).toHaveLength(1);
  // It is back before it was given up: what rings still rings.
  registrar.verdict = verdict;
  time.pass(4000);
  await isUp();
  expect(system.live()).toHaveLength(1);

  registrar.verdict = () => undefined;
  time.pass(15_000);
  time.pass(32_000);
  expect(heard.down).toBe(2);
  registrar.verdict = verdict;
  await expect
    .poll(() => {
      time.pass(500);
      return system.trouble?.();
    })
    .toBeUndefined();
  expect(words()).toEqual(['ringing 03023125101', 'ended 03023125101']);
});

test('[TS9] an answer to something else, or a late one, changes nothing', async () => {
  const { registrar, system, heard } = await registeredPhone();
  const [asked = ''] = registrar.heard;
  const same = asked.match(/^(?:Via|From|To|Call-ID|CSeq):.*$/gm) ?? [];
  registrar.say(['SIP/2.0 403 Forbidden', ...same]);
  registrar.say(['SIP/2.0 403 Forbidden', ...request('REGISTER', { id: 'other' }).slice(1)]);
  await registrar.settled();
  expect([heard.down, system.trouble?.()]).toEqual([0, undefined]);
});

test('[TS10] where nobody listens any more, it is said within 30 s and tried again for ever', async () => {
  const { registrar, time, system, heard, isUp } = await registeredPhone();
  const { port } = registrar;
  await registrar.stop();
  time.pass(25_000);
  expect(heard.down).toBe(1);
  await expect
    .poll(() => {
      time.pass(500);
      return system.trouble?.();
    })
    .toContain('nobody is there');
  await registrar.listen(port);
  await expect
    .poll(() => {
      time.pass(500);
      return system.trouble?.();
    })
    .toBeUndefined();
  await isUp();
});

test('[TS9] what is lost is sent again, ever more slowly, and given up after 32 s', async () => {
  const time = virtualTime();
  const sent: number[] = [];
  let givenUp = 0;
  const send = () => void sent.push(time.now() / 1000);
  const giveUp = () => {
    givenUp = time.now();
  };
  sendRepeatedly(time, send, giveUp);
  const stop = sendRepeatedly(
    time,
    () => {},
    () => expect.unreachable(),
  );
  time.pass(500);
  stop();
  time.pass(100_000);
  expect(sent).toEqual([0, 0.5, 1.5, 3.5, 7.5, 11.5, 15.5, 19.5, 23.5, 27.5, 31.5]);
  expect(givenUp).toBe(32_000);

  const { registrar, time: other } = await ringingPhone((one) => {
    one.verdict = () => undefined;
  });
  const first = await registrar.hears(/^REGISTER /);
  other.pass(500);
  expect(await registrar.hears(/^REGISTER /, 1)).toBe(first);
});

test('[TS9] on the way out it unregisters and ends what rings, not knowing how', async () => {
  const { registrar, system, words } = await registeredPhone();
  registrar.say(request('INVITE', { id: 'a' }));
  await registrar.settled();
  await system.close?.();
  expect(registrar.heard.at(-1)).toMatch(/^REGISTER .*^Expires: 0\r$/ms);
  expect(registrar.heard.some((text) => /^SIP\/2.0 480 /.test(text))).toBe(true);
  expect(words()).toEqual(['ringing 03023125101', 'ended 03023125101']);
});

test('[TS12] without registrar, user and password there is no start', () => {
  const load = (...argv: string[]) =>
    loadConfig(['--app.telephony.system=sip', ...argv], {}, () => '');
  expect(load()).toMatchObject({
    mistakes: [
      'app.telephony.system: sip needs app.telephony.sip.registrar',
      'app.telephony.system: sip needs app.telephony.sip.user',
      'app.telephony.system: sip needs app.telephony.sip.password',
    ],
  });
  const registrar = (place: string) =>
    load(
      ...[`--app.telephony.sip.registrar=${place}`, '--app.telephony.sip.user=620'],
      '--app.telephony.sip.password=x',
    );
  const of = (host: string, port: number) => ({
    config: { 'app.telephony.sip.registrar': { host, port } },
  });
  expect(registrar('fritz.box:5060')).toMatchObject(of('fritz.box', 5060));
  expect(registrar('[::1]:5061')).toMatchObject(of('::1', 5061));
  for (const bad of ['fritz.box', 'fritz.box:0', 'fritz.box:65536', '::1:5060', 'a b:1', 'sip:a']) {
    expect(registrar(bad).wants, bad).toBe('mistakes');
  }
});

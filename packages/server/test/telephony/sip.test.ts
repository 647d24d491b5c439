import fc from 'fast-check';
import { expect, test } from 'vitest';
import { registeredPhone } from './sip-phone.ts';
import { type Reported, request } from './sip-registrar.ts';

test('[TS9] a call rings until it is withdrawn; its repetitions are answered alike and are no other call', async () => {
  const { registrar, told, words } = await registeredPhone();
  const invite = request('INVITE', {
    id: 'a',
    more: ['Record-Route: <sip:127.0.0.1;lr>', 'Via: SIP/2.0/UDP 192.0.2.9;branch=z9hG4bKfar'],
  });
  for (let i = 0; i < 3; i++) registrar.say(invite);
  await registrar.settled();
  const rings = registrar.heard.filter((text) => text.startsWith('SIP/2.0 180 '));
  expect(rings).toHaveLength(3);
  expect(new Set(rings).size).toBe(1);
  expect(rings[0]).toMatch(/^To: <sip:04066969100@office>;tag=\w+\r$/m);
  expect(rings[0]?.match(/^Via:.*$/gm)).toEqual([
    'Via: SIP/2.0/UDP 127.0.0.1:5060;branch=z9hG4bKa',
    'Via: SIP/2.0/UDP 192.0.2.9;branch=z9hG4bKfar',
  ]);
  expect(rings[0]).toContain('Record-Route: <sip:127.0.0.1;lr>\r\n');
  expect(told[0]?.call).toMatchObject({
    direction: 'in',
    state: 'ringing',
    extension: '',
    from: { raw: '03023125101', number: '+493023125101', name: 'Bäckerei' },
    to: { number: '+494066969100' },
    features: [],
  });

  for (let i = 0; i < 2; i++) registrar.say(request('CANCEL', { id: 'a' }));
  registrar.say(invite);
  await registrar.settled();
  const answers = registrar.heard.filter((text) => text.includes('Call-ID: a\r'));
  expect(answers.filter((text) => /^SIP\/2.0 200 .*CSeq: 1 CANCEL/s.test(text))).toHaveLength(2);
  // To the CANCEL, and to the repetition of what it withdrew.
  const ends = answers.filter((text) => /^SIP\/2.0 487 .*CSeq: 1 INVITE/s.test(text));
  expect(ends).toHaveLength(2);
  const [tag] = /;tag=\w+\r$/m.exec(rings[0]?.match(/^To:.*\r$/m)?.[0] ?? '') ?? [''];
  expect(ends[0]).toContain(tag);
  expect(words()).toEqual(['ringing 03023125101', 'ended 03023125101 missed']);
  expect(answers.some((text) => /^SIP\/2.0 200 .*CSeq: 1 INVITE/s.test(text))).toBe(false);
});

test.each([
  ['SIP;cause=200;text="Call completed elsewhere"', 'normal'],
  ['sip ; CAUSE = 200', 'normal'],
  ['Q.850;cause=16;text="a, b;cause=26", q.850 ;cause=26', 'normal'],
  ['Q.850;cause=16', 'missed'],
  ['SIP;cause=487;text="cause=200"', 'missed'],
])('[TS12] withdrawn by %s a call is told as %s', async (reason, endCause) => {
  const { registrar, told } = await registeredPhone();
  registrar.say(request('INVITE', { id: 'a' }));
  registrar.say(request('CANCEL', { id: 'a', more: [`Reason: ${reason}`] }));
  await registrar.settled();
  expect(told.at(-1)).toMatchObject({
    event: 'call.ended',
    call: { endCause, answeredAt: endCause === 'missed' ? null : expect.any(String) },
  });
  // How long is talked elsewhere nobody here knows.
  expect(told.at(-1)?.call.durationSec).toBe(endCause === 'missed' ? 0 : null);
});

test('[TS12] who calls, and who is called', async () => {
  const { registrar, told } = await registeredPhone();
  const parties = async (said: Omit<Reported, 'id'>) => {
    const id = `c${told.length}`;
    registrar.say(request('INVITE', { id, ...said }));
    registrar.say(request('CANCEL', { id }));
    await registrar.settled();
    const { from, to } = told.at(-1)?.call ?? {};
    return [from?.raw, from?.name, to?.raw];
  };
  const anonymous = '"Anonymous" <sip:anonymous@anonymous.invalid>';
  expect(
    await parties({
      from: anonymous,
      more: ['P-Asserted-Identity: "M\\"üller, A" <sip:%2B493023125101;x=y@office;user=phone>'],
    }),
  ).toEqual(['+493023125101', 'M"üller, A', '04066969100']);
  expect(await parties({ from: anonymous })).toEqual(['', null, '04066969100']);
  expect(
    await parties({ more: ['P-Asserted-Identity: <tel:+49-30-23125101>', 'Privacy: id'] }),
  ).toEqual(['', null, '04066969100']);
  // The same line in another spelling: then the name is that of the one who is vouched for.
  expect(await parties({ more: ['P-Asserted-Identity: <tel:+493023125101;x=1>'] })).toEqual([
    '+493023125101',
    'Bäckerei',
    '04066969100',
  ]);
  expect(await parties({ more: ['P-Asserted-Identity: <tel:+493023125102>'] })).toEqual([
    '+493023125102',
    null,
    '04066969100',
  ]);
  expect(
    await parties({
      from: 'Schmidt, Anna <sip:0171:pw@office>',
      to: 'sip:620@office',
      more: ['P-Called-Party-ID: <sip:66969100@office>'],
    }),
  ).toEqual(['0171', 'Schmidt, Anna', '66969100']);
  expect(await parties({ from: '"0171" <sip:0171@office>' })).toEqual([
    '0171',
    null,
    '04066969100',
  ]);
});

test('[TS9] what a telephone that only rings cannot do is refused in the words of SIP', async () => {
  const { registrar, words } = await registeredPhone();
  const answerTo = async (method: string, said: Partial<Reported> = {}) => {
    const id = `q${registrar.heard.length}`;
    registrar.say(request(method, { id, ...said }));
    return (await registrar.hears(new RegExp(`Call-ID: ${id}\\r`))).slice(8, 11);
  };
  expect(await answerTo('OPTIONS')).toBe('200');
  expect(await answerTo('BYE')).toBe('481');
  expect(await answerTo('CANCEL')).toBe('481');
  expect(await answerTo('INVITE', { to: '<sip:620@office>;tag=another' })).toBe('481');
  expect(await answerTo('INVITE', { more: ['Require: 100rel'] })).toBe('420');
  expect(await answerTo('MESSAGE')).toBe('405');
  expect(await answerTo('DANCE')).toBe('501');
  expect(words()).toEqual([]);

  registrar.say(request('INVITE', { id: 'a', branch: 'one' }));
  registrar.say(request('INVITE', { id: 'a', branch: 'two' }));
  await registrar.hears(/^SIP\/2.0 482 /);
  await registrar.saysStranger(request('INVITE', { id: 'stranger' }));
  await registrar.saysStranger(request('CANCEL', { id: 'a', branch: 'one' }));
  await registrar.settled();
  expect(words()).toEqual(['ringing 03023125101']);
});

test('[TS9] the end of a call is said again until it is acknowledged, and a call that nobody withdraws ends', async () => {
  const { registrar, time, told, words } = await registeredPhone();
  registrar.say(request('INVITE', { id: 'a' }));
  registrar.say(request('CANCEL', { id: 'a' }));
  await registrar.settled();
  const ends = () => registrar.heard.filter((text) => text.startsWith('SIP/2.0 487 ')).length;
  time.pass(1500);
  await registrar.settled();
  expect(ends()).toBe(3);
  const [, to = ''] = /^To: (.*)\r$/m.exec(await registrar.hears(/^SIP\/2.0 487 /)) ?? [];
  registrar.say(request('ACK', { id: 'a', to }));
  await registrar.settled();
  time.pass(8000);
  await registrar.settled();
  expect(ends()).toBe(3);

  registrar.say(request('INVITE', { id: 'b' }));
  await registrar.settled();
  for (let i = 0; i < 20 && told.length < 4; i++) {
    time.pass(10_000);
    await registrar.settled();
  }
  expect(words().slice(2)).toEqual(['ringing 03023125101', 'ended 03023125101']);
  expect(told.at(-1)?.call.endCause).toBeNull();
  await registrar.hears(/^SIP\/2.0 480 .*Call-ID: b\r/s);
});

test('[TS11] whatever comes, however often: the same is told, and every call ends once', async () => {
  const step = fc.record({
    call: fc.integer({ min: 0, max: 3 }),
    method: fc.constantFrom('INVITE', 'CANCEL', 'ACK', 'BYE', 'OPTIONS'),
    times: fc.integer({ min: 1, max: 3 }),
    reason: fc.constantFrom([], ['Reason: SIP;cause=200']),
    junk: fc.option(fc.uint8Array({ maxLength: 60 })),
  });
  type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
  const play = async (steps: readonly Step[], repeats: boolean) => {
    const { registrar, words, system } = await registeredPhone();
    for (const { call, method, times, reason, junk } of steps) {
      const lines = request(method, {
        id: `call${call}`,
        from: `<sip:017${call}@office>`,
        more: method === 'CANCEL' ? reason : [],
      });
      for (let i = 0; i < (repeats ? times : 1); i++) registrar.say(lines);
      if (repeats && junk) registrar.say(Buffer.from(junk));
    }
    await registrar.settled();
    await system.close?.();
    return words();
  };
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
      const told = await play(steps, true);
      expect(told).toEqual(await play(steps, false));
      const rung = told.filter((word) => word.startsWith('ringing'));
      const over = told.filter((word) => word.startsWith('ended'));
      expect(over.map((word) => word.split(' ')[1])).toHaveLength(rung.length);
    }),
    { numRuns: 25 },
  );
});

test('[TS11] more calls at once than an office has do not fill the memory', async () => {
  const { registrar, system } = await registeredPhone();
  for (let i = 0; i < 230; i++) {
    registrar.say(request('INVITE', { id: `f${i}` }));
    if (i % 20 === 0) await registrar.settled();
  }
  await registrar.settled();
  expect(system.live()).toHaveLength(200);
  expect(registrar.heard.filter((text) => text.startsWith('SIP/2.0 486 '))).toHaveLength(30);
});

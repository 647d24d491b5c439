import fc from 'fast-check';
import { expect, test } from 'vitest';
import { registeredPhone } from './sip-phone.ts';
import { type Reported, request } from './sip-registrar.ts';

test('[TS9] a call rings until it is withdrawn; its repetitions are answered alike and are no other call', async () => {
  const { registrar, time, told, words } = await registeredPhone();
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
  time.pass(3000);
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
  const { registrar, time, told } = await registeredPhone();
  registrar.say(request('INVITE', { id: 'a' }));
  registrar.say(request('CANCEL', { id: 'a', more: [`Reason: ${reason}`] }));
  await registrar.settled();
  time.pass(3000);
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

test('[TS15] the called line is found where the telephone system writes a telephone into To', async () => {
  const { registrar, told } = await registeredPhone();
  const called = async (...more: string[]) => {
    const id = `c${told.length}`;
    registrar.say(request('INVITE', { id, to: '<sip:620@office>', more }));
    await registrar.settled();
    return told.at(-1)?.call.to.raw;
  };
  expect(await called()).toBe('620');
  expect(await called('Diversion: <sip:04066969100@office>;reason=unconditional')).toBe(
    '04066969100',
  );
  // The newest one stands first: who has called a telephone that was passed on here is no line of ours.
  expect(
    await called(
      'Diversion: "Gruppe" <sip:600@office>;reason=no-answer, <tel:+494066969100>;counter=1',
      'Diversion: <sip:01713920012@office>',
    ),
  ).toBe('+494066969100');
  expect(
    await called(
      'History-Info: <sip:04066969100@office>;index=1, <sip:600@office?Reason=SIP%3Bcause%3D302>;index=1.1',
      'History-Info: <sip:620@office;cause=302>;index=1.1.1',
    ),
  ).toBe('04066969100');
  expect(await called('Diversion: <sip:anonymous@anonymous.invalid>', 'Diversion: ;;<,>')).toBe(
    '620',
  );
});

test('[TS15] a call that returns for another round is the same call, and missed once it does not', async () => {
  const { registrar, time, told, words } = await registeredPhone();
  // Some begin a round before they withdraw the one before.
  registrar.say(request('INVITE', { id: 'a', branch: 'zero' }));
  registrar.say(request('INVITE', { id: 'a', branch: 'half' }));
  await registrar.hears(/^SIP\/2.0 180 .*branch=z9hG4bKhalf\r/s);
  for (const branch of ['zero', 'half']) registrar.say(request('CANCEL', { id: 'a', branch }));
  const round = async (branch: string, reason: string[] = []) => {
    registrar.say(request('INVITE', { id: 'a', branch }));
    registrar.say(request('CANCEL', { id: 'a', branch, more: reason }));
    await registrar.settled();
  };
  await round('one');
  time.pass(2900);
  await round('two');
  time.pass(2900);
  expect(words()).toEqual(['ringing 03023125101']);
  time.pass(100);
  expect(words()).toEqual(['ringing 03023125101', 'ended 03023125101 missed']);
  await round('three', ['Reason: SIP;cause=200']);
  expect(words().slice(2)).toEqual(['ringing 03023125101', 'ended 03023125101 normal']);
  expect(new Set(told.map(({ call }) => call.callId)).size).toBe(2);
});

test('[TS15] calls that need 100rel or timer ring; what is not known is refused and written down', async () => {
  const { registrar, time, words, logged } = await registeredPhone();
  registrar.say(request('INVITE', { id: 't', more: ['Require: timer', 'Session-Expires: 1800'] }));
  expect(await registrar.hears(/^SIP\/2.0 \d+ .*Call-ID: t\r/s)).toMatch(/^SIP\/2.0 180 /);

  registrar.say(request('INVITE', { id: 'r', more: ['Require: 100rel, timer'] }));
  const ring = await registrar.hears(/^SIP\/2.0 180 .*Call-ID: r\r/s);
  expect(ring).toMatch(/^Require: 100rel\r$/m);
  expect(ring).toMatch(/^RSeq: \d+\r$/m);
  const rings = () => registrar.heard.filter((text) => text === ring).length;
  time.pass(1500);
  await registrar.settled();
  expect(rings()).toBe(3);
  const [, to = ''] = /^To: (.*)\r$/m.exec(ring) ?? [];
  registrar.say(
    request('PRACK', { id: 'r', branch: 'p', cseq: 2, to, more: ['RAck: 1 1 INVITE'] }),
  );
  await registrar.hears(/^SIP\/2.0 200 .*CSeq: 2 PRACK/s);
  time.pass(8000);
  await registrar.settled();
  expect(rings()).toBe(3);

  for (const id of ['u', 'v']) {
    registrar.say(request('INVITE', { id, more: ['Require: timer, precondition'] }));
    expect(await registrar.hears(new RegExp(`^SIP/2.0 420 .*Call-ID: ${id}\\r`, 's'))).toMatch(
      /^Unsupported: precondition\r$/m,
    );
  }
  expect(words()).toEqual(['ringing 03023125101', 'ringing 03023125101']);
  expect(logged.filter((line) => line.includes('precondition'))).toHaveLength(1);
});

test('[TS11] 12 calls a second, a minute long, are all shown', async () => {
  const { registrar, time, words } = await registeredPhone();
  for (let second = 0; second < 60; second++) {
    for (let i = 0; i < 12; i++) registrar.say(request('INVITE', { id: `c${second}-${i}` }));
    if (second >= 10) {
      for (let i = 0; i < 12; i++) registrar.say(request('CANCEL', { id: `c${second - 10}-${i}` }));
    }
    await registrar.settled();
    time.pass(1000);
  }
  expect(words().filter((word) => word.startsWith('ringing'))).toHaveLength(720);
  expect(registrar.heard.some((text) => text.startsWith('SIP/2.0 486 '))).toBe(false);
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
  expect(await answerTo('PRACK', { to: '<sip:620@office>;tag=another' })).toBe('481');
  expect(await answerTo('MESSAGE')).toBe('405');
  expect(await answerTo('DANCE')).toBe('501');
  expect(words()).toEqual([]);

  registrar.say(request('INVITE', { id: 'a', branch: 'one' }));
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

  time.pass(3000);
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
  const { registrar, system, logged } = await registeredPhone();
  for (let i = 0; i < 230; i++) {
    registrar.say(request('INVITE', { id: `f${i}` }));
    if (i % 20 === 0) await registrar.settled();
  }
  await registrar.settled();
  expect(system.live()).toHaveLength(200);
  expect(registrar.heard.filter((text) => text.startsWith('SIP/2.0 486 '))).toHaveLength(30);
  expect(logged.filter((line) => line.includes('200 calls ring already'))).toHaveLength(1);
});

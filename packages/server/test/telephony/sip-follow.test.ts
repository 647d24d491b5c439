import { expect, test } from 'vitest';
import { dialogInfo } from '../../src/telephony/systems/sip/dialog-info.ts';
import { header, Notifier, type Told, xml } from './sip-notifier.ts';
import { registeredPhone } from './sip-phone.ts';
import { request } from './sip-registrar.ts';

/** A telephone whose desks 21 and 22 are followed. */
async function followed() {
  const phone = await registeredPhone(undefined, { desks: { '21': '601', '22': '602' } });
  const { registrar } = phone;
  phone.time.pass(20);
  const notifier = async (extension: string) => {
    const asked = await registrar.hears(new RegExp(`^SUBSCRIBE sip:${extension}@`));
    const one = new Notifier(registrar, asked);
    one.answers('200 OK', 'Expires: 120', 'Contact: <sip:pbx@127.0.0.1:9>');
    // Where there is no call, Kamailio says nothing at all.
    one.says('');
    return one;
  };
  const [one, two] = [await notifier('601'), await notifier('602')];
  await registrar.settled();
  const story = () =>
    phone.told.map(({ event, call }) => `${event.slice(5)} ${call.extension || 'all'}`);
  return { ...phone, one, two, story };
}

/** The telephone registers again on the way, and is answered. */
async function pass(
  { time, registrar }: Awaited<ReturnType<typeof registeredPhone>>,
  seconds: number,
) {
  for (let second = 0; second < seconds; second += 5) {
    time.pass(5000);
    await registrar.settled();
  }
}

const CALLER = 'sip:03023125101@office';
const incoming = (state: string, more: Partial<Told> = {}): Told => ({
  ...{ callId: 'c1', direction: 'recipient', state, remote: CALLER, local: 'sip:600@office' },
  ...more,
});

test('[TS13] the telephones of the desks are asked for, and are told of within what was granted', async () => {
  const phone = await followed();
  const { one, registrar } = phone;
  expect(header(one.asked, 'Event')).toBe('dialog');
  expect(header(one.asked, 'Accept')).toBe('application/dialog-info+xml');
  const from = registrar.heard.length;
  await pass(phone, 60);
  const again = await registrar.hears(/^SUBSCRIBE sip:pbx@127\.0\.0\.1:9 /, from);
  expect(header(again, 'Call-ID')).toBe(header(one.asked, 'Call-ID'));
  expect(header(again, 'To')).toContain(';tag=pbx');
});

test('[TS13] a call that rings at this telephone and at desks is one, whatever is told first and however it is named', async () => {
  for (const callId of ['c1', 'another']) {
    for (const isInviteFirst of [true, false]) {
      const { registrar, one, two, told, story } = await followed();
      const invite = () => registrar.say(request('INVITE', { id: 'c1', branch: 'i1' }));
      if (isInviteFirst) invite();
      await registrar.settled();
      one.tells([incoming('early', { callId })]);
      two.tells([incoming('early', { callId })]);
      await registrar.settled();
      if (!isInviteFirst) invite();
      await registrar.settled();
      two.tells([incoming('confirmed', { callId })]);
      registrar.say(request('CANCEL', { id: 'c1', branch: 'i1', more: ['Reason: SIP;cause=200'] }));
      one.tells([incoming('terminated', { callId })]);
      await registrar.settled();
      expect(story().slice(-1)).toEqual(['connected 22']);
      two.tells([]);
      await registrar.settled();
      expect(story().slice(-2)).toEqual(['connected 22', 'ended 22']);
      expect(new Set(told.map(({ call }) => call.callId)).size).toBe(1);
      expect(told.at(-1)?.call).toMatchObject({ endCause: 'normal', direction: 'in' });
    }
  }
});

test('[TS13] a call that is withdrawn here is answered by the desk that says so in a moment, else elsewhere', async () => {
  const { registrar, time, one, story, told } = await followed();
  const rings = (id: string) => registrar.say(request('INVITE', { id }));
  const answered = (id: string) =>
    registrar.say(request('CANCEL', { id, more: ['Reason: SIP;cause=200'] }));
  rings('c1');
  answered('c1');
  await registrar.settled();
  one.tells([incoming('confirmed')]);
  await registrar.settled();
  time.pass(10_000);
  expect(story()).toEqual(['ringing all', 'connected 21']);
  one.tells([]);
  rings('c2');
  answered('c2');
  await registrar.settled();
  time.pass(2000);
  expect(story().slice(2)).toEqual(['ended 21', 'ringing all', 'ended all']);
  expect(told.at(-1)?.call).toMatchObject({ endCause: 'normal', durationSec: null });
});

test('[TS13] a call for a desk alone is missed where nobody picks up, and one that still rings there is not over', async () => {
  const { registrar, time, one, told, story } = await followed();
  registrar.say(request('INVITE', { id: 'c1' }));
  await registrar.settled();
  one.tells([incoming('early')]);
  registrar.say(request('CANCEL', { id: 'c1' }));
  await registrar.settled();
  time.pass(5000);
  expect(story()).toEqual(['ringing all']);
  one.tells([incoming('terminated')], 'partial');
  await registrar.settled();
  expect(told.at(-1)?.call).toMatchObject({ endCause: 'missed' });
  one.tells([incoming('trying', { callId: 'c2', id: '2' })]);
  await registrar.settled();
  expect(told.at(-1)).toMatchObject({
    event: 'call.ringing',
    call: { extension: '21', from: { name: 'Bäckerei & Co' }, to: { raw: '600' } },
  });
});

test('[TS13] the other side of a call that a desk dials: rings, answers; who refuses is told how', async () => {
  const { registrar, one, told, story } = await followed();
  const out = (state: string): Told => ({
    ...{ callId: 'o1', direction: 'initiator', state, remote: CALLER },
  });
  one.tells([out('trying')]);
  one.tells([out('early')]);
  one.tells([out('early')]);
  await registrar.settled();
  expect(story()).toEqual(['dialing 21', 'ringing 21']);
  one.says(
    xml(one.version++, [out('terminated')]).replace(
      '<state>',
      '<state event="rejected" code="486">',
    ),
  );
  await registrar.settled();
  expect(told.at(-1)?.call).toMatchObject({ direction: 'out', endCause: 'busy' });
});

test.each([
  ['50', '', 'canceled'],
  ['50', ' code="480"', 'unreachable'],
  ['602', '', 'missed'],
])(
  '[TS13] a desk dials %s in the house, where nobody answers%s: %s',
  async (number, code, endCause) => {
    const { registrar, one, told } = await followed();
    const remote = `sip:${number}@office`;
    const dials = (state: string) => [{ callId: 'i1', direction: 'initiator', state, remote }];
    one.tells(dials('early'));
    one.says(xml(one.version++, dials('terminated')).replace('<state>', `<state${code}>`));
    await registrar.settled();
    expect(told.at(-1)?.call).toMatchObject({ direction: 'internal', endCause });
  },
);

test('[TS13] a system that says only that a telephone is busy makes up no call, and still tells who has answered', async () => {
  const { registrar, one, story } = await followed();
  one.tells([{ id: '601', state: 'confirmed' }]);
  one.tells([]);
  registrar.say(request('INVITE', { id: 'c1' }));
  await registrar.settled();
  // Busy with something else while it rings.
  one.tells([{ id: '601', state: 'confirmed' }]);
  one.tells([]);
  one.tells([{ id: '601', direction: 'recipient', state: 'early', remote: 'sip:601@office' }]);
  one.tells([{ id: '601', state: 'confirmed' }]);
  await registrar.settled();
  expect(story()).toEqual(['ringing all', 'connected 21']);
});

test('[TS13] where it is not offered, calls are what INVITE and CANCEL tell; that is said once, and seldom asked', async () => {
  const phone = await registeredPhone(undefined, { desks: { '21': '601', '22': '602' } });
  const { registrar, logged, system } = phone;
  phone.time.pass(20);
  for (const extension of ['601', '602']) {
    const asked = await registrar.hears(new RegExp(`^SUBSCRIBE sip:${extension}@`));
    new Notifier(registrar, asked).answers('489 Bad Event');
  }
  await registrar.settled();
  expect(logged.filter((line) => line.includes('(dialog)'))).toHaveLength(1);
  expect(system.orders).toEqual(['dial', 'hangup']);
  const subscriptions = () => registrar.heard.filter((text) => text.startsWith('SUBSCRIBE'));
  expect(subscriptions()).toHaveLength(2);
  registrar.say(request('INVITE', { id: 'c1' }));
  registrar.say(request('CANCEL', { id: 'c1', more: ['Reason: SIP;cause=200'] }));
  await registrar.settled();
  expect(phone.words()).toEqual(['ringing 03023125101', 'ended 03023125101 normal']);
  await pass(phone, 300);
  expect(subscriptions()).toHaveLength(2);
});

test('[TS11] subscriptions and calls that flap cost nothing: asked less and less, told no more than an office calls', async () => {
  const desks = Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`${i}`, `${600 + i}`]));
  const phone = await registeredPhone(undefined, { desks });
  const { registrar, time, told } = phone;
  const subscriptions = () => registrar.heard.filter((text) => text.startsWith('SUBSCRIBE'));
  let done = 0;
  for (let tenths = 0; tenths < 1800; tenths++) {
    time.pass(100);
    await registrar.settled();
    for (const asked of subscriptions().slice(done)) {
      const one = new Notifier(registrar, asked);
      one.answers('200 OK', 'Expires: 120');
      one.says(xml(0, []), 'terminated;reason=deactivated');
      done++;
    }
  }
  // After 5, 10, 20, 40 and 80 seconds.
  expect(done).toBe(600);
  expect(told).toEqual([]);

  const { registrar: pbx, one, told: calls } = await followed();
  for (let i = 0; i < 500; i++) {
    one.tells([incoming('early', { id: `${i}`, callId: `c${i}`, remote: `sip:0302312${i}@x` })]);
    one.tells([]);
    await pbx.settled();
  }
  await pbx.settled();
  expect(calls.filter(({ event }) => event === 'call.ringing')).toHaveLength(12);
  expect(calls.filter(({ event }) => event === 'call.ended')).toHaveLength(12);
});

const BOMB = `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>`;
test.each([
  [
    'an entity that is written out',
    xml(1, [incoming('&b;')]).replace('<dialog-info', `${BOMB}<dialog-info`),
  ],
  ['a DOCTYPE alone', xml(1, []).replace('<dialog-info', '<!DOCTYPE d><dialog-info')],
  ['an unknown entity', xml(1, [incoming('&x;')])],
  ['no end', xml(1, [incoming('early')]).slice(0, -3)],
  ['another root', '<x version="1"/>'],
  ['no version', '<dialog-info state="full"/>'],
  [
    'a deep one',
    `<dialog-info version="1">${'<a>'.repeat(1000)}${'</a>'.repeat(1000)}</dialog-info>`,
  ],
  [
    'too many calls',
    xml(
      1,
      Array.from({ length: 51 }, (_, i) => incoming('early', { id: `${i}` })),
    ),
  ],
  ['an endless name', xml(1, [incoming('early', { remote: 'x'.repeat(10_000) })])],
  ['no XML', '\u0000\uffff'],
])('[TS11] what is told is hostile: %s changes nothing', async (_what, body) => {
  expect(dialogInfo(body)).toBeUndefined();
  const { registrar, one, told } = await followed();
  one.says(body);
  one.says(xml(0, []), 'active', 'text/html');
  await registrar.hears(/^SIP\/2.0 400 /);
  one.tells([incoming('early')]);
  await registrar.settled();
  expect(told).toHaveLength(1);
});

test('[TS11] what somebody else says of a telephone is not believed, nor what is older than what was told', async () => {
  const { registrar, one, told } = await followed();
  const stranger = new Notifier(registrar, one.asked.replace(/^Call-ID: .*$/m, 'Call-ID: x\r'));
  stranger.tells([incoming('early')]);
  await registrar.hears(/^SIP\/2.0 481 /);
  one.version = 7;
  one.tells([]);
  one.version = 3;
  one.tells([incoming('early')]);
  await registrar.settled();
  expect(told).toEqual([]);
});

import { SCENARIOS, type Scenario } from '@hookline/contract';
import { expect, test } from 'vitest';
import { quickSchedule } from '../../../server/test/support/quick-schedule.ts';
import { isMissed, type LiveCall, TelephonyError } from '../../src/telephony/index.ts';
import { BAKERY, type Office, type Phone, phone, runOffice } from './support/office.ts';

async function connected(office: Office): Promise<Phone> {
  const client = phone({ url: office.socket });
  await client.until(({ state }) => state === 'live');
  return client;
}

const end = { state: 'ended', direction: 'in', features: [] };
const talked = { ...end, answeredAt: expect.any(String), endedAt: expect.any(String) };
const missed = { ...end, endCause: 'missed', answeredAt: null };

/** How the calls of each scenario end, newest first. */
const ENDS: Readonly<Record<Scenario, readonly object[]>> = {
  answered: [{ ...talked, endCause: 'normal' }],
  missed: [missed],
  busy: [{ ...end, endCause: 'busy', answeredAt: null }],
  transferred: [{ ...talked, endCause: 'forwarded' }],
  anonymous: [{ ...talked, from: { anonymous: true, number: null } }],
  unknown: [{ ...talked, from: { name: null } }],
  'late-name': [{ ...talked, from: { name: 'Bäckerei Krumenglück' } }],
  'no-answer-event': [{ ...talked, endCause: 'normal' }],
  'changed-id': [{ ...talked, endCause: 'normal', from: { name: 'Bäckerei Krumenglück' } }],
  overlapping: [{ ...talked, endCause: 'normal' }, missed],
};

test.each(SCENARIOS)('[CL7][TE6] %s: the calls end as they should', async (scenario) => {
  const office = await runOffice();
  const { telephony, now, until } = await connected(office);
  const histories = new Map<string, Set<string>>();
  telephony.onCallEvent(() => {
    for (const { key, state } of now().calls) {
      histories.set(key, (histories.get(key) ?? new Set()).add(state));
    }
  });
  const answer = await office.send('POST', '/api/mock/calls', { from: BAKERY, scenario });
  expect(answer.status).toBe(201);
  const ends = ENDS[scenario];
  await until(
    ({ calls }) => calls.length === ends.length && calls.every(({ state }) => state === 'ended'),
  );
  expect(now().calls).toMatchObject(ends);
  expect(now().calls.every(({ isEndGuessed }) => !isEndGuessed)).toBe(true);
  expect(now().calls.map(isMissed)).toEqual(
    ends.map((one) => 'answeredAt' in one && one.answeredAt === null),
  );
  // A page that keeps its place by the key never saw more calls than there were.
  expect(histories.size).toBe(ends.length);
  for (const states of histories.values()) expect(states).toContain('ringing');
});

test('[CL7] overlapping: for a moment there are two calls, and each has its own state', async () => {
  const office = await runOffice();
  const { telephony, now } = await connected(office);
  const states = new Set<string>();
  telephony.onCallEvent(() =>
    states.add(
      now()
        .calls.map(({ state }) => state)
        .join(' '),
    ),
  );
  await office.send('POST', '/api/mock/calls', { from: BAKERY, scenario: 'overlapping' });
  await expect.poll(() => [...states]).toContain('ended ended');
  expect([...states]).toEqual([
    'ringing',
    'ringing ringing',
    'ringing ended',
    'connected ended',
    'ended ended',
  ]);
});

test('[CL7] commands: dial, hold, resume, transfer, answer, reject, hangup', async () => {
  const office = await runOffice();
  const { telephony, now, until } = await connected(office);
  const find = (callId: string) => now().calls.find((call) => call.callId === callId);
  const comesTo = (callId: string, part: Partial<LiveCall>) =>
    expect.poll(() => find(callId)).toMatchObject(part);

  const dialled = await telephony.dial('0171 39200-01');
  await comesTo(dialled, { state: 'connected', direction: 'out' });
  await telephony.hold(dialled);
  await comesTo(dialled, { state: 'held' });
  await telephony.resume(dialled);
  await comesTo(dialled, { state: 'connected' });
  await telephony.transfer(dialled, '40');
  await comesTo(dialled, { state: 'ended', endCause: 'forwarded' });

  const ring = async () => {
    const { callId } = await (
      await office.send('POST', '/api/mock/calls', { from: BAKERY })
    ).json();
    await comesTo(callId, { state: 'ringing' });
    return callId as string;
  };
  const first = await ring();
  await telephony.answer(first);
  await comesTo(first, { state: 'connected' });
  const second = await ring();
  await telephony.reject(second);
  await comesTo(second, { state: 'ended', endCause: 'rejected' });
  await telephony.hangup(first);
  await comesTo(first, { state: 'ended', endCause: 'normal' });

  await expect(telephony.hold(first)).rejects.toMatchObject({ code: 'invalid_state' });
  await expect(telephony.hangup('nobody')).rejects.toBeInstanceOf(TelephonyError);
  await expect(telephony.dial('')).rejects.toMatchObject({ code: 'bad_request' });
  await until(({ calls }) => calls.length === 3);
});

test('[CL7] a command under the old id reaches a call that has changed it', async () => {
  // Nobody hangs up before the command is there.
  const office = await runOffice(0, quickSchedule(8000));
  const { telephony, now, until } = await connected(office);
  const scenario = 'changed-id';
  const answer = await office.send('POST', '/api/mock/calls', { from: BAKERY, scenario });
  const { callId } = await answer.json();
  await until(({ calls }) => calls[0]?.state === 'connected');
  expect(now().calls[0]?.callId).not.toBe(callId);
  await telephony.hold(callId);
  await until(({ calls }) => calls[0]?.state === 'held');
});

test('[CL7] a call that vanished while the line was down has ended; one that is still on has not', async () => {
  const before = await runOffice();
  const { telephony, now, until } = await connected(before);
  await before.send('POST', '/api/mock/calls', { from: BAKERY });
  await until(({ calls }) => calls[0]?.state === 'ringing');
  await before.stop();
  await until(({ state }) => state === 'waiting');
  expect(now().calls[0]?.state).toBe('ringing');
  await expect(telephony.dial('22')).rejects.toMatchObject({ code: 'offline' });

  const after = await runOffice(before.port);
  await after.send('POST', '/api/mock/calls', { from: '030 23125-102' });
  telephony.retry();
  await until(({ calls }) => calls.length === 2);
  expect(now().calls).toMatchObject([
    { state: 'ringing', isEndGuessed: false },
    { state: 'ended', isEndGuessed: true, endedAt: null },
  ]);
});

test('[CL7] without an address there is no telephony', async () => {
  const { telephony, now } = phone({ url: null });
  expect(now()).toMatchObject({ state: 'none', calls: [], progress: null });
  expect(now()).toBe(now());
  await expect(telephony.dial('22')).rejects.toMatchObject({ code: 'offline' });
});

import { type PhoneCall, SCENARIOS } from '@hookline/contract';
import { expect, test } from 'vitest';
import { quickSchedule } from '../../support/quick-schedule.ts';
import { manual, type RunningMock, runMock, type TelephonyClient } from '../telephony-client.ts';

const BAKERY = '030 23125-101';

async function play(scenario: string, body: object = { from: BAKERY }) {
  const mock = await runMock({}, { schedule: quickSchedule() });
  const client = await mock.connect();
  const call = await mock.call({ ...body, scenario });
  return { mock, client, call };
}

const ofCall = (callId: string) => (call: PhoneCall) => call.callId === callId;
const eventsOf = (client: TelephonyClient) =>
  client.frames.filter(({ event }) => event?.startsWith('call.'));

test('[TE6] answered: rings, is answered and ends', async () => {
  const { client, call } = await play('answered');
  const ended = await client.event('call.ended');
  expect(client.told()).toEqual(['ringing', 'connected', 'ended']);
  expect(ended).toMatchObject({ callId: call.callId, endCause: 'normal' });
  expect(ended.answeredAt).not.toBeNull();
});

test('[TE6] missed: rings and the caller gives up', async () => {
  const { client } = await play('missed');
  expect(await client.event('call.ended')).toMatchObject({
    endCause: 'missed',
    answeredAt: null,
    durationSec: 0,
  });
  expect(client.told()).toEqual(['ringing', 'ended']);
});

test('[TE6] busy: ends with that cause', async () => {
  const { client } = await play('busy');
  expect(await client.event('call.ended')).toMatchObject({ endCause: 'busy' });
});

test('[TE6] transferred: goes to another desk', async () => {
  const { client } = await play('transferred');
  expect(await client.event('call.ended')).toMatchObject({
    endCause: 'forwarded',
    to: { number: '22' },
  });
  expect(client.told()).toEqual(['ringing', 'connected', 'transferred', 'ended']);
});

test('[TE6] anonymous: shows no number', async () => {
  const { client, call } = await play('anonymous', {});
  expect(call.from).toEqual({
    raw: 'anonymous',
    number: null,
    name: null,
    anonymous: true,
    line: null,
  });
  await client.event('call.ended');
});

test('[TE6] unknown: a number that no phone book knows', async () => {
  const { client, call, mock } = await play('unknown', {});
  expect(call.from).toMatchObject({ name: null, anonymous: false });
  const number = encodeURIComponent(call.from.number ?? '');
  expect((await fetch(`${mock.url}/api/mock/addresses/${number}`)).status).toBe(404);
  await client.event('call.ended');
  expect((await mock.call({ from: BAKERY, scenario: 'unknown' })).from.name).toBeNull();
});

test('[TE6] late-name: the name comes in a later event', async () => {
  const { client, call } = await play('late-name');
  expect(call.from.name).toBeNull();
  await client.event('call.ended');
  expect(client.told()).toEqual(['ringing', 'ringing', 'connected', 'ended']);
  const names = eventsOf(client).map(({ data }) => (data as PhoneCall).from.name);
  expect(names[0]).toBeNull();
  expect(new Set(names.slice(1))).toEqual(new Set(['Bäckerei Krumenglück']));
});

test('[TE6] no-answer-event: only the end tells that it was answered', async () => {
  const { client } = await play('no-answer-event');
  const ended = await client.event('call.ended');
  expect(client.told()).toEqual(['ringing', 'ended']);
  expect(ended).toMatchObject({ endCause: 'normal', answeredAt: expect.any(String) });
});

test('[TE6] changed-id: goes on under another id', async () => {
  const { client, call } = await play('changed-id');
  const connected = await client.event('call.connected');
  expect(connected.callId).not.toBe(call.callId);
  expect(connected.startedAt).toBe(call.startedAt);
  expect((await client.ask('hangup', { callId: call.callId })).error?.code).toBe('not_found');
  expect(await client.event('call.ended')).toMatchObject({ callId: connected.callId });
});

test('[TE6] overlapping: a new ring comes before the old hang-up', async () => {
  const { client, call } = await play('overlapping');
  const second = await client.event('call.ringing', ({ callId }) => callId !== call.callId);
  await client.event('call.ended', ofCall(second.callId));
  expect(second.from).toEqual(call.from);
  const story = eventsOf(client).map(({ event, data }) => [
    event,
    (data as PhoneCall).callId === call.callId ? 1 : 2,
    (data as PhoneCall).endCause,
  ]);
  expect(story).toEqual([
    ['call.ringing', 1, null],
    ['call.ringing', 2, null],
    ['call.ended', 1, 'missed'],
    ['call.connected', 2, null],
    ['call.ended', 2, 'normal'],
  ]);
});

test.each(SCENARIOS)('[TE6] %s leaves no call behind', async (scenario) => {
  const { client, call } = await play(scenario);
  await client.event('call.ringing', ofCall(call.callId));
  await expect.poll(async () => (await client.ask('calls')).result).toEqual({ calls: [] });
});

test('[TE6] a person who is quicker than the scenario is not disturbed by it', async () => {
  const schedule = manual();
  const mock = await runMock({}, { schedule });
  const client = await mock.connect();
  const { callId } = await mock.call({ from: BAKERY, scenario: 'answered' });
  await client.result('reject', { callId });
  for (let step = 0; step < 5; step++) {
    schedule.next();
    await client.ask('calls');
  }
  expect(client.told()).toEqual(['ringing', 'ended']);
});

async function ringing(): Promise<RunningMock & { callId: string; client: TelephonyClient }> {
  const mock = await runMock();
  const client = await mock.connect();
  const { callId } = await mock.call({ from: BAKERY });
  return { ...mock, callId, client };
}

test('[TE6] without a scenario a call rings until the caller hangs up: missed', async () => {
  const { post, callId, client } = await ringing();
  const answer = await post(`/api/mock/calls/${callId}/hangup`);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toMatchObject({ callId, state: 'ended', endCause: 'missed' });
  expect(await client.event('call.ended')).toMatchObject({ endCause: 'missed' });
});

test('[TE6] a desk answers, then the caller hangs up: normal', async () => {
  const { post, callId, client } = await ringing();
  const answered = await post(`/api/mock/calls/${callId}/answer`);
  expect(await answered.json()).toMatchObject({ state: 'connected' });
  await client.event('call.connected');
  await client.result('hold', { callId });
  const ended = await post(`/api/mock/calls/${callId}/hangup`);
  expect(await ended.json()).toMatchObject({ endCause: 'normal' });
  for (const act of ['answer', 'hangup']) {
    const late = await post(`/api/mock/calls/${callId}/${act}`);
    expect(late.status).toBe(409);
    expect(late.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    expect(await late.json()).toMatchObject({ code: 'invalid_state' });
    expect((await post(`/api/mock/calls/nobody/${act}`)).status).toBe(404);
  }
});

test.each<[object, Partial<PhoneCall>]>([
  [
    { from: '22', to: '21' },
    { direction: 'internal', state: 'ringing', extension: '21' },
  ],
  [
    { from: '21', to: '22' },
    { direction: 'internal', state: 'dialing' },
  ],
  [
    { from: '22', to: BAKERY },
    { direction: 'out', state: 'dialing', extension: '22' },
  ],
  [
    { from: BAKERY, to: '23' },
    { direction: 'in', state: 'ringing', extension: '23' },
  ],
  [
    { from: BAKERY, to: '030 23125-100' },
    { direction: 'in', extension: '21' },
  ],
  [{ from: 'anonym' }, { direction: 'in', state: 'ringing' }],
])('[TE5] %j is a call of that kind', async (body, expected) => {
  const { call } = await runMock();
  expect(await call(body)).toMatchObject(expected);
});

test.each([
  ['', 400, 'empty_body'],
  ['{', 400, 'invalid_json'],
  ['[]', 400, 'bad_request'],
  ['{}', 400, 'bad_request'],
  ['{"from":7}', 400, 'bad_request'],
  ['{"from":"Büro"}', 400, 'bad_request'],
  ['{"from":"030 23125-101","to":"Büro"}', 400, 'bad_request'],
  ['{"from":"21","to":"21"}', 400, 'bad_request'],
  ['{"from":"030 23125-101","scenario":"explodes"}', 400, 'bad_request'],
  ['{"from":"030 23125-101","colour":"red"}', 400, 'bad_request'],
  [JSON.stringify({ from: '1'.repeat(70_000) }), 413, 'payload_too_large'],
])('[TE6] POST /api/mock/calls is refused: %s is %s %s', async (body, status, code) => {
  const { post } = await runMock();
  const answer = await post('/api/mock/calls', body);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(await answer.json()).toMatchObject({ code });
});

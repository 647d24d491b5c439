import { CALL_COMMANDS, type PhoneBookEntry, type PhoneCall } from '@hookline/contract';
import { expect, test } from 'vitest';
import { STOCK } from '../../../src/telephony/systems/mock/stock.ts';
import { quickSchedule } from '../../support/quick-schedule.ts';
import { runMock, TOLD_STOCK } from '../telephony-client.ts';

const BAKERY = '030 23125-101';

test('[TE4] hello tells protocol, extension, address cache and live calls', async () => {
  const { connect, call } = await runMock();
  const first = await connect();
  expect(first.frames[0]).toEqual({
    event: 'hello',
    seq: 1,
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      protocol: 1,
      extension: '21',
      commands: ['dial', 'answer', 'reject', 'hangup', 'hold', 'resume', 'transfer'],
      addressCache: { state: 'filled', count: STOCK.length, updatedAt: expect.any(String) },
      calls: [],
    },
  });
  const ringing = await call({ from: BAKERY });
  const second = await connect();
  expect(second.frames[0]).toMatchObject({ seq: 2, data: { calls: [ringing] } });
});

test('[TE4] the phone book comes whole, in pages, one by one, and by search', async () => {
  const { connect } = await runMock();
  const client = await connect();
  const cache = await client.result<{ addresses: PhoneBookEntry[] }>('addressCache');
  expect(cache).toMatchObject({ state: 'filled', count: STOCK.length });
  expect(cache.addresses).toEqual(TOLD_STOCK);

  const pages: PhoneBookEntry[] = [];
  for (let page = 1; page <= 3; page++) {
    const part = await client.result<{ addresses: PhoneBookEntry[] }>('addresses', {
      page,
      pageSize: 40,
    });
    expect(part).toMatchObject({ page, pageSize: 40, total: STOCK.length });
    pages.push(...part.addresses);
  }
  expect(pages).toEqual(TOLD_STOCK);
  expect(await client.result('addresses')).toMatchObject({ page: 1, pageSize: 50 });
  expect(await client.result('addresses', { page: 99 })).toMatchObject({ addresses: [] });

  const single = await Promise.all(
    STOCK.map((_, i) => client.result<{ address: PhoneBookEntry }>('address', { index: i + 1 })),
  );
  expect(single.map(({ address }) => address)).toEqual(TOLD_STOCK);
  for (const number of [BAKERY, '+493023125101', '0049 30 23125 101']) {
    expect(await client.result('address', { number })).toEqual({ address: TOLD_STOCK[0] });
  }

  const names = async (term: string) =>
    (await client.result<{ addresses: PhoneBookEntry[] }>('search', { term })).addresses.map(
      ({ name }) => name,
    );
  expect(await names('krumenglueck nord')).toEqual(['Bäckerei Krumenglück, Filiale Nord']);
  expect(await names('+49 30 23125101')).toContain('Bäckerei Krumenglück');
  expect(await names('gibtesnicht')).toEqual([]);
});

test('[TE4] a call is answered, held, resumed and hung up by command', async () => {
  const { connect, call } = await runMock();
  const client = await connect();
  const { callId, ...ringing } = await call({ from: BAKERY });
  expect(ringing).toEqual({
    direction: 'in',
    state: 'ringing',
    from: {
      raw: BAKERY,
      number: '+493023125101',
      name: 'Bäckerei Krumenglück',
      anonymous: false,
      line: '+493023125101',
    },
    to: {
      raw: '21',
      number: '21',
      name: 'Disposition 1',
      anonymous: false,
      line: 'internal:21',
    },
    extension: '21',
    startedAt: expect.stringMatching(/Z$/),
    answeredAt: null,
    endedAt: null,
    durationSec: null,
    endCause: null,
    features: ['answer', 'reject'],
    note: 'Anlieferung nur bis 6:30 Uhr',
  });
  const steps: [string, Partial<PhoneCall>][] = [
    ['answer', { state: 'connected', features: ['hangup', 'hold', 'transfer'] }],
    ['hold', { state: 'held', features: ['hangup', 'resume', 'transfer'] }],
    ['resume', { state: 'connected' }],
    ['hangup', { state: 'ended', endCause: 'normal', features: [], durationSec: 0 }],
  ];
  for (const [command, expected] of steps) {
    expect(await client.result(command, { callId })).toMatchObject({ callId, ...expected });
  }
  expect(client.told()).toEqual(['ringing', 'connected', 'held', 'resumed', 'ended']);
  const seqs = client.frames.flatMap(({ seq }) => (seq === undefined ? [] : [seq]));
  expect(seqs).toEqual([1, 2, 3, 4, 5, 6]);
  expect(await client.result('calls')).toEqual({ calls: [] });
});

test('[TE4] reject and transfer end a call', async () => {
  const { connect, call } = await runMock();
  const client = await connect();
  const rejected = await call({ from: BAKERY });
  expect(await client.result('reject', { callId: rejected.callId })).toMatchObject({
    state: 'ended',
    endCause: 'rejected',
    answeredAt: null,
  });
  const { callId } = await call({ from: BAKERY });
  await client.result('answer', { callId });
  expect(await client.result('transfer', { callId, to: '22' })).toMatchObject({
    state: 'ended',
    endCause: 'forwarded',
    to: { number: '22', name: 'Disposition 2' },
  });
  expect(client.told().slice(-2)).toEqual(['transferred', 'ended']);
});

test('[TE4] dial: the other side rings, answers, is busy or is given up', async () => {
  const { connect, call, post, url } = await runMock({}, { schedule: quickSchedule() });
  const client = await connect();
  const { callId } = await client.result<{ callId: string }>('dial', { number: '0171 39200-02' });
  expect(await client.event('call.dialing')).toMatchObject({
    callId,
    direction: 'out',
    from: { number: '21' },
    to: { name: 'Berta Flink' },
    features: ['hangup'],
  });
  expect(await client.event('call.ringing')).toMatchObject({ callId, features: ['hangup'] });
  expect(await client.event('call.connected')).toMatchObject({ callId });
  await client.result('transfer', { callId, to: '22' });

  await call({ from: BAKERY });
  const busy = await client.result<{ callId: string }>('dial', { number: BAKERY });
  const isOf = (id: string) => (told: PhoneCall) => told.callId === id;
  expect(await client.event('call.ended', isOf(busy.callId))).toMatchObject({ endCause: 'busy' });

  await fetch(`${url}/api/mock/switches`, { method: 'PUT', body: '{"pickUp":false}' });
  const internal = await client.result<{ callId: string }>('dial', { number: '30' });
  expect(await client.event('call.dialing', isOf(internal.callId))).toMatchObject({
    direction: 'internal',
  });
  expect(await client.result('hangup', internal)).toMatchObject({ endCause: 'canceled' });

  const declined = await client.result<{ callId: string }>('dial', { number: '0171 39200-03' });
  await client.event('call.ringing', isOf(declined.callId));
  const answer = await post(`/api/mock/calls/${declined.callId}/hangup`);
  expect(await answer.json()).toMatchObject({ endCause: 'rejected' });
});

test.each<[string, object | undefined, string]>([
  ['addresses', { page: 0 }, 'bad_request'],
  ['addresses', { page: '1' }, 'bad_request'],
  ['addresses', { pageSize: 501 }, 'bad_request'],
  ['addresses', { pageSize: 1.5 }, 'bad_request'],
  ['address', {}, 'bad_request'],
  ['address', { number: 7 }, 'bad_request'],
  ['address', { index: 0 }, 'bad_request'],
  ['address', { index: 9999 }, 'not_found'],
  ['address', { number: '030 23125-998' }, 'not_found'],
  ['search', {}, 'bad_request'],
  ['search', { term: ' ' }, 'bad_request'],
  ['dial', {}, 'bad_request'],
  ['dial', { number: 'Büro' }, 'bad_request'],
  ['dial', { number: 'anonymous' }, 'bad_request'],
  ['dial', { number: '21' }, 'bad_request'],
  ['transfer', { callId: 'x' }, 'bad_request'],
  ['explode', undefined, 'unknown_command'],
  ['toString', undefined, 'unknown_command'],
  ...CALL_COMMANDS.flatMap((command): [string, object, string][] => [
    [command, {}, 'bad_request'],
    [command, { callId: 'nobody', to: '22' }, 'not_found'],
  ]),
])('[TE4] %s with %j is %s', async (command, params, code) => {
  const { connect } = await runMock();
  const client = await connect();
  expect(await client.ask(command, params)).toEqual({
    id: '1',
    command,
    ok: false,
    error: expect.objectContaining({ code, message: expect.any(String) }),
  });
  expect((await client.ask('calls')).ok).toBe(true);
});

test('[TE4] a command that the state does not allow is invalid_state', async () => {
  const { connect, call } = await runMock();
  const client = await connect();
  const { callId } = await call({ from: BAKERY });
  const refused = async (command: string) =>
    (await client.ask(command, { callId, to: '22' })).error?.code;
  for (const command of ['hangup', 'hold', 'resume', 'transfer']) {
    expect(await refused(command), command).toBe('invalid_state');
  }
  await client.result('answer', { callId });
  for (const command of ['answer', 'reject', 'resume']) {
    expect(await refused(command), command).toBe('invalid_state');
  }
  expect((await client.ask('transfer', { callId, to: '77' })).error?.code).toBe('not_found');
  expect((await client.ask('transfer', { callId, to: '21' })).error?.code).toBe('bad_request');
  expect((await client.ask('transfer', { callId, to: 'x' })).error?.code).toBe('bad_request');
  await client.result('hangup', { callId });
  for (const command of CALL_COMMANDS) {
    expect(await refused(command), command).toBe('invalid_state');
  }
});

test('[TE4] all lines taken is unavailable', async () => {
  const { connect, call, post } = await runMock();
  for (let i = 0; i < 100; i++) await call({ from: BAKERY });
  const client = await connect();
  expect((await client.ask('dial', { number: BAKERY })).error?.code).toBe('unavailable');
  const answer = await post('/api/mock/calls', JSON.stringify({ from: BAKERY }));
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'telephony_unavailable' });
});

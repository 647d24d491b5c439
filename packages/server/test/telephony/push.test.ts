import type { AddressInfo } from 'node:net';
import type { PhoneCall } from '@hookline/contract';
import fc from 'fast-check';
import { createWebhookModule } from 'sipgateio';
import { expect, onTestFinished, test } from 'vitest';
import { isSigned } from '../../src/telephony/systems/placetel/system.ts';
import { IN, pushed, pushedWithOrders } from './push-office.ts';
import { connectTo } from './telephony-client.ts';

test('[TS7] sipgate rings, asks for answer and end, and both are told', async () => {
  const { push, page } = await pushed('sipgate');
  const answer = await push({
    ...{ event: 'newCall', callId: 'A1', origCallId: 'A1', xcid: 'x' },
    ...IN,
    'user[]': 'Anna',
    'userId[]': 'w0',
  });
  expect(answer.headers.get('content-type')).toContain('application/xml');
  const url = 'https://hooks.office.example/api/telephony/push?token=push-token-0123';
  expect(await answer.text()).toContain(`<Response onAnswer="${url}" onHangup="${url}"/>`);
  expect(await page.event('call.ringing')).toMatchObject({
    direction: 'in',
    extension: '',
    from: { number: '+493023125101' },
    features: [],
  });
  await push({ event: 'answer', callId: 'A1', user: 'Anna', userId: 'w0', ...IN });
  expect(await page.event('call.connected')).toMatchObject({ extension: '21' });
  await push({ event: 'hangup', callId: 'A1', cause: 'normalClearing', ...IN });
  expect(await page.event('call.ended')).toMatchObject({ endCause: 'normal' });
});

test('[TS12] voicemail, a lost answer, a lost beginning and pushes that come twice or late', async () => {
  const { push, told } = await pushed('sipgate');
  const say = (callId: string, event: string, more = {}) => push({ event, callId, ...IN, ...more });
  await say('A', 'newCall');
  await say('A', 'newCall');
  await say('A', 'answer', { user: 'voicemail' });
  await say('A', 'hangup', { cause: 'normalClearing' });
  await say('A', 'newCall');
  expect(await told()).toEqual(['ringing', 'ended voicemail']);

  await say('B', 'newCall');
  await say('B', 'hangup', { cause: 'normalClearing' });
  await say('C', 'answer', { userId: 'w1' });
  await say('C', 'newCall');
  await say('C', 'hangup', { cause: 'cancel' });
  await say('D', 'newCall');
  await say('D', 'hangup', { cause: 'cancel' });
  await say('E', 'hangup', { cause: 'busy' });
  expect((await told()).slice(2)).toEqual([
    ...['ringing', 'ended normal'],
    ...['ringing', 'connected', 'ended normal'],
    ...['ringing', 'ended missed'],
  ]);
});

test('[TS12] transferred and forwarded calls are one call, whichever end comes first', async () => {
  const { push, told, page } = await pushed('sipgate');
  const say = (callId: string, event: string, more = {}) =>
    push({ event, callId, origCallId: 'A', ...IN, ...more });
  await say('A', 'newCall');
  await say('A', 'answer', { userId: 'w0' });
  await say('B', 'newCall', { diversion: '494066969100' });
  await say('A', 'hangup', { cause: 'normalClearing' });
  await say('B', 'answer', { userId: 'w1' });
  await say('B', 'hangup', { cause: 'normalClearing' });
  expect(await told()).toEqual([
    'ringing',
    'connected',
    'transferred',
    'transferred',
    'ended normal',
  ]);
  expect(await page.event('call.ended')).toMatchObject({ extension: '22' });

  const forward = (callId: string, event: string, more = {}) =>
    push({ event, callId, origCallId: 'F', ...IN, ...more });
  await forward('F', 'newCall');
  await forward('F', 'hangup', { cause: 'forwarded' });
  await forward('G', 'newCall', { to: '494066969101' });
  await forward('G', 'hangup', { cause: 'noAnswer' });
  expect((await told()).slice(5)).toEqual(['ringing', 'transferred', 'ended missed']);
});

test('[TS7] any system that pushes so is understood: JSON, other spellings, other words', async () => {
  const { push, told } = await pushed('cti', { 'app.server.public-url': undefined });
  const answer = await push(JSON.stringify({ event: 'newCall', call_id: 7, ...IN, user: ['a'] }));
  expect([answer.status, await answer.text()]).toEqual([204, '']);
  await push(JSON.stringify({ event: 'hangup', call_id: 7, cause: 'ORIGINATOR_CANCEL', ...IN }));
  await push({ event: 'newCall', call_id: '8', direction: 'out', from: '21', to: '030 23125-101' });
  await push({ event: 'hangup', call_id: '8', direction: 'out', cause: 'NO_ANSWER' });
  expect(await told()).toEqual(['ringing', 'ended missed', 'dialing', 'ended unreachable']);
});

test('[TS7] Placetel is read, and its published signature is right', async () => {
  const payload =
    'call_id=4a4cbb39578170aed9a2761a7bec8c7e704a541f52291ef603d6f5f152980c3c&event=CallAccepted&from=0123456789&to=0987654321';
  const signature = 'c4f823c5b8806432fe2b83b1fc2ee714422e0cdfb4b5129152a7d0bbcd7792d0';
  expect(isSigned('12345', Buffer.from(payload), signature)).toBe(true);

  const { push, told, server } = await pushed('placetel', {
    'app.telephony.placetel.secret': '12345',
    'app.telephony.desks': { '21': '7771234@fpbx.de' },
  });
  const unsigned = await push(payload);
  expect(unsigned.status).toBe(401);
  const wrong = await push(payload, { 'x-placetel-signature': signature.replace('c4', 'c5') });
  expect(wrong.status).toBe(401);
  expect([await told(), server.archive.reports]).toEqual([[], []]);
  expect((await push(payload, { 'x-placetel-signature': signature })).status).toBe(204);
  expect(await told()).toEqual(['ringing', 'connected']);
});

test('[TS7] what Placetel says at the end', async () => {
  const { push, told, page } = await pushed('placetel');
  const say = (event: string, call_id: string, more = {}) =>
    push({ event, call_id, from: '022147101', to: '040669690', direction: 'in', ...more });
  for (const type of ['voicemail', 'missed', 'blocked', 'accepted']) {
    await say('IncomingCall', type);
    await say('HungUp', type, { type, duration: type === 'accepted' ? '61' : '0' });
  }
  expect((await told()).filter((event) => event !== 'ringing')).toEqual([
    ...['ended voicemail', 'ended missed', 'ended rejected', 'ended normal'],
  ]);
  const accepted = await page.event('call.ended', ({ endCause }) => endCause === 'normal');
  expect(accepted.durationSec).toBe(61);
  await say('OutgoingCall', 'out', { peer: 'w0', from: 'anonymous' });
  await say('HungUp', 'out', { type: 'unavailable' });
  expect((await told()).slice(-2)).toEqual(['dialing', 'ended unreachable']);
});

test.each(['', '?token=', '?token=wrong', '?token=push-token-012'])(
  '[TS7] a push with %j for a token is refused, and nothing is told',
  async (query) => {
    const { server, told } = await pushed('sipgate');
    const body = new URLSearchParams({ event: 'newCall', callId: 'A', ...IN });
    const answer = await fetch(`${server.url}/api/telephony/push${query}`, {
      method: 'POST',
      body,
    });
    expect(answer.status).toBe(401);
    expect([await told(), server.archive.reports]).toEqual([[], []]);
  },
);

test('[TS11] whatever is pushed, the service lives and every call that was told ends once', async () => {
  const { push, server, page } = await pushed('sipgate');
  const word = fc.oneof(
    fc.constantFrom('newCall', 'answer', 'hangup', 'A', 'B', 'in', 'out', 'cancel', 'voicemail'),
    fc.string({ unit: 'binary', maxLength: 40 }),
  );
  const fields = fc.dictionary(
    fc.constantFrom('event', 'callId', 'origCallId', 'direction', 'from', 'to', 'user', 'cause'),
    word,
  );
  await fc.assert(
    fc.asyncProperty(fc.oneof(fields, fc.string({ maxLength: 200 })), async (body) => {
      const answer = await push(body);
      expect(answer.status).toBeLessThan(300);
    }),
  );
  await server.server.stop();
  const ends = new Map<string, number>();
  for (const { event, data } of page.frames) {
    if (!event?.startsWith('call.')) continue;
    const { callId } = data as { callId: string };
    expect(ends.get(callId) ?? 0).toBe(0);
    if (event === 'call.ended') ends.set(callId, 1);
  }
  const told = page.frames.filter(({ event }) => event?.startsWith('call.'));
  expect(ends.size).toBe(new Set(told.map(({ data }) => (data as { callId: string }).callId)).size);
});

test('[TS7] orders go to sipgate with the personal token, and only to the desk that has the call', async () => {
  const { push, page, server, asked } = await pushedWithOrders('S1');
  await push({ event: 'newCall', callId: 'A', ...IN });
  await push({ event: 'answer', callId: 'A', userId: 'w0', ...IN });
  const { callId, features } = await page.event('call.connected');
  expect(features).toEqual(['hangup', 'hold', 'transfer']);
  const other = await connectTo(server.port, '/api/telephony/ws?desk=22');
  expect((await other.ask('hangup', { callId })).error?.code).toBe('invalid_state');
  await page.result('hold', { callId });
  await page.event('call.held');
  await page.result('resume', { callId });
  await page.result('transfer', { callId, to: '0049 30 23125-102' });
  await page.result('hangup', { callId });
  expect((await page.ask('transfer', { callId, to: 'evil\r\n' })).error?.code).toBe('bad_request');
  const dialled = await page.result<{ callId: string }>('dial', { number: '+49 30 23125-103' });
  await push({ event: 'newCall', callId: 'S1', direction: 'out', from: 'w0', to: '493023125103' });
  expect(await page.event('call.dialing')).toMatchObject({ callId: dialled.callId });
  expect(asked).toEqual([
    'PUT /v2/calls/A/hold {"value":true}',
    'PUT /v2/calls/A/hold {"value":false}',
    'POST /v2/calls/A/transfer {"attended":false,"phoneNumber":"+493023125102"}',
    'DELETE /v2/calls/A ',
    'POST /v2/sessions/calls {"caller":"e0","callee":"+493023125103"}',
  ]);
});

test('[TS7] numbers in orders to sipgate are in E.164, however they are written', async () => {
  const { push, page, asked } = await pushedWithOrders('S1');
  await push({ event: 'answer', callId: 'A', userId: 'w0', ...IN });
  const { callId } = await page.event('call.connected');
  const written = ['030 23125-103', '0049 (30) 23125103', '+49 30 23125103', '0171/39200-01', '21'];
  for (const number of written) {
    await page.result('transfer', { callId, to: number });
    await page.result('dial', { number });
  }
  const sent = asked.map((line) => /"(?:phoneNumber|callee)":"([^"]*)"/.exec(line)?.[1]);
  const numbers = ['+493023125103', '+493023125103', '+493023125103', '+491713920001', '21'];
  expect(sent).toEqual(numbers.flatMap((number) => [number, number]));
});

test('[TS11] no id of a call leads an order elsewhere in sipgate’s API', async () => {
  const { push, page, asked } = await pushedWithOrders('S1');
  const newest = async () =>
    (await page.result<{ calls: PhoneCall[] }>('calls')).calls.at(-1)?.callId;
  const refused = async (ids: Record<string, string>) => {
    await push({ event: 'answer', userId: 'w0', ...IN, ...ids });
    const callId = await newest();
    const orders = [['hold'], ['hangup'], ['transfer', '0301']] as const;
    for (const [name, to] of orders) {
      expect((await page.ask(name, { callId, to })).error?.code, ids['callId']).toBe('unavailable');
    }
  };
  for (const id of ['.', '..', '%2e%2E', '../numbers', '..\\x', 'a/b', 'a?b', 'a#b', 'a\0b']) {
    await refused({ callId: id });
    await refused({ callId: `./${id}`, origCallId: `call of ${id}` });
  }
  expect(asked).toEqual([]);
  // What others have for ids is taken.
  await push({ event: 'answer', callId: 'a-b_c.1@10.0.0.1', userId: 'w0', ...IN });
  await page.result('hangup', { callId: await newest() });
  expect(asked.at(-1)).toBe('DELETE /v2/calls/a-b_c.1%4010.0.0.1 ');
});

test('[TS7] the vendor’s own library reads what these tests push', async () => {
  const library = await createWebhookModule().createServer({
    port: 0,
    hostname: '127.0.0.1',
    serverAddress: 'http://127.0.0.1',
    skipSignatureVerification: true,
  });
  onTestFinished(() => library.stop());
  const heard: string[] = [];
  library.onNewCall(({ from, direction, userIds }) => {
    heard.push(`new ${direction} ${from} ${userIds}`);
  });
  library.onAnswer(({ userId }) => void heard.push(`answer ${userId}`));
  library.onHangUp(({ cause }) => void heard.push(`hangup ${cause}`));
  const { port } = library.getHttpServer().address() as AddressInfo;
  const push = (fields: Record<string, string>) =>
    fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: new URLSearchParams(fields) });
  const common = { callId: 'A1', origCallId: 'A1', xcid: 'x', ...IN };
  await push({
    event: 'newCall',
    ...common,
    'user[]': 'Anna',
    'userId[]': 'w0',
    'fullUserId[]': '1w0',
  });
  await push({ event: 'answer', ...common, user: 'Anna', userId: 'w0', fullUserId: '1w0' });
  await push({ event: 'hangup', ...common, cause: 'normalClearing' });
  expect(heard).toEqual(['new in +493023125101 w0', 'answer w0', 'hangup normalClearing']);
});

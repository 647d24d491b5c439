import type { PhoneCall } from '@hookline/contract';
import { expect, test } from 'vitest';
import { IN, pushed, pushedWithOrders } from './push-office.ts';

/** What real systems and their connectors push beside the book, and what comes of it. */

/** Things happen when the test says so, and what would happen later is known by its wait. */
function clock() {
  const waiting: { ms: number; run: () => void }[] = [];
  let now = Date.UTC(2026, 2, 2, 8);
  return {
    now: () => now,
    schedule: {
      after(ms: number, run: () => void) {
        const entry = { ms, run };
        waiting.push(entry);
        return () => void waiting.splice(waiting.indexOf(entry) >>> 0, 1);
      },
    },
    pass(ms: number) {
      now += ms;
      for (const entry of waiting.filter((one) => one.ms <= ms)) {
        waiting.splice(waiting.indexOf(entry) >>> 0, 1);
        entry.run();
      }
    },
  };
}

test('[TS2] an id that is used again is another call, whether or not the old one was ended', async () => {
  const { now, schedule, pass } = clock();
  const { push, told, page } = await pushed('cti', {}, { now, schedule });
  const ring = { event: 'newCall', callId: '1', ...IN };
  await push(ring);
  await push({ event: 'hangup', callId: '1', cause: 'noAnswer', ...IN });
  await push(ring);
  expect(await told()).toEqual(['ringing', 'ended missed']);

  await push({ ...ring, from: '493023125102' });
  await push({ ...ring, from: '493023125103' });
  await push({ ...ring, from: '493023125103' });
  await push({ event: 'hangup', callId: '1', cause: 'cancel', ...IN });
  expect((await told()).slice(2)).toEqual(['ringing', 'ended', 'ringing', 'ended missed']);

  pass(60_000);
  await push({ ...ring, from: '493023125103' });
  expect((await told()).slice(6)).toEqual(['ringing']);
  const ids = page.frames.flatMap(({ event, data }) =>
    event === 'call.ringing' ? [(data as PhoneCall).callId] : [],
  );
  expect(new Set(ids).size).toBe(4);
});

test('[TS2] an end that overtakes its beginning leaves no call that rings for hours', async () => {
  const { now, schedule, pass } = clock();
  const { push, told } = await pushed('cti', {}, { now, schedule });
  await push({ event: 'hangup', callId: 'A', cause: 'cancel', ...IN });
  expect(await told()).toEqual([]);
  await push({ event: 'newCall', callId: 'A', ...IN });
  expect(await told()).toEqual(['ringing', 'ended missed']);

  await push({ event: 'hangup', callId: '7', cause: 'cancel', ...IN });
  pass(60_000);
  await push({ event: 'newCall', callId: '7', ...IN });
  expect((await told()).slice(2)).toEqual(['ringing']);
});

test('[TS12] a transfer is one call although only its first push says what it belongs to', async () => {
  const { push, told, page } = await pushed('sipgate');
  await push({ event: 'newCall', callId: 'A', origCallId: 'A', ...IN });
  await push({ event: 'answer', callId: 'A', userId: 'w0', ...IN });
  await push({ event: 'newCall', callId: 'B', origCallId: 'A', diversion: '1', ...IN });
  await push({ event: 'hangup', callId: 'A', cause: 'normalClearing', ...IN });
  await push({ event: 'answer', callId: 'B', userId: 'w1', ...IN });
  await push({ event: 'answer', callId: 'A', userId: 'w0', ...IN });
  await push({ event: 'hangup', callId: 'B', cause: 'normalClearing', ...IN });
  await push({ event: 'answer', callId: 'B', userId: 'w1', ...IN });
  expect(await told()).toEqual([
    ...['ringing', 'connected', 'transferred', 'transferred', 'transferred', 'ended normal'],
  ]);
  expect((await page.event('call.ended')).answeredAt).not.toBeNull();
});

test('[TS12] a forwarded call whose new ring was lost goes on while somebody talks', async () => {
  const { now, schedule, pass } = clock();
  const { push, told } = await pushed('sipgate', {}, { now, schedule });
  await push({ event: 'newCall', callId: 'F', origCallId: 'F', ...IN });
  await push({ event: 'hangup', callId: 'F', origCallId: 'F', cause: 'forwarded', ...IN });
  await push({ event: 'answer', callId: 'G', origCallId: 'F', userId: 'w1', ...IN });
  pass(10_000);
  expect(await told()).toEqual(['ringing', 'connected']);
  await push({ event: 'hangup', callId: 'G', cause: 'normalClearing', ...IN });
  expect((await told()).at(-1)).toBe('ended normal');
});

test('[TS7] an end without a direction is that of the call, and a cause that nobody knows is none', async () => {
  const { push, told } = await pushed('cti');
  const out = { event: 'newCall', direction: 'out', from: '21', to: '03023125101' };
  await push({ ...out, callId: '1' });
  await push({ event: 'hangup', callId: '1', cause: 'cancel' });
  await push({ ...out, callId: '2' });
  await push({ event: 'hangup', callId: '2', cause: 'NO_ANSWER' });
  await push({ ...out, callId: '3' });
  await push({ event: 'hangup', callId: '3', cause: 'constructor' });
  expect((await told()).filter((event) => event !== 'dialing')).toEqual([
    ...['ended canceled', 'ended unreachable', 'ended'],
  ]);
});

test('[TS7] a machine that Placetel says has accepted is no talk', async () => {
  const { push, told } = await pushed('placetel');
  const call = { call_id: 'a', from: '022147101', to: '040669690', direction: 'in' };
  await push({ event: 'IncomingCall', ...call });
  await push({ event: 'CallAccepted', ...call });
  await push({ event: 'HungUp', ...call, type: 'voicemail', duration: '12' });
  expect(await told()).toEqual(['ringing', 'connected', 'ended voicemail']);
});

test('[TS7] a type that Placetel does not have is no end cause', async () => {
  const { push, page } = await pushed('placetel');
  const call = { call_id: 'a', from: '022147101', to: '040669690', direction: 'in' };
  await push({ event: 'IncomingCall', ...call });
  await push({ event: 'HungUp', ...call, type: '__proto__' });
  expect((await page.event('call.ended')).endCause).toBeNull();
});

test.each([{ from: '' }, { from: undefined }])(
  '[TS7] a connector that leaves out a withheld number (%j) rings all the same',
  async (more) => {
    const { push, page } = await pushed('cti');
    await push(JSON.stringify({ event: 'newCall', callId: '1', ...IN, ...more }));
    expect(await page.event('call.ringing')).toMatchObject({
      from: { raw: '', number: null, anonymous: true },
    });
  },
);

test('[TS11] legs without end, ids without end and names without end are bounded', async () => {
  const { push, told, page } = await pushed('cti');
  for (let leg = 0; leg < 60; leg++) {
    await push({ event: 'newCall', callId: `leg ${leg}`, origCallId: 'A', ...IN });
  }
  // The oldest are not known any more; the call ends with the last of those that are.
  for (let leg = 59; leg >= 40; leg--) {
    await push({ event: 'hangup', callId: `leg ${leg}`, cause: 'cancel', ...IN });
  }
  expect((await told()).filter((event) => event !== 'transferred')).toEqual([
    ...['ringing', 'ended missed'],
  ]);
  await push({ event: 'newCall', callId: 'x'.repeat(5000), ...IN });
  expect((await told()).slice(-1)).toEqual(['ended missed']);
  const desk = `\u0007${'y'.repeat(5000)}`;
  await push({ event: 'answer', callId: 'B', userId: desk, ...IN });
  expect((await page.event('call.connected')).extension).toMatch(/^y{1,120}$/);
});

test('[TS7] a connector with one id for each telephone tells one call, and none that was missed', async () => {
  const { now, schedule, pass } = clock();
  const { push, told, page } = await pushed('cti', {}, { now, schedule });
  const ring = (callId: string, userId: string, more = {}) =>
    push({ event: 'newCall', callId, userId, ...IN, ...more });
  const end = (callId: string, cause: string) => push({ event: 'hangup', callId, cause, ...IN });
  await ring('1', 'w0');
  await ring('2', 'w1', { from: '030 23125-101', to: '22' });
  await ring('3', 'w2');
  // Of the telephones that rang in vain one is told before the answer, and one never.
  await end('1', 'cancel');
  await push({ event: 'answer', callId: '2', userId: 'w1', ...IN });
  await end('2', 'normalClearing');
  await end('3', 'cancel');
  expect(await told()).toEqual(['ringing', 'connected', 'ended normal']);
  expect(await page.event('call.ended')).toMatchObject({
    extension: '22',
    to: { raw: '+494066969100' },
  });

  await ring('4', 'w0');
  await ring('5', 'w1');
  await end('4', 'busy');
  await end('5', 'noAnswer');
  expect((await told()).slice(3)).toEqual(['ringing', 'ended missed']);

  // Neither pushes that overtake others nor one that is lost make a second call.
  await ring('6', 'w0');
  await end('7', 'cancel');
  await ring('7', 'w1');
  await push({ event: 'answer', callId: '8', userId: 'w2', ...IN });
  await end('8', 'normalClearing');
  expect((await told()).slice(5)).toEqual(['ringing', 'connected', 'ended normal']);

  // Somebody else, somebody who is not known, and the same one later are calls of their own.
  for (const from of ['493023125102', '493023125103', 'anonymous', 'anonymous']) {
    await ring(`other ${Math.random()}`, 'w0', { from });
  }
  pass(10_000);
  await ring('later', 'w1', { from: '493023125102' });
  expect((await told()).slice(8)).toEqual(Array.from({ length: 5 }, () => 'ringing'));
});

test('[TS7] a dialled call of which sipgate pushes nothing is not on for hours', async () => {
  const { now, schedule, pass } = clock();
  const { push, page, told } = await pushedWithOrders('S1', { now, schedule });
  await page.result('dial', { number: '030 23125-101' });
  pass(60_000);
  expect(await told()).toEqual(['dialing', 'ended']);

  await push({ event: 'newCall', callId: 'S2', ...IN, direction: 'out' });
  pass(60_000);
  expect((await told()).slice(2)).toEqual(['dialing']);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  applyCalls,
  applyEvent,
  applyGreeting,
  type CallBook,
  NO_CALLS,
} from '../../src/telephony/call-state.ts';
import type { CallEvent, CallState, PhoneCall } from '../../src/telephony/index.ts';

const party = (raw: string, name: string | null = null) => ({
  raw,
  number: raw,
  name,
  anonymous: false,
});

function call(callId: string, state: CallState, rest: Partial<PhoneCall> = {}): PhoneCall {
  return {
    callId,
    direction: 'in',
    state,
    from: party('+493023125101'),
    to: party('21'),
    extension: '21',
    startedAt: `2026-01-05T08:00:00.${callId.padStart(3, '0')}Z`,
    answeredAt: null,
    endedAt: null,
    durationSec: null,
    endCause: null,
    features: [],
    note: null,
    ...rest,
  };
}

const told = (seq: number, call: PhoneCall): CallEvent => ({
  event: call.state === 'ended' ? 'call.ended' : 'call.ringing',
  seq,
  timestamp: new Date(seq).toISOString(),
  call,
});
const play = (events: readonly CallEvent[], book: CallBook = NO_CALLS) =>
  events.reduce(applyEvent, book);
const states = ({ calls }: CallBook) => calls.map(({ callId, state }) => `${callId} ${state}`);

const someCall = fc
  .record({
    callId: fc.constantFrom('1', '2', '3'),
    state: fc.constantFrom('dialing', 'ringing', 'connected', 'held', 'ended'),
    name: fc.option(fc.constantFrom('A', 'B')),
    answeredAt: fc.option(fc.constantFrom('2026-01-05T08:01:00.000Z', '2026-01-05T08:02:00.000Z')),
  })
  .map(({ callId, state, name, answeredAt }) =>
    call(callId, state, { from: party(`+4930231251${callId}`, name), answeredAt }),
  );
const someEvents = fc
  .array(someCall, { maxLength: 20 })
  .map((calls) => calls.map((one, at) => told(at + 1, one)));

test('[CL7] any order of the same events, repeated as often as one likes, makes the same calls', () => {
  const shuffles = someEvents.chain((events) =>
    fc.tuple(
      fc.constant(events),
      fc.shuffledSubarray([...events, ...events], { minLength: 2 * events.length }),
    ),
  );
  fc.assert(
    fc.property(shuffles, ([inOrder, shuffled]) => {
      expect(play(shuffled).calls.map(({ key, ...rest }) => rest)).toEqual(
        play(inOrder).calls.map(({ key, ...rest }) => rest),
      );
    }),
  );
});

test('[CL7] an event that was heard before changes nothing, not even the object', () => {
  fc.assert(
    fc.property(someEvents, (events) => {
      const book = play(events);
      for (const event of events) expect(applyEvent(book, event)).toBe(book);
    }),
  );
});

test('[CL7] an end is final, and a name or an answer that was told is never lost', () => {
  fc.assert(
    fc.property(someEvents, (events) => {
      const { calls } = play(events);
      for (const { callId, state, from, answeredAt } of calls) {
        const own = events.map(({ call }) => call).filter((one) => one.callId === callId);
        expect(state === 'ended').toBe(own.some((one) => one.state === 'ended'));
        expect(from.name !== null).toBe(own.some((one) => one.from.name !== null));
        expect(answeredAt !== null).toBe(own.some((one) => one.answeredAt !== null));
      }
      expect(new Set(calls.map(({ key }) => key)).size).toBe(calls.length);
    }),
  );
});

test('[CL7] after a greeting exactly the calls that it names are on', () => {
  fc.assert(
    fc.property(
      someEvents,
      fc.uniqueArray(someCall, { selector: ({ callId }) => callId }),
      (events, present) => {
        const live = present.filter(({ state }) => state !== 'ended');
        const before = play(events);
        const over = new Set(
          before.calls.flatMap((one) => (one.state === 'ended' ? [one.callId] : [])),
        );
        const book = applyGreeting(before, { seq: 3, calls: live });
        const on = book.calls.filter(({ state }) => state !== 'ended').map(({ callId }) => callId);
        const expected = live.map(({ callId }) => callId).filter((callId) => !over.has(callId));
        expect(on.sort()).toEqual(expected.sort());
        // Told once more, nothing is new.
        expect(applyCalls(book, { seq: 3, calls: live }).calls).toEqual(book.calls);
      },
    ),
  );
});

test('[CL7] a guessed end gives way to any later word, a told one does not', () => {
  const ringing = play([told(1, call('1', 'ringing')), told(2, call('2', 'ended'))]);
  const gone = applyGreeting(ringing, { seq: 7, calls: [] });
  expect(gone.calls).toMatchObject([
    { callId: '2', isEndGuessed: false },
    { callId: '1', state: 'ended', isEndGuessed: true },
  ]);
  // Older than the greeting: it has been overtaken.
  expect(states(applyEvent(gone, told(6, call('1', 'connected'))))).toContain('1 ended');
  const back = play([told(8, call('1', 'connected')), told(9, call('2', 'connected'))], gone);
  expect(states(back)).toEqual(['2 ended', '1 connected']);
  expect(states(applyGreeting(gone, { seq: 1, calls: [call('1', 'held')] }))).toContain('1 held');
});

test('[CL7] a call that goes on under another id is the same call', () => {
  const { startedAt } = call('1', 'ringing');
  const events = [
    told(1, call('1', 'ringing', { from: party('+493023125101', 'Bakery') })),
    told(2, call('b', 'connected', { startedAt })),
    told(3, call('b', 'ended', { startedAt })),
  ];
  const { calls } = play(events);
  expect(calls).toMatchObject([
    { callId: 'b', state: 'ended', from: { name: 'Bakery' }, key: `${startedAt} 1` },
  ]);
  for (const order of [
    [1, 2, 0],
    [2, 0, 1],
  ]) {
    const shuffled = order.flatMap((at) => events[at] ?? []);
    expect(states(play(shuffled))).toEqual(['b ended']);
  }
});

test('[CL7] a changed id and an overlap at once, in any order and repeated: two calls', () => {
  const { startedAt } = call('1', 'ringing');
  const named = { from: party('+493023125101', 'Bakery') };
  const events = [
    told(1, call('1', 'ringing')),
    told(2, call('1', 'ringing', named)),
    told(3, call('b', 'connected', { startedAt })),
    told(4, call('2', 'ringing')),
    told(5, call('b', 'ended', { startedAt, endCause: 'normal' })),
    told(6, call('2', 'connected')),
  ];
  fc.assert(
    fc.property(fc.shuffledSubarray([...events, ...events], { minLength: 12 }), (shuffled) => {
      const book = play(shuffled);
      expect(states(book)).toEqual(['2 connected', 'b ended']);
      expect(book.calls[1]).toMatchObject({ from: { name: 'Bakery' }, endCause: 'normal' });
    }),
  );
});

test('[CL7] two that ring at the same moment are two calls, and so is another party', () => {
  const { startedAt } = call('1', 'ringing');
  const first = told(1, call('1', 'ringing'));
  const second = told(2, call('2', 'ringing', { startedAt }));
  const other = told(3, call('3', 'connected', { startedAt, from: party('+493023125102') }));
  expect(play([first, second, other]).calls).toHaveLength(3);
});

test('[CL7] a system that counts its ids from 1 again has new calls, not the old ones', () => {
  const later = { startedAt: '2026-01-06T08:00:00.000Z' };
  const book = play([
    told(1, call('1', 'ringing')),
    told(2, call('1', 'ended', { endCause: 'missed' })),
    told(3, call('1', 'ringing', later)),
  ]);
  expect(book.calls).toMatchObject([{ state: 'ringing' }, { state: 'ended', endCause: 'missed' }]);
  const unended = [told(1, call('1', 'ringing')), told(2, call('1', 'ringing', later))];
  for (const events of [unended, unended.toReversed()]) {
    expect(play(events).calls).toMatchObject([{ state: 'ringing' }, { state: 'ended' }]);
  }
});

test('[CL7] memory is bounded: many calls, and a call that is told of for days', () => {
  const many = Array.from({ length: 500 }, (_, at) => told(at, call(String(at), 'ended')));
  expect(play(many).calls).toHaveLength(50);
  const long = Array.from({ length: 500 }, (_, at) =>
    told(at, call('1', at % 2 ? 'held' : 'connected')),
  );
  const book = play(long);
  expect(states(book)).toEqual(['1 held']);
  expect(book.known[0]?.told.length).toBeLessThanOrEqual(40);
});

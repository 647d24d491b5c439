import { CALL_COMMANDS, type CallEventName, type PhoneCall } from '@hookline/contract';
import { PhoneRules } from '@hookline/records/phone';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PhoneBook } from '../../../src/telephony/phone-book.ts';
import { Calls } from '../../../src/telephony/systems/mock/calls.ts';
import { STOCK } from '../../../src/telephony/systems/mock/stock.ts';
import { TelephonyProblem } from '../../../src/telephony/telephony-problem.ts';

const book = new PhoneBook(new PhoneRules({ country: 'DE' }), STOCK);

interface Told {
  readonly event: CallEventName;
  readonly call: PhoneCall;
}

function office() {
  const told: Told[] = [];
  let clock = Date.UTC(2026, 0, 5, 8);
  const calls = new Calls({
    book,
    now: () => {
      clock += 1500;
      return clock;
    },
    onEvent: (event, call) => told.push({ event, call }),
  });
  return { calls, told };
}

/** Whether it was done; any error but a refusal is a defect. */
function isDone(act: () => unknown): boolean {
  try {
    act();
    return true;
  } catch (error) {
    if (!(error instanceof TelephonyProblem)) throw error;
    return false;
  }
}

const ACTS = [...CALL_COMMANDS, 'pickUp', 'otherSideHangsUp', 'ringsThere', 'busy'] as const;
type Act = (typeof ACTS)[number];

function perform(calls: Calls, act: Act, callId: string): boolean {
  return isDone(() => {
    if (act === 'pickUp') return calls.pickUp(callId);
    if (act === 'otherSideHangsUp') return calls.otherSideHangsUp(callId);
    if (act === 'ringsThere') return calls.ringsThere(callId);
    if (act === 'busy') return calls.failToConnect(callId, 'busy');
    return calls.command(act, callId, '40');
  });
}

const STARTS = {
  in: (calls: Calls) => calls.ring(book.party('030 23125-101'), book.party('21')),
  out: (calls: Calls) => calls.dial('0171 39200-01'),
  internalIn: (calls: Calls) => calls.ring(book.party('22'), book.party('21')),
  internalOut: (calls: Calls) => calls.dial('22'),
};
const start = fc.constantFrom(...Object.values(STARTS));
const acts = fc.array(fc.constantFrom<Act>(...ACTS), { maxLength: 12 });

function expectConsistent(call: PhoneCall): void {
  const isEnded = call.state === 'ended';
  expect(call.endedAt !== null).toBe(isEnded);
  expect(call.endCause !== null).toBe(isEnded);
  expect(call.durationSec !== null).toBe(isEnded);
  if (call.state === 'connected' || call.state === 'held') expect(call.answeredAt).not.toBeNull();
  if (call.state === 'dialing' || call.state === 'ringing') expect(call.answeredAt).toBeNull();
  const times = [call.startedAt, call.answeredAt, call.endedAt].filter((time) => time !== null);
  expect(times).toEqual([...times].sort());
  if (isEnded && call.answeredAt === null) {
    expect(call.durationSec).toBe(0);
    expect(['missed', 'busy', 'rejected', 'canceled']).toContain(call.endCause);
  }
  if (isEnded && call.answeredAt !== null) expect(['normal', 'forwarded']).toContain(call.endCause);
}

const EVENT_OF_STATE: Record<string, string[]> = {
  'call.dialing': ['dialing'],
  'call.ringing': ['ringing'],
  'call.connected': ['connected'],
  'call.held': ['held'],
  'call.resumed': ['connected'],
  'call.transferred': ['connected', 'held'],
  'call.ended': ['ended'],
};

test('[TE5] no sequence of commands makes a call inconsistent, and each change is told once', () => {
  fc.assert(
    fc.property(start, acts, (begin, sequence) => {
      const { calls, told } = office();
      const { callId } = begin(calls);
      for (const act of sequence) {
        const before = calls.get(callId);
        const wasDone = perform(calls, act, callId);
        const after = calls.get(callId);
        expectConsistent(after);
        if (!wasDone) expect(after).toEqual(before);
        if (before.state === 'ended') expect(wasDone).toBe(false);
        expect(calls.live().some((call) => call.callId === callId)).toBe(after.state !== 'ended');
      }
      for (const { event, call } of told) expect(EVENT_OF_STATE[event]).toContain(call.state);
      expect(told.at(-1)?.call).toEqual(calls.get(callId));
      expect(told.filter(({ event }) => event === 'call.ended').length).toBeLessThanOrEqual(1);
    }),
    { numRuns: 300 },
  );
});

test('[TE5] features are exactly the commands that would be accepted', () => {
  fc.assert(
    fc.property(start, acts, (begin, sequence) => {
      const reached = () => {
        const { calls } = office();
        const { callId } = begin(calls);
        for (const act of sequence) perform(calls, act, callId);
        return { calls, callId };
      };
      const { calls, callId } = reached();
      const accepted = CALL_COMMANDS.filter((command) => {
        const copy = reached();
        return perform(copy.calls, command, copy.callId);
      });
      expect([...calls.get(callId).features].sort()).toEqual([...accepted].sort());
    }),
    { numRuns: 200 },
  );
});

test('[TE5] what was told does not change afterwards, and ended calls are forgotten in time', () => {
  const { calls, told } = office();
  const first = STARTS.in(calls);
  calls.command('reject', first.callId);
  expect(told[0]?.call).toMatchObject({ state: 'ringing', endCause: null });
  for (let i = 0; i < 400; i++) calls.command('reject', STARTS.in(calls).callId);
  expect(() => calls.get(first.callId)).toThrow('There is no such call.');
});

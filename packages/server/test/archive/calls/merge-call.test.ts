import { PhoneRules } from '@hookline/records/phone';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type CallReport, callReports } from '../../../src/archive/calls/call-reports.ts';
import {
  type Call,
  CallsWithId,
  callView,
  mergedCall,
} from '../../../src/archive/calls/merge-call.ts';

const rules = new PhoneRules({ country: 'DE' });
const STARTED = '2026-03-01T08:00:00.000Z';

function report(fields: object): CallReport {
  const [found] = callReports(JSON.stringify({ callId: 'c-7', ...fields }), rules).reports;
  if (!found) throw new Error('no report');
  return found;
}

function callOf(one: CallReport, calls: readonly Call[]): Call | undefined {
  const withId = new CallsWithId<{ call: Call }>();
  for (const call of calls) withId.add({ call });
  return withId.of(one)?.call;
}

function merged(reports: readonly CallReport[]): Call {
  const call = reports.reduce<Call | undefined>(mergedCall, undefined);
  if (!call) throw new Error('no report');
  return call;
}
const viewOf = (...reports: object[]) => callView(merged(reports.map(report)));

const anyReport = fc
  .record(
    {
      state: fc.constantFrom('dialing', 'ringing', 'connected', 'held', 'ended', 'odd'),
      direction: fc.constantFrom('in', 'out', 'internal'),
      from: fc.constantFrom('030 23125-100', 'anonym', '', { number: '101', name: 'Tor' }),
      to: fc.constantFrom('21', { raw: '069 90009-200', name: 'Blitz' }, null),
      name: fc.constantFrom('Süß', 'Suess', ''),
      extension: fc.constantFrom('21', '22'),
      startedAt: fc.constant(STARTED),
      answeredAt: fc.constantFrom('2026-03-01T08:00:05Z', '2026-03-01T08:00:06Z', null),
      endedAt: fc.constantFrom('2026-03-01T08:01:00Z', '2026-03-01T08:02:00Z', null),
      timestamp: fc.constantFrom('2026-03-01T08:00:01Z', '2026-03-01T08:00:02Z'),
      durationSec: fc.constantFrom(0, 9, 10, 100),
      endCause: fc.constantFrom('normal', 'missed', 'busy'),
      note: fc.constantFrom('a', 'b'),
    },
    { requiredKeys: [] },
  )
  .map(report)
  .filter(({ callId }) => callId !== null);

describe('merging the reports of a call', () => {
  test('[AR9] any order of the same reports, each any number of times, makes the same call', () => {
    const shuffled = fc.array(anyReport, { minLength: 1, maxLength: 12 }).chain((reports) =>
      fc.tuple(
        fc.constant(reports),
        fc.shuffledSubarray([...reports, ...reports, ...reports], {
          minLength: reports.length * 3,
        }),
      ),
    );
    fc.assert(
      fc.property(shuffled, ([reports, again]) => {
        expect(merged(again)).toEqual(merged(reports));
      }),
      { numRuns: 1000 },
    );
  });

  test('[AR9] an identical report changes nothing, at any time', () => {
    fc.assert(
      fc.property(fc.array(anyReport, { minLength: 1 }), (reports) => {
        const call = merged(reports);
        for (const one of reports) expect(mergedCall(call, one)).toBe(call);
      }),
    );
  });

  test('[AR9] a call can be kept as JSON between two reports', () => {
    fc.assert(
      fc.property(fc.array(anyReport, { minLength: 1 }), anyReport, (reports, next) => {
        const kept: Call = JSON.parse(JSON.stringify(merged(reports)));
        expect(mergedCall(kept, next)).toEqual(merged([...reports, next]));
      }),
    );
  });

  test('[AR9] ended is final, whatever comes late', () => {
    fc.assert(
      fc.property(fc.array(anyReport), (reports) => {
        const call = merged([report({ state: 'ended' }), ...reports]);
        expect(callView(call).state).toBe('ended');
      }),
    );
  });

  test('[AR9] later reports fill what was empty and move the state on', () => {
    const ringing = { state: 'ringing', direction: 'in', from: { number: '030 23125-100' } };
    const named = {
      state: 'ringing',
      direction: 'in',
      from: { number: '030 23125-100', name: 'Süß' },
    };
    const connected = {
      state: 'connected',
      answeredAt: '2026-03-01T08:00:05Z',
      startedAt: STARTED,
    };
    expect(viewOf(ringing)).toMatchObject({ state: 'ringing', name: null, startedAt: null });
    expect(viewOf(connected, named, ringing)).toMatchObject({
      state: 'connected',
      name: 'Süß',
      phone: { key: '+493023125100' },
      startedAt: STARTED,
      answeredAt: '2026-03-01T08:00:05.000Z',
    });
  });

  test('[AR9] a held call is connected again when a later report says so', () => {
    const at = (second: number, state: string) => ({
      state,
      timestamp: STARTED.replace('00.0', `0${second}.0`),
    });
    expect(viewOf(at(1, 'connected'), at(2, 'held')).state).toBe('held');
    expect(viewOf(at(3, 'connected'), at(2, 'held'), at(1, 'connected')).state).toBe('connected');
    expect(viewOf({ state: 'held' }, { state: 'connected' }).state).toBe('held');
  });

  test('[AR9] answered once is never missed', () => {
    const ended = { state: 'ended', direction: 'in' };
    expect(viewOf(ended).missed).toBe(true);
    expect(viewOf(ended, { state: 'connected' }).missed).toBe(false);
    expect(viewOf({ state: 'held' }, ended).missed).toBe(false);
  });

  test('[AR9] a number that comes late replaces a withheld one, and not the other way round', () => {
    const withheld = { state: 'ringing', direction: 'in', from: 'anonym' };
    const known = { state: 'connected', direction: 'in', from: '030 23125-100' };
    expect(viewOf(withheld, known).phone?.key).toBe('+493023125100');
    expect(viewOf(known, withheld).phone?.key).toBe('+493023125100');
  });

  test('[AR9] the payload of a call is that of the report furthest on', () => {
    const ended = report({ state: 'ended' });
    const late = report({ state: 'connected', note: 'late' });
    expect(callView(merged([ended, late])).payloadHash).toBe(ended.hash);
  });
});

describe('which call a report is about', () => {
  const calls = [STARTED, '2026-03-01T10:00:00.000Z'].map((startedAt) =>
    merged([report({ startedAt })]),
  );

  test('[AR9] callId with startedAt names it, for ids are used again', () => {
    expect(callOf(report({ startedAt: '2026-03-01T09:00+01:00' }), calls)).toBe(calls[0]);
    expect(callOf(report({ startedAt: '2026-03-01T12:00:00Z' }), calls)).toBeUndefined();
    expect(callOf(report({ startedAt: STARTED }), [])).toBeUndefined();
  });

  test('[AR9] without startedAt it is the latest that had begun by then', () => {
    expect(callOf(report({ state: 'ended' }), calls)).toBe(calls[1]);
    expect(callOf(report({ endedAt: '2026-03-01T08:30:00Z' }), calls)).toBe(calls[0]);
    expect(callOf(report({ endedAt: '2026-03-01T07:00:00Z' }), calls)).toBeUndefined();
  });

  test('[AR9] a call that is known without its beginning takes it from a later report', () => {
    const unstarted = merged([report({ state: 'ringing' })]);
    expect(callOf(report({ startedAt: STARTED }), [unstarted])).toBe(unstarted);
    expect(callOf(report({ state: 'ended' }), [unstarted])).toBe(unstarted);
  });

  test('[AR9] reports of two calls with one id are told apart once the second has begun', () => {
    const reports = ['08', '10'].flatMap((hour) => [
      report({ startedAt: `2026-03-01T${hour}:00:00Z`, state: 'ringing', name: `at ${hour}` }),
      report({ startedAt: `2026-03-01T${hour}:00:00Z`, state: 'ended' }),
      report({ timestamp: `2026-03-01T${hour}:00:10Z`, state: 'connected' }),
      report({ answeredAt: `2026-03-01T${hour}:00:09Z` }),
    ]);
    const told = (some: readonly CallReport[]) => {
      const byBeginning: Call[] = [];
      for (const one of some) {
        const call = callOf(one, byBeginning);
        if (call) byBeginning[byBeginning.indexOf(call)] = mergedCall(call, one);
        else byBeginning.push(mergedCall(undefined, one));
      }
      return byBeginning.map(callView).sort((a, b) => `${a.name}`.localeCompare(`${b.name}`));
    };
    const inOrder = told(reports);
    expect(inOrder).toMatchObject([{ name: 'at 08', missed: false }, { name: 'at 10' }]);
    const [begun, ...rest] = reports.slice(4);
    const anyOrder = (some: CallReport[]) => fc.shuffledSubarray(some, { minLength: some.length });
    fc.assert(
      fc.property(anyOrder(reports.slice(0, 4)), anyOrder(rest), (earlier, later) => {
        expect(told([...earlier, ...(begun ? [begun] : []), ...later])).toEqual(inOrder);
      }),
    );
  });
});

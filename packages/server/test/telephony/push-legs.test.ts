import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PushedLegs } from '../../src/telephony/systems/push-legs.ts';

test('[TS11] however many calls, legs and ends without a beginning there are, few are kept', () => {
  const legs = new PushedLegs(() => 0);
  for (let i = 0; i < 5000; i++) {
    legs.begin(`call ${i}`, 'somebody');
    for (let leg = 0; leg < 30; leg++) legs.add(`call ${i}`, `leg ${i} ${leg}`);
    legs.forget(`call ${i}`);
    legs.endedEarly({ id: `end ${i}` });
  }
  expect(legs.size).toBe(2000);
  legs.begin('one', 'somebody');
  for (let leg = 0; leg < 5000; leg++) legs.add('one', `leg ${leg}`);
  expect(legs.size).toBe(2020);
  expect(legs.on('one')?.size).toBe(20);
});

test('[TS2] a leg belongs to one call, and after the call to none', () => {
  const id = fc.constantFrom('A', 'B', 'C', 'D');
  const step = fc.record({ act: fc.constantFrom('begin', 'add', 'end', 'forget'), call: id, id });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const legs = new PushedLegs(() => 0);
      for (const { act, call, id: leg } of steps) {
        if (act === 'begin') legs.begin(call, leg);
        else if (act === 'forget') legs.forget(call);
        else legs[act](call, leg);
        const owner = legs.callOf({ id: leg, call: 'none' });
        if (owner !== 'none') expect(legs.has(owner, leg)).toBe(true);
      }
    }),
    { numRuns: 2000 },
  );
});

test('[TS2] a leg that has become one of another call outlives the one it came from', () => {
  const legs = new PushedLegs(() => 0);
  for (const call of ['one', 'another']) {
    legs.begin(call, 'somebody');
    legs.add(call, 'leg');
  }
  legs.forget('one');
  expect(legs.callOf({ id: 'leg', call: 'none' })).toBe('another');
});

import type { CallEventName, PhoneCall } from '@hookline/contract';
import { PhoneRules } from '@hookline/records/phone';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CallMirror } from '../../src/telephony/mirror.ts';
import { PhoneBook } from '../../src/telephony/phone-book.ts';

const LONGEST = 4 * 3600_000;

function mirrored() {
  const told: { event: CallEventName; call: PhoneCall }[] = [];
  const waiting: { ms: number; run: () => void }[] = [];
  let now = 0;
  const mirror = new CallMirror({
    book: new PhoneBook(new PhoneRules({ country: 'DE' })),
    now: () => (now += 1000),
    schedule: {
      after(ms, run) {
        const entry = { ms, run };
        waiting.push(entry);
        return () => {
          const at = waiting.indexOf(entry);
          if (at >= 0) waiting.splice(at, 1);
        };
      },
    },
    longestCall: LONGEST,
    tell: (event, call) => told.push({ event, call }),
  });
  /** So much time is over. */
  const pass = (ms: number) => {
    for (const entry of waiting.filter((one) => one.ms <= ms)) {
      waiting.splice(waiting.indexOf(entry), 1);
      entry.run();
    }
  };
  return { mirror, told, waiting, pass };
}

const IN = {
  direction: 'in',
  from: { raw: '03023125101' },
  to: { raw: '21' },
  extension: '',
} as const;

test('[TS2] a call whose end was never told ends after the longest time, without a cause', () => {
  const { mirror, told, pass } = mirrored();
  mirror.began('0', IN);
  mirror.connected('0', '21');
  pass(LONGEST - 1);
  expect(mirror.live()).toHaveLength(1);
  pass(LONGEST);
  expect(mirror.live()).toEqual([]);
  expect(told.at(-1)).toMatchObject({ event: 'call.ended', call: { endCause: null } });
});

test('[TS12] after a lost line calls stay for a minute, and only those that are still on stay', () => {
  const { mirror, told, waiting, pass } = mirrored();
  mirror.began('0', IN);
  mirror.began('1', IN);
  mirror.unheard();
  expect(mirror.live()).toHaveLength(2);
  mirror.onlyThese(['1']);
  expect(mirror.ids).toEqual(['1']);
  mirror.unheard();
  // Another attempt has failed meanwhile.
  mirror.unheard();
  expect(waiting.filter(({ ms }) => ms === 60_000)).toHaveLength(1);
  pass(60_000);
  expect(mirror.live()).toEqual([]);
  expect(told.filter(({ event }) => event === 'call.ended')).toHaveLength(2);
});

test('[TS11] names and numbers from outside are text of one line and bounded', () => {
  const { mirror } = mirrored();
  const raw = '0302312\r\n5101';
  const call = mirror.began('0', {
    ...IN,
    from: { raw, name: `A\u0000\u001b[31m${'x'.repeat(1e6)}` },
  });
  expect(call.from.raw).toBe('0302312  5101');
  expect(call.from.name).toMatch(/^A {2}\[31mx+$/);
  expect(call.from.name?.length).toBeLessThan(200);
  const turned = mirror.began('1', { ...IN, from: { raw: '1', name: 'A\u202egpj.exe\u2066' } });
  expect(turned.from.name).toBe('A gpj.exe');
  const cut = mirror.began('2', { ...IN, from: { raw: '1', name: `A${'😀'.repeat(200)}` } });
  expect(cut.from.name).toBe(`A${'😀'.repeat(119)}`);
});

test('[TS12] answered where nobody can see it is no missed call', () => {
  const { mirror, told } = mirrored();
  mirror.began('0', IN);
  mirror.ended('0', { isAnsweredElsewhere: true });
  const call = told.at(-1)?.call;
  expect(call).toMatchObject({ endCause: 'normal', durationSec: null });
  expect(call?.answeredAt).toBe(call?.endedAt);
});

test('[TS2] whatever a system tells: every call ends once, and nothing is told after its end', () => {
  const id = fc.constantFrom('0', '1', '2', '3');
  const step = fc.oneof(
    fc.record({
      act: fc.constantFrom('began', 'ringing', 'connected', 'held', 'resumed', 'moved', 'ended'),
      id,
    }),
    fc.record({ act: fc.constantFrom('unheard', 'restored', 'adopt', 'wait'), id }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const { mirror, told, pass } = mirrored();
      for (const { act, id: one } of steps) {
        if (act === 'began') {
          mirror.began(one, { ...IN, direction: Number(one) % 2 ? 'out' : 'in' });
        } else if (act === 'moved') mirror.moved(one, { extension: one });
        else if (act === 'unheard') mirror.unheard();
        else if (act === 'restored') mirror.onlyThese([one]);
        else if (act === 'adopt') mirror.adopt(one, '9');
        else if (act === 'wait') pass(60_000);
        else mirror[act as 'ringing' | 'connected' | 'held' | 'resumed' | 'ended'](one);
        expect(new Set(mirror.ids).size).toBe(mirror.live().length);
      }
      mirror.onlyThese([]);
      const ids = new Set(told.map(({ call }) => call.callId));
      for (const callId of ids) {
        const states = told.filter(({ call }) => call.callId === callId);
        expect(states.filter(({ event }) => event === 'call.ended')).toHaveLength(1);
        expect(states.at(-1)?.event).toBe('call.ended');
        expect(['call.dialing', 'call.ringing']).toContain(states[0]?.event);
      }
    }),
  );
});

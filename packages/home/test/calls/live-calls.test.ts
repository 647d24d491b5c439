import type { CallCommand, LiveCall } from 'hookline-client/telephony';
import { expect, test } from 'vitest';
import type { Address } from '../../src/backend/archive.ts';
import { numberOffers } from '../../src/call-panel/number-offers.ts';
import {
  byUrgency,
  heldOrder,
  mostUrgent,
  panelOrder,
  primaryOf,
} from '../../src/call-panel/primary-call.ts';
import { isOwn, nameOfDesk, numberOf, otherParty } from '../../src/parts/calls/other-party.ts';

const party = (number: string | null, name: string | null = null) => ({
  raw: number ?? 'anonymous',
  number,
  name,
  anonymous: number === null,
});

function call(key: string, state: LiveCall['state'], features: CallCommand[] = []): LiveCall {
  return {
    key,
    callId: key,
    state,
    features,
    direction: 'in',
    extension: '21',
    from: party('+493023125101'),
    to: party('21'),
    startedAt: `2026-03-01T08:00:0${key}.000Z`,
    answeredAt: null,
    endedAt: null,
    durationSec: null,
    endCause: null,
    note: null,
    isEndGuessed: false,
  };
}

const RINGING: CallCommand[] = ['answer', 'reject'];
const CONNECTED: CallCommand[] = ['hangup', 'hold', 'transfer'];
const HELD: CallCommand[] = ['hangup', 'resume', 'transfer'];

test('[HP2] who waits longest comes first, what is over comes last', () => {
  const calls = [
    call('1', 'ended'),
    call('2', 'held', HELD),
    call('3', 'connected', CONNECTED),
    call('4', 'ringing', RINGING),
    call('5', 'ringing', RINGING),
  ];
  expect(byUrgency(calls).map(({ key }) => key)).toEqual(['4', '5', '3', '2', '1']);
});

test('[HP15] whom one talks to keeps the first place, whoever else rings, is held or hangs up', () => {
  const primary = (calls: LiveCall[], before: string | undefined, written = '') =>
    primaryOf(calls, before, (key) => key === written)?.key;
  const ring = (key: string) => call(key, 'ringing', RINGING);
  // Nobody is talked to: who waits longest, and whoever had the place keeps it.
  expect(primary([ring('4'), ring('3')], undefined)).toBe('3');
  expect(primary([ring('3'), ring('4')], '4')).toBe('4');
  const talk = call('2', 'connected', CONNECTED);
  expect(primary([talk, ring('3'), call('1', 'held', HELD)], '2')).toBe('2');
  expect(primary([talk, ring('3')], '3')).toBe('2');
  // It is held for a moment before the next one is there.
  expect(primary([call('2', 'held', HELD), ring('3')], '2')).toBe('2');
  expect(primary([call('2', 'held', HELD), call('3', 'connected', CONNECTED)], '2')).toBe('3');
  // It is over: only a note that is being written keeps the place, until somebody is answered.
  const over = call('2', 'ended');
  expect(primary([over, ring('3')], '2')).toBe('3');
  expect(primary([over, ring('3')], '2', '2')).toBe('2');
  expect(primary([over, call('3', 'connected', CONNECTED)], '2', '2')).toBe('3');

  const places = panelOrder([ring('5'), over, talk, ring('4'), call('1', 'held', HELD)], '2');
  const keys = (calls: readonly LiveCall[]) => calls.map(({ key }) => key);
  expect(keys(places.ringing)).toEqual(['4', '5']);
  expect(panelOrder([ring('4'), over], 'gone').primary?.key).toBe('4');
  expect(panelOrder([], undefined).primary).toBeUndefined();
});

test('[HP16] while somebody aims at a call that is over, all stay where they are and what comes stands below', () => {
  const over = call('2', 'ended');
  const before = panelOrder([over], '2');
  const rings = heldOrder(before, panelOrder([over, call('4', 'ringing', RINGING)], '4'));
  expect([rings.primary?.key, rings.later.map(({ key }) => key)]).toEqual(['2', ['4']]);
  const gaveUp = call('4', 'ended');
  // The one that was aimed at would have left by now.
  const after = heldOrder(rings, panelOrder([gaveUp], '4'));
  expect([after.primary?.key, after.later.map(({ state }) => state)]).toEqual(['2', ['ended']]);
});

test('[HP2] a key reaches the most urgent call that takes its command', () => {
  const talk = call('3', 'connected', CONNECTED);
  const waiting = call('4', 'ringing', RINGING);
  const held = call('2', 'held', HELD);
  const on = [talk, waiting, held];
  expect(mostUrgent(on, 'reject', 'hangup')).toEqual({ call: waiting, command: 'reject' });
  expect(mostUrgent(on, 'hold', 'resume')).toEqual({ call: talk, command: 'hold' });
  expect(mostUrgent([held], 'hold', 'resume')).toEqual({ call: held, command: 'resume' });
  expect(mostUrgent([talk], 'answer')).toBeUndefined();
});

test('[HP2] the other party is who calls or who is called, and nobody if withheld', () => {
  const incoming = call('1', 'ringing');
  expect(otherParty(incoming).number).toBe('+493023125101');
  const inside = { ...incoming, direction: 'internal' as const, to: party('22') };
  expect(otherParty({ ...inside, from: party('21') }).number).toBe('22');
  expect(otherParty({ ...inside, from: party('30'), to: party('21') }).number).toBe('30');
  expect(numberOf(party(null))).toBeNull();
  expect(numberOf({ ...party('+49'), anonymous: true })).toBeNull();
  expect(numberOf({ ...party(null), raw: 'sip:unknown', anonymous: false })).toBeNull();
  expect(numberOf({ ...party(null), raw: '1'.repeat(1e6), anonymous: false })).toBeNull();
  expect(isOwn(incoming, '22')).toBe(false);
  expect(isOwn(incoming, null)).toBe(true);
});

const BOOK = [
  { number: '030 23125-101', name: 'Bäckerei Krumenglück', kind: 'customer' },
  { number: '21', name: 'Disposition 1', kind: 'internal' },
  { number: '22', name: 'Disposition 2', kind: 'internal' },
  { number: '0171 39200-22', name: 'Jule Disposchreck', kind: 'courier' },
];

test('[HP2] a call goes to colleagues first, to anybody in the book, or to any number', () => {
  const numbers = (typed: string) =>
    numberOffers(BOOK, typed, { desk: '21', callingCode: '49' }).map((each) => each.number);
  expect(numbers('')).toEqual(['22']);
  expect(numbers('dispo')).toEqual(['22', '0171 39200-22']);
  expect(numbers('baecker KRUMEN')).toEqual(['030 23125-101']);
  expect(numbers('+49 30 23125')).toEqual(['030 23125-101', '+49 30 23125']);
  expect(numbers('22')).toEqual(['22', '0171 39200-22']);
  expect(numbers('2')).toEqual(['2', '22', '030 23125-101', '0171 39200-22']);
  expect(numbers('040 66969')).toEqual(['040 66969']);
  expect(numbers('niemand')).toEqual([]);
});

test('[HP2] whom only the archive knows is offered too, with all their numbers, after the book', () => {
  const found = (name: string, number: string, further: readonly string[] = []) =>
    ({
      id: name,
      name,
      number,
      e164: null,
      display: null,
      line: `line ${number}`,
      roles: [],
      fields: { city: 'Berlin' },
      numbers: further.map((each) => ({ number: each, display: null, line: `line ${each}` })),
    }) as unknown as Address;
  const archived = [
    found('Jule Archiv', '030 901820', ['0171 901821']),
    // The book has this one; this one was found for what was typed before.
    found('Jule Disposchreck', '0171 3920022'),
    found('Otto Anders', '030 555'),
  ];
  const offers = (typed: string, isTypedFirst = false) =>
    numberOffers(BOOK, typed, { desk: '21', callingCode: '49', archived, isTypedFirst }).map(
      ({ number }) => number,
    );
  expect(offers('jule')).toEqual(['0171 39200-22', '030 901820', '0171 901821']);
  expect(offers('+49 30 90182')).toEqual(['030 901820', '+49 30 90182']);
  expect(offers('')).toEqual(['22']);
  // To be dialled, a number is meant as it was typed.
  expect(offers('0302312', true)).toEqual(['0302312', '030 23125-101']);
  expect(offers('03023125101', true)).toEqual(['030 23125-101']);
  expect(offers('jule', true)).toEqual(offers('jule'));
});

test('[HP2] a desk has the name that the phone book has for its extension', () => {
  expect(nameOfDesk('22', BOOK)).toBe('Disposition 2');
  expect(nameOfDesk('2', BOOK)).toBeUndefined();
});

import type { Call } from '@hookline/contract';
import type { LiveCall } from 'hookline-client/telephony';
import { expect, test } from 'vitest';
import { windowOf } from '../../src/format/day-range.ts';
import { dayOf } from '../../src/format/days.ts';
import { addressFacts } from '../../src/parts/calls/address-facts.ts';
import {
  archivedAs,
  aroundStart,
  callFacts,
  dialable,
  ownNote,
} from '../../src/parts/calls/archived-call.ts';
import { groupedByNumber } from '../../src/parts/calls/missed-calls.ts';

const CALL: Call = {
  id: '1',
  callId: 'c',
  state: 'ended',
  direction: 'in',
  number: '030 23125-101',
  e164: '+493023125101',
  line: '+493023125101',
  name: null,
  addressId: null,
  missed: false,
  settled: false,
  settledBy: null,
  note: null,
  noteBy: null,
  claimedBy: null,
  attempts: [],
  remindAt: null,
  remindBy: null,
  job: null,
  contact: null,
  startedAt: '2026-03-01T08:00:00.000Z',
  endedAt: null,
  payload: {},
};

test('[HP4] foreign payloads of calls are read with care', () => {
  expect(callFacts({ ...CALL, payload: null }).durationSec).toBeUndefined();
  expect(callFacts({ ...CALL, payload: [[]] }).endCause).toBeUndefined();
  const odd = { durationSec: '<b>7</b>', answeredAt: 12, endCause: { a: 1 }, extension: ['21'] };
  expect(callFacts({ ...CALL, missed: true, payload: odd })).toEqual({
    isAnswered: false,
    durationSec: undefined,
    endCause: undefined,
    extension: undefined,
  });
  const talk = { answeredAt: '2026-03-01T08:00:05Z', endedAt: '2026-03-01T08:01:05Z' };
  expect(callFacts({ ...CALL, payload: talk })).toMatchObject({
    isAnswered: true,
    durationSec: 60,
  });
});

test("[HP4] the phone book's remark is not taken for a note that somebody wrote", () => {
  const payload = { note: 'Rampe im Hof' };
  expect(ownNote({ ...CALL, note: 'Rampe im Hof', payload })).toBe('');
  expect(ownNote({ ...CALL, note: 'ruft wieder an', payload })).toBe('ruft wieder an');
  expect(ownNote({ ...CALL, note: null, payload })).toBe('');
});

test('[HP4] a withheld number cannot be called back, whatever stands in its place', () => {
  expect(dialable({ ...CALL, number: 'anonymous', e164: null })).toBeNull();
  expect(dialable({ ...CALL, number: '22', e164: null })).toBe('22');
  expect(dialable(CALL)).toBe('+493023125101');
});

test('[HP2] a call is found in the archive by its start and the id it was first told under', () => {
  const live = { ...CALL, key: '2026-03-01T08:00:00.000Z c', callId: 'renamed' };
  const found = archivedAs(live as unknown as LiveCall, [{ ...CALL, callId: 'x' }, CALL]);
  expect(found).toBe(CALL);
  const later = { ...CALL, startedAt: '2026-03-01T09:00:00.000Z' };
  expect(archivedAs(live as unknown as LiveCall, [later])).toBeUndefined();
  expect(aroundStart(live as unknown as LiveCall)).toEqual({
    since: '2026-03-01T08:00:00.000Z',
    until: '2026-03-01T08:00:00.001Z',
  });
});

test('[HP4] days are those of the office, also where a clock is changed', () => {
  const evening = { ...CALL, startedAt: new Date(2026, 2, 29, 23, 59).toISOString() };
  const night = { ...CALL, startedAt: new Date(2026, 2, 30, 0, 1).toISOString() };
  const undated = { ...CALL, startedAt: null };
  expect([night, evening, undated].map(({ startedAt }) => dayOf(startedAt))).toEqual([
    '2026-03-30',
    '2026-03-29',
    '',
  ]);
  const { since = '', until = '' } = windowOf({ from: '2026-03-29', until: '2026-03-29' });
  expect([dayOf(since), dayOf(Date.parse(since) - 1)]).toEqual(['2026-03-29', '2026-03-28']);
  expect([dayOf(until), dayOf(Date.parse(until) - 1)]).toEqual(['2026-03-30', '2026-03-29']);
  expect(windowOf({ from: '', until: '' })).toEqual({});
});

test('[HP2] [RE6] an address is read whichever way a system writes it', () => {
  const facts = addressFacts;
  const place = 'Kehrwieder 117b, 20459 Hamburg';
  const town = { zip: 20459, city: 'Hamburg' };
  expect(facts({ street: 'Kehrwieder 117b', ...town }).place).toBe(place);
  expect(facts({ Straße: 'Kehrwieder', hausnummer: '117b', ...town }).place).toBe(place);
  expect(facts({ streetName: 'Kehrwieder', houseNo: '117b', ...town, notes: 'Rampe' })).toEqual({
    place,
    remark: 'Rampe',
    vehicle: undefined,
    kinds: [],
  });
  expect(facts({ adresse: { strasse: 'Weg 3', ort: 'X' } }).place).toBe('Weg 3, X');
  expect(facts({ address: 'Weg 3, X' }).place).toBe('Weg 3, X');
  expect(facts({ kind: 'internal' }).kinds).toEqual(['internal']);
  expect(facts({ street: { deep: [] }, city: null, note: 'x'.repeat(9999) })).toMatchObject({
    place: undefined,
    remark: `${'x'.repeat(160)}…`,
  });
  expect(facts({ note: 'Gate\u202E7\n\n hinten' }).remark).toBe('Gate‹U+202E›7 hinten');
});

test('[HP15] missed calls of one number are one row, in the order of the newest of each', () => {
  const withheld = { ...CALL, number: 'anonymous', e164: null, line: null };
  const calls: Call[] = [
    { ...CALL, id: '6', line: 'a' },
    { ...withheld, id: '5' },
    { ...CALL, id: '4', line: 'b' },
    { ...CALL, id: '3', line: 'a', number: '0049 30 23125-101' },
    { ...withheld, id: '2' },
    { ...CALL, id: '1', line: 'a' },
  ];
  const groups = groupedByNumber(calls);
  const ids = groups.map((group) => group.calls.map(({ id }) => id));
  expect(ids).toEqual([['6', '3', '1'], ['5'], ['4'], ['2']]);
  expect(groups.map(({ newest }) => newest.id)).toEqual(['6', '5', '4', '2']);
  // A further call makes no other row of it.
  expect(groupedByNumber([{ ...CALL, id: '7', line: 'b' }, ...calls])[0]?.id).toBe(groups[2]?.id);
});

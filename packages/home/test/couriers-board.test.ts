import type { Courier } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import { board, countsOf, filterFrom, narrowed, tooMany } from '../src/pages/couriers/board.ts';

const courier = (name: string, openJobs: number, more: Partial<Courier> = {}): Courier => ({
  id: name,
  addressId: name,
  name,
  ownId: null,
  number: null,
  display: '',
  line: null,
  status: null,
  state: 'busy',
  reportedState: null,
  vehicle: null,
  seenAt: null,
  openJobs,
  lateJobs: 0,
  nextDueAt: null,
  references: [],
  ...more,
});

describe('[DI3] who is overloaded', () => {
  test.each([
    [[1, 0, 0, 0], 3],
    [[6, 0, 0], 5],
    [[4, 4, 4], 9],
    [[7], 15],
    [[], 3],
  ])('with %j jobs it begins at %i', (jobs, most) => {
    expect(tooMany(jobs.map((count, n) => courier(`${n}`, count)))).toBe(most);
  });

  test('is told by those on duty', () => {
    const off = Array.from({ length: 9 }, (_, n) => courier(`off ${n}`, 0, { state: 'off' }));
    expect(tooMany([courier('a', 4), courier('b', 4), ...off])).toBe(9);
  });
});

const ALL = [
  courier('Ömer', 0, { state: 'off' }),
  courier('Anna', 1, { number: '0171 3920001', vehicle: 'Rad 4' }),
  courier('Cem', 9, { references: ['A-99'] }),
  courier('Bo', 0, { state: 'free' }),
  courier('Eva', 2),
  courier('Zoe', 0, { state: null }),
  courier('Kai', 0, { state: 'break' }),
];

test('[DI3] whoever has to be cared for stands first', () => {
  const rows = board(ALL, 'de');
  expect(rows.map(({ id }) => id)).toEqual(['Cem', 'Eva', 'Anna', 'Bo', 'Kai', 'Ömer', 'Zoe']);
  expect(countsOf(rows)).toEqual({
    all: 7,
    overloaded: 1,
    busy: 2,
    free: 1,
    break: 1,
    unknown: 1,
    off: 1,
  });
});

test('[DI3a] one off duty with late jobs counts there, and stands where it is seen', () => {
  const rows = board([...ALL, courier('Udo', 3, { state: 'off', lateJobs: 3 })], 'de');
  expect(rows.map(({ id }) => id).slice(0, 3)).toEqual(['Cem', 'Udo', 'Eva']);
  expect(countsOf(rows)).toMatchObject({ all: 8, overloaded: 1, off: 2 });
});

test.each([
  ['?state=free', ['Bo']],
  ['?state=overloaded', ['Cem']],
  ['?state=anything&q=RAD', ['Anna']],
  ['?q=%2B49%20171%2039200', ['Anna']],
  ['?q=oemer', ['Ömer']],
  ['?q=a-99', ['Cem']],
  ['?state=off&q=Anna', []],
])('[HP12] %s narrows the board', (query, names) => {
  const found = narrowed(board(ALL, 'de'), filterFrom(new URLSearchParams(query)), '49');
  expect(found.map(({ id }) => id)).toEqual(names);
});

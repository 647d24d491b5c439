import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import {
  checkedDay,
  lastDays,
  QUICK_RANGES,
  quickRange,
  windowOf,
} from '../src/format/day-range.ts';

const before = process.env['TZ'];
afterEach(() => {
  if (before === undefined) delete process.env['TZ'];
  else process.env['TZ'] = before;
});

const HOUR = 3_600_000;
const hoursIn = (day: string) => {
  const { since = '', until = '' } = windowOf({ from: day, until: day });
  return (Date.parse(until) - Date.parse(since)) / HOUR;
};

test.each([
  ['Europe/Berlin', '2026-01-15', '2026-01-14T23:00:00.000Z', 24],
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
  ['Europe/Berlin', '2026-07-01', '2026-06-30T22:00:00.000Z', 24],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
  // Here the clocks change at midnight: the day begins at one, or has midnight twice.
  ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z', 23],
  ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T13:00:00.000Z', 24.5],
  ['UTC', '2026-03-29', '2026-03-29T00:00:00.000Z', 24],
])('[HP6] in %s the day %s begins at %s and has %d hours', (zone, day, since, hours) => {
  process.env['TZ'] = zone;
  expect(windowOf({ from: day, until: '' })).toEqual({ since });
  expect(hoursIn(day)).toBe(hours);
});

test.each([
  // A Sunday, on which the clocks change; the week that was over on the Sunday before.
  ['2026-03-29T12:00:00', '2026-03-29', '2026-03-28', '2026-03-23', '2026-03-16', '2026-03-22'],
  // A Monday, on which last week ended yesterday.
  ['2026-03-30T00:30:00', '2026-03-30', '2026-03-29', '2026-03-24', '2026-03-23', '2026-03-29'],
  ['2026-10-25T23:59:59', '2026-10-25', '2026-10-24', '2026-10-19', '2026-10-12', '2026-10-18'],
  // Across a month and a year.
  ['2026-01-01T08:00:00', '2026-01-01', '2025-12-31', '2025-12-26', '2025-12-22', '2025-12-28'],
])(
  '[HP6] at %s the quick choices mean these days',
  (now, today, yesterday, six, monday, sunday) => {
    process.env['TZ'] = 'Europe/Berlin';
    const days = QUICK_RANGES.map((name) => quickRange(name, new Date(now)));
    expect(days).toEqual([
      { from: today, until: today },
      { from: yesterday, until: yesterday },
      { from: six, until: today },
      { from: monday, until: sunday },
    ]);
    expect(lastDays(7, new Date(now))).toEqual(days[2]);
  },
);

const moment = fc.date({
  min: new Date('1900-01-02'),
  max: new Date('2199-12-30'),
  noInvalidDate: true,
});
const zone = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Apia');

test('[HP6] today holds every moment of today, and neighbouring days leave no gap', () => {
  fc.assert(
    fc.property(moment, zone, (now, tz) => {
      process.env['TZ'] = tz;
      const today = windowOf(quickRange('today', now));
      const yesterday = windowOf(quickRange('yesterday', now));
      expect(Date.parse(today.since ?? '')).toBeLessThanOrEqual(now.getTime());
      expect(Date.parse(today.until ?? '')).toBeGreaterThan(now.getTime());
      expect(yesterday.until).toBe(today.since);
      const week = quickRange('lastWeek', now);
      expect(new Date(`${week.from}T12:00`).getDay()).toBe(1);
      expect(new Date(`${week.until}T12:00`).getDay()).toBe(0);
    }),
  );
});

test('[HP6] only days of the calendar count as days', () => {
  process.env['TZ'] = 'UTC';
  expect(checkedDay('2024-02-29')).toBe('2024-02-29');
  expect(checkedDay('0099-01-01')).toBe('0099-01-01');
  for (const text of ['', '2026-02-29', '2026-13-01', '26-01-01', '0000-01-01', '2026-1-1', 'x']) {
    expect(checkedDay(text)).toBe('');
  }
  expect(windowOf({ from: '', until: '9999-12-31' })).toEqual({});
});

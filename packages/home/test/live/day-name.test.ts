import { expect, test } from 'vitest';
import { dayName, dayOf } from '../../src/format/days.ts';
import de from '../../src/language/de-first.ts';
import en from '../../src/language/en-first.ts';

test('[HP1] a day is named as people do, whatever the clock does at night', () => {
  const today = dayOf(new Date(2026, 2, 30, 0, 5).getTime());
  const name = (month: number, day: number, hour: number) =>
    dayName(dayOf(new Date(2026, month, day, hour).toISOString()), today, de);
  expect(name(2, 30, 23)).toBe('Heute');
  // The night before had an hour less.
  expect(name(2, 29, 1)).toBe('Gestern');
  expect(name(2, 28, 23)).toBe('Samstag, 28. März');
  expect(dayName(dayOf(new Date(2026, 2, 28).getTime()), today, en)).toBe('Saturday 28 March');
});

import { expect, test } from 'vitest';
import { formatsIn } from '../src/format/formats.ts';

const at = (text: string) => new Date(text).toISOString();
const now = new Date('2026-03-10T14:00:00').getTime();

test('times of today are short, others say their day', () => {
  const { when } = formatsIn('de-DE');
  expect(when(at('2026-03-10T09:05:00'), now)).toBe('09:05');
  expect(when(at('2026-03-09T23:59:00'), now)).toBe('gestern 23:59');
  expect(when(at('2026-02-01T09:05:00'), now)).toBe('01.02., 09:05');
  expect(when(at('2025-12-24T09:05:00'), now)).toBe('24.12.2025, 09:05');
  expect(formatsIn('en-GB').when(at('2026-03-09T23:59:00'), now)).toBe('yesterday 23:59');
});

test('the day before a change of the clocks is yesterday', () => {
  const { when } = formatsIn('de-DE');
  const afterChange = new Date('2026-03-30T00:30:00').getTime();
  expect(when(at('2026-03-29T12:00:00'), afterChange)).toBe('gestern 12:00');
});

test('what is no time is shown as it is', () => {
  expect(formatsIn('de-DE').when('sofort')).toBe('sofort');
  expect(formatsIn('en-GB').exact('')).toBe('');
});

test('numbers and durations are written as people here do', () => {
  expect(formatsIn('de-DE').number(12_345)).toBe('12.345');
  expect(formatsIn('en-GB').number(12_345)).toBe('12,345');
  expect([0, 7.9, 187, 3729].map(formatsIn('de-DE').duration)).toEqual([
    '0:00',
    '0:07',
    '3:07',
    '1:02:09',
  ]);
});

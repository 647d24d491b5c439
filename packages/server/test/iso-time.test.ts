import { expect, test } from 'vitest';
import { isoTime } from '../src/iso-time.ts';

test('[IN6] a time is written as the language does it, whatever was written before', () => {
  const minute = Date.UTC(2026, 10, 19, 23, 59);
  const near = [0, 1, 1, 9, 999, 1000, 59_999, 60_000, 59_999, -1, 0, 60_001.9, 86_400_000];
  const times = [...near.map((after) => minute + after), 0, 7, Date.UTC(10_000, 0), Date.UTC(2099)];
  expect(times.map(isoTime)).toEqual(times.map((time) => new Date(time).toISOString()));
});

import { expect, test } from 'vitest';
import { dueAt } from '../src/job-facts.ts';

const PICKUP = '2026-03-04T10:00:00.000Z';
const DELIVERY = '2026-03-04T12:00:00.000Z';
const BERLIN = 'Europe/Berlin';

test('[DI1] a job is due for pick-up until it was under way, then for delivery', () => {
  const both = { pickupBy: PICKUP, deliverBy: DELIVERY };
  expect(dueAt(both, false, BERLIN)).toBe(PICKUP);
  expect(dueAt(both, true, BERLIN)).toBe(DELIVERY);
  expect(dueAt({ pickupBy: null, deliverBy: DELIVERY }, false, BERLIN)).toBe(DELIVERY);
  expect(dueAt({ pickupBy: PICKUP, deliverBy: null }, true, BERLIN)).toBeNull();
  expect(dueAt({ pickupBy: null, deliverBy: null }, false, BERLIN)).toBeNull();
});

test('[DI1] a day that is given without a time is over at its end in the time zone', () => {
  const day = { pickupBy: null, deliverBy: '2026-03-04' };
  expect(dueAt(day, true, BERLIN)).toBe('2026-03-04T23:00:00.000Z');
  expect(dueAt(day, true, 'UTC')).toBe('2026-03-05T00:00:00.000Z');
  expect(dueAt({ ...day, deliverBy: '2026-07-04' }, true, BERLIN)).toBe('2026-07-04T22:00:00.000Z');
});

test('[DI1] a day is as long as it is when the clocks are changed', () => {
  const end = (day: string) => dueAt({ pickupBy: null, deliverBy: day }, true, BERLIN);
  expect(end('2026-03-28')).toBe('2026-03-28T23:00:00.000Z');
  expect(end('2026-03-29')).toBe('2026-03-29T22:00:00.000Z');
  expect(end('2026-10-24')).toBe('2026-10-24T22:00:00.000Z');
  expect(end('2026-10-25')).toBe('2026-10-25T23:00:00.000Z');
});

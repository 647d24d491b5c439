import { factsAfter, NO_FACTS } from '@hookline/records';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LateWatch } from '../src/alerts/occasions.ts';
import type { Job } from '../src/backend/archive.ts';
import { onTick, serverNow, setServerClock } from '../src/backend/server-clock.ts';
import de from '../src/language/de-first.ts';
import en from '../src/language/en-first.ts';
import { filterFrom, parametersOf } from '../src/pages/jobs/job-filter.ts';
import { countdownText, minutesLeft } from '../src/parts/jobs/countdown.ts';

const NOON = Date.parse('2026-03-29T12:00:00.000Z');
const MINUTE = 60_000;
const at = (minutes: number) => new Date(NOON + minutes * MINUTE).toISOString();

const job = (more: Partial<Job>): Job => ({
  id: 'v1',
  reference: 'D-1',
  status: 'neu',
  statusClass: 'new',
  receivedAt: at(-100),
  facts: factsAfter(NO_FACTS),
  courierId: null,
  courierCandidates: [],
  dueAt: at(12),
  late: false,
  note: null,
  noteBy: null,
  claimedBy: null,
  closedBy: null,
  payload: {},
  ...more,
});

test('[DI1] a countdown in words, in both languages', () => {
  const texts = [
    1,
    12,
    59,
    60,
    125,
    599,
    619,
    24 * 60,
    0,
    -1,
    -8,
    -60,
    -125,
    -24 * 60,
    -49 * 60,
  ].map((minutes) => [countdownText(minutes, de), countdownText(minutes, en)]);
  expect(texts).toEqual([
    ['in 1 Min.', 'in 1 min'],
    ['in 12 Min.', 'in 12 min'],
    ['in 59 Min.', 'in 59 min'],
    ['in 1 Std.', 'in 1 h'],
    ['in 2 Std. 5 Min.', 'in 2 h 5 min'],
    ['in 9 Std. 59 Min.', 'in 9 h 59 min'],
    ['in 10 Std.', 'in 10 h'],
    ['in 1 Tag', 'in 1 day'],
    ['gerade überfällig', 'just late'],
    ['seit 1 Min. überfällig', '1 min late'],
    ['seit 8 Min. überfällig', '8 min late'],
    ['seit 1 Std. überfällig', '1 h late'],
    ['seit 2 Std. 5 Min. überfällig', '2 h 5 min late'],
    ['seit 1 Tag überfällig', '1 day late'],
    ['seit 2 Tagen überfällig', '2 days late'],
  ]);
});

test('[DI1] what is left is counted to the deadline, and only for what is open', () => {
  expect(minutesLeft(job({}), NOON)).toBe(12);
  expect(minutesLeft(job({}), NOON + 1)).toBe(12);
  expect(minutesLeft(job({}), NOON + 11 * MINUTE + 59_999)).toBe(1);
  expect(minutesLeft(job({}), NOON + 12 * MINUTE)).toBe(0);
  expect(minutesLeft(job({}), NOON + 13 * MINUTE)).toBe(-1);
  // The server's word counts, whatever the clock of this computer says.
  expect(minutesLeft(job({ late: true }), NOON)).toBe(0);
  expect(minutesLeft(job({ dueAt: null }), NOON)).toBeUndefined();
  expect(minutesLeft(job({ dueAt: 'heute 14:30' }), NOON)).toBeUndefined();
  for (const statusClass of ['done', 'canceled'] as const) {
    expect(minutesLeft(job({ statusClass }), NOON + 13 * MINUTE)).toBeUndefined();
  }
  expect(minutesLeft(job({ statusClass: null }), NOON)).toBe(12);
});

test('[DI1] [HP8] a job that becomes late is news once for a deadline, and never what was late before', () => {
  const watch = new LateWatch();
  const old = job({ reference: 'D-0', dueAt: at(-30) });
  const jobs = [old, job({}), job({ reference: 'D-2', dueAt: at(20) })];
  const news = (now: number, from = jobs) =>
    watch.look(from, NOON + now * MINUTE).map(({ reference }) => reference);
  expect(news(0)).toEqual([]);
  expect(news(11.9)).toEqual([]);
  expect(news(12)).toEqual(['D-1']);
  expect(news(13)).toEqual([]);
  // It is under way now, and to be delivered until then.
  const underway = [job({ dueAt: at(40), statusClass: 'underway' }), ...jobs.slice(2)];
  expect(news(14, underway)).toEqual([]);
  expect(news(45, underway)).toEqual(['D-1', 'D-2']);
  const closed = [job({ reference: 'D-3', statusClass: 'done', dueAt: at(50) })];
  expect(news(60, closed)).toEqual([]);
});

beforeEach(() => void vi.useFakeTimers({ now: NOON }));
afterEach(() => void vi.useRealTimers());

test('[DI1] a computer whose clock is wrong counts by that of the server', () => {
  setServerClock(null, NOON);
  setServerClock('nonsense', NOON);
  expect(serverNow()).toBe(NOON);
  // Within the second that an answer names, two clocks do not differ.
  setServerClock(new Date(NOON + 1000).toUTCString(), NOON);
  expect(serverNow()).toBe(NOON);
  setServerClock(new Date(NOON + 10 * MINUTE).toUTCString(), NOON);
  expect(Math.abs(serverNow() - NOON - 10 * MINUTE)).toBeLessThan(1000);
  const before = serverNow();
  setServerClock(new Date(NOON + 10 * MINUTE + 1000).toUTCString(), NOON);
  expect(serverNow()).toBe(before);
  // An answer that was long on its way says nothing.
  setServerClock(new Date(NOON + 20 * MINUTE).toUTCString(), NOON - MINUTE);
  expect(serverNow()).toBe(before);
  // Somebody has set it right.
  setServerClock(new Date(NOON).toUTCString(), NOON);
  expect(serverNow()).toBe(NOON);
});

test('[DI1] one timer counts for all, and none when nobody looks', () => {
  let ticks = 0;
  const leave = Array.from({ length: 100 }, () => onTick(() => ticks++));
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(2000);
  expect(ticks).toBe(200);
  for (const each of leave) each();
  expect(vi.getTimerCount()).toBe(0);
});

test('[HP12] what stands in the address of the jobs is what the archive is asked for', () => {
  const asked = (query: string, desk = '21, Jana') =>
    parametersOf(filterFrom(new URLSearchParams(query)), 'due', desk);
  expect(asked('')).toEqual({ open: true, sort: 'due' });
  expect(asked('late=1&mine=1')).toEqual({
    open: true,
    late: true,
    claimedBy: '21, Jana',
    sort: 'due',
  });
  expect(asked('late=yes&mine=0&sort=size&scope=none')).toEqual({ open: true, sort: 'due' });
});

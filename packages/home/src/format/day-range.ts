import { type Day, dayOf } from './days.ts';

/** A range of days; an empty one is open at that end. */
interface DayRange {
  readonly from: Day;
  readonly until: Day;
}

export const QUICK_RANGES = ['today', 'yesterday', 'sevenDays', 'lastWeek'] as const;
type QuickRange = (typeof QUICK_RANGES)[number];

/** The days that a quick choice means today. Weeks begin on Monday, as they do in both languages. */
export function quickRange(name: QuickRange, now: Date): DayRange {
  const day = (back: number) => dayOf(daysBefore(now, back));
  const sinceMonday = (now.getDay() + 6) % 7;
  switch (name) {
    case 'today':
      return { from: day(0), until: day(0) };
    case 'yesterday':
      return { from: day(1), until: day(1) };
    case 'sevenDays':
      return { from: day(6), until: day(0) };
    case 'lastWeek':
      return { from: day(sinceMonday + 7), until: day(sinceMonday + 1) };
  }
}

/** That many days up to today. */
export function lastDays(count: number, now: Date): DayRange {
  return { from: dayOf(daysBefore(now, count - 1)), until: dayOf(now) };
}

/** A day that is in the calendar, or nothing. */
export function checkedDay(text: string): Day {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return '';
  const date = startOf(text, 0);
  return date.getFullYear() > 0 && dayOf(date) === text ? text : '';
}

/**
 * The moments where a range of local days begins and ends; its end is not in it. A day has 23 or
 * 25 hours when the clocks change, so the end is the beginning of the next day.
 */
export function windowOf({ from, until }: DayRange): { since?: string; until?: string } {
  const end = until === '' ? '' : startOf(until, 1).toISOString();
  return {
    ...(from !== '' && { since: startOf(from, 0).toISOString() }),
    // The last day with a year of four digits ends in one of five, which nobody understands.
    ...(end.startsWith('+') || end === '' ? {} : { until: end }),
  };
}

/** The first moment of a local day, or of one that many days later. */
function startOf(day: Day, later: number): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const start = new Date(2000, 0, 1);
  // Given to the constructor, the years up to 99 would be those of the last century.
  start.setFullYear(year, month - 1, date + later);
  start.setHours(0, 0, 0, 0);
  return start;
}

function daysBefore(now: Date, days: number): Date {
  // Noon is on the same day whatever the clocks do.
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - days, 12);
}

import type { Kind } from './kinds/kinds.ts';

/** A stretch of one weekday, in minutes from its midnight; one past midnight ends beyond 1440. */
export interface Opening {
  /** 1 is Monday, 7 Sunday. */
  readonly weekday: number;
  readonly from: number;
  readonly until: number;
}

/** In German and English, short and long. Two letters tell every day from the others. */
const DAYS: readonly (readonly string[])[] = [
  ['mo', 'mon', 'montag', 'monday'],
  ['di', 'dienstag', 'tu', 'tue', 'tues', 'tuesday'],
  ['mi', 'mit', 'mittwoch', 'we', 'wed', 'wednesday'],
  ['do', 'don', 'donnerstag', 'th', 'thu', 'thur', 'thurs', 'thursday'],
  ['fr', 'fre', 'fri', 'freitag', 'friday'],
  ['sa', 'sam', 'sat', 'samstag', 'sonnabend', 'saturday'],
  ['so', 'son', 'sonntag', 'su', 'sun', 'sunday'],
];
const ENTRY =
  /^(?:(\p{L}{2,10})\.?(?:\s*[-–]\s*(\p{L}{2,10})\.?)?\s+)?(\d{1,2}):(\d\d)\s*[-–]\s*(\d{1,2}):(\d\d)$/u;
const DAY_MINUTES = 24 * 60;
const ALLOWED =
  'days and times such as Mo-Fr 07:00-19:00, Sa 08:00-14:00 or Fri-Sat 22:00-06:00, in German or English; without days they are for every day; several are separated by commas';

/** When the office is open. What overlaps counts once, which whoever reads it takes care of. */
export const officeHours: Kind<readonly Opening[]> = {
  allowed: ALLOWED,
  parse: (text) => (hoursFaults(text).length === 0 ? entries(text).flatMap(openingsIn) : undefined),
  faults: hoursFaults,
};

function entries(text: string): string[] {
  return text.split(',').map((entry) => entry.trim());
}

function hoursFaults(text: string): string[] {
  return entries(text)
    .filter((entry) => openingsIn(entry).length === 0)
    .map((entry) => `${JSON.stringify(entry)} cannot be read; allowed: ${ALLOWED}`);
}

/** None for what cannot be read. */
function openingsIn(entry: string): Opening[] {
  const parts = ENTRY.exec(entry);
  if (!parts) return [];
  const [, first, last = first, ...clock] = parts;
  const [hour = 0, minute = 0, endHour = 0, endMinute = 0] = clock.map(Number);
  const from = hour * 60 + minute;
  const end = endHour * 60 + endMinute;
  const isClock = from < DAY_MINUTES && end <= DAY_MINUTES && minute < 60 && endMinute < 60;
  // The same time twice could be a whole day, or none.
  if (!isClock || from === end) return [];
  const until = end > from ? end : end + DAY_MINUTES;
  return weekdays(first, last).map((weekday) => ({ weekday, from, until }));
}

function weekdays(first: string | undefined, last: string | undefined): number[] {
  if (first === undefined || last === undefined) return [1, 2, 3, 4, 5, 6, 7];
  const from = dayOf(first);
  const to = dayOf(last);
  if (from === 0 || to === 0) return [];
  // Fr-Mo goes over the weekend.
  const count = ((to - from + 7) % 7) + 1;
  return Array.from({ length: count }, (_, n) => ((from - 1 + n) % 7) + 1);
}

function dayOf(word: string): number {
  return DAYS.findIndex((names) => names.includes(word.toLowerCase())) + 1;
}

import { scalarText, wordList, writtenOut } from './fields.ts';

/** A date and what follows it. The parts of the date are named in the order it has them. */
const DATES: readonly (readonly [order: string, form: RegExp])[] = [
  ['ymd', /^(\d{4})[-/.](\d\d?)[-/.](\d\d?)(?=$|[T ,])/i],
  ['ymd', /^(20\d\d)(\d\d)(\d\d)(?=$|[T ]?\d{4})/i],
  ['dmy', /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d\d)(?=$|[ ,])/],
  [
    'dmy',
    /^(?:\p{L}{2,10},? )?(\d{1,2})\.?[ -](?:de )?(\p{L}{3,12})\.?[ -](?:de )?(\d{4})(?=$|[ ,])/u,
  ],
  ['mdy', /^(?:\p{L}{2,10},? )?(\p{L}{3,9})\.? (\d{1,2}),? (\d{4})(?=$|[ ,])/u],
  ['??y', /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?=$|[ ,])/],
  ['??y', /^(\d{1,2})-(\d{1,2})-(\d{4})(?=$|[ ,T])/],
];
const CLOCK =
  /^(?:T|,?\s(?:(?:um|at) )?)?\s?(\d\d?)(?:[:.]?(\d\d)(?:[:.]?(\d\d)([.,]\d{1,9})?)?)?(?:\s?([ap])\.?m\.?|\s?(Z|[+-]\d\d(?::?[0-5]\d)?|UTC|GMT)(?:\[[\w/+-]{1,30}\])?|\s?Uhr)?$/i;
/** How the months begin: in English, German, French, Italian, Spanish, Dutch and Polish. */
const MONTHS = `
  jan gen ene sty | feb fev lut | mar mae mrz maa mrt | apr avr abr kwi | may mai mag mei maj |
  jun juin giu cze | jul juil lug lip | aug aou ago sie | sep set wrz | oct okt ott out paz |
  nov lis | dec dez dic gru
`
  .split('|')
  .map(wordList);
const TIME_OF_DAY =
  /^\d\d?(?:[:.]\d\d(?:[:.]\d\d)?(?:\s?(?:[ap]\.?m\.?|Uhr))?|\s?(?:[ap]\.?m\.?|Uhr))$/i;
/** As .NET writes it: `/Date(1772449200000+0100)/`. */
const DOT_NET = /^\/Date\((1\d{12})(?:[+-]\d{4})?\)\/$/;
/** Longer texts are no times. */
const MAX_LENGTH = 40;
const DAY_LENGTH = '2026-03-04'.length;
/** Seconds since 1970 have ten digits until 2286; milliseconds have thirteen. */
const SINCE_1970 = /^(1\d{9})(?:\.\d+)?$|^(1\d{12})$/;

/** What comes before is how systems write that there is no time: `0001-01-01`, `1899-12-30`, 1970. */
const FIRST_YEAR = 2000;
/** No clock on earth is further from UTC. */
const MOST_AHEAD = 14 * 60 * 60_000;

/** A moment as ISO-8601 in UTC, or a day as `2026-03-04`. */
export type Moment = string;

/**
 * Reads a time as foreign systems write it; undefined if it is none. One without a zone is in
 * `timeZone`. Never a guess: `03/04/2026` is a day in March or one in April, and stays unread unless
 * it is known that the day comes first.
 */
export function momentOf(value: unknown, timeZone: string, isDayFirst = false): Moment | undefined {
  const text = scalarText(value)?.trim() ?? '';
  if (text === '' || text.length > MAX_LENGTH || !/\d/.test(text)) return undefined;
  const [, seconds, milliseconds] = SINCE_1970.exec(text) ?? [];
  if (seconds !== undefined) return instant(Number(text) * 1000);
  if (milliseconds !== undefined) return instant(Number(milliseconds));
  const [, dotNet] = DOT_NET.exec(text) ?? [];
  if (dotNet !== undefined) return instant(Number(dotNet));
  for (const [order, form] of DATES) {
    const [date, ...parts] = form.exec(text) ?? [];
    if (date === undefined) continue;
    const rest = text.slice(date.length);
    const clock = rest === '' ? [] : clockOf(rest);
    const isAmerican = /[ap]\.?m\.?$/i.test(rest);
    const known = order === '??y' && isDayFirst && !isAmerican ? 'dmy' : order;
    return clock && moment(dateOf(known, parts, isAmerican), clock, timeZone);
  }
  return undefined;
}

/** The day of a time, by the clocks of the zone: a midnight there is not yet that day in UTC. */
export function dayOf(value: unknown, timeZone: string): Moment | undefined {
  const at = momentOf(value, timeZone);
  if (at === undefined || at.length === DAY_LENGTH) return at;
  const local = Date.parse(at) + aheadAt(Date.parse(at), timeZone);
  return new Date(local).toISOString().slice(0, DAY_LENGTH);
}

/** `14:00` or `2 pm` on a day that stands beside it. */
export function timeOnDay(value: unknown, day: Moment, timeZone: string): Moment | undefined {
  const text = scalarText(value)?.trim() ?? '';
  const isTime = text.length <= MAX_LENGTH && TIME_OF_DAY.test(text);
  if (!isTime || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  const clock = clockOf(text);
  return clock && moment(day.split('-'), clock, timeZone);
}

/** Year, month and day; nothing where nobody can tell the month from the day. */
function dateOf(order: string, parts: Digits, isAmerican: boolean): Digits {
  const [a = '', b = '', c = ''] = parts.map((part = '') => String(monthOf(part) ?? part));
  if (order === 'ymd') return [a, b, c];
  const year = c.length === 2 ? `20${c}` : c;
  if (order === 'dmy') return [year, b, a];
  if (order === 'mdy' || isAmerican || Number(b) > 12 || a === b) return [year, a, b];
  return Number(a) > 12 ? [year, b, a] : [];
}

function monthOf(word: string): number | undefined {
  if (!/^\p{L}/u.test(word)) return undefined;
  const small = writtenOut(word.toLowerCase());
  const month = MONTHS.findIndex((all) => all.some((beginning) => small.startsWith(beginning)));
  return month < 0 ? 99 : month + 1;
}

/** Hour, minute, second and zone. */
function clockOf(text: string): Digits | undefined {
  const [isClock, hour, minute = '0', whole = '0', fraction, half, zone] = CLOCK.exec(text) ?? [];
  if (!isClock) return undefined;
  // Two reports of one second still came one after the other.
  const second = whole + (fraction?.replace(',', '.').slice(0, 4) ?? '');
  if (half === undefined) return [hour, minute, second, zone];
  const isPossible = Number(hour) >= 1 && Number(hour) <= 12;
  const of24 = (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return isPossible ? [String(of24), minute, second] : undefined;
}

type Digits = readonly (string | undefined)[];

function moment(
  [year, month, day]: Digits,
  [hour, minute, second, zone]: Digits,
  timeZone: string,
): Moment | undefined {
  const date = [Number(year), Number(month), Number(day)] as const;
  const midnight = Date.UTC(date[0], date[1] - 1, date[2]);
  // The 31st of February would be a day in March.
  if (new Date(midnight).getUTCDate() !== date[2] || date[1] > 12) return undefined;
  if (date[0] < FIRST_YEAR) return undefined;
  if (hour === undefined) return new Date(midnight).toISOString().slice(0, 10);
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second ?? 0) >= 61) return undefined;
  const seconds = (Number(hour) * 60 + Number(minute)) * 60 + Number(second ?? 0);
  const local = midnight + Math.round(seconds * 1000);
  if (zone === undefined) return instant(atWall(local, timeZone));
  const offset = offsetIn(zone);
  return Math.abs(offset) > MOST_AHEAD ? undefined : instant(local - offset);
}

function instant(milliseconds: number): Moment | undefined {
  // A year beyond 9999 would no longer sort as text.
  return milliseconds > 0 && milliseconds < 253_402_300_800_000
    ? new Date(milliseconds).toISOString()
    : undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

const DAY = 24 * 60 * 60_000;

/**
 * When the clocks of a zone show what these milliseconds would be in UTC. What they show twice is
 * the first of the two: better late an hour too early than an hour too late. What they skip is as
 * much later as they skip.
 */
function atWall(local: number, timeZone: string): number {
  const before = aheadAt(local - DAY, timeZone);
  const after = aheadAt(local + DAY, timeZone);
  const [first, second] = [local - before, local - after];
  if (before === after || aheadAt(first, timeZone) === before) return first;
  return aheadAt(second, timeZone) === after ? second : first;
}

/** How far the clocks of a zone are ahead of UTC then. */
function aheadAt(at: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, format);
  return offsetIn(format.format(at));
}

/** `+01:30` or `GMT-08:00` in milliseconds; without a number it is none. */
function offsetIn(zone: string): number {
  const [, sign, hours = 0, minutes = 0] = /([+-])(\d\d):?(\d\d)?/.exec(zone) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
}

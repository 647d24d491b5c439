import { scalarText } from './fields.ts';

const ISO =
  /^(\d{4})[-/](\d\d)[-/](\d\d)(?:[T ]\s?(\d\d?):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?\s?(Z|[+-]\d\d(?::?\d\d)?|UTC|GMT)?)?$/i;
const GERMAN =
  /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4}|\d\d)(?:,?\s(?:um )?(\d\d?)[:.](\d\d)(?::(\d\d))?(?:\s?Uhr)?)?$/i;
/** As mail and HTTP write it. */
const WORDY =
  /^(?:[A-Z][a-z]{2}, )?\d{1,2} [A-Z][a-z]{2} \d{4} \d\d:\d\d(?::\d\d)? (?:GMT|UTC|Z|[+-]\d{4})$/;
const TIME_OF_DAY = /^(\d\d?)[:.](\d\d)(?::\d\d)?(?:\s?Uhr)?$/i;
/** Longer texts are no times. */
const MAX_LENGTH = 40;
/** Seconds since 1970 have ten digits until 2286; milliseconds have thirteen. */
const SINCE_1970 = /^(1\d{9})(?:\.\d+)?$|^(1\d{12})$/;

/** A moment as ISO-8601 in UTC, or a day as `2026-03-04`. */
export type Moment = string;

/**
 * Reads a time as foreign systems write it; undefined if it is none. One without a zone is in
 * `timeZone`. Never a guess: a parser of browsers takes 03.04. for the 4th of March.
 */
export function momentOf(value: unknown, timeZone: string): Moment | undefined {
  const text = scalarText(value)?.trim() ?? '';
  if (text === '' || text.length > MAX_LENGTH) return undefined;
  const [, seconds, milliseconds] = SINCE_1970.exec(text) ?? [];
  if (seconds !== undefined) return instant(Number(text) * 1000);
  if (milliseconds !== undefined) return instant(Number(milliseconds));
  if (WORDY.test(text)) return instant(Date.parse(text));
  const [isIso, year, month, day, hour, minute, second, zone] = ISO.exec(text) ?? [];
  if (isIso) return moment([year, month, day], [hour, minute, second], zone, timeZone);
  const [isGerman, ofMonth, inYear, century, ...clock] = GERMAN.exec(text) ?? [];
  if (!isGerman) return undefined;
  const full = century?.length === 2 ? `20${century}` : century;
  return moment([full, inYear, ofMonth], clock, undefined, timeZone);
}

/** `14:00` on a day that stands beside it. */
export function timeOnDay(value: unknown, day: Moment, timeZone: string): Moment | undefined {
  const text = scalarText(value)?.trim() ?? '';
  const [isTime, hour, minute] = (text.length <= MAX_LENGTH && TIME_OF_DAY.exec(text)) || [];
  if (!isTime || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined;
  return moment(day.split('-'), [hour, minute], undefined, timeZone);
}

type Digits = readonly (string | undefined)[];

function moment(
  [year, month, day]: Digits,
  [hour, minute, second]: Digits,
  zone: string | undefined,
  timeZone: string,
): Moment | undefined {
  const date = [Number(year), Number(month), Number(day)] as const;
  const midnight = Date.UTC(date[0], date[1] - 1, date[2]);
  // The 31st of February would be a day in March.
  if (new Date(midnight).getUTCDate() !== date[2] || date[1] > 12) return undefined;
  if (hour === undefined) return new Date(midnight).toISOString().slice(0, 10);
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second ?? 0) > 60) return undefined;
  const local = midnight + ((Number(hour) * 60 + Number(minute)) * 60 + Number(second ?? 0)) * 1000;
  if (zone === undefined) return instant(atWall(local, timeZone));
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return instant(local - offset);
}

function instant(milliseconds: number): Moment | undefined {
  // A year beyond 9999 would no longer sort as text.
  return milliseconds > 0 && milliseconds < 253_402_300_800_000
    ? new Date(milliseconds).toISOString()
    : undefined;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** When the clocks of a zone show what these milliseconds would be in UTC. */
function atWall(local: number, timeZone: string): number {
  // Twice: what the clocks are ahead of UTC may change between the guess and the moment itself.
  const guess = local - aheadAt(local, timeZone);
  return local - aheadAt(guess, timeZone);
}

function aheadAt(at: number, timeZone: string): number {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const shown = Date.UTC(
    ...([of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')] as const),
  );
  return shown - Math.floor(at / 1000) * 1000;
}

const DAY = /^\d{4}-\d\d-\d\d$/;
const DAY_LENGTH = 24 * 60 * 60 * 1000;
const TIME =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?)(?:(Z)|([+\- ]\d\d)(?::?(\d\d))?)?$/i;

/** A date that is in the calendar, as it is. */
export function dayOf(text: string): string | undefined {
  if (!DAY.test(text)) return undefined;
  const day = new Date(startOf(text));
  // The 30th of February would otherwise pass for a day in March.
  return isoOf(day)?.slice(0, 10) === text ? text : undefined;
}

export function startOf(day: string): string {
  return `${day}T00:00:00.000Z`;
}

/** The first moment after a day. The last day with a year of four digits has none. */
export function endOf(day: string): string {
  return isoOf(new Date(Date.parse(startOf(day)) + DAY_LENGTH)) ?? `${day}T23:59:59.999Z`;
}

/** A time of ISO-8601 in UTC with milliseconds, as times are stored; without an offset it is UTC. */
export function timeOf(text: string): string | undefined {
  const [, day = '', clock = '', , hours, minutes = '00'] = TIME.exec(text) ?? [];
  if (dayOf(day) === undefined) return undefined;
  // A plus sign in a query is read as a space.
  const offset = hours === undefined ? 'Z' : `${hours.replace(' ', '+')}:${minutes}`;
  return isoOf(new Date(`${day}T${clock.replace(',', '.')}${offset}`));
}

/** Undefined also for years that are written with more than four digits. */
function isoOf(date: Date): string | undefined {
  if (Number.isNaN(date.getTime())) return undefined;
  const text = date.toISOString();
  return text.length === 24 ? text : undefined;
}

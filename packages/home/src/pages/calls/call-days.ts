export interface CallDay<Row> {
  /** `2026-03-01` in local time; empty for calls without a time. */
  readonly key: string;
  readonly rows: readonly Row[];
}

/** A list that is newest first, taken apart by local days. */
export function callDays<Row>(
  list: readonly Row[],
  timeOf: (row: Row) => string | null,
): readonly CallDay<Row>[] {
  const days = Map.groupBy(list, (row) => dayOf(timeOf(row)));
  return [...days].map(([key, rows]) => ({ key, rows }));
}

/** The local day of a moment, as a date field has it. */
export function dayOf(time: string | number | null): string {
  const date = new Date(time ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * The moments between which the local days lie. To the server a date is a day in UTC, which
 * begins at another time.
 */
export function dayWindow(from: string, to: string): { since?: string; until?: string } {
  const since = from === '' ? undefined : midnight(from, 0);
  const until = to === '' ? undefined : midnight(to, 1);
  return { ...(since && { since }), ...(until && { until }) };
}

function midnight(day: string, later: number): string | undefined {
  const [year = Number.NaN, month = 0, date = 0] = day.split('-').map(Number);
  const moment = new Date(year, month - 1, date + later);
  return Number.isNaN(moment.getTime()) ? undefined : moment.toISOString();
}

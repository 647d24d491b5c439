import { type Expression, type SqlBool, sql } from 'kysely';

export interface TimeWindow {
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

const LAST_TIME = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Conditions for rows from `since` on and before `until`, so that one window begins where another
 * ends and no row is in both.
 */
export function isWithin(column: string, { since, until }: TimeWindow): Expression<SqlBool>[] {
  return [
    ...(since === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} >= ${sortable(since)}`]),
    ...(until === undefined ? [] : [sql<SqlBool>`${sql.ref(column)} < ${sortable(until)}`]),
  ];
}

/** The moment as the archive writes it: `2026-01-01T01:00+01:00` sorts wrongly as text. */
function sortable(time: string): string {
  return new Date(momentOf(time)).toISOString();
}

/** Years of more than four digits or before the first would sort wrongly as text. */
export function momentOf(time: string): number {
  const moment = Date.parse(time);
  if (Number.isNaN(moment)) throw new RangeError('not a time');
  return Math.min(Math.max(moment, 0), LAST_TIME);
}

/** The window of a search, which without a beginning looks back from its end for so long. */
export function searchWindow(
  { since, until }: TimeWindow,
  lookBack: number,
  now: number,
): TimeWindow {
  if (since !== undefined) return { since, until };
  const end = until === undefined ? now : momentOf(until);
  return { since: new Date(end - lookBack).toISOString(), until };
}

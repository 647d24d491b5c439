/** What sorts behind every time. */
export const NEVER = '9999-12-31T23:59:59.999Z';

/**
 * What jobs are sorted by in the order of their due times: that time, or the end of all times, and
 * behind it the time of the last change with every digit taken from nine. So of those that are due
 * at once, or never, the one changed last comes first, and one index goes through all in one
 * direction. Compared with a time, it is earlier if and only if the due time is.
 */
export function dueSortKey(dueAt: string | null, changedAt: string): string {
  const turned = changedAt.replace(/\d/g, (digit) => String(9 - Number(digit)));
  return `${dueAt ?? NEVER} ${turned}`;
}

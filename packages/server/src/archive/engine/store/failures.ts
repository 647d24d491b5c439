/** What to do about an error of the database. */
export type Failure =
  /** It is about this record; others may do. */
  | 'refused'
  /** Another writer was in the way; the same again may succeed at once. */
  | 'again'
  /** The file is damaged. */
  | 'corrupt'
  /** The database is not there, full, or hangs: nothing can be stored for a while. */
  | 'away';

const SQLITE = { busy: 5, corrupt: 11, constraint: 19, mismatch: 20, tooBig: 18, notADatabase: 26 };
const SQLITE_UNIQUE = 2067;
const MEANT: Readonly<Record<number, Failure>> = {
  [SQLITE.busy]: 'again',
  [SQLITE.corrupt]: 'corrupt',
  [SQLITE.notADatabase]: 'corrupt',
  [SQLITE.constraint]: 'refused',
  [SQLITE.mismatch]: 'refused',
  [SQLITE.tooBig]: 'refused',
};

/** Damage that a check has found, where SQLite itself has not stumbled over it yet. */
export class DamagedFile extends Error {
  override readonly name = 'DamagedFile';
  readonly errcode = SQLITE.corrupt;
}

export function failureOf(error: unknown): Failure {
  const { code, errcode } = error as { code?: string; errcode?: number };
  if (errcode !== undefined) return MEANT[errcode & 0xff] ?? 'away';
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code)) return isOurs(error) ? 'refused' : 'away';
  // 22: what a value looks like, 23: constraints, 54: limits. https://www.postgresql.org/docs/current/errcodes-appendix.html
  if (/^(22|23|54)/.test(code)) return 'refused';
  if (code === '40001' || code === '40P01') return 'again';
  return 'away';
}

/** Whether SQLite waits for somebody else's lock. */
export function isBusy(error: unknown): boolean {
  return (Number((error as { errcode?: number }).errcode) & 0xff) === SQLITE.busy;
}

/** Whether the database refused a second record with the same unique key. */
export function isDuplicate(error: unknown): boolean {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return errcode === SQLITE_UNIQUE || code === '23505';
}

/** What is wrong, in a few words; an error that stands for several has none of its own. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as { message?: string; code?: string };
  return message?.split('\n', 1)[0] || code || 'unknown';
}

/** A mistake in reading a record must cost that record only, never stop the archive. */
function isOurs(error: unknown): boolean {
  return error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
}

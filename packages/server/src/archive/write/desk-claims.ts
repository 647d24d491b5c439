import type { CallChange } from '@hookline/contract';
import { type Expression, type SqlBool, sql } from 'kysely';
import { ArchiveError } from '../archive.ts';

export type Claim = Pick<CallChange, 'claimedBy' | 'from' | 'by'>;

interface Held {
  readonly claimed_by: string | null;
  readonly claimed_at: string | null;
}

/**
 * True for a row that a desk may claim or release: nobody holds it, or the desk itself, or the one
 * that it is taken from. Asked by the statement that changes the row: of two desks that claim at
 * once, the second meets the claim of the first.
 */
export function mayClaim(column: string, { claimedBy, from, by }: Claim): Expression<SqlBool> {
  if (claimedBy === undefined) return sql<SqlBool>`true`;
  const holder = sql.ref(column);
  const desks = [by, from, claimedBy].filter((desk) => desk != null);
  return sql<SqlBool>`(${holder} is null or ${holder} in (${sql.join(desks)}))`;
}

/** Since when a desk holds it: whoever claims twice has held it all the time. */
export function claimedSince(table: string, { claimedBy }: Claim, at: string) {
  const holder = sql.ref(`${table}.claimed_by`);
  return claimedBy === null
    ? sql<null>`null`
    : sql<string>`case when ${holder} = ${claimedBy} then ${sql.ref(`${table}.claimed_at`)}
        else ${at} end`;
}

/** For the desk that came second. */
export function claimed({ claimed_by, claimed_at }: Held): ArchiveError {
  const claimedBy = { desk: claimed_by ?? '', at: claimed_at ?? '' };
  return new ArchiveError('claimed', `${claimedBy.desk} takes care of it since ${claimedBy.at}.`, {
    claimedBy,
  });
}

import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../store/transaction.ts';
import type { Entry } from './batch.ts';

const COUNTER_BITS = 12n;

/**
 * Gives events their ids, each greater than the one before: what decides about a job goes by them.
 * A clock that was ahead and has been put right would else leave its last word to what came first.
 */
export function inOrderAfter(last: string, entries: readonly Entry[]): readonly Entry[] {
  let id = last;
  return entries.map((entry) => {
    if (entry.kind !== 'event') return entry;
    id = idAfter(id, Date.parse(entry.receivedAt));
    return { ...entry, id };
  });
}

/**
 * A UUIDv7 of this time, or the next one after the last. The counter stands where RFC 9562 (6.2,
 * method 1) puts it; the versions of a job take digits behind it for themselves.
 */
export function idAfter(last: string, time: number): string {
  const [first, next] = [BigInt(time) << COUNTER_BITS, placeOf(last) + 1n];
  const place = (first > next ? first : next).toString(16).padStart(15, '0');
  const random = randomUUIDv7().slice('xxxxxxxx-xxxx-7xxx'.length);
  return `${place.slice(0, 8)}-${place.slice(8, 12)}-7${place.slice(12)}${random}`;
}

function placeOf(id: string): bigint {
  const [, high, low, counter] = /^([\da-f]{8})-([\da-f]{4})-.([\da-f]{3})-/.exec(id) ?? [];
  return high === undefined ? -1n : BigInt(`0x${high}${low}${counter}`);
}

/** Events may be purged before the jobs that were made of them. */
export async function greatestId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string | null }>`select max(id) as id from (
    select max(id) as id from events union all select max(id) from job_versions) as stored`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

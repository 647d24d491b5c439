import type { CallChange } from '@hookline/contract';
import type { PhoneRules } from '@hookline/records/phone';
import { sql } from 'kysely';
import { withKnownNames } from '../read/known-names.ts';
import { isStorable, storable } from '../read/page.ts';
import { callText } from '../read/shapes.ts';
import { claimedSince, mayChange, refusal } from './desk-claims.ts';
import type { Db } from './transaction.ts';

/** What a desk does to a call. Answers the call as JSON text; undefined if there is none. */
export async function handleCall(
  db: Db,
  rules: PhoneRules,
  id: string,
  change: CallChange,
  at: string,
): Promise<string | undefined> {
  if (!isStorable(id)) return undefined;
  const { note, settled, claimedBy, by = null } = change;
  const byAt = by === null ? null : at;
  const row = await db
    .updateTable('calls')
    .set({
      ...(note !== undefined && {
        note: storable(note),
        note_by: note === null ? null : by,
        note_at: note === null ? null : byAt,
      }),
      ...(settled === true && {
        settled: 1,
        // What is settled twice was settled by the first.
        settled_by: sql<string | null>`coalesce(settled_by, ${by})`,
        settled_at: sql<string | null>`coalesce(settled_at, ${byAt})`,
      }),
      ...(settled === false && { settled: 0, settled_by: null, settled_at: null }),
      ...(claimedBy !== undefined && {
        claimed_by: claimedBy,
        claimed_at: claimedSince('calls', change, at),
      }),
      updated_at: at,
    })
    .where('id', '=', id)
    .where(mayChange('calls', change))
    .returningAll()
    .executeTakeFirst();
  if (row) return (await withKnownNames(db, rules, [row])).map(callText)[0];
  const handled = await db
    .selectFrom('calls')
    .select(['claimed_by', 'claimed_at', 'note', 'note_by', 'note_at'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (handled) throw refusal(handled, change);
  return undefined;
}

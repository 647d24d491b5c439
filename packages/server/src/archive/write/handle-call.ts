import type { CallChange } from '@hookline/contract';
import type { PhoneRules } from '@hookline/records/phone';
import { withKnownNames } from '../read/known-names.ts';
import { isStorable } from '../read/page.ts';
import { callText } from '../read/shapes.ts';
import { handledBy, refuse } from './desk-claims.ts';
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
  const call = await db.selectFrom('calls').selectAll().where('id', '=', id).executeTakeFirst();
  if (!call) return undefined;
  refuse(call, change);
  const { settled, by = null } = change;
  const { note, claim } = handledBy(call, change, at);
  const set = {
    ...note,
    ...claim,
    ...(settled === true && {
      settled: 1,
      // What is settled twice was settled by the first.
      settled_by: call.settled_by ?? by,
      settled_at: call.settled_at ?? (by === null ? null : at),
    }),
    ...(settled === false && { settled: 0, settled_by: null, settled_at: null }),
    updated_at: at,
  };
  await db.updateTable('calls').set(set).where('id', '=', id).execute();
  return (await withKnownNames(db, rules, [{ ...call, ...set }])).map(callText)[0];
}

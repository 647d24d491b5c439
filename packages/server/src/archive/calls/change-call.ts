import type { CallChange } from '@hookline/contract';
import type { PhoneRules } from '@hookline/records/phone';
import { withKnownNames } from '../addresses/known-names.ts';
import { assignedBy, refuse } from '../engine/desk-claims.ts';
import { isStorable } from '../engine/lists/page.ts';
import type { Store } from '../engine/store/store.ts';
import { type Db, type Editing, inTransaction } from '../engine/store/transaction.ts';
import { callText } from './call-fields.ts';

export interface CallEditor {
  /** The changed call as JSON text. */
  changeCall(id: string, change: CallChange): Promise<string | undefined>;
}

interface Context {
  readonly store: Store;
  readonly rules: PhoneRules;
}

export function callEditor({ turn, changed, now }: Editing<Context>): CallEditor {
  return {
    async changeCall(id, change) {
      const at = new Date(now()).toISOString();
      const text = await turn(({ store, rules }) =>
        inTransaction(store, (db) => changeCall(db, rules, id, change, at)),
      );
      if (text !== undefined) changed('calls');
      return text;
    },
  };
}

/** What a desk does to a call. Answers the call as JSON text; undefined if there is none. */
async function changeCall(
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
  const { note, claim } = assignedBy(call, change, at);
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

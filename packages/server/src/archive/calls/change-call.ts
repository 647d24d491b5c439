import type { CallChange } from '@hookline/contract';
import { MOST_ATTEMPTS } from '@hookline/contract/words';
import type { PhoneRules } from '@hookline/records/phone';
import { assignedBy, refuse } from '../engine/desk-claims.ts';
import type { Columns } from '../engine/lists/fields.ts';
import { isStorable, storable } from '../engine/lists/page.ts';
import type { Store } from '../engine/store/store.ts';
import { type Db, type Editing, edited } from '../engine/store/transaction.ts';
import { jobCalled } from '../jobs/job-names.ts';
import { attemptsOf, callText, shownCalls } from './call-fields.ts';

export interface CallEditor {
  /** The changed call as JSON text. */
  changeCall(id: string, change: CallChange): Promise<string | undefined>;
}

interface Context {
  readonly store: Store;
  readonly rules: PhoneRules;
}

export function callEditor(editing: Editing<Context>): CallEditor {
  return {
    async changeCall(id, change) {
      const at = new Date(editing.now()).toISOString();
      return edited(editing, 'calls', (db, { rules }) => changeCall(db, rules, id, change, at));
    },
  };
}

/** What a desk does to a call. Answers the call as JSON text; undefined if it, or its job, is not there. */
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
  const { settled, by = null, remindAt, contact } = change;
  const job = await jobOf(db, change.job);
  if (change.job != null && job == null) return undefined;
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
    ...attempted(call, change, at),
    ...(remindAt !== undefined && { remind_at: remindAt, remind_by: remindAt && by }),
    ...(job !== undefined && { job }),
    ...(contact !== undefined && { contact: contact && storable(contact) }),
    updated_at: at,
  };
  await db.updateTable('calls').set(set).where('id', '=', id).execute();
  return (await shownCalls(db, rules, [{ ...call, ...set }])).map(callText)[0];
}

/** By its newest version, with which it stays whatever becomes of its names. */
async function jobOf(
  db: Db,
  called: string | null | undefined,
): Promise<string | null | undefined> {
  if (called == null) return called;
  const name = isStorable(called) ? await jobCalled(db, called) : undefined;
  if (name === undefined) return undefined;
  const version = await db
    .selectFrom('jobs')
    .innerJoin('job_versions', 'job_versions.id', 'jobs.version_id')
    .select('job_versions.name')
    .where('jobs.name', '=', name)
    .executeTakeFirst();
  return version?.name;
}

function attempted(
  call: Columns<'calls', 'attempts' | 'remind_at'>,
  { attempted: isTried, by = '' }: CallChange,
  at: string,
) {
  if (isTried === undefined) return {};
  const before = attemptsOf(call);
  const attempts = isTried
    ? [...before, { desk: by, at }].slice(-MOST_ATTEMPTS)
    : before.slice(0, -1);
  const isDue = isTried && call.remind_at !== null && call.remind_at <= at;
  return {
    attempts: attempts.length === 0 ? null : JSON.stringify(attempts),
    ...(isDue && { remind_at: null, remind_by: null }),
  };
}

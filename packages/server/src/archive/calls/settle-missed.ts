import { sql } from 'kysely';
import { inSteps } from '../engine/store/bulk-insert.ts';
import type { Db } from '../engine/store/transaction.ts';
import { type Call, type CallView, isMissed } from './merge-call.ts';

/** A call as it is stored, and what it was before. */
interface ChangedCall {
  readonly id: string;
  readonly before: Call | undefined;
  readonly call: Call;
  readonly view: CallView;
}

/**
 * Whoever has talked with a number has taken care of the calls from it that were missed before,
 * for all desks. Only at the report that tells it: a call that a person marks as open again stays
 * open, whatever else is reported of that talk.
 */
export async function settleMissed(db: Db, changed: readonly ChangedCall[]): Promise<void> {
  const talks = new Map<string, { id: string; startedAt: string }>();
  const missed: string[] = [];
  const machines: string[] = [];
  for (const { id, before, call, view } of changed) {
    const { phone, startedAt } = view;
    // A withheld number is nobody's.
    if (!phone?.key) continue;
    if (before && isTalk(before) && !isTalk(call)) machines.push(id);
    if (isTalk(call) && !(before && isTalk(before)) && startedAt !== null) {
      // The latest talk with a number settles whatever an earlier one does.
      const latest = talks.get(phone.key);
      if (!latest || latest.startedAt < startedAt) talks.set(phone.key, { id, startedAt });
    } else if (view.missed && !(before && isMissed(before) && hasSameStart(before, call))) {
      missed.push(id);
    }
  }
  await inSteps(machines, (some) => reopen(db, some));
  const latestTalks = Array.from(talks.values(), ({ id }) => id);
  await inSteps(latestTalks, (some) => settleBefore(db, some));
  // Several browsers report late and out of order: the talk may be told before the miss.
  await inSteps(missed, (some) => settleIfTalked(db, some));
}

/** Without a time nobody knows which calls came before it. */
function isTalk({ facts, startedAt }: Call): boolean {
  // Some systems say only at the end that it was a machine.
  const isMachine = facts.endCause?.value === 'voicemail';
  return facts.answered !== undefined && !isMachine && startedAt !== null;
}

function hasSameStart(before: Call, call: Call): boolean {
  return before.startedAt === call.startedAt;
}

/** The missed calls from the numbers of these calls, before each of them. */
function missedBefore(db: Db, calls: readonly string[]) {
  return db
    .selectFrom('calls as call')
    .innerJoin('calls as earlier', (join) =>
      join
        .onRef('earlier.number_key', '=', 'call.number_key')
        .onRef('earlier.sort_at', '<', 'call.sort_at'),
    )
    .select('earlier.id')
    .where('call.id', 'in', calls)
    .where('earlier.missed', '=', 1);
}

/** Settles what was missed before these talks. */
async function settleBefore(db: Db, talks: readonly string[]): Promise<void> {
  const open = missedBefore(db, talks).where('earlier.settled', '=', 0);
  await db.updateTable('calls').set({ settled: 1 }).where('id', 'in', open).execute();
}

/** What `facts.answered` looks like in the text: an end that tells no time leaves no other trace. */
const ANSWERED = '%"answered":{%';
const BY_MACHINE = '%"endCause":{"value":"voicemail"%';

/** Calls in which people have talked. */
function talks(db: Db) {
  return db
    .selectFrom('calls as talk')
    .where('talk.started_at', 'is not', null)
    .where('talk.merge_state', 'like', ANSWERED)
    .where('talk.merge_state', 'not like', BY_MACHINE);
}

/** Settles those of the missed calls after which people have talked. */
async function settleIfTalked(db: Db, missed: readonly string[]): Promise<void> {
  const isOfLine = sql<boolean>`talk.number_key = calls.number_key and talk.sort_at > calls.sort_at`;
  const later = talks(db).select('talk.id').where(isOfLine);
  await db
    .updateTable('calls')
    .set({ settled: 1 })
    .where('id', 'in', missed)
    .where(({ exists }) => exists(later))
    .execute();
}

/** What these calls have settled while they passed for talks, since somebody talked with the number. */
async function reopen(db: Db, machines: readonly string[]): Promise<void> {
  const last = talks(db)
    .select(sql<string>`coalesce(max(talk.sort_at), '')`.as('last'))
    .where(sql<boolean>`talk.number_key = call.number_key`);
  const settled = missedBefore(db, machines)
    .where('earlier.settled', '=', 1)
    .where('earlier.settled_by', 'is', null)
    .where('earlier.sort_at', '>=', last);
  await db.updateTable('calls').set({ settled: 0 }).where('id', 'in', settled).execute();
}

import { type CallView, callView } from '../normalise/call-view.ts';
import type { Call } from '../normalise/merge-call.ts';
import type { Db } from './transaction.ts';

/**
 * Whoever has talked with a number has taken care of the calls from it that were missed before,
 * for all desks. Only at the report that tells it: a call that a person marks as open again stays
 * open, whatever else is reported of that talk.
 */
export async function settleMissed(
  db: Db,
  id: string,
  before: Call | undefined,
  now: Call,
): Promise<void> {
  const view = callView(now);
  const key = view.phone?.key;
  const { startedAt } = view;
  // A withheld number is nobody's, and without a time nobody knows which call came first.
  if (!key || startedAt === null) return;
  if (isTalk(now) && !(before && isTalk(before))) await settleBefore(db, key, startedAt);
  else if (view.missed && !isMissed(before && callView(before))) {
    // Several browsers report late and out of order: the talk may be told before the miss.
    if (await hasTalkAfter(db, key, startedAt)) await settle(db, id);
  }
}

function isTalk({ facts }: Call): boolean {
  return facts.answered !== undefined;
}

function isMissed(view: CallView | undefined): boolean {
  return view?.missed ?? false;
}

async function settleBefore(db: Db, key: string, startedAt: string): Promise<void> {
  await db
    .updateTable('calls')
    .set({ settled: 1 })
    .where('number_key', '=', key)
    .where('sort_at', '<', startedAt)
    .where('missed', '=', 1)
    .where('settled', '=', 0)
    .execute();
}

async function hasTalkAfter(db: Db, key: string, startedAt: string): Promise<boolean> {
  const talk = await db
    .selectFrom('calls')
    .select('id')
    .where('number_key', '=', key)
    .where('sort_at', '>', startedAt)
    .where((eb) =>
      eb.or([eb('answered_at', 'is not', null), eb('state', 'in', ['connected', 'held'])]),
    )
    .limit(1)
    .executeTakeFirst();
  return talk !== undefined;
}

async function settle(db: Db, id: string): Promise<void> {
  await db.updateTable('calls').set({ settled: 1 }).where('id', '=', id).execute();
}

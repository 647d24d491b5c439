import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { callView } from '../normalise/call-view.ts';
import { type CallReport, ownCallKey } from '../normalise/calls.ts';
import { type Call, callOf, mergedCall } from '../normalise/merge-call.ts';
import { settleMissed } from './settle-missed.ts';
import type { Db } from './transaction.ts';

/**
 * Keeps every distinct report and brings its call up to date; answers whether anything changed.
 * Which call a report belongs to takes a look at all with its id: one writer at a time does it.
 */
export async function writeCalls(
  db: Db,
  reports: readonly CallReport[],
  receivedAt: string,
): Promise<boolean> {
  let changed = false;
  for (const report of reports) {
    if (await writeCall(db, report, receivedAt)) changed = true;
  }
  return changed;
}

async function writeCall(db: Db, report: CallReport, receivedAt: string): Promise<boolean> {
  if (report.callId === null) return writeOwnCall(db, report, receivedAt);
  const rows = await db
    .selectFrom('calls')
    .select(['id', 'merge_state'])
    .where('call_id', '=', report.callId)
    .execute();
  const calls = rows.map(({ id, merge_state }) => ({ id, ...(JSON.parse(merge_state) as Call) }));
  const known = callOf(report, calls);
  const call = mergedCall(known && withoutId(known), report);
  const id = known?.id ?? randomUUIDv7();
  if (!known) await insertCall(db, id, call, report, receivedAt);
  if (!(await keepReport(db, id, report, receivedAt))) return !known;
  if (known) await updateCall(db, id, call, report, receivedAt);
  await settleMissed(db, id, known, call);
  return true;
}

/** A report that names no call: once, if it carries a time by which it can be told from another. */
async function writeOwnCall(db: Db, report: CallReport, receivedAt: string): Promise<boolean> {
  const ownKey = ownCallKey(report);
  const id = randomUUIDv7();
  const call = mergedCall(undefined, report);
  const inserted = await insertCall(db, id, call, report, receivedAt, ownKey && `own:${ownKey}`);
  if (inserted) await keepReport(db, id, report, receivedAt);
  return inserted;
}

async function insertCall(
  db: Db,
  id: string,
  call: Call,
  report: CallReport,
  receivedAt: string,
  dedupKey: string | null = dedupKeyOf(call),
): Promise<boolean> {
  const result = await db
    .insertInto('calls')
    .values({
      id,
      dedup_key: dedupKey,
      ...columnsOf(call, receivedAt),
      payload: report.payload,
      created_at: receivedAt,
      updated_at: receivedAt,
    })
    .onConflict((conflict) => conflict.column('dedup_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return result !== undefined;
}

async function updateCall(
  db: Db,
  id: string,
  call: Call,
  report: CallReport,
  receivedAt: string,
): Promise<void> {
  const { note, sort_at, ...columns } = columnsOf(call, receivedAt);
  const isFurthest = callView(call).payloadHash === report.hash;
  await db
    .updateTable('calls')
    .set({
      dedup_key: dedupKeyOf(call),
      ...columns,
      // Without a start it stays where the first report put it, or paging would meet it twice.
      ...(call.startedAt !== null && { sort_at }),
      // What a person has written stays; a report only fills what is empty.
      note: sql<string | null>`coalesce(note, ${note})`,
      ...(isFurthest && { payload: report.payload }),
      updated_at: receivedAt,
    })
    .where('id', '=', id)
    .execute();
}

async function keepReport(
  db: Db,
  call: string,
  report: CallReport,
  receivedAt: string,
): Promise<boolean> {
  const { hash, payload } = report;
  const kept = await db
    .insertInto('call_reports')
    .values({ id: randomUUIDv7(), call, content_hash: hash, received_at: receivedAt, payload })
    .onConflict((conflict) => conflict.columns(['call', 'content_hash']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return kept !== undefined;
}

function columnsOf(call: Call, receivedAt: string) {
  const view = callView(call);
  return {
    call_id: view.callId,
    state: view.state,
    direction: view.direction,
    number: view.phone?.sent ?? null,
    number_key: view.phone?.key ?? null,
    e164: view.phone?.e164 ?? null,
    name: view.name,
    missed: view.missed ? 1 : 0,
    note: view.note,
    started_at: view.startedAt,
    answered_at: view.answeredAt,
    ended_at: view.endedAt,
    sort_at: view.startedAt ?? receivedAt,
    merge_state: JSON.stringify(call),
  };
}

function dedupKeyOf({ callId, startedAt }: Call): string | null {
  return callId === null ? null : `call:${callId}|${startedAt ?? ''}`;
}

function withoutId({ callId, startedAt, facts }: Call): Call {
  return { callId, startedAt, facts };
}

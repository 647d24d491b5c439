import { randomUUIDv7 } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import { BulkInsert, inSteps, overwriting } from '../engine/store/bulk-insert.ts';
import type { Schema } from '../engine/store/schema.ts';
import type { Db } from '../engine/store/transaction.ts';
import { type CallReport, ownCallKey } from './call-reports.ts';
import {
  type Call,
  CallsWithId,
  type CallView,
  callView,
  LATEST_CALLS,
  mergedCall,
} from './merge-call.ts';
import { settleMissed } from './settle-missed.ts';

/** What desks do to a call, which no report says. */
const BY_HAND = [
  'settled',
  'settled_by',
  'settled_at',
  'note_by',
  'note_at',
  'claimed_by',
  'claimed_at',
  'attempts',
  'remind_at',
  'remind_by',
  'job',
  'contact',
] as const;
const KEPT = ['call_id', 'created_at', ...BY_HAND] as const;
const FURTHER_CALLS = new BulkInsert('calls', overwriting('calls', 'id', ...KEPT), BY_HAND);
const KNOWN_CALLS = new BulkInsert(
  'calls',
  overwriting('calls', 'id', ...KEPT, 'payload'),
  BY_HAND,
);
const NEW_CALLS = new BulkInsert(
  'calls',
  'on conflict (dedup_key) do nothing returning id',
  BY_HAND,
);
const NEW_REPORTS = new BulkInsert(
  'call_reports',
  'on conflict (call, content_hash) do nothing returning call, content_hash',
);

/** A report of a call and when it came. */
export interface ReceivedCall {
  readonly report: CallReport;
  readonly receivedAt: string;
}

/** A call while reports are merged into it. */
interface OpenCall {
  readonly id: string;
  /** As it is stored; undefined if it is new. */
  readonly before: Call | undefined;
  call: Call;
  /** What a person has written stays; a report only fills what is empty. */
  note: string | null;
  readonly createdAt: string;
  /** Where it stands without a start, or paging would meet it twice. */
  readonly firstSortAt: string;
  /** By their hash: what is the same is said once. */
  readonly reports: Map<string, ReceivedCall>;
}

/** A call that all its reports are merged into, as it is to be stored. */
interface MergedCall extends OpenCall {
  readonly view: CallView;
}

type OpenCalls = Map<string, CallsWithId<OpenCall>>;

/**
 * Keeps every distinct report and brings its call up to date; answers whether anything changed.
 * What is known is read at once and written at once: the calls with one id would be read again
 * for each of its reports. Which call one belongs to depends on them all, so only one writer at a
 * time does it.
 */
export async function writeCalls(db: Db, received: readonly ReceivedCall[]): Promise<boolean> {
  const named = received.filter(({ report }) => report.callId !== null);
  const calls = await knownCalls(db, named);
  const merged = new Set(named.map((one) => mergedInto(calls, one)));
  const known = await withNews(
    db,
    [...merged].filter(({ before }) => before),
  );
  // Before the new ones: a call that learns its start leaves its key to another.
  await updateCalls(db, known);
  const unknown = [...merged].filter(({ before }) => !before);
  const created = await insertCalls(db, [
    ...unknown.map((open) => ({ call: viewed(open), key: keyOf(open.call) })),
    ...ownCalls(received),
  ]);
  await keepReports(db, created);
  await settleMissed(db, [...known, ...created]);
  return known.length > 0 || created.length > 0;
}

/** What merging needs of a stored call. */
const STORED = ['id', 'call_id', 'merge_state', 'note', 'sort_at', 'created_at'] as const;

/** Those of the stored calls that the reports may be about. */
async function knownCalls(db: Db, received: readonly ReceivedCall[]): Promise<OpenCalls> {
  const calls: OpenCalls = new Map();
  const keys = new Set<string>();
  const withoutStart = new Set<string>();
  for (const { callId, startedAt } of received.map(({ report }) => report)) {
    if (callId === null) continue;
    calls.set(callId, new CallsWithId());
    keys.add(keyOf({ callId, startedAt: null }));
    if (startedAt) keys.add(keyOf({ callId, startedAt }));
    else withoutStart.add(callId);
  }
  const take = (rows: readonly StoredCall[]) => {
    for (const row of rows) calls.get(row.call_id ?? '')?.add(stored(row));
  };
  await inSteps([...keys], async (some) =>
    take(await db.selectFrom('calls').select(STORED).where('dedup_key', 'in', some).execute()),
  );
  await inSteps([...withoutStart], async (some) => {
    const ranked = db
      .selectFrom('calls')
      .select(STORED)
      .select(
        sql<number>`row_number() over (partition by call_id order by sort_at desc)`.as('rank'),
      )
      .where('call_id', 'in', some)
      .where('started_at', 'is not', null);
    const latest = db.selectFrom(ranked.as('ranked')).select(STORED);
    take(await latest.where('rank', '<=', LATEST_CALLS).execute());
  });
  return calls;
}

type StoredCall = Pick<Selectable<Schema['calls']>, (typeof STORED)[number]>;

function stored({ id, merge_state, note, sort_at, created_at }: StoredCall): OpenCall {
  const call = JSON.parse(merge_state) as Call;
  const times = { createdAt: created_at, firstSortAt: sort_at };
  return { id, before: call, call, note, ...times, reports: new Map() };
}

function opened(call: Call, receivedAt: string): OpenCall {
  const times = { createdAt: receivedAt, firstSortAt: receivedAt };
  return { id: randomUUIDv7(), before: undefined, call, note: null, ...times, reports: new Map() };
}

function mergedInto(calls: OpenCalls, received: ReceivedCall): OpenCall {
  const { report, receivedAt } = received;
  const withId = calls.get(report.callId ?? '');
  const known = withId?.of(report);
  const call = mergedCall(known?.call, report);
  const open = known ?? opened(call, receivedAt);
  open.call = call;
  addReport(open, received);
  withId?.add(open);
  return open;
}

function viewed(open: OpenCall): MergedCall {
  return { ...open, view: callView(open.call) };
}

function addReport(open: OpenCall, received: ReceivedCall): void {
  open.note ??= open.call.facts.note?.value ?? null;
  const { hash } = received.report;
  if (!open.reports.has(hash)) open.reports.set(hash, received);
}

/** Reports that name no call: once, if they carry a time by which they can be told from another. */
function ownCalls(received: readonly ReceivedCall[]): readonly NewCall[] {
  return received
    .filter(({ report }) => report.callId === null)
    .map((one) => {
      const open = opened(mergedCall(undefined, one.report), one.receivedAt);
      addReport(open, one);
      const ownKey = ownCallKey(one.report);
      return { call: viewed(open), key: ownKey && `own:${ownKey}` };
    });
}

interface NewCall {
  readonly call: MergedCall;
  readonly key: string | null;
}

/** Answers those that are new, and not what was delivered before. */
async function insertCalls(db: Db, calls: readonly NewCall[]): Promise<readonly MergedCall[]> {
  const rows = calls.map(({ call, key }) => ({ ...rowOf(call), dedup_key: key }));
  const ids = await NEW_CALLS.write<{ id: string }>(db, rows);
  const inserted = new Set(ids.map(({ id }) => id));
  return calls.map(({ call }) => call).filter(({ id }) => inserted.has(id));
}

/** Keeps the reports; answers the calls with the ones that were not kept before. */
async function withNews(db: Db, calls: readonly OpenCall[]): Promise<readonly MergedCall[]> {
  const kept = await keepReports(db, calls);
  return calls
    .map((open) => {
      const news = [...open.reports].filter(([hash]) => kept.has(`${open.id} ${hash}`));
      return { ...open, reports: new Map(news) };
    })
    .filter(({ reports }) => reports.size > 0)
    .map(viewed);
}

async function keepReports(db: Db, calls: readonly OpenCall[]): Promise<ReadonlySet<string>> {
  const rows = calls.flatMap(({ id, reports }) =>
    Array.from(reports.values(), ({ report: { hash, payload }, receivedAt }) => ({
      id: randomUUIDv7(),
      call: id,
      content_hash: hash,
      received_at: receivedAt,
      payload,
    })),
  );
  const kept = await NEW_REPORTS.write<{ call: string; content_hash: string }>(db, rows);
  return new Set(kept.map(({ call, content_hash }) => `${call} ${content_hash}`));
}

async function updateCalls(db: Db, calls: readonly MergedCall[]): Promise<void> {
  // The payload of a call is that of the report that is furthest on, which may be stored already.
  const isFurthest = (call: MergedCall) => furthest(call) !== undefined;
  const rows = (some: readonly MergedCall[]) =>
    some.map((open) => ({ ...rowOf(open), dedup_key: keyOf(open.call) }));
  await FURTHER_CALLS.write(db, rows(calls.filter(isFurthest)));
  await KNOWN_CALLS.write(db, rows(calls.filter((call) => !isFurthest(call))));
}

function furthest({ view, reports }: MergedCall): ReceivedCall | undefined {
  return reports.get(view.payloadHash ?? '');
}

function rowOf(merged: MergedCall) {
  const { id, call, view, note, createdAt, firstSortAt, reports } = merged;
  return {
    id,
    call_id: view.callId,
    state: view.state,
    direction: view.direction,
    number: view.phone?.sent ?? null,
    number_key: view.phone?.key ?? null,
    e164: view.phone?.e164 ?? null,
    name: view.name,
    missed: view.missed ? 1 : 0,
    note,
    started_at: view.startedAt,
    answered_at: view.answeredAt,
    ended_at: view.endedAt,
    sort_at: view.startedAt ?? firstSortAt,
    payload: furthest(merged)?.report.payload ?? '',
    merge_state: JSON.stringify(call),
    created_at: createdAt,
    updated_at: [...reports.values()].at(-1)?.receivedAt ?? createdAt,
  };
}

function keyOf({ callId, startedAt }: Pick<Call, 'callId' | 'startedAt'>): string {
  return `call:${callId}|${startedAt ?? ''}`;
}

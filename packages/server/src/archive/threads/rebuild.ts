import type { ChangedKind } from '@hookline/contract';
import { sql } from 'kysely';
import { ADDRESS_READING, rebuildAddresses } from '../addresses/rebuild-addresses.ts';
import type { Store } from '../engine/store/store.ts';
import { type Db, inTransaction, type Turn } from '../engine/store/transaction.ts';
import { EVENT_READING, rebuildEvents } from '../events/rebuild-events.ts';
import { jobsRebuilt, rebuildJobs } from '../jobs/rebuild-jobs.ts';
import { settleStaleJobs } from '../jobs/stale-jobs.ts';
import { readSome, unreadSenders } from '../mappings/read-anew.ts';
import { timeIn } from '../privacy/erasure-marks.ts';
import type { Retention } from '../privacy/personal-tables.ts';
import type { WriterContext } from '../privacy/writer-context.ts';

/** What was stored by earlier rules of one kind, and how it is read by those of today. */
export interface Rebuilder {
  readonly kind: Exclude<ChangedKind, 'mappings'>;
  /** Another one for other rules. */
  version(context: WriterContext): string;
  /**
   * Reads some more, from the beginning or after the cursor of the step before; without a next one
   * it is done. A step may be done twice: the service may end before its cursor is stored.
   */
  step(
    context: WriterContext,
    after: string | null,
    limit: number,
  ): Promise<{ readonly next: string | null }>;
  /** How much is done, from 0 to 1. */
  part(store: Store, cursor: string): Promise<number>;
}

export function jobRebuilder(retention: Pick<Retention, 'jobs'>): Rebuilder {
  return {
    kind: 'jobs',
    version: ({ jobs }) => jobs.version,
    async step({ store, ...reading }, after, limit) {
      const keptSince = await keptSinceOf(store, retention);
      const next = await inTransaction(store, (db) =>
        rebuildJobs(db, reading, after ?? '', limit, { keptSince }),
      );
      return { next: next ?? null };
    },
    part: ({ db }, cursor) => jobsRebuilt(db, cursor),
  };
}

async function keptSinceOf(
  store: Store,
  { jobs }: Pick<Retention, 'jobs'>,
): Promise<string | undefined> {
  return jobs === undefined ? undefined : new Date((await timeIn(store)) - jobs).toISOString();
}

export const addressRebuilder: Rebuilder = {
  kind: 'addresses',
  version: () => ADDRESS_READING,
  step: rebuildAddresses,
  part: ({ db }, cursor) => partRebuilt(db, 'addresses', cursor),
};

export const eventRebuilder: Rebuilder = {
  kind: 'events',
  version: () => EVENT_READING,
  step: rebuildEvents,
  part: ({ db }, cursor) => partRebuilt(db, 'events', cursor),
};

/** Records read in one step: some ten milliseconds, for which batches wait at most. */
const STEP = 100;
/** The lists on all pages are asked for anew each time. */
const ANNOUNCED_EVERY = 5000;

export interface RebuildEvents {
  /** Undefined when all is done. */
  progress(percent: number | undefined): void;
  changed(kind: ChangedKind): void;
}

/**
 * Reads everything anew that was stored by other rules, step by step while nothing else is to be
 * stored. How far it is stands in the database, so that it goes on after any end of the service.
 */
export async function rebuildAll(
  turn: Turn<WriterContext>,
  rebuilders: readonly Rebuilder[],
  events: RebuildEvents,
): Promise<void> {
  let isShown = false;
  for (const [i, rebuilder] of rebuilders.entries()) {
    let announced = Date.now();
    const announce = () => {
      // Events themselves stay as they are.
      if (rebuilder.kind !== 'events') events.changed(rebuilder.kind);
    };
    for (;;) {
      const state = await turn((context) => rebuildSome(context, rebuilder));
      if (state === 'was done') break;
      if (state === 'done') {
        announce();
        break;
      }
      isShown = true;
      events.progress(Math.min(Math.floor(((i + state) / rebuilders.length) * 100), 99));
      if (Date.now() - announced < ANNOUNCED_EVERY) continue;
      announced = Date.now();
      announce();
    }
  }
  await settleStaleJobs(turn);
  if (isShown) events.progress(undefined);
}

/** Reads anew what those have sent of whom something else is said now, in the same quiet moments. */
export async function rebuildSenders(
  turn: Turn<WriterContext>,
  retention: Pick<Retention, 'jobs'>,
  changed: (kind: ChangedKind) => void,
): Promise<void> {
  for (;;) {
    const [key] = await turn(({ store }) => unreadSenders(store.db));
    if (!key) return;
    let announced = Date.now();
    const announce = () => changed(key.channel === 'jobs' ? 'jobs' : 'addresses');
    const some = async (context: WriterContext) =>
      readSome(context, key, await keptSinceOf(context.store, retention));
    while (!(await turn(some))) {
      if (Date.now() - announced < ANNOUNCED_EVERY) continue;
      announced = Date.now();
      announce();
    }
    if (key.channel === 'jobs') await settleStaleJobs(turn);
    announce();
  }
}

/** Answers how much is done, from 0 to 1, while it is not. */
async function rebuildSome(
  context: WriterContext,
  { kind, version, step, part }: Rebuilder,
): Promise<number | 'done' | 'was done'> {
  const { store } = context;
  const wanted = version(context);
  const known = await store.db
    .selectFrom('readings')
    .select(['version', 'cursor'])
    .where('kind', '=', kind)
    .executeTakeFirst();
  if (known?.version === wanted && known.cursor === null) return 'was done';
  const from = known?.version === wanted ? known.cursor : '';
  const { next } = await step(context, from === '' ? null : from, STEP);
  const row = { version: wanted, cursor: next };
  await store.db
    .insertInto('readings')
    .values({ kind, ...row })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
    .execute();
  return next === null ? 'done' : part(store, next);
}

/** What is yet to be stored is read by the rules of today, and need not be read anew. */
export async function noteNewArchive(
  context: WriterContext,
  rebuilders: readonly Rebuilder[],
): Promise<void> {
  const { db } = context.store;
  for (const { kind, version } of rebuilders) {
    const any = await db.selectFrom(kind).select(sql`1`.as('any')).limit(1).execute();
    if (any.length > 0) continue;
    const row = { version: version(context), cursor: null };
    await db
      .insertInto('readings')
      .values({ kind, ...row })
      .onConflict((conflict) => conflict.column('kind').doUpdateSet(row))
      .execute();
  }
}

/** How much of a table is done, from 0 to 1: ids begin with the time at which they were given. */
export async function partRebuilt(
  db: Db,
  table: 'addresses' | 'events',
  cursor: string,
): Promise<number> {
  const { first, last } = await db
    .selectFrom(table)
    .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')])
    .executeTakeFirstOrThrow();
  const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  const [from, to] = [timeOf(first ?? cursor), timeOf(last ?? cursor)];
  const part = (timeOf(cursor) - from) / (to - from);
  return Number.isFinite(part) ? Math.min(Math.max(part, 0), 1) : 1;
}

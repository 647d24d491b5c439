import type { ChangedKind } from '@hookline/contract';
import { sql } from 'kysely';
import { ADDRESS_READING, rebuildAddresses } from '../addresses/rebuild-addresses.ts';
import { scanStep } from '../engine/lists/scan.ts';
import type { Store } from '../engine/store/store.ts';
import { type Db, inTransaction, type Turn } from '../engine/store/transaction.ts';
import { searchTerms } from '../events/search-terms.ts';
import { rebuildJobs } from '../jobs/rebuild-jobs.ts';
import { settleStaleJobs } from '../jobs/stale-jobs.ts';
import { noteReading, readSome, unreadSenders } from '../mappings/read-anew.ts';
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
    part: ({ db }, cursor) => partRebuilt(db, 'job_versions', cursor),
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

/** Another one whenever events are found by more than before. */
const EVENT_READING = '1';

/**
 * Notes for some of the stored events by what they are found. Goes on after the id of the step
 * before; without a next one it is done. Done twice, it changes nothing.
 */
function rebuildEvents(
  { store }: { readonly store: Store },
  after: string | null,
  limit: number,
): Promise<{ readonly next: string | null }> {
  return inTransaction(store, async (db) => {
    const { rows, last } = await scanStep(db, 'events', after ?? '', { limit });
    const changed = rows
      .map(({ id, payload, search_terms }) => ({ id, was: search_terms, is: searchTerms(payload) }))
      .filter(({ was, is }) => was !== is);
    if (changed.length > 0) {
      const cases = changed.map(({ id, is }) => sql`when ${id} then ${is}`);
      await db
        .updateTable('events')
        .set({ search_terms: sql<string | null>`case id ${sql.join(cases, sql` `)} end` })
        .where(
          'id',
          'in',
          changed.map(({ id }) => id),
        )
        .execute();
    }
    return { next: last ?? null };
  });
}

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

class Announcements {
  readonly make: () => void;
  #last = Date.now();

  constructor(make: () => void) {
    this.make = make;
  }

  makeIfDue(): void {
    if (Date.now() - this.#last < ANNOUNCED_EVERY) return;
    this.#last = Date.now();
    this.make();
  }
}

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
    const announcements = new Announcements(() => {
      // Events themselves stay as they are.
      if (rebuilder.kind !== 'events') events.changed(rebuilder.kind);
    });
    for (;;) {
      const state = await turn((context) => rebuildSome(context, rebuilder));
      if (state === 'was done') break;
      if (state === 'done') {
        announcements.make();
        break;
      }
      isShown = true;
      events.progress(Math.min(Math.floor(((i + state) / rebuilders.length) * 100), 99));
      announcements.makeIfDue();
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
    const announcements = new Announcements(() =>
      changed(key.channel === 'jobs' ? 'jobs' : 'addresses'),
    );
    const some = async (context: WriterContext) =>
      readSome(context, key, await keptSinceOf(context.store, retention));
    while (!(await turn(some))) announcements.makeIfDue();
    if (key.channel === 'jobs') await settleStaleJobs(turn);
    announcements.make();
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
  await noteReading(store.db, kind, { version: wanted, cursor: next });
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
    await noteReading(db, kind, { version: version(context), cursor: null });
  }
}

/**
 * How much of a table is done, from 0 to 1: ids begin with the time at which they were given, and
 * versions are gone through by when they came.
 */
export async function partRebuilt(
  db: Db,
  table: 'addresses' | 'events' | 'job_versions',
  cursor: string,
): Promise<number> {
  const isByTime = table === 'job_versions';
  const column = sql.ref(isByTime ? 'received_at' : 'id');
  // Each by itself: asked for both at once, SQLite goes through all of them.
  const { rows } = await sql<Record<'first' | 'last', string | null>>`select
    (select min(${column}) from ${sql.table(table)}) as first,
    (select max(${column}) from ${sql.table(table)}) as last`.execute(db);
  const { first, last } = rows[0] ?? {};
  const timeOf = (place: string) =>
    isByTime ? Date.parse(place) : Number.parseInt(place.replaceAll('-', '').slice(0, 12), 16);
  const [from, to] = [timeOf(first ?? cursor), timeOf(last ?? cursor)];
  const part = (timeOf(cursor) - from) / (to - from);
  return Number.isFinite(part) ? Math.min(Math.max(part, 0), 1) : 1;
}

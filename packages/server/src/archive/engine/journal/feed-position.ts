import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { STEPS } from '../store/migrations.ts';
import type { Db } from '../store/transaction.ts';
import type { Entry, Order } from './batch.ts';

/**
 * A name counts for ten minutes, after which its sender may use it again; less what an event may
 * have waited for NATS after it got its time.
 */
const SAME_FOR = 9 * 60 * 1000;

/** An epoch of the stream, and which part of it is there. */
export interface FedLife {
  readonly instance: string;
  /** The instance whose ids it goes on with, if it does. */
  readonly continues: string | null;
  /** Up to where it has the same events. */
  readonly through?: number;
  readonly first: number;
  readonly last: number;
}

/**
 * What of a batch is not stored yet; from here on, all of it is. In the transaction of its rows:
 * two that believe they feed, or one that was told of a failure after all went well, store
 * nothing twice, and nothing old is stored over something newer.
 *
 * Nodes whose clocks differ accept events in an order that their times contradict. The order of the
 * stream counts, or an older version of a job would be its newest.
 */
export async function unstored(
  db: Db,
  { name, through, isShared }: Order,
  entries: readonly Entry[],
): Promise<readonly Entry[]> {
  const { rows } = await sql<{ seq: number | null; steps: number }>`select
    (select seq from archive_feed where instance = ${name}) as seq,
    (select count(*) from ${sql.table(DEFAULT_MIGRATION_TABLE)}) as steps`.execute(db);
  const { seq: known = null, steps = 0 } = rows[0] ?? {};
  // A node of a newer version has changed it meanwhile, and would not find in it what is written here.
  if (steps > STEPS) throw new Error('a newer version of Hookline has changed the database');
  const seq = known ?? 0;
  if (known === null)
    await db.insertInto('archive_feed').values({ instance: name, seq: through }).execute();
  else if (through > seq) await moveTo(db, name, through);
  const news = entries.filter(({ place = 0 }) => place > seq);
  if (!isShared || news.length === 0) return news;
  const counted = await namedForTheFirstTime(db, news);
  // In between would be too often to look through all of them.
  if (Math.floor(through / 1000) > Math.floor(seq / 1000)) await forgetNames(db, news);
  return counted.length > 0 ? inOrderAfter(await greatestId(db), counted) : counted;
}

/**
 * Without those whose request was stored before: two servers that each took themselves for the
 * leader have both taken it, or its sender has sent it to a stream that was made anew meanwhile.
 */
async function namedForTheFirstTime(db: Db, entries: readonly Entry[]): Promise<readonly Entry[]> {
  const names = entries.flatMap(({ name }) => name || []);
  if (names.length === 0) return entries;
  const { rows } = await sql<{ name: string; received_at: string }>`select name, received_at
    from event_names where name = any(${names})`.execute(db);
  const known = new Map(rows.map(({ name, received_at }) => [name, received_at]));
  const fresh = new Map<string, string>();
  const counted = entries.filter(({ name, receivedAt }) => {
    if (!name) return true;
    const before = known.get(name);
    if (before && Math.abs(Date.parse(receivedAt) - Date.parse(before)) < SAME_FOR) return false;
    known.set(name, receivedAt);
    fresh.set(name, receivedAt);
    return true;
  });
  await sql`insert into event_names (name, received_at)
    select * from unnest(${[...fresh.keys()]}::text[], ${[...fresh.values()]}::text[])
    on conflict (name) do update set received_at = excluded.received_at`.execute(db);
  return counted;
}

async function forgetNames(db: Db, entries: readonly Entry[]): Promise<void> {
  const oldest = Math.min(...entries.map(({ receivedAt }) => Date.parse(receivedAt)));
  await db
    .deleteFrom('event_names')
    .where('received_at', '<', new Date(oldest - 2 * SAME_FOR).toISOString())
    .execute();
}

/** Where to go on, and how many events the stream has let go of before they were stored. */
export async function beginFeed(
  db: Db,
  { instance, continues, through = Number.POSITIVE_INFINITY, first, last }: FedLife,
): Promise<{ readonly position: number; readonly lost: number }> {
  const known = await positionOf(db, instance);
  const before = continues === null ? undefined : await positionOf(db, continues);
  const position = known ?? Math.min(before ?? 0, last, through);
  const lost = Math.max(0, first - 1 - position);
  if (known === undefined) {
    await db
      .insertInto('archive_feed')
      .values({ instance, seq: position + lost })
      .execute();
  } else if (lost > 0) await moveTo(db, instance, position + lost);
  return { position: position + lost, lost };
}

export async function positionOf(db: Db, instance: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('archive_feed')
    .select('seq')
    .where('instance', '=', instance)
    .executeTakeFirst();
  return row?.seq;
}

/** Nothing of it will come again. */
export async function forgetOrder(db: Db, name: string): Promise<void> {
  await db.deleteFrom('archive_feed').where('instance', '=', name).execute();
}

async function moveTo(db: Db, instance: string, seq: number): Promise<void> {
  await db.updateTable('archive_feed').set({ seq }).where('instance', '=', instance).execute();
}

const COUNTER_BITS = 12n;

/**
 * Gives events their ids, each greater than the one before: what decides about a job goes by them.
 * A clock that was ahead and has been put right would else leave its last word to what came first.
 */
export function inOrderAfter(last: string, entries: readonly Entry[]): readonly Entry[] {
  let id = last;
  return entries.map((entry) => {
    if (entry.kind !== 'event') return entry;
    id = idAfter(id, Date.parse(entry.receivedAt));
    return { ...entry, id };
  });
}

/**
 * A UUIDv7 of this time, or the next one after the last. The counter stands where RFC 9562 (6.2,
 * method 1) puts it; the versions of a job take digits behind it for themselves.
 */
export function idAfter(last: string, time: number): string {
  const [first, next] = [BigInt(time) << COUNTER_BITS, placeOf(last) + 1n];
  const place = (first > next ? first : next).toString(16).padStart(15, '0');
  const random = randomUUIDv7().slice('xxxxxxxx-xxxx-7xxx'.length);
  return `${place.slice(0, 8)}-${place.slice(8, 12)}-7${place.slice(12)}${random}`;
}

function placeOf(id: string): bigint {
  const [, high, low, counter] = /^([\da-f]{8})-([\da-f]{4})-.([\da-f]{3})-/.exec(id) ?? [];
  return high === undefined ? -1n : BigInt(`0x${high}${low}${counter}`);
}

/** Events may be purged before the jobs that were made of them. */
export async function greatestId(db: Db): Promise<string> {
  const { rows } = await sql<{ id: string | null }>`select max(id) as id from (
    select max(id) as id from events union all select max(id) from job_versions) as stored`.execute(
    db,
  );
  return rows[0]?.id ?? '';
}

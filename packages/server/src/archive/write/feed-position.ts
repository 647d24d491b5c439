import { fedId } from '../ordered-id.ts';
import type { Batch, Entry } from './batch.ts';
import type { Db } from './transaction.ts';

/** A life of the stream, and which part of it is there. */
export interface FedLife {
  readonly instance: string;
  /** The instance whose ids it goes on with, if it does. */
  readonly continues: string | null;
  readonly first: number;
  readonly last: number;
}

/**
 * What of a batch is not stored yet; from here on, all of it is. In the transaction of its rows:
 * two that believe they feed, or one that was told of a failure after all went well, store
 * nothing twice.
 *
 * Nodes whose clocks differ by some milliseconds accept events in an order that their times
 * contradict. The order of the stream counts, or an older version of a job would be its newest.
 */
export async function unfed(
  db: Db,
  { instance, entries }: Batch,
  through: number,
): Promise<readonly Entry[]> {
  const { seq, newest_at } = await db
    .selectFrom('archive_feed')
    .select(['seq', 'newest_at'])
    .where('instance', '=', instance)
    .forUpdate()
    .executeTakeFirstOrThrow();
  let newest = newest_at;
  const news = entries
    .filter(({ eventId }) => eventId > seq)
    .map((entry) => {
      if (entry.receivedAt > newest) newest = entry.receivedAt;
      return { ...entry, receivedAt: newest, id: fedId(newest, entry.eventId, instance) };
    });
  if (through > seq) await moveTo(db, instance, { seq: through, newest_at: newest });
  return news;
}

/** Where to go on, and how many events the stream has let go of before they were stored. */
export async function beginFeed(
  db: Db,
  { instance, continues, first, last }: FedLife,
): Promise<{ readonly position: number; readonly lost: number }> {
  const known = await positionOf(db, instance);
  const before = continues === null ? undefined : await positionOf(db, continues);
  const position = known ?? Math.min(before ?? 0, last);
  const lost = Math.max(0, first - 1 - position);
  if (known === undefined) {
    await db
      .insertInto('archive_feed')
      .values({ instance, seq: position + lost, newest_at: '' })
      .execute();
  } else if (lost > 0) await moveTo(db, instance, { seq: position + lost });
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

async function moveTo(
  db: Db,
  instance: string,
  place: { readonly seq: number; readonly newest_at?: string },
): Promise<void> {
  await db.updateTable('archive_feed').set(place).where('instance', '=', instance).execute();
}

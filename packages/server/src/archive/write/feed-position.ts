import { greatestId, inOrderAfter } from './acceptance-order.ts';
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
 * Nodes whose clocks differ accept events in an order that their times contradict. The order of the
 * stream counts, or an older version of a job would be its newest.
 */
export async function unfed(
  db: Db,
  { instance, entries }: Batch,
  through: number,
): Promise<readonly Entry[]> {
  const { seq } = await db
    .selectFrom('archive_feed')
    .select('seq')
    .where('instance', '=', instance)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (through > seq) await moveTo(db, instance, through);
  const news = entries.filter(({ eventId }) => eventId > seq);
  return news.length === 0 ? [] : inOrderAfter(await greatestId(db), news);
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

async function moveTo(db: Db, instance: string, seq: number): Promise<void> {
  await db.updateTable('archive_feed').set({ seq }).where('instance', '=', instance).execute();
}

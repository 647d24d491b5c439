import { CompiledQuery } from 'kysely';
import type { Db } from './transaction.ts';

const COLUMNS = [
  'id',
  'instance',
  'event_id',
  'channel',
  'received_at',
  'payload',
  'found_by',
  'sender',
] as const;

export type EventRow = Readonly<Record<(typeof COLUMNS)[number], string | number | null>>;

/** Rows in one statement, largest first; with few different numbers their texts can be kept. */
const AT_ONCE = [256, 32, 4, 1];

/** By database, because each writes its placeholders differently. */
const texts = new WeakMap<object, Map<number, string>>();

/**
 * Events are what most of a busy day is. To have the query builder put a statement together for
 * every few hundred of them took more time than the relay has for them.
 */
export async function insertEvents(db: Db, rows: readonly EventRow[]): Promise<void> {
  let start = 0;
  for (const count of AT_ONCE) {
    for (; rows.length - start >= count; start += count) {
      const some = rows.slice(start, start + count);
      const values = some.flatMap((row) => COLUMNS.map((column) => row[column]));
      await db.executeQuery(CompiledQuery.raw(textFor(db, count), values));
    }
  }
}

function textFor(db: Db, count: number): string {
  const { adapter } = db.getExecutor();
  const known = texts.get(adapter.constructor) ?? new Map<number, string>();
  texts.set(adapter.constructor, known);
  const text = known.get(count) ?? compiled(db, count);
  known.set(count, text);
  return text;
}

function compiled(db: Db, count: number): string {
  const row = {
    id: '',
    instance: '',
    event_id: 0,
    channel: '',
    received_at: '',
    payload: '',
    found_by: '',
    sender: '',
  };
  return db.insertInto('events').values(Array(count).fill(row)).compile().sql;
}

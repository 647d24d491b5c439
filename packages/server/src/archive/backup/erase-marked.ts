import { setImmediate } from 'node:timers/promises';
import { NumberFinder } from '@hookline/records/phone';
import { sql } from 'kysely';
import { SCANNED, type Scanned } from '../engine/store/schema.ts';
import { erased } from '../privacy/erase-in-json.ts';
import { eraseNumber } from '../privacy/erase-number.ts';
import { PERSONAL_TABLES, type PersonalTable } from '../privacy/personal-tables.ts';
import type { WriterContext } from '../privacy/writer-context.ts';
import { countRows } from './take-backup.ts';

/** How many rows are done so far, of how many where that is known, or what is done now. */
export type Told = (news: number | string, all?: number) => void;

const ROWS = 50;
/** Numbers that are remembered as looked at; there are not many in an office. */
const MOST_ASKED = 200_000;
/** Numbers that wait for another thread to hash them: so it has work while the next are found. */
const MOST_HASHING = 64;

/**
 * Erases again all numbers that have a mark since then; answers how many records that were. A mark
 * does not tell its number: whatever could be one in all that is stored is held against the marks,
 * and those that fit are erased as if somebody had asked for it.
 */
export async function eraseMarked(
  context: WriterContext,
  since: string,
  told: Told,
): Promise<number> {
  const { store, rules, suppression } = context;
  const { marks } = suppression;
  await marks.load(store);
  if (!marks.finderSince(since)) return 0;
  const marked = new Set<string>();
  const asked = new Set<string>();
  /** To look at one of them takes long, so they are remembered, however many there are. */
  const likely = new Set<string>();
  let hashing: Promise<void>[] = [];
  const find = async (key: string) => {
    if (await marks.findErasedSince(since, key)) marked.add(key);
  };
  const has = (key: string) => {
    if (asked.has(key) || likely.has(key)) return false;
    if (asked.size >= MOST_ASKED) asked.clear();
    if (marks.mayBeErased(key)) {
      likely.add(key);
      hashing.push(find(key));
    } else {
      asked.add(key);
    }
    // So the rest of the text is looked through as well.
    return false;
  };
  const hashed = async (most: number) => {
    if (hashing.length <= most) return;
    await Promise.all(hashing);
    hashing = [];
  };
  told('looks for numbers that were erased since');
  const { rows: lines } = await sql<{ key: string }>`
    select number_key as key from address_numbers union select number_key from calls
    where number_key is not null`.execute(store.db);
  for (const { key } of lines) {
    for (const one of [key, key.split(';ext=')[0] ?? '']) has(one);
    await hashed(MOST_HASHING);
  }
  const finder = new NumberFinder({ has }, rules);
  const all = Object.values(await countRows(store.db, SCANNED)).reduce((sum, one) => sum + one, 0);
  let seen = 0;
  for (const table of SCANNED) {
    await lookThrough(context, table, finder, async (rows) => {
      seen += rows;
      told(seen, all);
      await hashed(MOST_HASHING);
    });
  }
  await hashed(0);
  if (marked.size === 0) return 0;
  told(`erases what is about ${marked.size === 1 ? 'one number' : `${marked.size} numbers`}`);
  const keys = [...marked];
  const counts = await eraseNumber((work) => work(context), new NumberFinder(keys, rules), keys);
  const { missing: _, ...records } = counts;
  return Object.values(records).reduce((sum, count) => sum + count, 0);
}

async function lookThrough<Table extends Scanned>(
  { store }: WriterContext,
  table: Table,
  finder: NumberFinder,
  looked: (rows: number) => Promise<void>,
): Promise<void> {
  const { json } = PERSONAL_TABLES[table] as PersonalTable<Table>;
  for (let after = ''; ; ) {
    const { rows } = await sql<Parameters<typeof json>[0] & { id: string }>`
      select * from ${sql.table(table)} where id > ${after} order by id limit ${ROWS}`.execute(
      store.db,
    );
    // SQLite answers without a turn of the event loop, in which a signal would be heard.
    await setImmediate();
    for (const row of rows) {
      const text = json(row);
      // A version that is a whole message has the text of its event.
      if (text) erased(text, finder);
      after = row.id;
    }
    await looked(rows.length);
    if (rows.length < ROWS) return;
  }
}

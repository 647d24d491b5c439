import type { Channel } from '@hookline/contract';
import { Mapping } from '@hookline/records';
import type { PhoneRules } from '@hookline/records/phone';
import { isRuleOf, type MappingBook, type MappingKey, versionsOf } from '../engine/mapping-book.ts';
import type { Store } from '../engine/store/store.ts';
import { type Db, inTransaction } from '../engine/store/transaction.ts';
import type { JobReading } from '../jobs/job-reports.ts';
import { rebuildJobs } from '../jobs/rebuild-jobs.ts';
import { ContactRebuild } from './rebuild-contacts.ts';

/** In `readings`: the version that all messages of a sender were read by, and how far the next is. */
const SEPARATOR = '/';

export interface ReadingContext {
  readonly store: Store;
  readonly rules: PhoneRules;
  readonly jobs: JobReading;
  readonly mappings: MappingBook;
}

function kindOf({ sender, channel }: MappingKey): string {
  return `${channel}${SEPARATOR}${sender ?? ''}`;
}

/** What this sender has sent is to be read from the beginning. */
export async function readAnew(db: Db, key: MappingKey): Promise<void> {
  await noteReading(db, kindOf(key), { version: '0', cursor: '' }, { cursor: '' });
}

/** By which rules the records of a kind are read, and how far; where it is noted already, this. */
export async function noteReading(
  db: Db,
  kind: string,
  row: { readonly version: string; readonly cursor: string | null },
  known: Partial<typeof row> = row,
): Promise<void> {
  await db
    .insertInto('readings')
    .values({ kind, ...row })
    .onConflict((conflict) => conflict.column('kind').doUpdateSet(known))
    .execute();
}

/** Whose messages are still to be read anew. */
export async function unreadSenders(db: Db): Promise<readonly MappingKey[]> {
  const rows = await db
    .selectFrom('readings')
    .select('kind')
    .where('kind', 'like', `%${SEPARATOR}%`)
    .where('cursor', 'is not', null)
    .execute();
  return rows.map(({ kind }) => {
    const [channel = '', sender = ''] = kind.split(SEPARATOR);
    return { channel: channel as Channel, sender: sender === '' ? null : sender };
  });
}

/** How many percent of its messages are read anew; null when all are. */
export async function readingOf(db: Db, key: MappingKey): Promise<number | null> {
  const row = await db
    .selectFrom('readings')
    .select('cursor')
    .where('kind', '=', kindOf(key))
    .executeTakeFirst();
  if (!row || row.cursor === null) return null;
  const all = sentBy(db, key).select(({ fn }) => fn.countAll<number>().as('count'));
  const { count } = await all.executeTakeFirstOrThrow();
  const read = await all.where('received_at', '<=', row.cursor).executeTakeFirstOrThrow();
  return Number(count) === 0 ? 0 : Math.floor((Number(read.count) / Number(count)) * 100);
}

export function sentBy(db: Db, { sender, channel }: MappingKey) {
  return db
    .selectFrom('events')
    .where('channel', '=', channel)
    .where('sender', sender === null ? 'is' : '=', sender);
}

/** Messages read in one turn: some ten milliseconds, for which batches wait at most. */
const STEP = 100;

/** Reads some more of what a sender has sent; answers whether that was all. */
export async function readSome(
  context: ReadingContext,
  key: MappingKey,
  keptSince: string | undefined,
): Promise<boolean> {
  const { store, mappings } = context;
  return inTransaction(store, async (db) => {
    await mappings.keepUp(store.kind, db);
    const kind = kindOf(key);
    const row = await db
      .selectFrom('readings')
      .select(['version', 'cursor'])
      .where('kind', '=', kind)
      .executeTakeFirst();
    if (!row || row.cursor === null) return true;
    const next = await readOn(db, context, key, row, keptSince);
    const done = { cursor: null, version: String(mappings.versionOf(key)) };
    await db
      .updateTable('readings')
      .set(next === undefined ? done : { cursor: next })
      .where('kind', '=', kind)
      .execute();
    return next === undefined;
  });
}

/** What is known of contacts after some messages; after a new start it is found out again. */
const contacts = new Map<string, ContactRebuild>();

async function readOn(
  db: Db,
  { rules, jobs, mappings }: ReadingContext,
  key: MappingKey,
  row: { readonly version: string; readonly cursor: string | null },
  keptSince: string | undefined,
): Promise<string | undefined> {
  const { sender, channel } = key;
  const cursor = row.cursor ?? '';
  const before = await mappingsSince(db, key, Number(row.version));
  if (channel === 'jobs') {
    return rebuildJobs(db, { jobs, mappings }, cursor, STEP, { keptSince, sender, before });
  }
  const kind = kindOf(key);
  const known = cursor === '' ? undefined : contacts.get(kind);
  const rebuild = known ?? new ContactRebuild();
  contacts.set(kind, rebuild);
  const reading = {
    channel,
    sender,
    rules,
    words: jobs.statusWords,
    before,
    now: mappings.of(sender, channel),
    mappingOf: (name: string | null) => mappings.of(name, channel),
  };
  const next = await rebuild.step(db, reading, known ? cursor : '');
  if (next === undefined) contacts.delete(kind);
  return next;
}

/** What was said until now: by the version all was read by, and by those that some was read by. */
async function mappingsSince(db: Db, key: MappingKey, version: number): Promise<Mapping[]> {
  const [, ...earlier] = await versionsOf(db, key);
  const since = earlier.filter((one) => one.version >= version).map(({ rules }) => rules);
  return (version === 0 ? [...since, []] : since).map(
    (rules) => new Mapping(rules.filter(isRuleOf(key.channel)), key.channel),
  );
}

import { createHmac, scrypt, scryptSync } from 'node:crypto';
import { promisify } from 'node:util';
import { Recent } from '@hookline/records';
import { NumberFinder, type PhoneRules } from '@hookline/records/phone';
import { type RawBuilder, sql } from 'kysely';
import type { Batch } from '../engine/journal/batch.ts';
import type { Store } from '../engine/store/store.ts';
import type { Db } from '../engine/store/transaction.ts';
import { erasureKeyName, noteErasures } from './erasure-notes.ts';

/** As long as a journal that was cut off from the database, or a backup, can be held against them. */
export const MARKS_KEPT = 30 * 24 * 60 * 60 * 1000;
/** Of the newest mark that has run out: of what is older than that nobody can tell. */
const RUN_OUT = '';
const HASH_BYTES = 18;
/** More than most offices have customers. */
const MOST_KNOWN = 10_000;
/** From a clock that is so far ahead comes what nobody knows the time of. */
const AHEAD = 1000;
const LONG_AGO = '';

const scryptAside = promisify<string, string, number, Buffer>(scrypt);

type Marked = Pick<Store, 'kind'> & { readonly db: Db };

/**
 * Which numbers were erased of late, so that what was written down before an erasure, in a journal
 * that it did not reach or in a backup, does not bring them back.
 *
 * A mark does not tell its number. There are so few numbers that all can be tried out, so that is
 * made hard: the key stands in a table of its own, in the database because every node has that, and
 * a hash takes 16 MiB and some hundredths of a second. So that this is not spent on each number of
 * a journal, eight bits of a fast one stand beside it: of 256 other numbers, 255 are told by those.
 */
export class ErasureMarks {
  readonly #rules: PhoneRules;
  #secret = '';
  /** When they were made, by their hashes. */
  #marks: ReadonlyMap<string, string> = new Map();
  #prefilters: ReadonlySet<string> = new Set();
  /** When numbers were erased, as far as they were asked for; empty for never. */
  #known = new Recent<string>(MOST_KNOWN);
  #newestAt = '';
  /** By how many milliseconds the clock here is ahead of that of the database. */
  #clockAhead = 0;

  /** Where they are noted besides the database. */
  readonly #notes: string | undefined;

  constructor(rules: PhoneRules, notes?: string) {
    this.#rules = rules;
    this.#notes = notes;
  }

  /** Others may have added some. */
  async load({ db, kind }: Marked): Promise<void> {
    const rows = await db
      .selectFrom(['erasure_marks', 'erasure_key'])
      .select(['hash', 'prefilter', 'erased_at', 'secret', nowIn(kind).as('now')])
      .execute();
    const { now = Date.now(), secret = '' } = rows[0] ?? {};
    this.#clockAhead = Date.now() - Number(now);
    const isNews = rows.some(({ hash, erased_at }) => this.#marks.get(hash) !== erased_at);
    if (!isNews && rows.length === this.#marks.size && secret === this.#secret) return;
    this.#secret = secret;
    this.#marks = new Map(rows.map(({ hash, erased_at }) => [hash, erased_at]));
    this.#prefilters = new Set(rows.map(({ prefilter }) => prefilter));
    this.#newestAt = rows.reduce(
      (most, { erased_at }) => (erased_at > most ? erased_at : most),
      '',
    );
    this.#known = new Recent(MOST_KNOWN);
    if (this.#notes !== undefined && secret !== '') {
      const key = erasureKeyName(secret);
      const before = new Date(Number(now) - MARKS_KEPT).toISOString();
      const marks = rows.map(({ hash, prefilter, erased_at: erasedAt }) => ({
        key,
        hash,
        prefilter,
        erasedAt,
      }));
      try {
        noteErasures(this.#notes, marks, before);
      } catch {
        // The folder of the journal cannot be written, and that is told.
      }
    }
  }

  /** What was told of these numbers until now is erased from now on. */
  async add(store: Marked, keys: readonly string[]): Promise<void> {
    const { db } = store;
    const { secret } = await db
      .selectFrom('erasure_key')
      .select('secret')
      .executeTakeFirstOrThrow();
    const erased_at = new Date(await timeIn(store)).toISOString();
    const marks = keys.map((key) => ({
      hash: textOf(scryptSync(key, secret, HASH_BYTES)),
      prefilter: prefilterOf(secret, key),
      erased_at,
    }));
    await db
      .insertInto('erasure_marks')
      .values(marks)
      .onConflict((conflict) => conflict.column('hash').doUpdateSet({ erased_at }))
      .execute();
    await this.load(store);
  }

  isErasedSince(time: string, key: string): boolean {
    let erasedAt = this.#known.get(key);
    if (erasedAt === undefined) {
      const hash = this.mayBeErased(key) ? scryptSync(key, this.#secret, HASH_BYTES) : undefined;
      erasedAt = this.#erasedAt(hash);
      this.#known.keep(key, erasedAt);
    }
    return erasedAt > time;
  }

  /** False of nearly all others, and soon said. */
  mayBeErased(key: string): boolean {
    return this.#prefilters.has(prefilterOf(this.#secret, key)) && this.#rules.isPossible(key);
  }

  /** Meanwhile other threads hash it, so several can be asked for at once. */
  async findErasedSince(time: string, key: string): Promise<boolean> {
    return this.#erasedAt(await scryptAside(key, this.#secret, HASH_BYTES)) > time;
  }

  #erasedAt(hash?: Buffer): string {
    return (hash && this.#marks.get(textOf(hash))) ?? '';
  }

  /** Finds in texts the numbers that were erased since; undefined if there are none at all. */
  finderSince(time: string): NumberFinder | undefined {
    if (this.#newestAt <= time) return undefined;
    return new NumberFinder({ has: (key) => this.isErasedSince(time, key) }, this.#rules);
  }

  /** The same since an entry was accepted; mostly nothing is erased, and no time is asked for. */
  finderOf(receivedAt: string): NumberFinder | undefined {
    return this.#newestAt === '' ? undefined : this.finderSince(this.acceptedAt(receivedAt));
  }

  /** When something was accepted here, by the clock of the database. */
  acceptedAt(receivedAt: string): string {
    const time = Date.parse(receivedAt);
    // The clock was ahead, and has been put right since.
    if (time > Date.now() + AHEAD) return LONG_AGO;
    return new Date(time - this.#clockAhead).toISOString();
  }

  /** Whether some of it is so old that what was erased since is not known any more. */
  isTooOld({ entries }: Batch): boolean {
    const runOutAt = this.#marks.get(RUN_OUT);
    if (runOutAt === undefined) return false;
    return entries.some(
      ({ kind, receivedAt }) => kind !== 'sources' && this.acceptedAt(receivedAt) <= runOutAt,
    );
  }
}

/** Forgets marks from before this time, but for when the newest of them was made. */
export async function forgetMarks(db: Db, before: string): Promise<void> {
  const { runOut } = await db
    .selectFrom('erasure_marks')
    .select(({ fn }) => fn.max('erased_at').as('runOut'))
    .where('erased_at', '<', before)
    .executeTakeFirstOrThrow();
  if (runOut === null) return;
  await db.deleteFrom('erasure_marks').where('erased_at', '<', before).execute();
  await db
    .insertInto('erasure_marks')
    .values({ hash: RUN_OUT, prefilter: '', erased_at: runOut })
    .execute();
}

/** Nodes whose clocks differ have this one in common; SQLite has no other than ours. */
export function nowIn(kind: Store['kind']): RawBuilder<number> {
  return kind === 'postgres'
    ? sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql.lit(Date.now());
}

export async function timeIn({ db, kind }: Marked): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${nowIn(kind)} as now`.execute(db);
  return Number(rows[0]?.now);
}

function textOf(hash: Buffer): string {
  return hash.toString('base64url');
}

function prefilterOf(secret: string, key: string): string {
  return createHmac('sha256', secret).update(key).digest('hex').slice(0, 2);
}

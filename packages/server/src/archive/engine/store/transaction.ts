import type { ChangedKind } from '@hookline/contract';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Schema } from './schema.ts';
import type { Store } from './store.ts';

export type Db = Kysely<Schema> | Transaction<Schema>;

/** Any number, as long as nobody else uses it. */
const WRITERS = 7_340_112;

/**
 * All or nothing, and one writer at a time: services on one PostgreSQL that report the same
 * numbers would wait for each other's rows in a circle, for a second each time until PostgreSQL
 * notices. SQLite has one writer anyway.
 */
export function inTransaction<T>(store: Store, work: (db: Db) => Promise<T>): Promise<T> {
  if (store.kind === 'postgres') {
    return store.db.transaction().execute(async (db) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(WRITERS)})`.execute(db);
      return work(db);
    });
  }
  store.file?.check();
  return store.db.connection().execute(async (db) => {
    // Taking the lock at once: a transaction that reads first cannot wait for another writer.
    await sql`begin immediate`.execute(db);
    try {
      const result = await work(db);
      await sql`commit`.execute(db);
      // To a file that nobody finds any more, it was not stored.
      store.file?.check();
      store.file?.tend();
      return result;
    } catch (error) {
      // The database may have rolled back by itself, as it does when the disk is full.
      await sql`rollback`.execute(db).catch(() => {});
      throw error;
    }
  });
}

/** Work whose failure leaves the rest of the transaction as it was. */
export async function inSavepoint<T>(db: Db, work: () => Promise<T>): Promise<T> {
  await sql`savepoint record`.execute(db);
  try {
    const result = await work();
    await sql`release savepoint record`.execute(db);
    return result;
  } catch (error) {
    await sql`rollback to savepoint record`.execute(db);
    await sql`release savepoint record`.execute(db);
    throw error;
  }
}

/** Runs a piece of work when its turn comes among the batches. */
export type Turn<Context> = <T>(work: (context: Context) => Promise<T>) => Promise<T>;

/** The same in a transaction of its own. */
export function inTurn<Context extends { readonly store: Store }, T>(
  turn: Turn<Context>,
  work: (db: Db, context: Context) => Promise<T>,
): Promise<T> {
  return turn((context) => inTransaction(context.store, (db) => work(db, context)));
}

/** What it takes to do what a person asks for. */
export interface Editing<Context> {
  readonly turn: Turn<Context>;
  /** Whoever looks at it sees something else now. */
  readonly changed: (kind: ChangedKind) => void;
  readonly now: () => number;
}

/** Does it in one transaction, and tells of it; what answers undefined has found nothing to change. */
export async function edited<Context extends { readonly store: Store }, T>(
  { turn, changed }: Editing<Context>,
  kind: ChangedKind,
  work: (db: Db, context: Context) => Promise<T | undefined>,
): Promise<T | undefined> {
  const result = await inTurn(turn, work);
  if (result !== undefined) changed(kind);
  return result;
}

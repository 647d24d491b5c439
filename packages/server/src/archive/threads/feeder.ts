import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { FedBatch, FeedSource } from '../../cluster/feed-source.ts';
import type { FeedFigures } from '../archive.ts';
import type { Batch } from '../engine/journal/batch.ts';
import { beginFeed } from '../engine/journal/feed-position.ts';
import { reasonOf } from '../engine/store/failures.ts';
import { ENDS_DEAD_LINES } from '../engine/store/postgres.ts';
import { inTurn, type Turn } from '../engine/store/transaction.ts';
import type { WriterContext } from '../privacy/writer-context.ts';

const TRY_EVERY = 1000;

export interface FeederParts {
  /** Of the database. */
  readonly url: string;
  readonly open: () => Promise<FeedSource>;
  readonly turn: Turn<WriterContext>;
  readonly store: (batch: Batch) => Promise<void>;
  readonly tell: (figures: FeedFigures) => void;
  /** What keeps this node from feeding; undefined when it feeds, or another one does. */
  readonly trouble: (reason: string | undefined) => void;
}

/**
 * Brings what is in the stream into the archive, in its order, on one node at a time.
 *
 *     lock in PostgreSQL ──► position in archive_feed ──► stream from there ──► batch ──► rows and
 *         ▲ once a second                                      ▲                  │       position
 *         └── lock lost, another epoch, any failure ◄──────────┴──────────────────┘
 *
 * Whoever has the lock reads; the others ask for it. The position moves in the transaction of the
 * rows, so that it does not matter who feeds, how often something is read, or whether two believe
 * that it is their turn. If the database is away nothing is read: the stream is where it waits.
 * What taught it: times that were bent to the order of the stream made an older version of a job its
 * newest; the order is that of the ids, and the time stays what the clock said.
 */
export class Feeder {
  readonly #parts: FeederParts;
  readonly #closed = new AbortController();
  #figures: FeedFigures = { isFeeding: false, position: 0, pending: 0, lost: 0 };

  constructor(parts: FeederParts) {
    this.#parts = parts;
  }

  get isFeeding(): boolean {
    return this.#figures.isFeeding;
  }

  /** Until `close`. */
  async run(): Promise<void> {
    const { url, trouble } = this.#parts;
    while (!this.#closed.signal.aborted) {
      // Kept while another node feeds: to make one each second costs PostgreSQL a process each.
      const lock = new FeedLock(url);
      try {
        await lock.open();
        while (!(await lock.take())) {
          trouble(undefined);
          await this.#pause();
        }
        await this.#feed(lock);
        trouble(undefined);
      } catch (error) {
        if (!this.#closed.signal.aborted) trouble(reasonOf(error));
      }
      await lock.release();
      this.#tell({ isFeeding: false });
      await this.#pause().catch(() => {});
    }
  }

  #pause(): Promise<void> {
    return pause(TRY_EVERY, undefined, { signal: this.#closed.signal });
  }

  close(): void {
    this.#closed.abort();
  }

  async #feed(lock: FeedLock): Promise<void> {
    const { open, trouble } = this.#parts;
    const source = await open();
    try {
      const instance = await this.#begin(source);
      trouble(undefined);
      while (lock.isHeld && !this.#closed.signal.aborted) {
        const batch = await source.next();
        if (batch) await this.#store(instance, batch);
        // Nothing came: a quiet moment to see that it is still the same stream.
        else if ((await source.epoch()).instance !== instance) return;
      }
    } finally {
      await source.close();
    }
  }

  async #begin(source: FeedSource): Promise<string> {
    const epoch = await source.epoch();
    const { position, lost } = await inTurn(this.#parts.turn, (db) => beginFeed(db, epoch));
    this.#tell({
      isFeeding: true,
      position,
      pending: Math.max(0, epoch.last - position),
      lost: this.#figures.lost + lost,
    });
    await source.from(position + 1);
    return epoch.instance;
  }

  async #store(instance: string, { events, through, pending }: FedBatch): Promise<void> {
    const entries = events.map(({ id, ...event }) => ({
      ...event,
      id: '',
      eventId: id,
      place: id,
      kind: 'event' as const,
    }));
    const order = { name: instance, through, isShared: true };
    await this.#parts.store({ instance, entries, order });
    this.#tell({ position: through, pending });
  }

  #tell(news: Partial<FeedFigures>): void {
    this.#figures = { ...this.#figures, ...news };
    this.#parts.tell(this.#figures);
  }
}

/** Any number, as long as nobody else uses it. */
const FEED = 7_340_113;
const CONNECT_TIMEOUT = 3000;
const LOOK_EVERY = 2000;
/** A node that stands still must not keep the others from feeding. */
const IDLE_TIMEOUT = 10_000;
/**
 * One node at a time feeds the archive. That it is one keeps the order; that nothing is stored
 * twice does not depend on it.
 */
class FeedLock {
  readonly #client: pg.Client;
  #looks: NodeJS.Timeout | undefined;
  #isLost = false;

  constructor(url: string) {
    this.#client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      query_timeout: CONNECT_TIMEOUT,
      application_name: 'hookline feed',
      options: ENDS_DEAD_LINES,
    });
    for (const event of ['error', 'end'] as const) this.#client.on(event, () => this.#lose());
  }

  async open(): Promise<void> {
    await this.#client.connect();
    // PostgreSQL knows it since version 14.
    await this.#client.query(`set idle_session_timeout = ${IDLE_TIMEOUT}`).catch(() => {});
  }

  /** Whether no other node has it. */
  async take(): Promise<boolean> {
    const text = 'select pg_try_advisory_lock($1) as "isOurs"';
    const { rows } = await this.#client.query(text, [FEED]);
    if (rows[0]?.isOurs !== true) return false;
    const look = () => void this.#client.query('select 1').catch(() => this.#lose());
    this.#looks = setInterval(look, LOOK_EVERY);
    return true;
  }

  get isHeld(): boolean {
    return !this.#isLost;
  }

  async release(): Promise<void> {
    clearInterval(this.#looks);
    await this.#client.end().catch(() => {});
  }

  #lose(): void {
    this.#isLost = true;
  }
}

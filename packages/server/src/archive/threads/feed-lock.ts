import pg from 'pg';

/** Any number, as long as nobody else uses it. */
const FEED = 7_340_113;
const CONNECT_TIMEOUT = 3000;
const LOOK_EVERY = 2000;
/** A node that stands still must not keep the others from feeding. */
const IDLE_TIMEOUT = 10_000;
/**
 * A machine that loses its power does not close its connections, and PostgreSQL would keep the lock
 * for it for hours.
 */
const KEEP_ALIVE =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000';

/**
 * One node at a time feeds the archive. That it is one keeps the order; that nothing is stored
 * twice does not depend on it.
 */
export class FeedLock {
  readonly #client: pg.Client;
  readonly #looks: NodeJS.Timeout;
  #isHeld = true;

  /** Undefined if another node has it. */
  static async take(url: string): Promise<FeedLock | undefined> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
      query_timeout: CONNECT_TIMEOUT,
      application_name: 'hookline feed',
      options: KEEP_ALIVE,
    });
    client.on('error', () => {});
    try {
      await client.connect();
      // PostgreSQL knows it since version 14.
      await client.query(`set idle_session_timeout = ${IDLE_TIMEOUT}`).catch(() => {});
      const { rows } = await client.query('select pg_try_advisory_lock($1) as "isOurs"', [FEED]);
      if (rows[0]?.isOurs === true) return new FeedLock(client);
      await client.end();
      return undefined;
    } catch (error) {
      await client.end().catch(() => {});
      throw error;
    }
  }

  private constructor(client: pg.Client) {
    this.#client = client;
    const lose = () => {
      this.#isHeld = false;
    };
    client.on('error', lose);
    client.on('end', lose);
    this.#looks = setInterval(() => void client.query('select 1').catch(lose), LOOK_EVERY);
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  async release(): Promise<void> {
    clearInterval(this.#looks);
    await this.#client.end().catch(() => {});
  }
}

import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

const CONNECT_TIMEOUT = 3000;
/** A statement that takes longer is taken for a database that hangs. */
const STATEMENT_TIMEOUT = 15_000;
/** A change of the schema writes whole tables anew, and is no sign of one that hangs. */
const MIGRATION_TIMEOUT = 60 * 60 * 1000;
/**
 * A service that freezes between two statements must not keep its locks from the others. One that
 * is only slow must not be taken for it: on a machine with ten times as much to do as it can, a long
 * list of addresses was read for more than ten seconds, cut off, and begun anew for ever.
 */
const IDLE_TIMEOUT = 120_000;

const KEPT_OPEN = 60 * 60 * 1000;
/** Soon enough that no firewall on the way forgets a connection that nobody uses. */
const KEEP_ALIVE = 60_000;

/**
 * A machine that is cut off, or loses its power, does not close its connections, and PostgreSQL would
 * keep their locks: nobody else could store anything.
 */
export const ENDS_DEAD_LINES =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c tcp_user_timeout=10000';

/** The type of numbers of 64 bits, which the driver gives as text. */
const INT8 = 20;

export function openPostgres(
  url: string,
  connections: number,
  use: 'queries' | 'migration' = 'queries',
) {
  const timeout = use === 'queries' ? STATEMENT_TIMEOUT : MIGRATION_TIMEOUT;
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    // The client's own clock: a server that hangs does not keep its promises about time either.
    query_timeout: timeout,
    statement_timeout: timeout,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT,
    // A caller who is looked up when nobody has called for a while would wait for a new connection,
    // which knows nothing of the tables and has planned nothing yet.
    idleTimeoutMillis: KEPT_OPEN,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE,
    application_name: 'hookline',
    // No number of ours needs more than a number of JavaScript holds.
    types: {
      getTypeParser: (type, format) =>
        type === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(type, format),
    },
    // With the default, which is for spinning disks, a search in the events of a week reads those
    // of all years. To compile such a search takes longer than most of them.
    options: `-c random_page_cost=1.1 -c jit=off ${ENDS_DEAD_LINES}`,
  });
  // A connection that breaks while nobody uses it, or between two statements, would otherwise
  // end the thread, and with it what waits there. Whoever uses it next gets the error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    db: new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) }),
    /** Over the same connections. */
    lookups: new Kysely<Schema>({ dialect: new PostgresDialect({ pool: preparing(pool) }) }),
    // Not by way of Kysely: one of the two that was never used would leave the connections open.
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}

/** More than there are look-ups: every connection of the server keeps each of them. */
const NAMES = 100;
const names = new Map<string, string>();

/**
 * The same connections, with statements that the server plans once and not at every call: to plan
 * a look-up takes it ten times as long as to find the row. Only for statements whose best plan is
 * the same for all values, for soon no value is looked at any more.
 */
function preparing(pool: pg.Pool): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const known = clients.get(client) ?? preparingClient(client);
      clients.set(client, known);
      return known;
    },
  };
}

function preparingClient(client: pg.PoolClient): PostgresPoolClient {
  return {
    // Never called with a cursor: a look-up has no use for one.
    query: (text: unknown, values: readonly unknown[] = []): never =>
      client.query({
        name: nameOf(String(text)),
        text: String(text),
        values: [...values],
      }) as never,
    release: (destroy) => client.release(destroy),
  };
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= NAMES) return known;
  const name = `hookline_${names.size}`;
  names.set(text, name);
  return name;
}

import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

const CONNECT_TIMEOUT = 3000;
/** A statement that takes longer is taken for a database that hangs. */
const STATEMENT_TIMEOUT = 15_000;
/** A service that freezes between two statements must not keep its locks from the others. */
const IDLE_TIMEOUT = 10_000;

export function openPostgres(url: string, connections: number): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    // The client's own clock: a server that hangs does not keep its promises about time either.
    query_timeout: STATEMENT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    idle_in_transaction_session_timeout: IDLE_TIMEOUT,
    keepAlive: true,
    application_name: 'hookline',
    // With the default, which is for spinning disks, a search in the events of a week reads those
    // of all years.
    options: '-c random_page_cost=1.1',
  });
  // A connection that breaks while nobody uses it, or between two statements, would otherwise
  // end the thread, and with it what waits there. Whoever uses it next gets the error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

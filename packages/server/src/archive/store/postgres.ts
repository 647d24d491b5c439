import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

const CONNECT_TIMEOUT = 3000;
/** A statement that takes longer is taken for a database that hangs. */
const STATEMENT_TIMEOUT = 15_000;

export function openPostgres(url: string, connections: number): Kysely<Schema> {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    // The client's own clock: a server that hangs does not keep its promises about time either.
    query_timeout: STATEMENT_TIMEOUT,
    statement_timeout: STATEMENT_TIMEOUT,
    keepAlive: true,
    application_name: 'hookline',
    // With the default, which is for spinning disks, a search in the events of a week reads those
    // of all years.
    options: '-c random_page_cost=1.1',
  });
  // A connection that breaks while nobody uses it would otherwise end the process.
  pool.on('error', () => {});
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}

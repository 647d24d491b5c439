import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** More than there are look-ups: every connection of the server keeps each of them. */
const NAMES = 100;
const names = new Map<string, string>();

/**
 * The same connections, with statements that the server plans once and not at every call: to plan
 * a look-up takes it ten times as long as to find the row. Only for statements whose best plan is
 * the same for all values, for soon no value is looked at any more.
 */
export function preparing(pool: pg.Pool): PostgresPool {
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

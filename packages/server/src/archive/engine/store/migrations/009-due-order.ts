import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';

/** What `dueOrder` has put there since: the last change, with every digit taken from nine. */
export async function turnedDueOrder(db: Kysely<Schema>): Promise<void> {
  let turned = sql`received_at`;
  // By way of letters, or what has been turned would be turned back.
  const [from, to] = ['0123456789abcde', 'abcde4321098765'];
  for (const [n, letter] of [...from].entries()) {
    turned = sql`replace(${turned}, ${sql.lit(letter)}, ${sql.lit(to.charAt(n))})`;
  }
  await sql`update jobs set due_order = due_order || ' ' || ${turned}`.execute(db);
}

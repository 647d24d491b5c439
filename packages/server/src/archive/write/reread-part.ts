import type { Db } from './transaction.ts';

/** How much of a table is done, from 0 to 1: ids begin with the time at which they were given. */
export async function partReread(
  db: Db,
  table: 'addresses' | 'events',
  cursor: string,
): Promise<number> {
  const { first, last } = await db
    .selectFrom(table)
    .select(({ fn }) => [fn.min('id').as('first'), fn.max('id').as('last')])
    .executeTakeFirstOrThrow();
  const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);
  const [from, to] = [timeOf(first ?? cursor), timeOf(last ?? cursor)];
  const part = (timeOf(cursor) - from) / (to - from);
  return Number.isFinite(part) ? Math.min(Math.max(part, 0), 1) : 1;
}

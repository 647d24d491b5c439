import { type Expression, type SqlBool, sql } from 'kysely';
import type { ItemFormat, PageRequest, TextPage } from '../archive.ts';
import { cursorOf, type Position, positionOf } from './cursor.ts';

/** How one list is paged and written. */
export interface List<Row> {
  /** Stands in its cursors. */
  readonly name: string;
  /** The values that the list is sorted by; together they name one row. */
  position(row: Row): Position;
  readonly write: Readonly<Record<ItemFormat, (row: Row) => string>>;
}

/** One row more than asked for is fetched: it tells whether there is a next page. */
export async function textPage<Row>(
  list: List<Row>,
  page: PageRequest,
  format: ItemFormat,
  fetch: (after: Position | undefined, rows: number) => Promise<readonly Row[]>,
  positionLength = 2,
): Promise<TextPage> {
  const after =
    page.cursor === undefined ? undefined : positionOf(list.name, page.cursor, positionLength);
  const rows = await fetch(after, page.limit + 1);
  const shown = rows.slice(0, page.limit);
  const last = rows.length > page.limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(list.write[format]),
    next: last ? cursorOf(list.name, list.position(last)) : null,
  };
}

/**
 * True for rows behind this position. Compared as one row of values, which an index on these
 * columns answers by starting at the right place, however deep in the list that is.
 */
export function isAfter(
  columns: readonly string[],
  position: readonly (string | number)[],
): Expression<SqlBool> {
  const left = sql.join(columns.map((column) => sql.ref(column)));
  return sql<SqlBool>`(${left}) < (${sql.join([...position])})`;
}

/** Text that a database can hold. PostgreSQL refuses a query that asks for anything else. */
export function isStorable(text: string): boolean {
  return !text.includes('\0');
}

export function noVcard(): never {
  throw new RangeError('only addresses can be written as vCards');
}

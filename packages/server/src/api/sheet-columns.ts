import type { TextPage } from '../archive/archive.ts';
import { MAX_COLUMNS } from '../archive/read/excel-sheet.ts';
import { MAX_LIMIT } from './query.ts';

/**
 * A table says its columns before its first line, so the list is looked at before it is written:
 * so many pages of it, whatever its length. What only older items have stands in the last column.
 */
const PAGES = 4;

/** The names of the fields in the first pages of a list, in the order in which they turn up. */
export async function sheetColumns(
  read: (limit: number, cursor: string | undefined) => Promise<TextPage>,
  limit: number | undefined,
  cursor: string | undefined,
): Promise<readonly string[]> {
  const names = new Set<string>();
  let left = limit ?? Number.POSITIVE_INFINITY;
  let at: string | null | undefined = cursor;
  for (let page = 0; page < PAGES && at !== null && left > 0; page++) {
    const { items, next }: TextPage = await read(Math.min(left, MAX_LIMIT), at);
    for (const item of items) for (const name of JSON.parse(item)) names.add(name);
    left -= items.length;
    at = next;
  }
  return [...names].slice(0, MAX_COLUMNS);
}

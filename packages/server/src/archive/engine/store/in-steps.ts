/** Rows in one statement; SQLite takes 32,766 values in one. */
const ROWS_AT_ONCE = 500;

/** Does something with so many rows at a time as one statement takes. */
export async function inSteps<Row>(
  rows: readonly Row[],
  work: (some: readonly Row[]) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    await work(rows.slice(start, start + ROWS_AT_ONCE));
  }
}

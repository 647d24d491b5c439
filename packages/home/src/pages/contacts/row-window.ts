/** The rows that are in the document: first and last, the last one included. */
export interface RowWindow {
  readonly first: number;
  readonly last: number;
}

/** So many beyond either edge: the next one is there when somebody tabs or scrolls to it. */
const BEYOND = 12;

/** Which rows of a list are near the screen. `top` is where the list begins, seen from its edge. */
export function rowsInSight(
  count: number,
  rowHeight: number,
  top: number,
  screen: number,
): RowWindow {
  const at = (pixels: number) => Math.floor(pixels / rowHeight);
  const within = (row: number) => Math.min(Math.max(row, 0), count - 1);
  return { first: within(at(-top) - BEYOND), last: within(at(screen - top) + BEYOND) };
}

/** Those, and one that must stay because somebody is at it. */
export function rowsOf({ first, last }: RowWindow, kept: number | undefined): readonly number[] {
  const rows = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  if (kept === undefined || (kept >= first && kept <= last)) return rows;
  return kept < first ? [kept, ...rows] : [...rows, kept];
}

import { expect, test } from 'vitest';
import { heldRows } from '../src/parts/held-list.tsx';

const rows = (...ids: string[]) => ids.map((id) => ({ id }));

test('[HP10] a held list keeps its rows in place and counts what waits', () => {
  expect(heldRows(rows('b', 'a'), rows('d', 'c', 'b', 'a'))).toEqual({
    rows: rows('b', 'a'),
    newer: 2,
  });
});

test('[HP10] what has left the list stays until it is let go, as it is now', () => {
  const before = rows('c', 'b', 'a');
  const settled = { id: 'b', isSettled: true };
  const { rows: held } = heldRows<{ id: string }>(before, rows('c', 'a'), [
    ...rows('c', 'a'),
    settled,
  ]);
  expect(held).toEqual([{ id: 'c' }, settled, { id: 'a' }]);
});

test('[HP10] it grows at its end: more was asked for', () => {
  expect(heldRows(rows('c', 'b'), rows('d', 'c', 'b', 'a'))).toEqual({
    rows: rows('c', 'b', 'a'),
    newer: 1,
  });
});

test('[HP10] nothing of it is left: all that is there now waits', () => {
  expect(heldRows(rows('b', 'a'), rows('d', 'c'))).toEqual({ rows: rows('b', 'a'), newer: 2 });
});

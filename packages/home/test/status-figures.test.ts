import { expect, test } from 'vitest';
import { statusFigures } from '../src/pages/wallboard/status-figures.ts';

test('[HP9] the same status of several systems is counted once, most first', () => {
  const statuses = [
    { status: 'weird', open: 3 },
    { status: 'zugewiesen', open: 2 },
    { status: 'zugeteilt', open: 2 },
    { status: null, open: 1 },
  ];
  expect(statusFigures(statuses, 'de')).toEqual([
    { name: 'Zugeteilt', open: 4 },
    { name: 'weird', open: 3 },
    { name: null, open: 1 },
  ]);
  expect(statusFigures(statuses, 'en')[0]?.name).toBe('Assigned');
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { logScale } from '../bench/relay/charts.ts';
import { withMeasuredPart } from '../bench/relay/document.ts';
import { tableOf } from '../bench/relay/report.ts';
import { isMet, type Row, ratioAtLeast, ratioAtMost } from '../bench/relay/scenario.ts';
import { memoryGrowth } from '../bench/soak/memory-growth.ts';

const row: Row = {
  what: 'deliveries',
  unit: 'per second',
  hookline: 1_200_000,
  beside: { name: 'nchan', value: 100_000 },
};

test('a goal is met or missed by the ratio, and missed by a figure that is not there', () => {
  expect(isMet(row)).toBeUndefined();
  expect(isMet({ ...row, goal: ratioAtLeast(10) })).toBe(true);
  expect(isMet({ ...row, goal: ratioAtMost(10) })).toBe(false);
  expect(isMet({ ...row, hookline: Number.NaN, goal: ratioAtMost(10) })).toBe(false);
});

test('what comes close to the floor need not be below what stands beside it', () => {
  const slow = { ...row, hookline: 9, beside: { name: 'nchan', value: 7 }, goal: ratioAtMost(1) };
  expect(isMet({ ...slow, floor: 8.5 })).toBe(true);
  expect(isMet({ ...slow, floor: 8 })).toBe(false);
  expect(isMet({ ...slow, hookline: Number.NaN, floor: 8.5 })).toBe(false);
});

test('the table says what is lost', () => {
  const tallies = new Map([['Hookline', { delivered: 999, lost: 1 }]]);
  const lines = tableOf([{ ...row, goal: ratioAtLeast(10) }], tallies).split('\n');
  expect(lines[2]).toBe('| deliveries | 1,200,000/s | nchan: 100,000/s | 12.0 × | ≥ 10 × | met |');
  expect(lines[3]).toContain('| 1 of 1,000 |');
  expect(lines[3]).toContain('**missed**');
});

test('a logarithmic scale reaches from tick to tick', () => {
  const scale = logScale([10, 1000, 8000], [0, 300]);
  expect(scale.ticks).toEqual([10, 100, 1000, 10_000]);
  expect(scale.ticks.map((tick) => Math.round(scale.at(tick)))).toEqual([0, 100, 200, 300]);
});

test.each(['x64', 'arm64'])('a run on %s replaces its part of the document only', (arch) => {
  const file = new URL('../docs/benchmarks.md', import.meta.url);
  const before = readFileSync(file, 'utf8');
  const once = withMeasuredPart(before, arch, 'one');
  expect(once).toContain(`<!-- made by npm run bench on ${arch} -->\none\n<!-- end -->`);
  expect(once.match(/<!-- made by/g)).toHaveLength(2);
  expect(withMeasuredPart(once, arch, 'two')).toBe(once.replace('\none\n', '\ntwo\n'));
  expect(() => withMeasuredPart('no marks', arch, 'one')).toThrow('marks');
});

test('memory that only rises and falls does not grow, a leak does', () => {
  const saw = Array.from({ length: 600 }, (_, second) => 300_000 + (second % 40) * 1000);
  expect(memoryGrowth(saw, 0.03).isGrowing).toBe(false);
  expect(
    memoryGrowth(
      saw.map((value, second) => value + second * 50),
      0.03,
    ).isGrowing,
  ).toBe(true);
  expect(memoryGrowth([], 0.03).isGrowing).toBe(true);
});

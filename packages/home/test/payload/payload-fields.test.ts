import { parsedJson } from '@hookline/records';
import { describe, expect, test } from 'vitest';
import { type Content, contentOf } from '../../src/format/payload-fields.ts';
import { readablePart } from '../../src/format/payload-json.ts';

function count({ fields }: Content): number {
  return fields.reduce(
    (sum, each) => sum + 1 + (each.kind === 'group' ? count(each.content) : 0),
    0,
  );
}

describe('[HP1] a payload is laid out for people', () => {
  test('lines first, then groups; short lists on one line', () => {
    const { fields, more } = contentOf({
      a: { b: 1 },
      c: 'x',
      d: [1, null, 'y'],
      e: [{ f: 1 }],
      g: {},
    });
    expect(fields.map(({ name, kind }) => [name, kind])).toEqual([
      ['c', 'value'],
      ['d', 'row'],
      ['g', 'folded'],
      ['a', 'group'],
      ['e', 'group'],
    ]);
    expect(more).toBe(0);
  });

  test('items of a list are counted from 1 and go on where the last part ended', () => {
    const list = Array.from({ length: 100 }, (_, i) => ({ i }));
    const first = contentOf(list);
    expect(first.fields.at(0)?.name).toBe('1');
    const next = contentOf(list, first.fields.length);
    expect(next.fields.at(0)?.name).toBe(String(first.fields.length + 1));
    expect(first.fields.length + next.fields.length + next.more).toBe(100);
  });

  test('numbers that were kept as written are values', () => {
    const { fields } = contentOf(parsedJson('{"a":1.0,"b":[2.50]}') as object as []);
    expect(fields.map(({ kind }) => kind)).toEqual(['value', 'row']);
  });

  test.each([
    ['200 levels', JSON.parse(`${'{"a":'.repeat(200)}1${'}'.repeat(200)}`)],
    ['a hundred thousand items', Array.from({ length: 1e5 }, () => ({ a: [{ b: 1 }] }))],
    ['wide and deep', wide(6)],
  ])('%s: a bounded part at a time', (_what, payload) => {
    const content = contentOf(payload);
    expect(count(content)).toBeGreaterThan(0);
    expect(count(content)).toBeLessThanOrEqual(200);
  });
});

function wide(depth: number): object {
  if (depth === 0) return {};
  return Object.fromEntries(Array.from({ length: 8 }, (_, i) => [`k${i}`, wide(depth - 1)]));
}

test('[HP1] of an object with very many fields a part is read, of all others the whole', () => {
  const plain = { a: { b: { c: [1, 2] } } };
  expect(readablePart(plain)).toBe(plain);
  const many = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i]));
  expect(Object.keys(readablePart(many))).toHaveLength(200);
  const inside = readablePart({ a: { b: many }, c: plain });
  expect(Object.keys((inside['a'] as { b: object }).b)).toHaveLength(200);
  expect(inside['c']).toBe(plain);
});

test('[HP1] what is large leaves room for what stands beside it', () => {
  const stop = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`k${i}`, i]));
  const stops = Array.from({ length: 100 }, () => stop);
  const job = { history: { stops }, stops, pickup: { address: { city: 'Ulm' } } };
  expect(readablePart(job)).toBe(job);
  const part = readablePart(job, true);
  expect(part.pickup).toBe(job.pickup);
  expect(part.stops[0]).toBe(stop);
  // Not left out: where a tour ends is not known, rather than somewhere else.
  expect(part.stops.at(-1)).toEqual({});
});

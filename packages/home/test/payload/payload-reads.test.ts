import { describe, expect, test } from 'vitest';
import { phonesIn } from '../../src/format/payload-phones.ts';
import { readersBy } from '../../src/format/payload-reader.ts';
import { summaryOf } from '../../src/format/payload-summary.ts';

const [ofJobs, ofOthers] = [readersBy([])('jobs', null), readersBy([])(null, null)];

/** Everything that reads a payload before somebody unfolds it, or as soon as they do. */
const READERS: Readonly<Record<string, (payload: unknown) => unknown>> = {
  'a line': (payload) => summaryOf(payload),
  'a line about a job': (payload) => summaryOf(payload, ofJobs),
  'the phone numbers': (payload) => phonesIn(payload, 4),
  'the addresses': (payload) => ofOthers.addresses(payload),
  'the ends of jobs': (payload) => ofJobs.addresses(payload),
  'the names of jobs': (payload) => ofJobs.references(payload),
};

const members = (n: number, value: (i: number) => unknown) =>
  Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, value(i)]));
const items = (n: number, value: (i: number) => unknown) =>
  Array.from({ length: n }, (_, i) => value(i));
const SHAPES: Readonly<Record<string, (n: number) => unknown>> = {
  'empty objects': (n) => members(n, () => ({})),
  values: (n) => members(n, (i) => `x${i}`),
  'values in an envelope': (n) => ({ event: 'x', data: members(n, (i) => i) }),
  'objects of many values': (n) => members(n / 40, () => members(40, (i) => i)),
  'objects in objects': (n) => members(n / 40, () => members(8, () => members(5, (i) => i))),
  jobs: (n) => items(n, (i) => ({ jobId: i, pickup: { street: 'Weg 1', city: 'Ulm' } })),
  'jobs under a name': (n) => ({ orders: items(n, (i) => ({ jobId: i, [`k${i}`]: {} })) }),
  stops: (n) => ({ id: 1, stops: items(n, (i) => ({ type: 'drop', street: `Weg ${i}` })) }),
};

/** How often something is asked of a payload or of anything in it. */
function readsOf(payload: unknown, read: (payload: unknown) => unknown): number {
  let reads = 0;
  const known = new Map<object, object>();
  const watched = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const made =
      known.get(value) ??
      new Proxy(value, {
        get(target, name) {
          reads++;
          return watched(Reflect.get(target, name));
        },
        getOwnPropertyDescriptor(target, name) {
          reads++;
          return Reflect.getOwnPropertyDescriptor(target, name);
        },
      });
    known.set(value, made);
    return made;
  };
  read(watched(payload));
  return reads;
}

describe.each(Object.keys(READERS))('[HP1] %s', (reader) => {
  test.each(Object.keys(SHAPES))('of any payload a part is read: %s', (shape) => {
    const [read = () => {}, make = () => {}] = [READERS[reader], SHAPES[shape]];
    expect(readsOf(make(10_000), read)).toBeGreaterThan(0);
    expect(readsOf(make(20_000), read)).toBeLessThan(1.1 * readsOf(make(10_000), read));
  });
});

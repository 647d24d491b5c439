import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countAddresses } from '../../../src/archive/addresses/address-reports.ts';
import { countCalls } from '../../../src/archive/calls/call-reports.ts';
import { countElements } from '../../../src/archive/threads/count-elements.ts';

/** Lists of all kinds of things, written with and without white space. */
const lists = fc
  .tuple(fc.array(fc.jsonValue({ maxDepth: 4 })), fc.constantFrom(undefined, 1, '\t', '\r\n'))
  .map(([list, space]) => ({ list, space }));

test('[AR8] [AR9] a list is counted as if it were read', () => {
  fc.assert(
    fc.property(lists, ({ list, space }) => {
      const text = Buffer.from(` ${JSON.stringify(list, null, space)} `);
      expect(countElements(text, 'addresses')).toEqual(countAddresses(list));
      expect(countElements(text, 'calls')).toEqual(countCalls(list));
    }),
    { numRuns: 2000 },
  );
});

test('[AR8] [AR9] and so is one under its name', () => {
  fc.assert(
    fc.property(lists, ({ list, space }) => {
      const addresses = Buffer.from(JSON.stringify({ addresses: list }, null, space));
      expect(countElements(addresses, 'addresses')).toEqual(countAddresses({ addresses: list }));
      const calls = Buffer.from(JSON.stringify({ calls: list }, null, space));
      expect(countElements(calls, 'calls')).toEqual(countCalls({ calls: list }));
    }),
    { numRuns: 2000 },
  );
});

test.each([
  '{}',
  '1',
  '"[]"',
  '{"addresses":{}}',
  '{"address":[]}',
  '{"addresses":[],"number":"030 901820"}',
  '{"addresses":[{}],"addresses":[]}',
])('[AR8] %s has to be read', (text) => {
  expect(countElements(Buffer.from(text), 'addresses')).toBeUndefined();
});

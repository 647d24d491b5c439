import { parsedJson } from '@hookline/records';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countAddresses } from '../../../src/archive/addresses/address-reports.ts';
import { countCalls } from '../../../src/archive/calls/call-reports.ts';
import { turnsDuring } from '../../support/turns-during.ts';
import { WrittenArchive } from '../../support/written-archive.ts';

const COUNT = { addresses: countAddresses, calls: countCalls } as const;
const members = (n: number, value: string) =>
  `{${Array.from({ length: n }, (_, i) => `"k${i}":${value}`).join(',')}}`;
const LARGE = [
  members(2000, '{}'),
  members(1000, '{"tel":"030 901820"}'),
  `{"data":${members(1000, '{"tel":"030 901820"}')}}`,
  `{"addresses":${JSON.stringify(Array(9000).fill({}))},"calls":[1,{}],"x":1}`,
];

test.each(['addresses', 'calls'] as const)(
  '[AR8] [AR9] large %s of any shape are counted while others are served',
  async (kind) => {
    const { archive } = await WrittenArchive.on('sqlite');
    const turns = await turnsDuring(async () => {
      for (const text of LARGE) {
        const counted = await archive.countReport(kind, Buffer.from(text));
        expect(counted).toEqual(COUNT[kind](parsedJson(text)));
      }
    });
    expect(turns).toBeGreaterThan(20);
  },
);

test('[AR8] [AR9] whatever is reported counts as it is read', async () => {
  const { archive } = await WrittenArchive.on('sqlite');
  const name = fc.constantFrom('addresses', 'calls', 'tel', 'data', 'callId', 'kunden', 'x');
  const { any } = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom(null, true, 1, '', '030 901820'),
      fc.array(tie('any')),
      fc.dictionary(name, tie('any')),
    ),
  }));
  // Behind blanks it is one of the large ones.
  const padding = fc.constantFrom('', ' '.repeat(20_000));
  await fc.assert(
    fc.asyncProperty(
      any,
      padding,
      fc.constantFrom('addresses', 'calls'),
      async (json, pad, kind) => {
        const text = Buffer.from(JSON.stringify(json) + pad);
        expect(await archive.countReport(kind, text)).toEqual(COUNT[kind](json));
      },
    ),
  );
});

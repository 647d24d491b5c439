import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { partyIn } from '../src/address.ts';
import { isJsonObject } from '../src/fields.ts';
import { judged, type Recorded, sameAddress, sameName, samePhone } from './judge.ts';

const folder = join(import.meta.dirname, 'payloads');
const recorded = readdirSync(folder).map((file): [string, Recorded] => [
  file,
  JSON.parse(readFileSync(join(folder, file), 'utf8')),
]);
const ofJobs = recorded.filter(([, { channel }]) => channel === 'jobs');

describe('[RE2] [RE3] [RE4] [RE5] what foreign systems send is read as a person reads it', () => {
  test.each(ofJobs)('%s', (_, one) => {
    const { isWhole, wrong } = judged(one);
    expect(wrong).toEqual([]);
    expect(isWhole).toBe(true);
  });
});

test.each(recorded.filter(([, { channel }]) => channel === 'kunden'))(
  '[RE6] the customer of %s',
  (_, { messages: [message], expect: { customer } }) => {
    if (!isJsonObject(message)) throw new Error('no object');
    const { name, address, phone } = partyIn(message);
    expect(sameName(String(customer?.name), name ?? '')).toBe(true);
    expect(sameAddress(String(customer?.address), address ?? '')).toBe(true);
    expect(samePhone(String(customer?.phone), phone ?? '')).toBe(true);
  },
);

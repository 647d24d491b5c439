import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parsedJson } from '../src/exact-json.ts';
import { isJsonObject, NameList } from '../src/fields.ts';
import { jobMessages } from '../src/job-messages.ts';
import { StatusWords } from '../src/status.ts';
import { mergedFacts } from './reading.ts';

const options = {
  referenceNames: new NameList('vorgang'),
  statusWords: new StatusWords(),
  timeZone: 'Europe/Berlin',
};
const read = (payload: unknown) => jobMessages(payload, options).messages;

/** Names that mean something, so that values of any kind come to stand under them. */
const name = fc.constantFrom(
  'id',
  'jobId',
  'status',
  'state',
  'event',
  'data',
  'object',
  'order',
  'pickup',
  'dropoff',
  'delivery',
  'deliveries',
  'customer',
  'driver',
  'driver_phone',
  'stops',
  'addresses',
  'type',
  'address',
  'street',
  'number',
  'zip',
  'city',
  'name',
  'phone',
  'contacts',
  'note',
  'deadline',
  'time_window',
  'date',
  'scheduled_at',
  'position',
  'shipping',
  'billing',
  'attributes',
  'relationships',
  'included',
  'custom_fields',
  '__proto__',
  '',
);
const text = fc.constantFrom(
  '',
  'x',
  'Weg 1, 89073 Ulm',
  '0731 22',
  '2026-03-02',
  '08:00 - 10:00',
  'delivered',
  '{"a":1}',
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 6 },
    text,
    fc.constantFrom(null, true, 0, 17, 1772449200, -1, 1e300),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.record({ key: name, value: text }), { minLength: 1, maxLength: 4 }),
    fc.dictionary(name, tie('value'), { maxKeys: 8 }),
  ),
}));

function isPlain(facts: object): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(facts)), facts);
}

test('[RE1] nothing throws, and what is read is plain JSON', () => {
  fc.assert(
    fc.property(fc.oneof(value, fc.jsonValue()), (payload) => {
      const messages = read(payload);
      const facts = messages.map((message) => message.facts);
      return [mergedFacts(facts), ...facts].every(isPlain);
    }),
    { numRuns: 3000 },
  );
});

test("[RE5] a job's messages say the same in any order of their keys", () => {
  const turned = (payload: unknown): unknown => {
    if (Array.isArray(payload)) return payload.map(turned);
    if (!isJsonObject(payload)) return payload;
    const entries = Object.entries(payload).map(([key, one]) => [key, turned(one)] as const);
    return Object.fromEntries(entries.toReversed());
  };
  const part = fc.record(
    { name: text, street: text, city: text, phone: text, note: text, deadline: text },
    { requiredKeys: [] },
  );
  const message = fc.record(
    {
      id: fc.constant('J-1'),
      status: text,
      pickup: part,
      dropoff: part,
      courier: part,
      event: text,
      data: fc.record({ customer: part, jobId: text }, { requiredKeys: [] }),
      stops: fc.array(part, { maxLength: 3 }),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(message, (payload) => {
      const plain = ({ record: _, ...rest }: object & { record: unknown }) => rest;
      expect(read(turned(payload)).map(plain)).toEqual(read(payload).map(plain));
    }),
    { numRuns: 1000 },
  );
});

test.each([
  [
    'ten thousand addresses',
    () => `{"id":1,"stops":[${'{"street":"Weg 1","city":"Ulm"},'.repeat(10_000)}{}]}`,
  ],
  ['ten thousand jobs', () => `[${'{"jobId":"1","pickup":{"ort":"Ulm"}},'.repeat(10_000)}{}]`],
  ['deep objects', () => `${'{"data":'.repeat(5_000)}{"id":1}${'}'.repeat(5_000)}`],
  ['deep places', () => `{"id":1,"pickup":${'{"address":'.repeat(5_000)}1${'}'.repeat(5_001)}`],
  ['deep lists', () => `{"id":1,"stops":${'['.repeat(5_000)}${']'.repeat(5_000)}}`],
  [
    'a megabyte of text',
    () => `{"id":1,"pickup":"${'ab 1 '.repeat(200_000)}","status":"${'x'.repeat(1e6)}"}`,
  ],
  [
    'twenty thousand names',
    () => `{${Array.from({ length: 20_000 }, (_, i) => `"pickup_${i}_phone":"1"`).join(',')}}`,
  ],
  ['a name of a megabyte', () => `{"pickup_${'a_'.repeat(500_000)}":1,"id":"1"}`],
])('[RE1] %s', (_, make) => {
  const messages = read(parsedJson(make()));
  expect(messages.length).toBeGreaterThan(0);
  expect(JSON.stringify(messages.map(({ facts }) => facts)).length).toBeLessThan(1_000_000);
});

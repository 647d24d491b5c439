import fc from 'fast-check';
import { CREDENTIALS } from './credentials.ts';
import { encodedText } from './text.ts';
import { usually } from './usually.ts';

const cursor = (...parts: string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** Values that a parameter of this name takes. */
const FITTING = new Map<string, readonly string[]>(
  Object.entries({
    limit: ['1', '500', '50'],
    cursor: [
      cursor('events', '2026-01-31T12:00:00.000Z', '1'),
      cursor('addresses', 'a', '1'),
      cursor('jobs', '1', '1'),
      cursor('calls', '9', '9'),
    ],
    q: ['M%C3%BCller', 'a', '23125', 'der+die'],
    number: ['030+23125101', '21', '%2B493023125101'],
    role: ['customer', 'courier'],
    since: ['2026-01-31', '2020-01-31T12:00:00Z', '2026-01-31T12:00:00%2B01:00'],
    until: ['2026-01-31', '2099-01-31T12:00:00Z'],
    channel: ['kunden', 'jobs,generic'],
    missed: ['true', 'false'],
    open: ['true', 'false'],
    status: ['delivered'],
    reference: ['A-1'],
    lastEventId: ['0', '999999999999999'],
    instance: ['x'],
    token: [CREDENTIALS.sender, 'wrong'],
    next: [
      '%2F',
      '%2F%2Fevil.example',
      '%2F%5Cevil.example',
      'https:%2F%2Fevil.example',
      '%2F%0D%0Ax:y',
    ],
  }),
);

const OTHERS = [
  'token',
  'next',
  'wsdl',
  'WSDL',
  'x',
  '__proto__',
  'constructor',
  'q[]',
  '',
  '%00',
  '%zz',
];
const WHOLE = ['?', '?&&=&', `?q=${'x'.repeat(12_000)}`, `?${'a=1&'.repeat(3000)}`, '?a=b#c'];

function parameter(names: readonly string[]): fc.Arbitrary<string> {
  const known = names.length === 0 ? OTHERS : names;
  return usually(fc.constantFrom(...known), fc.constantFrom(...OTHERS, ...FITTING.keys())).chain(
    (name) =>
      fc
        .oneof(
          { arbitrary: fc.constantFrom(...(FITTING.get(name) ?? ['1'])), weight: 3 },
          { arbitrary: encodedText, weight: 1 },
        )
        .map((value) => `${name}=${value}`),
  );
}

/** The query of a request, question mark included, with mostly parameters that are known there. */
export function query(names: readonly string[]): fc.Arbitrary<string> {
  return usually(
    fc
      .array(parameter(names), { maxLength: 3 })
      .map((some) => (some.length === 0 ? '' : `?${some.join('&')}`)),
    fc.constantFrom(...WHOLE),
    30,
  );
}

import fc from 'fast-check';

/** What programs that read text have stumbled over. */
const ODD = [
  '',
  ' ',
  '0',
  '-1',
  '00',
  '1e999',
  'NaN',
  'null',
  'true',
  '99999999999999999999',
  '\0',
  'a\0b',
  '\r\n',
  '\u202e',
  '\ufeff',
  '\ud800',
  '😀',
  'ß',
  "' OR 1=1 --",
  '%',
  '_',
  '*',
  '"',
  '\\',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  '<script>',
  '=1+1',
  'AND OR NOT NEAR(',
  'x'.repeat(600),
];

/** What the endpoints know: so far that a wrong one gets beyond the first check. */
const KNOWN = [
  '+49 30 23125 101',
  '030 23125101',
  '21',
  'anonymous',
  'kunden',
  'jobs,generic',
  'customer',
  'courier',
  'Müller',
  'A-1',
  'delivered',
  '2026-01-31',
  '1',
  '00000000-0000-4000-8000-000000000000',
];

export const oddText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...ODD),
  fc.constantFrom(...KNOWN),
  fc.string({ maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

/** As it may stand in a path or a query: encoded, half encoded, wrongly encoded or not at all. */
export const encodedText: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: oddText.map((text) => encodeURIComponent(text.toWellFormed())), weight: 12 },
  fc.constantFrom('%', '%0', '%zz', '%00', '%C3%28', '%2e%2e%2f', '%2F', '%u0041', '%%%', '+', ';'),
  fc.string({ maxLength: 10 }).map((text) => text.replace(/[^\x21-\x7e]/g, '')),
  fc.uint8Array({ maxLength: 10 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
);

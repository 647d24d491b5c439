import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { jsonText } from '../../packages/server/test/support/json-texts.ts';
import { CREDENTIALS } from './credentials.ts';
import { oddText } from './text.ts';

export interface Body {
  readonly bytes: Buffer;
  /** `Content-Encoding`, right or wrong. */
  readonly encoding: string | undefined;
}

/** The service of these tests takes no more than this. */
export const MAX_BYTES = 65_536;

const FIELDS = [
  'number',
  'telefon',
  'name',
  'id',
  'callId',
  'startedAt',
  'state',
  'direction',
  'from',
  'to',
  'status',
  'reference',
  'delivery_id',
  'addresses',
  'calls',
  'kunden',
  'data',
  'note',
  'settled',
  'suppress',
  'scenario',
  'roles',
  'fields',
  '__proto__',
  'constructor',
];

/** What the endpoints take, so that the cases get as far as honest requests do. */
const SENSIBLE = [
  { number: '030 23125101' },
  { number: '030 23125101', suppress: true },
  { number: '030 23125102', name: 'Müller' },
  { addresses: [{ number: '21', name: 'Zentrale' }, 7] },
  { callId: 'c1', state: 'ended', direction: 'in', from: '030 23125103', startedAt: '2026-01-31' },
  { note: 'ruft zurück', settled: true },
  { name: 'Meier', roles: ['customer'], fields: { ort: 'Köln' } },
  { reference: 'A-1', status: 'delivered', kunde: { telefon: '030 23125104' } },
  { addresses: false },
  { from: '030 23125105', scenario: 'missed' },
  { from: 'anonymous' },
  { password: CREDENTIALS.password },
  { password: 'wrong' },
];

/** What the form of the login page sends. */
const form = fc
  .tuple(fc.constantFrom(CREDENTIALS.password, 'wrong', ''), oddText)
  .map(([password, next]) => new URLSearchParams({ password, next }).toString());

/** What the endpoints look for, with values they do not expect. */
const record = fc.dictionary(
  fc.constantFrom(...FIELDS),
  fc.oneof(
    { maxDepth: 2 },
    oddText,
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(oddText, { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...FIELDS), oddText, { maxKeys: 4 }),
  ),
  { maxKeys: 6 },
);

const deep = fc
  .tuple(fc.constantFrom('[', '{"a":'), fc.constantFrom(10, 999, 1000, 1001, 20_000), fc.boolean())
  .map(([open, levels, isClosed]) => {
    const close = open === '[' ? ']' : '}';
    return `${open.repeat(levels)}1${isClosed ? close.repeat(levels) : ''}`;
  });

const ENVELOPE = 'http://schemas.xmlsoap.org/soap/envelope/';
const soap = fc
  .tuple(
    fc.constantFrom('getServerTime', 'm:getServerTime', 'x', '__proto__', ''),
    fc.constantFrom('', '<!DOCTYPE a [<!ENTITY b "c">]>', '<?xml version="1.0" encoding="x"?>'),
    oddText,
  )
  .map(
    ([name, before, text]) =>
      `${before}<s:Envelope xmlns:s="${ENVELOPE}"><s:Body><${name}>${text}</${name}></s:Body></s:Envelope>`,
  );

const bytes: fc.Arbitrary<Buffer> = fc.oneof(
  {
    arbitrary: fc.constantFrom(...SENSIBLE).map((value) => Buffer.from(JSON.stringify(value))),
    weight: 6,
  },
  { arbitrary: record.map((value) => Buffer.from(JSON.stringify(value))), weight: 5 },
  { arbitrary: jsonText.map((text) => Buffer.from(text)), weight: 3 },
  {
    arbitrary: fc
      .array(record, { maxLength: 3 })
      .map((values) => Buffer.from(JSON.stringify(values))),
    weight: 1,
  },
  { arbitrary: deep.map((text) => Buffer.from(text)), weight: 1 },
  { arbitrary: form.map((text) => Buffer.from(text)), weight: 1 },
  { arbitrary: soap.map((text) => Buffer.from(text)), weight: 1 },
  { arbitrary: fc.uint8Array({ maxLength: 200 }).map((some) => Buffer.from(some)), weight: 1 },
  // Broken UTF-8 inside of a string.
  {
    arbitrary: fc
      .uint8Array({ maxLength: 20, min: 0x80 })
      .map((some) => Buffer.concat([Buffer.from('{"name":"'), some, Buffer.from('"}')])),
    weight: 1,
  },
  {
    arbitrary: fc
      .constantFrom(MAX_BYTES - 2, MAX_BYTES - 1, 3 * MAX_BYTES)
      .map((length) => Buffer.from(`"${'x'.repeat(length)}"`)),
    weight: 1,
  },
);

const BOMB = Buffer.alloc(8 * 1024 * 1024, '[');
const PACKED_BOMBS: readonly Body[] = [
  { bytes: gzipSync(BOMB), encoding: 'gzip' },
  { bytes: deflateSync(BOMB), encoding: 'deflate' },
  { bytes: brotliCompressSync(BOMB), encoding: 'br' },
  { bytes: gzipSync(gzipSync(BOMB)), encoding: 'gzip' },
];

const PACKERS = {
  gzip: gzipSync,
  'x-gzip': gzipSync,
  deflate: deflateSync,
  raw: deflateRawSync,
  br: brotliCompressSync,
};
const ENCODINGS = Object.keys(PACKERS) as (keyof typeof PACKERS)[];

const packed: fc.Arbitrary<Body> = fc
  .tuple(bytes, fc.constantFrom(...ENCODINGS), fc.nat(40), fc.nat(40))
  .map(([plain, encoding, cut, extra]) => {
    const whole = PACKERS[encoding](plain);
    // Half of them are whole; of the others an end is missing or there is more than one.
    const end = cut > 20 ? whole.length - (cut - 20) : whole.length;
    const more = extra > 30 ? Buffer.alloc(extra, 'x') : Buffer.alloc(0);
    return {
      bytes: Buffer.concat([whole.subarray(0, Math.max(0, end)), more]),
      encoding: encoding === 'raw' ? 'deflate' : encoding,
    };
  });

export const body: fc.Arbitrary<Body> = fc.oneof(
  { arbitrary: bytes.map((plain) => ({ bytes: plain, encoding: undefined })), weight: 8 },
  { arbitrary: packed, weight: 2 },
  { arbitrary: fc.constantFrom(...PACKED_BOMBS), weight: 1 },
  {
    arbitrary: fc
      .tuple(bytes, fc.constantFrom('gzip', 'br', 'zstd', 'gzip, br', 'identity', '', '__proto__'))
      .map(([plain, encoding]) => ({ bytes: plain, encoding })),
    weight: 1,
  },
);

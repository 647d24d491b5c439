import { parsedJson } from '@hookline/records';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import de from '../src/language/de-first.ts';
import en from '../src/language/en-first.ts';
import type { Texts } from '../src/language/language.tsx';
import { fieldText, versionTexts } from '../src/pages/jobs/change-text.ts';
import { changesBetween, knownAfter } from '../src/pages/jobs/version-changes.ts';

const FORMATS = { when: (time: string | number) => `am ${time}`, number: String, digits: String };
const statusIn = (payload: unknown) => (payload as { status?: string } | null)?.status ?? null;
const lines = (before: unknown, after: unknown, texts: Texts = de) =>
  versionTexts(
    { status: statusIn(before), payload: before },
    { status: statusIn(after), payload: after },
    texts,
    FORMATS,
  ).map(({ field, before: old, after: now }) => `${field}: ${old} → ${now}`);

test('[HP5] the status comes first, then what happened, then what every message has anew', () => {
  const before = { id: 'evt_1', created: '2020-01-01T10:00:00Z', courier: null, status: 'pending' };
  const after = {
    id: 'evt_2',
    created: '2020-01-02T10:00:00Z',
    courier: { name: 'Ayşe Öztürk', phone_number: '0171 3920001' },
    status: 'pickup',
    notes: '',
  };
  expect(lines(before, after).slice(0, 2)).toEqual([
    'Status: Offen → Zur Abholung',
    'Kurier: — → Ayşe Öztürk, 0171 3920001',
  ]);
  expect(lines(before, after).at(2)).toBe('Kennung: evt_1 → evt_2');
  expect(lines(before, after).at(3)).toMatch(/^Angelegt: am 2020/);
  expect(lines(before, after, en)[0]).toBe('Status: Open → To pick-up');
});

test('[HP5] what a system says twice is read once, and wrappings are left out', () => {
  expect(
    lines(
      { status: 'created', data: { status: 'created', courier: { name: 'A' }, live: false } },
      { status: 'assigned', data: { status: 'assigned', courier: { name: 'B' }, live: true } },
    ),
  ).toEqual(['Status: Neu → Zugeteilt', 'Live: nein → ja', 'Kurier › Name: A → B']);
});

test('[HP5] two words that mean the same are told apart as they were sent', () => {
  expect(lines({ status: 'started' }, { status: 'in_progress' })).toEqual([
    'Status: started → in_progress',
  ]);
  expect(lines({ tags: [{}, 1] }, { tags: [{}, 2] })).toEqual(['Tags › 2: 1 → 2']);
});

test('[HP5] lists of one length are compared one by one, others as a whole', () => {
  expect(
    lines({ stops: [{ ort: 'A' }, { ort: 'B' }] }, { stops: [{ ort: 'A' }, { ort: 'C' }] }),
  ).toEqual(['Stops › 2 › Ort: B → C']);
  expect(lines({ stops: [{}, {}] }, { stops: [{}, {}, {}] })).toEqual([
    'Stops: 2 Einträge → 3 Einträge',
  ]);
  expect(lines({ tags: ['a'] }, { tags: ['a', 'b'] })).toEqual(['Tags: a → a, b']);
  expect(lines('a', 'b')).toEqual(['—: a → b']);
  expect(lines([1], { a: 2 })).toEqual(['—: 1 → 2']);
});

test('[HP5] numbers that JavaScript would change are compared as they were written', () => {
  const parse = (text: string) => parsedJson(text);
  expect(lines(parse('{"nr":12345678901234567890}'), parse('{"nr":12345678901234567891}'))).toEqual(
    ['Nr: 12345678901234567890 → 12345678901234567891'],
  );
  expect(lines(parse('{"nr":1.0}'), parse('{"nr":1.0}'))).toEqual([]);
});

test('[HP5] hostile payloads are compared in bounds and shown cut', () => {
  const deep = (levels: number, end: string) => {
    let value: unknown = end;
    for (let i = 0; i < levels; i++) value = { a: value };
    return value;
  };
  expect(changesBetween(deep(200, 'x'), deep(200, 'y'))).toHaveLength(1);
  const wide = (value: number) =>
    Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`k${i}`, value]));
  expect(changesBetween(wide(1), wide(2))).toHaveLength(100);
  const [line = ''] = lines({ a: 'x'.repeat(1 << 20) }, { a: 'y'.repeat(1 << 20) });
  expect(line.length).toBeLessThan(200);
  const odd = parsedJson('{"__proto__":{"a":1},"constructor":1,"":2}');
  expect(changesBetween({}, odd).map(({ path }) => path)).toEqual([
    ['__proto__'],
    ['constructor'],
    [''],
  ]);
  expect(fieldText(['a', 'b', 'c', 'd', 'e'], de)).toBe('… › C › D › E');
});

test('[HP5] [RE5] what a message does not say is no change, and what is said again is none', () => {
  const order = { nr: 1, status: 'neu', kurier: { name: 'Jan', mobil: '0171' }, von: 'A' };
  expect(lines(order, { nr: 1, status: 'unterwegs' })).toEqual(['Status: Neu → Unterwegs']);
  expect(lines(order, { kurier: null })).toEqual(['Kurier: Jan, 0171 → —']);
  const known = knownAfter(order, { status: 'unterwegs', kurier: { name: 'Ida' } });
  expect(known).toEqual({ ...order, status: 'unterwegs', kurier: { name: 'Ida', mobil: '0171' } });
  expect(lines(known, { von: 'A', kurier: { name: 'Ida' } })).toEqual([]);
});

test('[HP5] once a version is known, the same one has no changes', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
      expect(changesBetween(one, structuredClone(one))).toEqual([]);
      expect(changesBetween(knownAfter(one, other), other)).toEqual([]);
      // Nothing, null and an empty text read the same; all else that is said anew is told.
      const told = changesBetween(one, other).length > 0;
      const isPlain = (value: unknown) => !/null|""/.test(JSON.stringify(value));
      if (isPlain(one) && isPlain(other) && !sameSet(knownAfter(one, other), one)) {
        expect(told).toBe(true);
      }
    }),
  );
});

/** The order of fields alone is no change. */
function sameSet(one: unknown, other: unknown): boolean {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : typeof value === 'object' && value !== null
        ? Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([key, each]) => [key, sorted(each)])
        : Object.is(value, -0)
          ? 0
          : value;
  return JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
}

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exactNumber, exactPayload, parsedJson } from '../src/exact-json.ts';

describe('[IN3] [HP1] numbers stay as they were written', () => {
  test.each([
    ['12345678901234567890', '12345678901234567890'],
    ['1.0', '1.0'],
    ['1e2', '1e2'],
    ['-0', '-0'],
    ['1E400', '1E400'],
    ['0.1', undefined],
    ['42', undefined],
    ['9007199254740991', undefined],
  ])('%s', (text, kept) => {
    const { n } = parsedJson(`{"n":${text}}`) as { n: unknown };
    expect(exactNumber(n)).toBe(kept);
    expect(JSON.stringify(parsedJson(`{"n":[${text}]}`))).toBe(`{"n":[${text}]}`);
  });

  test('texts that look like such numbers are texts', () => {
    expect(parsedJson('["1.0","12345678901234567890",2.50]')).toMatchObject([
      '1.0',
      '12345678901234567890',
      { rawJSON: '2.50' },
    ]);
  });

  test('a field that is called rawJSON is no number', () => {
    const value = parsedJson('{"rawJSON":"1.0","x":1.0}');
    expect(exactNumber(value)).toBeUndefined();
  });

  test('__proto__ is a field like any other', () => {
    const value = parsedJson('{"__proto__":{"a":1.0}}') as object;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(JSON.stringify(value)).toBe('{"__proto__":{"a":1.0}}');
  });

  test('wherever they stand, and whatever texts stand beside them', () => {
    const number = fc.constantFrom('1.0', '-0', '1e2', '1E+5', '12345678901234567890', '0', '-7.5');
    const text = fc
      .oneof(fc.string(), fc.constantFrom('a:1.0,', '2026-01-01T00:00:01.123Z', '[-0]'))
      .map((each) => JSON.stringify(each));
    const { value } = fc.letrec<{ value: string }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        number,
        text,
        fc.array(tie('value'), { maxLength: 4 }).map((all) => `[${all.join(',')}]`),
        fc
          .array(tie('value'), { maxLength: 4 })
          .map((all) => `{${all.map((each, i) => `"k${i}":${each}`).join(',')}}`),
      ),
    }));
    fc.assert(
      fc.property(value, (sent) => {
        expect(JSON.stringify(parsedJson(sent))).toBe(sent);
      }),
    );
    expect(JSON.stringify(parsedJson('{ "a" :\n 1.0 \n}'))).toBe('{"a":1.0}');
  });

  test('a long row of digits or blanks in a text does not hold up the page', () => {
    const long = 1_000_000;
    for (const text of [`:${'1'.repeat(long)}x`, `[${' '.repeat(long)}x`, ','.repeat(long)]) {
      expect(parsedJson(JSON.stringify(text))).toBe(text);
    }
  });

  test('bad JSON fails as usual, also with such a number in it', () => {
    expect(() => parsedJson('{"a":1.0')).toThrow(SyntaxError);
  });
});

test('[HP1] what was sent is read again only if its numbers would change', () => {
  const payload = { a: 1 };
  expect(exactPayload(payload, '{"a":1}')).toBe(payload);
  expect(exactPayload(payload, undefined)).toBe(payload);
  expect(JSON.stringify(exactPayload({ a: 1 }, '{"a":1.00}'))).toBe('{"a":1.00}');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { numberPart, PhoneRules } from '../../src/phone/index.ts';

const rules = new PhoneRules({ country: 'DE' });
const isIn = (typed: string, number: string) => {
  const { key } = rules.read(number);
  return numberPart(typed)?.(rules.digitsOfLine(key ?? ''));
};

test('[AR10] any part of a number is found in it, grouped in any way', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 5, maxLength: 7 });
  const property = fc.property(
    fc.constantFrom('030 ', '0171 39', '+43 1 '),
    digits,
    fc.nat(8),
    fc.integer({ min: 3, max: 8 }),
    fc.infiniteStream(fc.constantFrom('', '', ' ', '-', '/', '.')),
    (area, subscriber, start, length, gaps) => {
      const number = `${area}${subscriber}`;
      const { key, kind } = rules.read(number);
      fc.pre(key !== null && kind === 'e164');
      for (const form of rules.digitsOfLine(key ?? '')) {
        const part = form.slice(start, start + length);
        fc.pre(part.length >= 3 && !part.startsWith('00'));
        const typed = Array.from(part, (digit) => `${digit}${gaps.next().value}`).join('');
        expect(isIn(typed, number)).toBe(true);
      }
    },
  );
  fc.assert(property, { numRuns: 300 });
});

test('[AR10] a country code may be written with + or 00, with its (0) or without', () => {
  for (const typed of ['+49 30 231', '004930231', '+49 (0)30 231', '49 30 231', '030 231']) {
    expect(isIn(typed, '030 23125-100'), typed).toBe(true);
  }
  expect(isIn('+49 40 231', '030 23125-100')).toBe(false);
  expect(isIn('12', '030 23125-100 DW 12')).toBe(false);
  expect(isIn('25100 12', '030 23125-100 DW 12')).toBe(true);
  expect(isIn('1', '101')).toBe(true);
  expect(isIn('01', '101')).toBe(false);
});

test('[AR10] what is no number is none', () => {
  for (const typed of ['', ' ', '+', '()', '(0)', 'K-12', '12a', '1'.repeat(81)]) {
    expect(numberPart(typed), typed).toBeUndefined();
  }
});

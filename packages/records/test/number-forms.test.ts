import { digitsOf, isExtension, numberForms, writtenNumber, writtenParts } from '@hookline/records';
import fc from 'fast-check';
import { expect, test } from 'vitest';

test.each([
  ['030 / 231-25', '03023125'],
  ['+49 (0)30 231', '004930231'],
  ['0049 30 231', '004930231'],
  ['000', undefined],
  ['030 x', undefined],
  ['1'.repeat(61), undefined],
])('%j is dialled as %j', (text, digits) => {
  expect(digitsOf(text)).toBe(digits);
});

test('part of a number is found in one of the ways to dial it', () => {
  expect(numberForms('030 231', '49')).toEqual(['030231', '004930231', '0049030231']);
  expect(numberForms('+49 30 231', '49')).toEqual(['004930231', '030231']);
  expect(numberForms('+43 1 231', '49')).toEqual(['00431231']);
  expect(numberForms('22', '49')).toEqual(['22']);
  expect(numberForms('siehe Büro', '49')).toEqual([]);
});

test('[RE8] two spellings are one only if nothing but the signs between the digits differs', () => {
  expect(writtenNumber('(901) 82-00')).toBe(writtenNumber('9018200'));
  expect(writtenNumber('+49 40 9018200')).toBe(writtenNumber('0049409018200'));
  expect(writtenNumber('040 9018200')).not.toBe(writtenNumber('+49 40 9018200'));
  expect(writtenNumber('*21#')).toBe('*21#');
  expect(writtenNumber('siehe Büro')).toBeUndefined();
});

test('an extension has up to five digits and no zero before them', () => {
  expect(['1', '22', '12345'].every(isExtension)).toBe(true);
  expect(['', '0', '012', '123456', '+22', '2a'].some(isExtension)).toBe(false);
});

test('[HP12] digits are part of a form of a number where one of their parts is in it as written', () => {
  const digit = (...weighted: string[]) => fc.constantFrom(...weighted);
  // Few different ones, so that numbers and what is looked for often meet.
  const tail = fc.string({ unit: digit('0', '3', '4', '9'), minLength: 1, maxLength: 7 });
  const prefix = fc.constantFrom('0', '00', '0049', '0043', '00420');
  const number = fc.tuple(prefix, tail).map((parts) => parts.join(''));
  const typed = fc.oneof(number, tail).filter((text) => digitsOf(text) !== undefined);
  const code = fc.constantFrom('49', '420', '4');
  fc.assert(
    fc.property(number, typed, code, (written, looked, callingCode) => {
      const digits = digitsOf(written);
      if (digits === undefined) return;
      const isPart = numberForms(written, callingCode).some((form) => form.includes(looked));
      const isFound = writtenParts(looked, callingCode).some((part) => ` ${digits}`.includes(part));
      expect(isFound).toBe(isPart);
    }),
    { numRuns: 20_000 },
  );
});

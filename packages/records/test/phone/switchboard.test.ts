import { expect, test } from 'vitest';
import { switchboardKeys } from '../../src/phone/phone-number.ts';

test('[AR10] a direct line is looked up under its switchboard, the longest number first', () => {
  expect(switchboardKeys('+493023125123')).toEqual([
    '+493023125120',
    '+49302312510',
    '+4930231250',
    '+493023120',
    '+49302310',
  ]);
});

test('[AR10] a number is not its own switchboard', () => {
  expect(switchboardKeys('+493023125120')).not.toContain('+493023125120');
  expect(switchboardKeys('+493023125120')).toContain('+4930231250');
});

test('[AR10] an area code is no switchboard', () => {
  for (const key of switchboardKeys('+4943158858')) expect(key.length).toBeGreaterThan(8);
  expect(switchboardKeys('+4943158858')).not.toContain('+494310');
});

test('[AR10] an extension is looked up under its line', () => {
  expect(switchboardKeys('+4930901820;ext=12')[0]).toBe('+4930901820');
});

test('[AR10] mobile numbers, extensions and other numbers have no switchboard', () => {
  for (const key of [
    '+491713920012',
    'internal:101',
    'other:901820',
    '+49800123456',
    '',
    '+',
    'x',
  ]) {
    expect(switchboardKeys(key), key).toEqual([]);
  }
});

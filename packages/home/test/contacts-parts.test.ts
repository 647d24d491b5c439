import { expect, test } from 'vitest';
import { isNumberField, placeOf } from '../src/parts/contacts/usual-fields.ts';
import { rowsInSight, rowsOf } from '../src/parts/rows-in-sight.ts';

test('[HP3] [HP18] only the rows near the screen are in the document, and the one somebody is at', () => {
  expect(rowsInSight(50, 200, 800)).toEqual({ first: 0, last: 31 });
  expect(rowsInSight(50, -5000, 800)).toEqual({ first: 88, last: 135 });
  expect(rowsOf({ first: 3, last: 5 }, [])).toEqual([3, 4, 5]);
  expect(rowsOf({ first: 3, last: 5 }, [4])).toEqual([3, 4, 5]);
  expect(rowsOf({ first: 3, last: 5 }, [0])).toEqual([0, 3, 4, 5]);
  expect(rowsOf({ first: 3, last: 5 }, [9, 0])).toEqual([0, 3, 4, 5, 9]);
});

test.each([
  [{ street: 'Ahornzeile 4', zip: '10115', city: 'Berlin' }, 'Ahornzeile 4, 10115 Berlin'],
  [{ Straße: 'Hof', Hausnummer: 7, PLZ: 10115 }, 'Hof 7, 10115'],
  [{ Ort: 'Berlin' }, 'Berlin'],
  [{ anschrift: 'Hof 7, Berlin' }, 'Hof 7, Berlin'],
  [{ address: { street: 'Hof 7', postal_code: '10115' } }, 'Hof 7, 10115'],
  [{ address: { location: { address: { street: 'too deep' } } } }, ''],
  [{ kundennummer: 'K-1' }, ''],
])('%j is at %j', (fields, place) => {
  expect(placeOf(fields)).toBe(place);
});

test('numbers are known by their fields, whatever a system calls them', () => {
  expect(isNumberField('Mobil', '0171 3920001')).toBe(true);
  expect(isNumberField('telefon', 'keine')).toBe(false);
  expect(isNumberField('kundennummer', '4711')).toBe(false);
});

import { parsedJson } from '@hookline/records';
import { expect, test } from 'vitest';
import type { Address } from '../src/backend/archive.ts';
import {
  changeOf,
  filledFrom,
  otherNames,
  reportOf,
  usualNames,
} from '../src/pages/contacts/contact-change.ts';

const address: Address = {
  id: 'a',
  number: '030 901820',
  e164: '+4930901820',
  display: '030 901820',
  line: '+4930901820',
  name: 'Süß',
  roles: ['customer'],
  numbers: [],
  fields: {
    Strasse: 'Zuckerweg 3',
    PLZ: 10115,
    kundennummer: 'K-1',
    umsatz: parsedJson('12345678901234567890'),
    note: { text: 'nested' },
    type: 'Kunde',
    // In brackets it is a field like any other and not what the object inherits from.
    ['__proto__']: 'a field like any other',
  },
  createdAt: '2026-03-01T08:00:00.000Z',
  updatedAt: '2026-03-01T08:00:00.000Z',
};
const filled = filledFrom(address);
const withField = (name: string, text: string) => ({
  ...filled,
  fields: new Map(filled.fields).set(name, text),
});

test('[HP6] the form has the usual fields under the names that the archive has for them', () => {
  expect(usualNames(address)).toEqual({
    street: 'Strasse',
    zip: 'PLZ',
    city: 'city',
    note: undefined,
  });
  expect(otherNames(address)).toEqual(['kundennummer', '__proto__']);
  expect([...filled.fields]).toEqual([
    ['Strasse', 'Zuckerweg 3'],
    ['PLZ', '10115'],
    ['city', ''],
    ['kundennummer', 'K-1'],
    ['__proto__', 'a field like any other'],
  ]);
});

test('[HP6] only what is different is sent', () => {
  expect(changeOf(address, filled)).toBeUndefined();
  expect(changeOf(address, { ...filled, name: ' Süß ', number: '030 901820 ' })).toBeUndefined();
  expect(changeOf(address, { ...filled, name: ' ' })).toEqual({ name: null });
  expect(changeOf(address, { ...filled, number: '030 901821' })).toEqual({ number: '030 901821' });
  expect(changeOf(address, { ...filled, roles: [] })).toEqual({ roles: [] });
  expect(changeOf(address, withField('PLZ', '10117'))).toEqual({ fields: { PLZ: '10117' } });
  expect(changeOf(address, withField('Strasse', ''))).toEqual({ fields: { Strasse: null } });
  expect(JSON.stringify(changeOf(address, withField('__proto__', 'x')))).toBe(
    '{"fields":{"__proto__":"x"}}',
  );
});

test('[HP6] a new contact is reported with what was filled in, its role as the archive reads it', () => {
  const empty = filledFrom(undefined, { number: '22', name: 'Disposition' });
  const fields = new Map(empty.fields).set('street', 'Hof 1');
  expect(reportOf({ ...empty, fields, roles: ['courier'] })).toEqual({
    phone: '22',
    name: 'Disposition',
    role: 'courier',
    street: 'Hof 1',
  });
  expect(reportOf({ ...empty, roles: ['customer', 'courier'] })).toEqual({
    phone: '22',
    name: 'Disposition',
    roles: ['customer', 'courier'],
  });
});

import { isNumberName, parsedJson } from '@hookline/records';
import { expect, test } from 'vitest';
import type { Address } from '../src/backend/archive.ts';
import {
  changeOf,
  filledFrom,
  otherNames,
  reportOf,
  usualNames,
} from '../src/parts/contacts/contact-change.ts';
import { withoutNumbers } from '../src/parts/contacts/further-numbers.ts';

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
  seenAt: null,
  correctedBy: null,
  others: [],
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

const KEPT: Address['numbers'] = [
  { number: '030 901821', line: '+4930901821', display: '030 901821', field: 'telefon2' },
  { number: '0171 3920011', line: '+491713920011', display: '0171 3920011', field: 'handys' },
  { number: '22', line: 'internal:22', display: '22', field: null },
];
const known: Address = {
  ...address,
  numbers: KEPT,
  fields: { telefon2: '030 90 18 21', handys: ['0171 3920011', '?'], kundennummer: 'K-1' },
};

test('[RE7] every further number has a line, and its field needs no second one', () => {
  const form = filledFrom(known);
  expect(form.further.map(({ text }) => text)).toEqual(['030 901821', '0171 3920011', '22']);
  expect(otherNames(known)).toEqual(['kundennummer']);
  expect(Object.keys(withoutNumbers(known))).toEqual(['handys', 'kundennummer']);
  expect(changeOf(known, form)).toBeUndefined();
});

test('[RE7] numbers are added, removed and changed', () => {
  const form = filledFrom(known);
  const [second, mobile, desk] = form.further;
  if (!second || !mobile || !desk) throw new Error('three numbers');
  const change = (further: typeof form.further) => changeOf(known, { ...form, further });
  const added = { key: 'added 1', text: ' 040 1 2 ', kept: undefined };
  expect(change([...form.further, added])).toEqual({ numbers: { add: ['040 1 2'] } });
  expect(change([...form.further, { ...added, text: ' ' }])).toBeUndefined();
  expect(change([second, mobile])).toEqual({ numbers: { remove: ['22'] } });
  // An emptied line is one that was removed.
  expect(change([{ ...second, text: '' }, mobile, desk])).toEqual({
    numbers: { remove: ['030 901821'] },
  });
  // Only where the field holds this number alone it keeps its name.
  expect(change([{ ...second, text: '040 7' }, mobile, desk])).toEqual({
    fields: { telefon2: '040 7' },
  });
  expect(change([second, { ...mobile, text: '040 7' }, desk])).toEqual({
    numbers: { remove: ['0171 3920011'], add: ['040 7'] },
  });
});

test('[RE7] a new contact is reported with all of its numbers', () => {
  const empty = filledFrom(undefined, { number: '22' });
  const further = ['040 1', ' ', '040 2'].map((text) => ({ key: text, text, kept: undefined }));
  const report = reportOf({ ...empty, further });
  expect(report).toEqual({ phone: '22', phone2: '040 1', phone3: '040 2' });
  expect(Object.keys(report).every(isNumberName)).toBe(true);
});

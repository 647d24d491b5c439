import { describe, expect, test } from 'vitest';
import { partyIn } from '../src/address.ts';
import { wordList } from '../src/fields.ts';
import { nameOf } from '../src/party-name.ts';
import { numberEntries, numbersIn } from '../src/phone-fields.ts';

describe('[RE6] an address has one reading', () => {
  test.each([
    [{ strasse: 'Hohe Straße', hausnummer: '117b', plz: '20459', ort: 'Hamburg' }],
    [{ streetName: 'Hohe Straße', houseNo: '117b', zip: '20459', city: 'Hamburg' }],
    [{ Street: 'Hohe Straße 117b', postal_code: 20459, town: 'Hamburg' }],
    [{ address: { street: 'Hohe Straße', number: '117b', postalCode: '20459', city: 'Hamburg' } }],
    [{ street: 'Hohe Straße', number: '117', number_suffix: 'b', zip: '20459', city: 'Hamburg' }],
    [{ adresse: 'Hohe Straße 117b', plz: '20459', stadt: 'Hamburg' }],
    [{ adresse: 'Hohe Straße 117b, 20459 Hamburg', plz: '20459', stadt: 'HAMBURG' }],
    [{ location: { formatted_address: 'Hohe Straße 117b, 20459 Hamburg' } }],
    [{ street_address: ['Hohe Straße 117b'], zip_code: '20459', city: 'Hamburg' }],
    [{ address: '{"line1":"Hohe Straße 117b","postcode":"20459","city":"Hamburg"}' }],
  ])('%j', (record) => {
    expect(partyIn(record).address).toBe('Hohe Straße 117b, 20459 Hamburg');
  });

  test('what stands below the street is kept', () => {
    const record = { address_1: 'Weg 1', address_2: '2. Etage', postcode: '50679', city: 'Köln' };
    expect(partyIn(record)).toMatchObject({
      address: 'Weg 1, 2. Etage, 50679 Köln',
      place: { street: 'Weg 1', addition: '2. Etage', postcode: '50679', town: 'Köln' },
    });
  });

  test('a third line too, which may be the town', () => {
    const record = { Address1: 'Weg 1', Address2: '', Address3: 'Köln', Pincode: '50679' };
    expect(partyIn(record).address).toBe('Weg 1, Köln, 50679');
  });

  test('who has no name beside it is called as its company or its person', () => {
    const company = { name: 'Kern AG' };
    expect(nameOf({ id: 7, company })).toBe('Kern AG');
    expect(nameOf({ id: 7, company, contactName: 'Ida Kern' })).toBe('Ida Kern');
    expect(nameOf({ person: { firstName: 'Ida', lastName: 'Kern' } })).toBe('Ida Kern');
    expect(nameOf({ company: { id: 7 } })).toBeUndefined();
  });

  test('of places by their kinds, the only one that somebody goes to', () => {
    const [billing, shipping] = [[{ street: 'Weg 1', city: 'Ulm' }], [{ street: 'Weg 2' }]];
    expect(partyIn({ addresses: { billing, shipping } }).address).toBe('Weg 2');
    expect(partyIn({ addresses: { billing } }).address).toBe('Weg 1, Ulm');
    expect(partyIn({ addresses: { shipping, home: billing } }).address).toBeUndefined();
    expect(partyIn({ addresses: { street: 'Weg 3', geo: {} } }).address).toBe('Weg 3');
  });

  test('streets and towns of two objects are not mixed', () => {
    const record = { address: { street: 'Weg 1', city: 'Ulm' }, location: { city: 'Köln' } };
    expect(partyIn(record).address).toBe('Weg 1, Ulm');
  });

  test('notes, and a country or a product is nobody', () => {
    const record = {
      ort: 'Ulm',
      notes: 'Hof',
      country: { name: 'Germany' },
      shipment: { name: 'x' },
    };
    expect(partyIn(record)).toMatchObject({ name: undefined, address: 'Ulm', note: 'Hof' });
  });
});

describe('[RE7] every field that is a phone number by its name', () => {
  test.each(
    wordList(`
      telefon mobil telefon2 handy2 phone_home mobil_privat Tel_privat tel1 Rufnummer
      contactPhone phones cell
    `),
  )('%s', (name) => {
    for (const value of ['030 901820', ['030 901820'], [{ type: 'x', number: '030 901820' }]]) {
      expect(numberEntries({ [name]: value })).toEqual([[name, value]]);
    }
  });

  test.each(
    wordList(`
      fax telefax phone_country_code mobile_app phoneType telex smartphone hausnummer
      kundennummer mobility
    `),
  )('%s is none', (name) => {
    expect(numberEntries({ [name]: '030 901820' })).toEqual([]);
  });

  test('lines by their kinds, those for people only', () => {
    const phoneNumbers = {
      business: ['030 901820', '030 901821'],
      fax: ['030 901822'],
      mobile: '0171 3920011',
      other: [],
    };
    expect(numberEntries({ phoneNumbers })).toEqual([['phoneNumbers', phoneNumbers]]);
    expect(numbersIn(phoneNumbers)).toEqual(['030 901820', '030 901821', '0171 3920011']);
    expect(numbersIn({ private: true, value: '030 901820' })).toEqual(['030 901820']);
    expect(numbersIn({ number: '030 901820', mobile: 'ja' })).toEqual(['030 901820']);
    const channels = [
      { type: 'EMAIL', identifier: 'ada@example.com' },
      { type: 'PHONE', identifier: '030 901820' },
    ];
    expect(numberEntries({ channels })).toEqual([['channels', [channels[1]]]]);
    expect(numbersIn({ FreeFormNumber: '030 901820' })).toEqual(['030 901820']);
    const local = { PhoneAreaCode: '030', PhoneNumber: '901820' };
    expect(numbersIn(local)).toEqual(['030 901820']);
    expect(numbersIn({ ...local, PhoneCountryCode: '49' })).toEqual(['+49 30 901820']);
    expect(numbersIn({ ...local, PhoneNumber: '030 901820' })).toEqual(['030 901820']);
  });

  test('a remark is no number', () => {
    expect(numberEntries({ telefon2: 'siehe Büro' })).toEqual([]);
  });
});

test.each([
  { billing_address: { street: 'Weg 9', zip: '89073', city: 'Ulm' } },
  { addresses: { billing: [{ street: 'Weg 9', zip: '89073', city: 'Ulm' }] } },
])('[RE6] whose only address is that of the bills is there: %j', (contact) => {
  expect(partyIn({ name: 'Kern', ...contact }).address).toBe('Weg 9, 89073 Ulm');
  const address = { street: 'Ring 1', city: 'Ulm' };
  expect(partyIn({ name: 'Kern', ...contact, address }).address).toBe('Ring 1, Ulm');
});

test('[RE6] an address may be told by its kind', () => {
  const crm = { MailingStreet: 'Weg 9', MailingPostalCode: '89073', MailingCity: 'Ulm' };
  expect(partyIn({ LastName: 'Kern', ...crm, email_address: 'a@example.de' }).address).toBe(IN_ULM);
  const first = { address1_line1: 'Weg 9', address1_postalcode: '89073', address1_city: 'Ulm' };
  const both = { address2_line1: 'Ring 1', address2_city: 'Bonn', ...first };
  expect(partyIn(both).address).toBe(IN_ULM);
  expect(partyIn({ ...both, street: 'Hof 3', city: 'Jena' }).address).toBe('Hof 3, Jena');
});
const IN_ULM = 'Weg 9, 89073 Ulm';

test('[RE12] the first of several names is that of somebody', () => {
  const names = [{ metadata: { primary: true }, displayName: 'Ada Kern' }, { displayName: 'A.' }];
  expect(nameOf({ names })).toBe('Ada Kern');
  expect(nameOf({ names: ['Kern AG', 'Wareneingang'] })).toBe('Kern AG');
});

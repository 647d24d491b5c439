import { describe, expect, test } from 'vitest';
import { partyIn } from '../src/address.ts';
import { wordList } from '../src/fields.ts';
import { numberEntries } from '../src/phone-fields.ts';

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

  test('a remark is no number', () => {
    expect(numberEntries({ telefon2: 'siehe Büro' })).toEqual([]);
  });
});

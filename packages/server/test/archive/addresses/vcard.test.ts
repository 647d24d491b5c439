import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { AddressRow } from '../../../src/archive/addresses/address-fields.ts';
import { vcardOf } from '../../../src/archive/addresses/vcard.ts';
import { jsonText } from '../../support/json-texts.ts';

const ROW: AddressRow = {
  id: '0195a000-0000-7000-8000-000000000001',
  number: '030 23125-100',
  number_key: '+493023125100',
  e164: '+493023125100',
  display: '030 23125100',
  aliases: '[]',
  name: 'Süß; Söhne, GmbH',
  is_customer: 1,
  is_courier: 1,
  fields: '{}',
  corrected_by: null,
  corrected_at: null,
  created_at: '2026-03-01T00:00:00.000Z',
  updated_at: '2026-03-01T00:00:00.000Z',
  seen_at: null,
  others: '[]',
};

const unfolded = (card: string) => card.replaceAll('\r\n ', '').split('\r\n');

test('[AR10] a vCard has name, company, numbers, postal address and note', () => {
  const fields = {
    firma: 'Süß & Söhne',
    vorname: 'Eva',
    nachname: 'Süß',
    mobil: '0171 39200-11',
    email: 'eva@example.org',
    strasse: 'Weg',
    hausnummer: 5,
    plz: '10115',
    ort: 'Berlin',
    notiz: 'Hof\r\nlinks; \\klingeln',
  };
  const aliases = JSON.stringify([
    { key: '+491713920011', field: 'mobil', number: '0171 39200-11', display: '0171 3920011' },
  ]);
  expect(unfolded(vcardOf({ ...ROW, aliases, fields: JSON.stringify(fields) }))).toEqual([
    'BEGIN:VCARD',
    'VERSION:3.0',
    `UID:${ROW.id}`,
    'FN:Süß\\; Söhne\\, GmbH',
    'N:Süß;Eva;;;',
    'ORG:Süß & Söhne',
    'TEL;TYPE=VOICE:+493023125100',
    'TEL;TYPE=VOICE:0171 39200-11',
    'EMAIL:eva@example.org',
    'ADR;TYPE=WORK:;;Weg 5;Berlin;;10115;',
    'CATEGORIES:customer,courier',
    'NOTE:Hof\\nlinks\\; \\\\klingeln',
    'REV:2026-03-01T00:00:00.000Z',
    'END:VCARD',
    '',
  ]);
});

test('[AR10] a vCard of an address with little in it is complete', () => {
  const none = { name: null, number: null, number_key: null, e164: null, display: '' };
  const lines = unfolded(vcardOf({ ...ROW, ...none, is_customer: 0, is_courier: 0 }));
  expect(lines).toContain(`FN:${ROW.id}`);
  expect(lines.some((line) => /^(?:TEL|ADR|ORG|CATEGORIES)/.test(line))).toBe(false);
  const extension = { number: '030 23125-0 DW 12', number_key: '+4930231250;ext=12' };
  expect(unfolded(vcardOf({ ...ROW, ...extension, e164: '+4930231250' }))).toContain(
    'TEL;TYPE=VOICE:030 23125-0 DW 12',
  );
  const nested = '{"address":{"street":"Weg 5","city":"Ulm"}}';
  expect(unfolded(vcardOf({ ...ROW, fields: nested }))).toContain('ADR;TYPE=WORK:;;Weg 5;Ulm;;;');
});

test('[SE5] whatever is in an address, its lines are short and nobody adds a property', () => {
  const names = fc.constantFrom('firma', 'note', 'email', 'ort', 'tel', 'x');
  const fields = fc
    .array(fc.tuple(names, jsonText), { maxLength: 6 })
    .map((entries) => `{${entries.map(([name, text]) => `"${name}":${text}`).join(',')}}`);
  const text = fc.string({
    unit: fc.oneof(fc.constantFrom('\r', '\n', '\r\n', ';', ':', '\u2028', ' '), fc.string()),
    maxLength: 60,
  });
  fc.assert(
    fc.property(text, text, fields, (name, number, others) => {
      const card = vcardOf({ ...ROW, name, number, e164: null, fields: others });
      const lines = card.split('\r\n');
      expect(Math.max(...lines.map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75);
      expect(card.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
      const properties = unfolded(card).map((line) => /^[A-Z]*/.exec(line)?.[0] ?? '');
      expect(properties.filter((property) => property === 'END')).toHaveLength(1);
      for (const property of properties) {
        expect('BEGIN VERSION UID FN N ORG TEL EMAIL ADR CATEGORIES NOTE REV END ').toContain(
          `${property}${property === '' ? '' : ' '}`,
        );
      }
    }),
  );
});

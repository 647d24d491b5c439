import { parsedJson } from '@hookline/records';
import { PhoneRules } from '@hookline/records/phone';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AddressReport,
  addressReports,
} from '../../../src/archive/addresses/address-reports.ts';
import { fieldTextsToJson } from '../../../src/archive/addresses/field-texts.ts';
import type { AddressSource } from '../../../src/archive/addresses/identity.ts';

const rules = new PhoneRules({ country: 'DE' });

function read(payload: unknown, source: AddressSource = 'kunden') {
  const json = typeof payload === 'string' ? payload : JSON.stringify(payload);
  return addressReports(parsedJson(json), source, rules);
}

function only(payload: unknown, source: AddressSource = 'kunden'): AddressReport {
  const { reports } = read(payload, source);
  const [report] = reports;
  if (!report || reports.length > 1) throw new Error(`${reports.length} addresses`);
  return report;
}

const fieldsOf = (report: AddressReport) => JSON.parse(fieldTextsToJson(report.fields));
/** Further numbers: line and field. */
const furtherOf = ({ written, phone }: AddressReport) =>
  written
    .flatMap(({ numbers }) => numbers)
    .filter(({ key }) => key !== phone.key)
    .map(({ key, field }) => ({ key, field }));
const keysOf = (payload: unknown) => read(payload).reports.map(({ phone }) => phone.key);

const SUESS = { number: '030 23125-100', name: 'Süß GmbH', ort: 'Berlin' };
const BLITZ = { number: '069 90009-200', name: 'Blitz KG' };

describe('finding the addresses in a payload', () => {
  test('[RE12] whoever has another name or number now is one, and goes by those', () => {
    const [now, was] = ['030 23125-200', '030 23125-100'].map((value) => [{ value }]);
    const current = { id: 5, name: 'Neu', phone: now };
    const previous = { id: 5, name: 'Alt', phone: was };
    const { name, phone } = only({ event: 'updated.person', previous, current });
    expect([name, phone.key]).toEqual(['Neu', '+493023125200']);
  });

  test.each([
    ['an object', SUESS, ['+493023125100']],
    ['each object of a list', [SUESS, BLITZ], ['+493023125100', '+496990009200']],
    ['a list one level down', { kunden: [SUESS, BLITZ] }, ['+493023125100', '+496990009200']],
    ['an object one level down', { data: SUESS }, ['+493023125100']],
    ['objects one level down', { a: SUESS, b: BLITZ }, ['+493023125100', '+496990009200']],
    [
      'a list of any name',
      { total: 2, zeilen: [SUESS, BLITZ] },
      ['+493023125100', '+496990009200'],
    ],
    ['objects by key', { kunden: { k1: SUESS, k2: BLITZ } }, ['+493023125100', '+496990009200']],
    ['an envelope', { event: 'created', data: SUESS, meta: { page: 1 } }, ['+493023125100']],
  ])('[AR4] takes %s', (_, payload, keys) => {
    expect(keysOf(payload)).toEqual(keys);
    expect(read(payload)).toMatchObject({ accepted: keys.length, skipped: 0 });
  });

  test('[AR4] an object with a number of its own is the record and is not taken apart', () => {
    const contacts = [{ name: 'Frau Muster', telefon: '0171 39200-12' }];
    const report = only({ ...SUESS, kontakte: contacts, rechnung: BLITZ });
    expect(report).toMatchObject({ name: 'Süß GmbH', phone: { key: '+493023125100' } });
    expect(fieldsOf(report)).toEqual({ ort: 'Berlin', kontakte: contacts, rechnung: BLITZ });
  });

  test('[AR4] names at the top win over nested ones', () => {
    const report = only({
      name: 'Süß GmbH',
      kontakt: { name: 'Frau Muster', tel: '030 23125-100' },
    });
    expect(report).toMatchObject({ name: 'Süß GmbH', phone: { key: '+493023125100' } });
    const nested = only({ event: 'created', data: { ...SUESS, event: 'x' } });
    expect(nested.name).toBe('Süß GmbH');
    expect(fieldsOf(nested)).toEqual({ event: 'created', ort: 'Berlin' });
    const two = read({
      firma: 'Süß GmbH',
      lager: { tel: '030 23125-1' },
      tor: { tel: '030 23125-2' },
    });
    expect(two.reports.map(({ name }) => name)).toEqual(['Süß GmbH', 'Süß GmbH']);
  });

  test('[AR4] the URL gives the role, a phone book may tell it', () => {
    expect(only({ ...SUESS, role: 'kurier' }, 'kunden').roles).toEqual(['customer']);
    expect(only(SUESS, 'kuriere').roles).toEqual(['courier']);
    expect(only(SUESS, 'phone-book').roles).toEqual([]);
    expect(only({ ...SUESS, role: 'Kunde' }, 'phone-book').roles).toEqual(['customer']);
    expect(only({ ...SUESS, kind: 'courier' }, 'phone-book').roles).toEqual(['courier']);
    expect(only({ ...SUESS, roles: ['courier', 'customer'] }, 'phone-book').roles).toEqual([
      'customer',
      'courier',
    ]);
  });

  test('[AR8] what is no object is skipped and counted', () => {
    expect(read([SUESS, 5, null, 'x', [BLITZ, 7]], 'phone-book')).toMatchObject({
      accepted: 2,
      skipped: 4,
    });
    expect(read({ addresses: [SUESS, null] }, 'phone-book')).toMatchObject({
      accepted: 1,
      skipped: 1,
    });
    expect(read({ addresses: [], total: 0 })).toEqual({ reports: [], accepted: 0, skipped: 0 });
    for (const plain of ['5', 'null', '"x"', 'true', '12345678901234567890']) {
      expect(read(plain)).toEqual({ reports: [], accepted: 0, skipped: 1 });
    }
    expect(read({})).toEqual({ reports: [], accepted: 1, skipped: 0 });
  });

  test('[AR4] hostile shapes are harmless', () => {
    const report = only(`{"__proto__":{"number":"101"},"constructor":"x","toString":[]}`);
    expect(report.phone.key).toBe('internal:101');
    expect(fieldTextsToJson(report.fields)).toBe('{"constructor":"x","toString":[]}');
    const many = Object.fromEntries(
      Array.from({ length: 500 }, (_, i) => [
        `t${'_'.repeat(i % 50)}el${'-'.repeat(i / 50)}`,
        `030 23125-${i}`,
      ]),
    );
    expect(only(many).written.length).toBeLessThan(60);
    expect(only(`{"number":"101","x":${'['.repeat(900)}${']'.repeat(900)}}`).hash).toBeTruthy();
  });
});

describe('the number of an address', () => {
  test.each([
    'telefon',
    'telefonnummer',
    'phone',
    'phone_number',
    'phoneNumber',
    'tel',
    'mobil',
    'mobile',
    'handy',
    'Telefon',
    'PHONE-NUMBER',
  ])('[AR5] may be called %s', (name) => {
    const report = only({ [name]: '030 23125-100', ort: 'Berlin' });
    expect(report).toMatchObject({
      identity: '+493023125100',
      phone: { sent: '030 23125-100', key: '+493023125100', display: '030 23125100' },
    });
    expect(fieldsOf(report)).toEqual({ ort: 'Berlin' });
  });

  test('[AR5] is the first in the order of names, the others are aliases and stay fields', () => {
    const report = only({ handy: '0171 39200-12', tel: '030 23125-100/101', x: 1, number: '101' });
    expect(report.phone.key).toBe('internal:101');
    expect(furtherOf(report)).toEqual([
      { key: '+493023125100', field: 'tel' },
      { key: '+493023125101', field: 'tel' },
      { key: '+491713920012', field: 'handy' },
    ]);
    expect(fieldsOf(report)).toEqual({ handy: '0171 39200-12', tel: '030 23125-100/101', x: 1 });
  });

  test('[AR5] is the first usable one, also in a list or as an object', () => {
    const report = only({ number: 'unbekannt', phone: ['', '030 23125-100', '030 23125-101'] });
    expect(report.phone.key).toBe('+493023125100');
    expect(furtherOf(report)).toEqual([{ key: '+493023125101', field: 'phone' }]);
    expect(only({ tel: { raw: '03023125100', number: '+493023125100' } }).phone.sent).toBe(
      '+493023125100',
    );
    expect(only({ number: ' 030 23125-100' }).phone).toMatchObject({
      sent: ' 030 23125-100',
      display: '030 23125100',
    });
    expect(only('{"number":493023125100}').phone.key).toBe('+493023125100');
  });

  test('[AR5] may be missing: then the content is the identity', () => {
    const first = only({ name: 'Süß GmbH', ort: 'Berlin' });
    expect(first.identity).toMatch(/^content:/);
    expect(only('{"ort":"Berlin", "name":"Süß GmbH"}').identity).toBe(first.identity);
    expect(only({ name: 'Süß GmbH', ort: 'Bonn' }).identity).not.toBe(first.identity);
    expect(only({ name: 'Süß GmbH', number: 'anonym' })).toMatchObject({
      phone: { sent: 'anonym', key: null, kind: 'anonymous' },
    });
  });

  test('[AR6] that a phone book lists twice makes one report, the same in any order', () => {
    const gate = { ...SUESS, number: '+49 30 23125100', name: 'Süß Tor 3', ort: '', tor: 3 };
    const both = read([SUESS, BLITZ, gate], 'phone-book');
    expect(both.accepted).toBe(3);
    expect(both.reports).toHaveLength(2);
    const [report] = both.reports;
    expect(report && fieldsOf(report)).toEqual({ ort: 'Berlin', tor: 3 });
    expect(report?.name).toBe('Süß Tor 3');
    expect(read([gate, SUESS, SUESS]).reports[0]?.hash).toBe(report?.hash);
    expect(only(SUESS).hash).not.toBe(report?.hash);
    const many = Array.from({ length: 20_000 }, (_, i) => ({ tel: '101', [`f${i}`]: i }));
    expect(only(many).fields.size).toBe(20_000);
  });
});

test('[RE7] every field that is a phone number by its name finds its owner', () => {
  const record = {
    name: 'Süß',
    telefon: '030 23125-100',
    telefon2: '030 23125-101',
    handy2: '0171 39200-11',
    phone_home: '040 66969-300',
    mobil_privat: ['0176 040690-11'],
    fax: '030 23125-199',
    weitere_telefone: [{ type: 'büro', number: '0221 4710-400' }],
  };
  const report = only(record);
  const { phone } = report;
  expect(phone.key).toBe('+493023125100');
  expect(new Set(furtherOf(report).map(({ key }) => key))).toEqual(
    new Set('+4917604069011 +491713920011 +492214710400 +493023125101 +494066969300'.split(' ')),
  );
});

describe('the name of an address', () => {
  test.each([
    [{ name: ' Süß GmbH ', firma: 'x' }, 'Süß GmbH'],
    [{ Firma: 'Süß GmbH', vorname: 'Ada' }, 'Süß GmbH'],
    [{ company_name: 'Süß GmbH' }, 'Süß GmbH'],
    [{ vorname: 'Ada', nachname: 'Muster' }, 'Ada Muster'],
    [{ last_name: 'Muster' }, 'Muster'],
    [{ kundenname: 'Süß GmbH' }, 'Süß GmbH'],
    [{ name: '', ansprechpartner: 'Frau Muster' }, 'Frau Muster'],
    [{ name: { first: 'Ada' }, driver: 'Ada' }, 'Ada'],
    [{ name: 4711 }, '4711'],
    [{ name: null, firma: 'Süß GmbH' }, null],
    [{ ort: 'Berlin' }, undefined],
  ])('[AR6] %j is %s', (fields, name) => {
    expect(only({ ...fields, number: '101' }).name).toBe(name);
  });

  test('[AR6] only `name` itself is left out of the other fields', () => {
    expect(fieldsOf(only({ number: '101', name: 'Süß', firma: 'Süß GmbH' }))).toEqual({
      firma: 'Süß GmbH',
    });
    const odd = { name: { first: 'Ada' }, firma: 'Süß GmbH' };
    expect(fieldsOf(only({ number: '101', ...odd }))).toEqual(odd);
  });
});

test('[RE12] [AR6] a line among the contacts of a record is its number', () => {
  const contacts = [
    { type: 'email', value: 'ada@example.com' },
    { type: 'phone', name: 'Núria', value: '+34 934 887 215' },
  ];
  const client = { uuid: 'u-7', name: 'Ferrer i Fills', contacts };
  expect(only({ event_type: 'client_updated', client }).phone.key).toBe('+34934887215');
  const data = { customerId: 'C-1', name: 'Ylva', contact: { msisdn: '+46705550177' } };
  expect(only({ eventId: 'e-1', type: 'customer.updated', data })).toMatchObject({
    name: 'Ylva',
    phone: { key: '+46705550177' },
    customer: { ownId: 'own:kunden:C-1' },
  });
});

test('[RE12] fields that are written as a list are fields', () => {
  const pair = (name: string, value: string) => ({ name, value });
  const pairs = [pair('name', 'Fenja'), pair('lastname', 'Lütt'), pair('phone', '0234 55501742')];
  const entity = { id: 7, properties: pairs };
  expect(only({ event: 'contact.updated', entity })).toMatchObject({
    name: 'Fenja Lütt',
    phone: { key: '+4923455501742' },
  });
  const attributes = { FIRSTNAME: 'Bjarne', LASTNAME: 'Olt', SMS: '+4915225550138' };
  const message = { id: 139, event: 'contact_updated', content: [{ attributes }] };
  expect(only(message)).toMatchObject({ name: 'Bjarne Olt', phone: { key: '+4915225550138' } });
});

test('[RE12] whatever the two halves of a field are called', () => {
  const told = { name: 'Ada Kern', phone: { key: '+4923455501742' } };
  const attributes = [
    { key: 'fullname', value: 'Ada Kern' },
    { key: 'telephone1', value: '0234 55501742' },
    { key: 'ownerid', value: { Name: 'Dispo' } },
  ];
  const target = { key: 'Target', value: { Attributes: attributes, LogicalName: 'contact' } };
  expect(only({ MessageName: 'Create', InputParameters: [target] })).toMatchObject(told);
  const fields = [
    { label: 'First Name', value: 'Ada' },
    { label: 'Last Name', value: 'Kern' },
    { label: 'Phone', value: '0234 55501742' },
  ];
  expect(only({ contact: { id: 4, fields } })).toMatchObject(told);
  const phones = [
    { label: 'company', value: '0234 55501742' },
    { label: 'name', value: '0234 55501743' },
  ];
  expect(only({ name: 'Ada Kern', phones })).toMatchObject(told);
});

test('[AR5] what a customer has in the books is no extension where a phone is told', () => {
  const customer = { number: '10000', phoneNumber: '0234 55501742' };
  expect(only(customer).phone.key).toBe('+4923455501742');
  expect(only(customer, 'phone-book').phone.key).toBe('internal:10000');
  const address = { phone: '0234 55501742', street: 'Altweg 1' };
  expect(only({ id: 7, name: 'Ada', phone: null, address }).phone.key).toBe('+4923455501742');
  const contact_persons = [{ first_name: 'Ida', phone: '0234 55501742' }];
  const contact = { contact_id: '46', contact_name: 'Kern AG', contact_persons };
  expect(only({ contact })).toMatchObject({ name: 'Kern AG', phone: { key: '+4923455501742' } });
  const phones = [{ type: 'work', number: '0234 55501742' }];
  expect(only({ number: 'K-1', phones }).phone.key).toBe('+4923455501742');
  expect(only({ number: '10000' }).phone.key).toBe('internal:10000');
});

test('[RE12] the id of a message makes no address', () => {
  const item = { type: 'contact', external_id: 'KD-1', name: 'Ada Kern', phone: null };
  const message = { type: 'event', id: 'notif_1', data: { type: 'data', item }, links: {} };
  expect(read(message).reports).toMatchObject([{ identity: 'own:kunden:KD-1', name: 'Ada Kern' }]);
  const { reports } = read({ ...message, data: { type: 'data', item: { city: 'Bonn' } } });
  expect(reports).toEqual([]);
});

test('[RE12] [AR4] each message of a list may hold a contact two levels down', () => {
  const contact = { first: 'Katrin', last: 'Vogel', phone: '+49 30 5557700' };
  const events = [{ id: 'x', type: 'account.created', data: { id: 'a1', contact } }];
  expect(read({ events }).reports).toMatchObject([{ phone: { key: '+49305557700' } }]);
});

test('[RE12] [AR4] a contact two levels down in an envelope is one', () => {
  const contact_info = { first_name: 'Joost', last_name: 'Hegeman', phone: '0171 5550346' };
  const payload = { id: 'c-7', contact_info, contact_type: 'COMPANY' };
  const message = { id: -12, eventName: 'CONTACT_CREATED', payload, metadata: { audience: 7 } };
  const { reports } = addressReports(message, 'kunden', new PhoneRules({ country: 'DE' }));
  expect(reports).toMatchObject([
    {
      name: 'Joost Hegeman',
      phone: { key: '+491715550346' },
      customer: { ownId: 'own:kunden:c-7' },
    },
  ]);
});

describe('[RE12] who a message is about', () => {
  const lines = { own: '+4930901000', other: '+491713920011' };

  test.each([
    ['outbound', { from: lines.own, to: lines.other }],
    ['inbound', { from: lines.other, to: lines.own }],
    ['outgoing', { caller_number: lines.own, callee_number: lines.other, caller_name: 'Zentrale' }],
    ['eingehend', { anrufer: lines.other, an: lines.own }],
    [
      'inbound',
      { business_phone_number: lines.own, callernum: lines.other, trackingnum: '030 77' },
    ],
  ])('whom the house has called, or who has called it: %s', (direction, ends) => {
    const report = only({ direction, ...ends });
    expect([report.phone.key, report.name ?? null, furtherOf(report)]).toEqual([
      lines.other,
      null,
      [],
    ]);
  });

  test('a name stands where the address is', () => {
    const address = { firstName: 'Ada', lastName: 'Kern', street: 'Weg 9', city: 'Ulm' };
    expect(only({ phone: lines.other, address }).name).toBe('Ada Kern');
    expect(only({ phone: lines.other, name: null, address }).name).toBeNull();
  });

  test('an own id stands with the number, in an envelope', () => {
    const data = { id: 31, name: 'Pia Kern', phones: [{ value: lines.other }] };
    expect(only({ meta: { entity: 'person' }, data }).customer?.ownId).toBe('own:kunden:31');
  });

  test('a list beside the one it is about is none of contacts', () => {
    const customer = { id: 'c-7', first_name: 'Ada', last_name: 'Kern', phone: lines.other };
    const event = { id: 'ev_1', event_type: 'customer_changed', webhooks: [{ id: 'wh_1' }] };
    expect(only({ ...event, content: { customer } })).toMatchObject({ name: 'Ada Kern' });
  });

  test.each(['DriverName', 'rider_name', 'fahrername', 'fleet_name'])(
    'a courier is called: %s',
    (field) => {
      const record = { DriverId: 'D-12', [field]: 'Bodo Rast', DutyStatus: 'OffDuty' };
      expect(only(record, 'kuriere').name).toBe('Bodo Rast');
    },
  );

  test('a number is no name of a courier', () => {
    const courier = only({ name: '12345', status: 'available' }, 'kuriere');
    expect(courier).toMatchObject({ identity: 'own:kuriere:12345', name: undefined });
  });

  test('the addresses of one person are not people', () => {
    const home = { id: 'a1', street: 'Weg 9', city: 'Ulm', phone: lines.other };
    const person = { id: 'k-5', first_name: 'Ada', last_name: 'Kern', phone: null };
    const report = only({ ...person, addresses: [{ street: 'Ring 1' }, home] });
    expect(report).toMatchObject({ name: 'Ada Kern', customer: { ownId: 'own:kunden:k-5' } });
    expect([report.phone.key, report.fields.get('street')]).toEqual([lines.other, '"Weg 9"']);
  });

  test('what belongs to a contact of JSON:API is nobody', () => {
    const attributes = { first_name: 'Ada', last_name: 'Kern', phone_number: lines.other };
    const included = [{ type: 'companies', id: '5', attributes: { name: 'Kern KG' } }];
    expect(only({ data: { type: 'contacts', id: '1', attributes }, included })).toMatchObject({
      name: 'Ada Kern',
      phone: { key: lines.other },
    });
  });

  test('a customer is called at whoever is named there', () => {
    const contacts = [{ name: 'Ada Kern', phones: [{ phone: lines.other, type: 'office' }] }];
    const lead = { id: 'lead_1', name: 'Praxis Kern', addresses: [{ city: 'Ulm' }], contacts };
    const event = { id: 'ev_1', object_type: 'lead', action: 'updated', data: lead };
    expect(only({ subscription_id: 'sub_1', event })).toMatchObject({
      name: 'Praxis Kern',
      phone: { key: lines.other },
    });
  });

  test.each(['name', 'key'])('what an office has added to a contact is nobody: %s', (key) => {
    const custom_fields = [{ [key]: 'Farbe', value: 'rot' }];
    const contact = { id: 5, first_name: 'Ida', last_name: 'Kern', custom_fields };
    for (const message of [contact, { event: 'contact.created', contact }]) {
      expect(only(message)).toMatchObject({ identity: 'own:kunden:5', name: 'Ida Kern' });
    }
    expect(only({ id: 5, name: 'Ida Kern', custom_fields }).name).toBe('Ida Kern');
  });

  test('[RE1] whatever it is, it is read', () => {
    const names = [
      'data',
      'contact',
      'attributes',
      'included',
      'contacts',
      'addresses',
      'name',
      'type',
    ];
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.constantFrom('x', '0731 22', null, 7),
        fc.array(tie('value'), { maxLength: 3 }),
        fc.array(fc.record({ key: fc.constantFrom(...names), value: fc.constant('x') })),
        fc.dictionary(fc.constantFrom(...names, 'id', 'phone', 'custom_fields'), tie('value')),
      ),
    }));
    fc.assert(fc.property(value, (payload) => void addressReports(payload, 'kunden', rules)));
  });
});

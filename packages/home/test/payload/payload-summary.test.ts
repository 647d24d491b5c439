import { parsedJson } from '@hookline/records';
import { describe, expect, test } from 'vitest';
import { formatsIn } from '../../src/format/formats.ts';
import { readersBy } from '../../src/format/payload-reader.ts';
import { summaryOf } from '../../src/format/payload-summary.ts';
import de from '../../src/language/de-first.ts';
import en from '../../src/language/en-first.ts';

const reader = readersBy([])('jobs', null);
const at = (name: string, street: string) => ({
  name,
  phone_number: '030 23125-101',
  address: street,
});

describe('[HP1] a line says what a payload is about', () => {
  test.each([
    [
      'a job of our own',
      {
        auftragsnummer: 'A-1001',
        status: 'zugeteilt',
        abholung: { name: 'Bäckerei Krumenglück', strasse: 'Ahornzeile 4' },
        zustellung: { name: 'Kranich-Apotheke' },
        kurier: { name: 'Berta Flink' },
      },
      'A-1001',
      'zugeteilt',
      'Bäckerei Krumenglück → Kranich-Apotheke · Berta Flink',
    ],
    [
      'a job like Uber Direct',
      {
        kind: 'event.delivery_status',
        id: 'evt_1',
        delivery_id: 'del_7',
        status: 'pickup',
        data: { id: 'del_7', pickup: at('A', 'x'), dropoff: at('B', 'y'), courier: null },
      },
      'del_7',
      'pickup',
      'A → B, y',
    ],
    [
      'a job like Stuart',
      {
        event: 'job',
        type: 'update',
        data: {
          id: 1002,
          status: 'in_progress',
          jobReference: 'S-1002',
          currentDelivery: { driver: { name: 'Igor Bremslicht', status: 'busy' } },
        },
      },
      'S-1002',
      'in_progress',
      'Igor Bremslicht',
    ],
    [
      'a job of plain fields',
      {
        sendungsnr: '340434161094021501',
        event: 'order.dispatched',
        zustellung_name: 'Labor',
        zustellung_strasse: 'Kehrwieder',
        zustellung_hausnummer: '117b',
        zustellung_plz: 20459,
        zustellung_ort: 'Hamburg',
      },
      '340434161094021501',
      'order.dispatched',
      '… → Labor, Kehrwieder 117b, 20459 Hamburg',
    ],
    [
      'a message that carries nothing but a status',
      { auftragsnummer: 'A-1001', status: 'unterwegs' },
      'A-1001',
      'unterwegs',
      undefined,
    ],
    [
      'a job like Fleetbase',
      {
        id: 'event_9',
        api_version: 'v1',
        event: 'order.created',
        data: {
          id: 'order_9',
          status: 'created',
          payload: { pickup: at('A', 'x'), dropoff: at('B', 'y') },
          driver_assigned: null,
        },
      },
      'order_9',
      'created',
      'A → B, y',
    ],
    [
      'a customer',
      {
        name: 'Optik Scharfblick',
        telefon: '030 23125-115',
        strasse: 'Linsenweg 31',
        plz: '10585',
        ort: 'Berlin',
      },
      'Optik Scharfblick',
      undefined,
      'Linsenweg 31, 10585 Berlin',
    ],
    [
      'a courier in wrappers',
      {
        data: {
          driver: {
            name: 'Thea Hebebühne',
            phone_number: '0176 040690-06',
            vehicle_type: 'Lastenrad',
          },
        },
      },
      'Thea Hebebühne',
      undefined,
      'Lastenrad',
    ],
    ['given and family name', { vorname: 'Ada', nachname: 'Weg' }, 'Ada Weg', undefined, undefined],
    [
      'a list in a wrapper',
      { kunden: [{ name: 'A' }, { name: 'B' }] },
      'A, B',
      undefined,
      undefined,
    ],
    [
      'a long list',
      [{ name: 'A' }, 2, null, { name: 'D' }, 5],
      'A, 2, null +2',
      undefined,
      undefined,
    ],
    ['a message', { betreff: 'Stau', prio: 2 }, 'Stau', undefined, 'prio: 2'],
    [
      'nothing that is known',
      { wetter: { ort: 'Berlin', temperatur: 4.5, regen: true } },
      'wetter',
      undefined,
      'ort: Berlin · temperatur: 4.5 · regen: true',
    ],
    ['a text', 'Aufzug außer Betrieb', 'Aufzug außer Betrieb', undefined, undefined],
  ])('%s', (_what, payload, title, status, detail) => {
    expect(summaryOf(payload, reader)).toMatchObject({ title, status, detail });
  });

  test.each([
    [null, 'null'],
    [0, '0'],
    [false, 'false'],
    ['', '""'],
    ['  ', '""'],
    [[], '[ ]'],
    [{}, '{ }'],
    [[[], {}], '[ ], { }'],
  ])('even %j has a title', (payload, title) => {
    expect(summaryOf(payload).title).toBe(title);
  });

  test('[HP18] the fields of a row have words, times are times, and keys of other books are left out', () => {
    const payload = {
      betreff: 'Stau',
      kurierId: 'K9',
      abholung_bis: 1794916800,
      plz: '10115',
      istEilig: true,
    };
    const { when } = formatsIn('de-DE');
    const told = `Abholung bis: ${when(1794916800000)} · PLZ: 10115 · Ist eilig: ja`;
    expect(summaryOf(payload, reader, de).detail).toBe(told);
    expect(summaryOf(payload, reader, en).detail).toContain('Postcode: 10115 · Ist eilig: yes');
  });

  test('the number of whom it is about, but not one of several of a job', () => {
    expect(summaryOf({ name: 'A', telefon: ' 030 23125-101 ' }).phone).toBe('030 23125-101');
    expect(summaryOf({ name: 'A', telefon: 'javascript:alert(1)' }).phone).toBeUndefined();
    expect(summaryOf({ name: 'A', street: 'B', number: '12' }).phone).toBeUndefined();
    const job = { auftragsnummer: '1', telefon: '030 23125-101' };
    expect(summaryOf(job, reader).phone).toBeUndefined();
    const courier = { name: 'Jan', phone: '0171 3920001' };
    expect(summaryOf({ ...job, courier }, reader).phone).toBe('0171 3920001');
    const odd = { name: 'Jan', phone: 'javascript:alert(1)' };
    expect(summaryOf({ ...job, courier: odd }, reader).phone).toBeUndefined();
  });
});

describe('[HP1] hostile payloads', () => {
  const nested = (depth: number) => JSON.parse(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`);

  test.each([
    ['1 MiB of text', 'x'.repeat(1 << 20)],
    ['1 MiB of blanks', ' '.repeat(1 << 20)],
    ['a name of 1 MiB', { name: 'x'.repeat(1 << 20) }],
    ['a key of 1 MiB', { ['k'.repeat(1 << 20)]: 1 }],
    ['200 levels', nested(200)],
    ['200 levels of lists', JSON.parse(`${'[{"a":'.repeat(200)}1${'}]'.repeat(200)}`)],
    ['a hundred thousand items', Array.from({ length: 100_000 }, (_, i) => i)],
    [
      'a hundred thousand keys',
      Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => [`k${i}`, i])),
    ],
  ])('%s make a short line', (_what, payload) => {
    const { title, detail } = summaryOf(payload, reader);
    expect(title.length).toBeLessThan(200);
    expect(title).not.toBe('');
    expect((detail ?? '').length).toBeLessThan(300);
  });

  test('what is inherited or named like it is no field', () => {
    expect(summaryOf(JSON.parse('{"__proto__":{"name":"x"},"constructor":1}')).title).toBe('x');
    expect(summaryOf({}).title).toBe('{ }');
  });

  test('hidden characters are shown', () => {
    expect(summaryOf({ name: 'Rechnung\u202Egnp.exe' }).title).toBe('Rechnung‹U+202E›gnp.exe');
    expect(summaryOf({ status: 'zu\u200bgestellt', name: 'A' }).status).toBe('zu‹U+200B›gestellt');
  });

  test('a number keeps its digits', () => {
    expect(summaryOf(parsedJson('{"jobId":12345678901234567890}')).title).toBe(
      '12345678901234567890',
    );
  });
});

test('[HP1] a job with a list in it is called by its number, as the archive calls it', () => {
  const stops = [
    { typ: 'A', ort: 'Ulm' },
    { typ: 'B', ort: 'Bonn' },
  ];
  const order = { bestellung: 'SHOP-7', stops };
  expect(summaryOf(order, reader).title).toBe('SHOP-7');
  // Of several jobs each has a name.
  const orders = [{ auftragsnummer: 'A-1' }, { auftragsnummer: 'A-2' }];
  expect(summaryOf({ orders }, reader).title).toBe('A-1, A-2');
});

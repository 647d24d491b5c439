import { describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { emptiedArchive, only } from '../../support/written-archive.ts';

const NUMBER = '030 23125-100';
const KEY = '+493023125100';

const emptied = emptiedArchive();

describe.each(DATABASES)('%s: addresses', (kind) => {
  test('[AR4][AR5] one record per line, whatever the spelling and the source', async () => {
    const written = await emptied(kind);
    written.webhook('kunden', { kunden: [{ name: 'Süß', tel: '(030) 23125-100', plz: '10115' }] });
    written.webhook('kuriere', [{ telefon: '0049 30 23125100', fahrzeug: 'Rad' }]);
    written.phoneBook({ addresses: [{ name: 'Süß GmbH', number: 'tel:+49-30-23125-100' }] });
    await written.settled();
    expect(await written.address()).toEqual({
      id: expect.any(String),
      number: 'tel:+49-30-23125-100',
      e164: KEY,
      display: '030 23125100',
      line: KEY,
      name: 'Süß GmbH',
      roles: ['customer', 'courier'],
      numbers: [],
      fields: { plz: '10115', fahrzeug: 'Rad' },
      correctedBy: null,
      createdAt: '2026-03-01T08:00:00.000Z',
      updatedAt: '2026-03-01T08:00:00.002Z',
      seenAt: '2026-03-01T08:00:00.001Z',
      others: [],
    });
    expect(await written.addresses({ role: 'customer' })).toHaveLength(1);
    expect(await written.addresses({ role: 'courier' })).toHaveLength(1);
  });

  test('[AR6] newer fields win, "" keeps, null clears', async () => {
    const written = await emptied(kind);
    written.webhook('kunden', { number: NUMBER, name: 'Süß', ort: 'Berlin', plz: '1', mail: 'x' });
    written.webhook('kunden', { number: NUMBER, name: '', ort: 'Bonn', plz: '', mail: null });
    await written.settled();
    expect(await written.address()).toMatchObject({
      name: 'Süß',
      fields: { ort: 'Bonn', plz: '1' },
    });
    expect(await written.addresses({ q: 'bonn' })).toHaveLength(1);
    expect(await written.addresses({ q: 'berlin' })).toHaveLength(0);
    written.webhook('kunden', { number: NUMBER, name: null, ort: null });
    await written.settled();
    const { name, fields } = await written.address();
    expect({ name, fields }).toEqual({ name: null, fields: { plz: '1' } });
  });

  test('[AR6] what equals the last report of its source changes and writes nothing', async () => {
    const written = await emptied(kind);
    const book = [
      { number: NUMBER, name: 'Süß', ort: 'Berlin' },
      { number: '069 90009-200', name: 'Blitz' },
      { name: 'ohne Nummer' },
    ];
    written.phoneBook(book);
    written.webhook('kunden', { number: NUMBER, ort: 'Bonn' });
    await written.settled();
    const [before, numbers] = [
      await written.rows('addresses'),
      await written.rows('address_numbers'),
    ];
    expect(before).toHaveLength(3);
    written.changes.length = 0;
    for (let i = 0; i < 3; i++) written.phoneBook({ addresses: book.toReversed() });
    await written.settled();
    expect(await written.rows('addresses')).toEqual(before);
    expect(await written.rows('address_numbers')).toEqual(numbers);
    expect(written.changes).toEqual([]);
    expect(await written.addresses({ number: NUMBER })).toMatchObject([
      { fields: { ort: 'Bonn' } },
    ]);
  });

  test('[AR6] further numbers find the address, those it has lost no longer do', async () => {
    const written = await emptied(kind);
    const found = async (number: string) => (await written.addresses({ number })).length;
    written.webhook('kunden', {
      number: NUMBER,
      mobil: '0171 39200-11',
      tel: ['101', '040 66969-1'],
    });
    await written.settled();
    for (const number of ['+49 171 3920011', '101', '04066969-1', KEY]) {
      expect(await found(number), number).toBe(1);
    }
    expect(JSON.parse(await written.archive.caller('0171 3920011'))).toMatchObject({
      match: 'exact',
      address: { e164: KEY },
    });
    written.webhook('kunden', { number: NUMBER, mobil: null });
    await written.settled();
    expect(await found('0171 39200-11')).toBe(0);
    expect(await found('101')).toBe(1);
  });

  test('[AR5] without a usable number once per content, a courier once per name', async () => {
    const written = await emptied(kind);
    const people = [
      { name: 'Süß', ort: 'Berlin' },
      { name: 'Süß', ort: 'Bonn' },
      { name: 'Süß', ort: 'Berlin', number: 'unbekannt' },
    ];
    for (const channel of ['kunden', 'kunden', 'kuriere'] as const) {
      written.webhook(channel, people);
    }
    await written.settled();
    const addresses = await written.addresses();
    expect(addresses.map(({ roles }) => roles.join()).toSorted()).toEqual([
      'courier',
      'customer',
      'customer',
      'customer',
    ]);
    for (const { e164 } of addresses) expect(e164).toBeNull();
    expect(await written.addresses({ number: 'unbekannt' })).toEqual([]);
  });

  test('[AR5] without a usable number once per channel and own id', async () => {
    const written = await emptied(kind);
    written.webhook('kuriere', { kurierId: 7, name: 'Kim', status: 'frei' });
    written.webhook('kuriere', { kurierId: 7, name: 'Kim', status: 'Pause' });
    written.webhook('kuriere', { data: { id: 8, name: 'Lou' } });
    written.webhook('kuriere', { data: { id: 8, name: 'Lou', status: 'frei' } });
    written.webhook('kunden', [{ id: 7, name: 'Süß' }, { name: 'Sauer' }]);
    await written.settled();
    const addresses = await written.addresses();
    expect(addresses.map(({ name }) => name).toSorted()).toEqual(['Kim', 'Lou', 'Sauer', 'Süß']);
    expect(addresses.find(({ name }) => name === 'Kim')?.fields).toMatchObject({
      status: 'Pause',
    });
  });

  test('[AR6] what a sender writes as a number keeps its digits', async () => {
    const written = await emptied(kind);
    written.webhook('kunden', `{"number":"${NUMBER}","kundennummer":12345678901234567890,"x":1.0}`);
    await written.settled();
    const row = only(await written.rows('addresses'));
    expect(row['fields']).toBe('{"kundennummer":12345678901234567890,"x":1.0}');
  });

  test('[AR6] changes are announced, once per batch at most', async () => {
    const written = await emptied(kind);
    written.webhook('kunden', { number: NUMBER, ort: 'Berlin' });
    await written.settled();
    expect(written.changes).toEqual(['addresses']);
  });
});

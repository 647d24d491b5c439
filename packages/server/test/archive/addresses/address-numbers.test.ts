import { describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { collected, emptiedArchive, WrittenArchive } from '../../support/written-archive.ts';

const NUMBER = '030 23125-100';

const emptied = emptiedArchive();

describe.each(DATABASES)('%s: the numbers of an address', (kind) => {
  async function open() {
    const written = await emptied(kind);
    const known = async (number: string) => {
      const caller = JSON.parse(await written.archive.caller(number));
      const [listed] = await written.addresses({ number });
      expect(listed?.id).toBe(caller.address?.id);
      return caller.match;
    };
    return { written, known };
  }

  test('[RE7] every field that is a phone number by its name identifies its owner', async () => {
    const { written, known } = await open();
    const fields = {
      telefon: NUMBER,
      telefon2: '030 23125-102',
      handy2: '0171 39200-11',
      phone_home: '040 66969-10',
      mobil_privat: '0171 39200-12',
      telefone: ['069 90009-201', '069 90009-202'],
      phones: [
        { type: 'privat', number: '0221 4710-101' },
        { type: 'Büro', number: '0221 4710-102' },
      ],
    };
    written.webhook('kunden', { name: 'Süß', ...fields, fax: '030 23125-199', plz: '10115' });
    await written.settled();
    const { numbers } = await written.address();
    expect(numbers).toHaveLength(8);
    expect(numbers).toContainEqual({
      number: '0171 39200-12',
      line: '+491713920012',
      display: '0171 3920012',
      field: 'mobil_privat',
    });
    for (const { line, number } of numbers) {
      expect(await known(line), line).toBe('exact');
      expect(await known(number), number).toBe('exact');
    }
    expect(await known('030 23125-199')).toBe('none');
  });

  test('[RE7] numbers by their kinds: each identifies, and one is taken away by itself', async () => {
    const { written, known } = await open();
    const phoneNumbers = {
      business: ['0221 4710-101', '0221 4710-102'],
      mobile: ['0171 39200-11'],
      fax: ['030 23125-199'],
    };
    const report = { company: { name: 'Kern AG' }, phoneNumbers };
    written.webhook('kunden', report);
    await written.settled();
    const { id, name } = await written.address();
    expect(name).toBe('Kern AG');
    for (const number of ['0221 4710-101', '0221 4710-102', '0171 39200-11']) {
      expect(await known(number), number).toBe('exact');
    }
    expect(await known('030 23125-199')).toBe('none');

    const left = { business: ['0221 4710-101', '0221 4710-102'], fax: ['030 23125-199'] };
    await written.archive.changeAddress(id, { numbers: { remove: ['0171 3920011'] } });
    const { company } = report;
    expect((await written.address()).fields).toEqual({ company, phoneNumbers: left });
    written.webhook('kunden', { ...report, ort: 'Köln' });
    await written.settled();
    const address = await written.address();
    expect(address.fields).toEqual({ company, phoneNumbers: left, ort: 'Köln' });
    expect(await known('0171 39200-11')).toBe('none');
    expect(await known('0221 4710-102')).toBe('exact');
  });

  test('[RE7] a person adds and takes away numbers, and they stay so', async () => {
    const { written, known } = await open();
    const report = { number: NUMBER, name: 'Süß', telefon2: ['0171 39200-11', '0171 39200-12'] };
    written.webhook('kunden', report);
    await written.settled();
    const { id } = await written.address();
    const numbers = { add: ['0221 4710-101'], remove: ['+49 171 3920011'] };
    const changed = JSON.parse((await written.archive.changeAddress(id, { numbers })) ?? 'null');
    expect(changed).toEqual(await written.address());
    expect(changed.fields).toEqual({ telefon2: ['0171 39200-12'] });
    written.webhook('kunden', { ...report, ort: 'Berlin' });
    written.phoneBook([{ number: NUMBER, name: 'Süß', mobil: '0171 39200-11' }]);
    await written.settled();
    expect(await known('0171 39200-11')).toBe('none');
    expect(await known('0171 39200-12')).toBe('exact');
    expect(await known('0221 4710-101')).toBe('exact');
    expect(await written.addresses({ q: '4710' })).toHaveLength(1);
    const own = { numbers: { remove: [NUMBER] } };
    await expect(written.archive.changeAddress(id, own)).rejects.toMatchObject({
      reason: 'conflict',
    });
    expect((await written.address()).numbers.map(({ line }) => line).toSorted()).toEqual([
      '+491713920012',
      '+492214710101',
    ]);
  });

  test('[AR13] a number that a person has added is exported and erased with its address', async () => {
    const { written } = await open();
    written.phoneBook([{ number: NUMBER, name: 'Süß', phone_home: '040 66969-10' }]);
    await written.settled();
    const { id } = await written.address();
    await written.archive.changeAddress(id, { numbers: { add: ['0221 4710-101'] } });
    for (const number of ['0049 221 4710101', '040 6696910']) {
      const { addresses } = await collected(written.archive.exportNumber(number));
      expect(addresses).toMatchObject([{ id }]);
    }
    expect(await written.archive.eraseNumber('0221 4710-101', false)).toMatchObject({
      addresses: 1,
    });
    expect(await written.rows('addresses')).toEqual([]);
    expect(await written.rows('address_numbers')).toEqual([]);
  });

  test('[AR13] a number that was taken away is held no more, and the address is not given out for it', async () => {
    const { written } = await open();
    written.phoneBook([{ number: NUMBER, name: 'Süß', phone_home: '040 66969-10' }]);
    await written.settled();
    const { id } = await written.address();
    await written.archive.changeAddress(id, { numbers: { remove: ['040 66969-10'] } });
    const { addresses } = await collected(written.archive.exportNumber('040 66969-10'));
    expect(addresses).toEqual([]);
    expect(JSON.stringify(await written.rows('addresses'))).not.toMatch(/66969/);
  });

  test('[AR10] a number beyond 2^53 is found by its digits', async () => {
    const { written } = await open();
    written.webhook('kunden', `{"number":"${NUMBER}","sendung":340434161094021501}`);
    await written.settled();
    expect(await written.addresses({ q: '340434161094021501' })).toHaveLength(1);
    expect(await written.addresses({ q: '340434161094021500' })).toHaveLength(0);
  });

  test('[RE9] a correction outlives a restart and reports in one batch', async () => {
    const written = await WrittenArchive.on(kind);
    written.webhook('kunden', { number: NUMBER, name: 'Süss', ort: 'Berlin' });
    await written.settled();
    const { id } = await written.address();
    await written.archive.changeAddress(id, { name: 'Süß GmbH', roles: [] });
    await written.close();
    const again = await WrittenArchive.at(written.url, written.spoolFolder);
    again.webhook('kunden', { number: NUMBER, name: 'Süss', ort: 'Bonn' });
    again.phoneBook([{ number: NUMBER, name: 'Bitter' }]);
    await again.settled();
    expect(await again.address()).toMatchObject({
      name: 'Süß GmbH',
      roles: [],
      fields: { ort: 'Bonn' },
    });
    again.webhook('kunden', { number: NUMBER, name: 'Sauer' });
    await again.settled();
    expect(await again.address()).toMatchObject({ name: 'Sauer', roles: [] });
  });
});

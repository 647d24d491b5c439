import { PhoneRules } from '@hookline/records/phone';
import { describe, expect, test } from 'vitest';
import { addressReports } from '../../../src/archive/addresses/address-reports.ts';
import { DATABASES } from '../../support/databases.ts';
import { emptiedArchive } from '../../support/written-archive.ts';

const BEFORE = '030 23125-100';
const AFTER = '030 23125-200';
const ALT = { kundennummer: 'K-100', name: 'Praxis Dr. Alt', strasse: 'Altweg 1' };

const emptied = emptiedArchive();

describe.each(DATABASES)('%s: a customer with another number', (kind) => {
  test.each([
    ['one by one', true],
    ['in one batch', false],
  ])('[RE12] [AR5] is one address, found by both numbers, %s', async (_, isApart) => {
    const written = await emptied(kind);
    written.webhook('kunden', { ...ALT, tel: BEFORE });
    if (isApart) await written.settled();
    written.webhook('kunden', { ...ALT, tel: AFTER, plz: '10115' });
    await written.settled();
    const address = await written.address();
    expect(address).toMatchObject({
      number: AFTER,
      numbers: [{ number: BEFORE }],
      fields: { strasse: 'Altweg 1', plz: '10115' },
    });
    for (const number of [BEFORE, AFTER]) {
      expect(JSON.parse(await written.archive.caller(number)), number).toMatchObject({
        match: 'exact',
        address: { id: address.id },
      });
    }
  });

  test.each([
    ['one by one', true],
    ['in one batch', false],
  ])(
    '[RE12] is told of without a number where only something else has changed, %s',
    async (_, isApart) => {
      const written = await emptied(kind);
      const id = '65e2f1a7c3d4b8e90';
      written.webhook('kunden', {
        id,
        name: 'Ada Kern',
        tel: BEFORE,
        city: 'Ulm',
        street: 'Altweg 1',
      });
      if (isApart) await written.settled();
      written.webhook('kunden', { id, street: 'Neuweg 2' });
      written.webhook('kunden', { id: 7, name: 'Bodo Rast', tel: AFTER });
      written.webhook('kunden', { id: 7, note: 'anything' });
      await written.settled();
      const known = await written.addresses({});
      expect(known.find(({ number }) => number === BEFORE)).toMatchObject({
        name: 'Ada Kern',
        fields: { street: 'Neuweg 2', city: 'Ulm' },
      });
      // A short id may be that of an invoice as well.
      expect(known.find(({ number }) => number === AFTER)?.fields).not.toHaveProperty('note');
      expect(known).toHaveLength(3);
    },
  );

  test('[RE12] is the one who had none before', async () => {
    const written = await emptied(kind);
    written.webhook('kunden', { id: 7, name: 'Ada Kern' });
    await written.settled();
    const { id } = await written.address();
    written.webhook('kunden', { id: 7, name: 'Ada Kern', tel: AFTER });
    await written.settled();
    expect(await written.address()).toMatchObject({ id, number: AFTER, numbers: [] });
  });

  test('[RE12] is another one under a bare id and another name', async () => {
    const written = await emptied(kind);
    written.webhook('kunden', { id: 7, name: 'Ada Kern', tel: BEFORE });
    written.webhook('kunden', { id: 7, name: 'Bodo Rast', tel: AFTER });
    await written.settled();
    expect((await written.addresses({})).map(({ name }) => name).toSorted()).toEqual([
      'Ada Kern',
      'Bodo Rast',
    ]);
  });

  test('[RE12] has both of them if one message tells both', async () => {
    const written = await emptied(kind);
    written.webhook('kunden', [
      { ...ALT, tel: BEFORE },
      { ...ALT, tel: AFTER },
    ]);
    written.webhook('kunden', [
      { ...ALT, tel: AFTER },
      { ...ALT, tel: BEFORE },
    ]);
    await written.settled();
    const numbers = (await written.addresses({})).map(({ number }) => number);
    expect(numbers.toSorted()).toEqual([BEFORE, AFTER]);
  });

  test('[RE12] leaves a number to those who share it', async () => {
    const written = await emptied(kind);
    written.webhook('kunden', { ...ALT, tel: BEFORE });
    written.webhook('kunden', { kundennummer: 'K-200', name: 'Kanzlei Neu', tel: BEFORE });
    written.webhook('kunden', { ...ALT, tel: AFTER });
    await written.settled();
    const [one, other] = await written.addresses({});
    expect([one?.number, other?.number].toSorted()).toEqual([BEFORE, AFTER]);
  });
});

test('[RE12] what says of nobody makes no address', () => {
  const change = { propertyName: 'city', propertyValue: 'Bonn', occurredAt: 1772618400000 };
  const payload = [change, { ...change, id: 7 }, { name: 'Ada' }, { tel: '0301' }, { street: 'A' }];
  const { reports } = addressReports(payload, 'kunden', new PhoneRules({ country: 'DE' }));
  expect(reports).toHaveLength(3);
});

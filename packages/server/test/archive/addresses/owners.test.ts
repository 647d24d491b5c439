import { describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { earlierArchive } from '../../support/earlier-archive.ts';
import { collected, emptiedArchive, only, WrittenArchive } from '../../support/written-archive.ts';

const NUMBER = '030 23125-100';
const ALT = {
  number: NUMBER,
  kundennummer: 'K-100',
  name: 'Praxis Dr. Alt',
  strasse: 'Altweg 1',
  hinweis: 'Hintereingang',
  mobil: '0171 39200-11',
};
const NEU = { number: NUMBER, kundennummer: 'K-200', name: 'Kanzlei Neu' };

const emptied = emptiedArchive();

describe.each(DATABASES)('%s: owners of one number', (kind) => {
  async function both() {
    const written = await emptied(kind);
    written.webhook('kunden', ALT);
    written.webhook('kunden', NEU);
    await written.settled();
    return written;
  }

  test('[AR5] another one replaces the former whole, who is kept and found', async () => {
    const written = await both();
    const { number: _, name, ...fields } = ALT;
    const address = await written.address();
    expect(address).toMatchObject({
      name: 'Kanzlei Neu',
      numbers: [],
      createdAt: '2026-03-01T08:00:00.001Z',
      others: [
        {
          ownId: 'K-100',
          name,
          numbers: [{ line: '+491713920011', field: 'mobil' }],
          fields,
          source: 'kunden',
          updatedAt: '2026-03-01T08:00:00.000Z',
        },
      ],
    });
    expect(address.fields).toEqual({ kundennummer: 'K-200' });
    for (const q of ['dr alt', 'altweg', 'k-100', 'kanzlei']) {
      expect(await written.addresses({ q }), q).toMatchObject([{ id: address.id }]);
    }
    for (const number of [NUMBER, '0171 3920011']) {
      expect(JSON.parse(await written.archive.caller(number)), number).toMatchObject({
        match: 'exact',
        address: { id: address.id, others: [{ name }] },
      });
    }
    // A call from the number that only the former one has is that one's.
    for (const [callId, from] of [
      ['c1', NUMBER],
      ['c2', ALT.mobil],
    ]) {
      written.report({ callId, from, state: 'ended', direction: 'in' });
    }
    await written.settled();
    const names = new Map((await written.calls()).map((call) => [call.callId, call.name]));
    expect([names.get('c1'), names.get('c2')]).toEqual([NEU.name, name]);
  });

  test('[AR5] whoever has news is shown again, and what says nothing new changes nothing', async () => {
    const written = await both();
    const [{ id }, rows] = [await written.address(), await written.rows('addresses')];
    written.changes.length = 0;
    written.webhook('kunden', ALT);
    written.webhook('kunden', [NEU, ALT]);
    await written.settled();
    expect(await written.rows('addresses')).toEqual(rows);
    expect(written.changes).toEqual([]);
    // Known by name, in another spelling of the number: noted, but no news.
    written.phoneBook([{ number: '+49 30 23125100', name: ALT.name }]);
    await written.settled();
    expect(await written.address()).toMatchObject({ name: NEU.name, number: NUMBER });
    expect(written.changes).toEqual([]);
    written.webhook('kunden', { ...ALT, hinweis: 'Vordereingang' });
    await written.settled();
    const address = await written.address();
    expect(address).toMatchObject({ id, name: ALT.name, others: [{ ownId: 'K-200' }] });
    expect(address.fields).toMatchObject({ strasse: 'Altweg 1', hinweis: 'Vordereingang' });
    expect(address.others).toMatchObject([{ fields: { kundennummer: 'K-200' } }]);
    const [, ...more] = await written.addresses();
    expect(more).toEqual([]);
  });

  test('[AR5] a list that names several is theirs one by one, and news only once', async () => {
    const written = await emptied(kind);
    const list = [ALT, NEU, { ...ALT, etage: '2' }, { number: '069 90009-200', name: 'Blitz' }];
    written.webhook('kunden', list);
    await written.settled();
    const [address] = await written.addresses({ number: NUMBER });
    expect(address).toMatchObject({ name: NEU.name, fields: { kundennummer: 'K-200' } });
    expect(address?.others).toMatchObject([
      { name: ALT.name, fields: { strasse: 'Altweg 1', etage: '2' } },
    ]);
    const rows = await written.rows('addresses');
    written.webhook('kunden', list);
    await written.settled();
    expect(await written.rows('addresses')).toEqual(rows);
  });

  test('[AR5] [RE9] what a person has set right goes with its owner, and comes back with it', async () => {
    const written = await emptied(kind);
    written.webhook('kunden', ALT);
    await written.settled();
    const { id } = await written.address();
    await written.archive.changeAddress(id, {
      name: 'Dr. Alt',
      fields: { hinweis: 'klingeln' },
      numbers: { add: ['0171 39200-12'] },
      by: 'Anna',
    });
    written.webhook('kunden', NEU);
    await written.settled();
    expect(await written.address()).toMatchObject({ correctedBy: null, numbers: [] });
    expect(await written.addresses({ number: '0171 3920012' })).toHaveLength(1);
    written.webhook('kunden', { ...ALT, etage: '2' });
    await written.settled();
    expect(await written.address()).toMatchObject({
      name: 'Dr. Alt',
      fields: { hinweis: 'klingeln', etage: '2' },
      numbers: [{ line: '+491713920012', field: null }, { line: '+491713920011' }],
      correctedBy: { desk: 'Anna' },
    });
  });

  test('[AR5] [RE9] who gets another number leaves the former one to the others', async () => {
    const written = await both();
    const { id } = await written.address();
    await written.archive.changeAddress(id, { number: '069 90009-200' });
    expect(await written.addresses({ number: NUMBER })).toMatchObject([
      { name: ALT.name, others: [], roles: ['customer'] },
    ]);
    expect(await written.addresses({ number: '069 90009-200' })).toMatchObject([
      { id, name: NEU.name, others: [] },
    ]);
  });

  test('[AR5] beyond twenty the one that changed longest ago is forgotten', async () => {
    const written = await emptied(kind);
    const many = Array.from({ length: 25 }, (_, i) => ({
      number: NUMBER,
      kundennummer: `K-${i}`,
      name: `Kunde ${i}`,
    }));
    for (const one of many.slice(0, 21)) written.webhook('kunden', one);
    written.webhook('kunden', { ...many[0], ort: 'Bonn' });
    written.webhook('kunden', many[21]);
    await written.settled();
    const ids = async () => (await written.address()).others.map(({ ownId }) => ownId);
    const expected = Array.from({ length: 19 }, (_, i) => `K-${20 - i}`);
    expect(await ids()).toEqual(['K-0', ...expected]);
    await written.empty();
    written.webhook('kunden', many);
    await written.settled();
    expect(await ids()).toEqual(Array.from({ length: 20 }, (_, i) => `K-${23 - i}`));
    const rows = await written.rows('addresses');
    written.webhook('kunden', many);
    await written.settled();
    expect(await written.rows('addresses')).toEqual(rows);
  });

  test('[AR5] couriers are told apart as well, and the row is that of the shown one', async () => {
    const written = await emptied(kind);
    written.webhook('kuriere', { number: NUMBER, kurierId: 7, name: 'Kim', status: 'frei' });
    written.webhook('kuriere', { number: NUMBER, kurierId: 8, name: 'Lou', status: 'Pause' });
    await written.settled();
    expect(only(await written.rows('addresses'))).toMatchObject({ own_id: 'own:kuriere:8' });
    expect((await written.address()).others).toMatchObject([
      { ownId: '7', name: 'Kim', source: 'kuriere', fields: { kurierId: 7, status: 'frei' } },
    ]);
    // Without the number for once, and with it again: nobody is mixed with whom it is shared with,
    // and whoever has news is shown.
    written.webhook('kuriere', { kurierId: 7, name: 'Kim', status: 'frei', fahrzeug: 'Rad' });
    await written.settled();
    written.webhook('kuriere', { number: NUMBER, kurierId: 7, name: 'Kim', status: 'frei' });
    await written.settled();
    expect(await written.address()).toMatchObject({
      name: 'Kim',
      fields: { kurierId: 7, status: 'frei', fahrzeug: 'Rad' },
      others: [{ ownId: '8', fields: { kurierId: 8, status: 'Pause' } }],
    });
  });

  test('[AR5] [AR13] others are in the export, and erased with their numbers alone', async () => {
    const written = await both();
    const { id } = await written.address();
    const mobile = '+49 171 3920011';
    const { addresses } = await collected(written.archive.exportNumber(mobile));
    expect(addresses).toMatchObject([{ id, others: [{ name: ALT.name, numbers: [{}] }] }]);
    expect(await written.archive.eraseNumber(mobile, false)).toMatchObject({ addresses: 1 });
    expect(await written.address()).toMatchObject({ id, name: NEU.name, others: [] });
    expect(await written.addresses({ q: 'alt' })).toEqual([]);
    expect(await written.rows('address_numbers')).toHaveLength(1);

    // In the fields of the shown one: the other stays, and is shown.
    written.comeToday();
    written.webhook('kunden', { ...ALT, hinweis: 'neu', mobil: null });
    written.webhook('kunden', { ...NEU, bemerkung: `Tochter: ${mobile}` });
    await written.settled();
    await written.archive.eraseNumber('0171 3920011', false);
    expect(await written.address()).toMatchObject({ id, name: ALT.name, others: [] });

    written.webhook('kunden', NEU);
    await written.settled();
    expect((await written.address()).others).toHaveLength(1);
    await written.archive.eraseNumber(NUMBER, false);
    expect(await written.addresses()).toEqual([]);
  });

  test('[AR5] [AR13] a desk called by the number goes from whom it has corrected', async () => {
    const written = await emptied(kind);
    written.webhook('kunden', ALT);
    await written.settled();
    const { id } = await written.address();
    await written.archive.changeAddress(id, { name: 'Dr. Alt', by: 'Muster 069 90009-200' });
    written.webhook('kunden', NEU);
    await written.settled();
    await written.archive.eraseNumber('069 90009200', false);
    expect((await written.address()).others).toMatchObject([{ name: 'Dr. Alt' }]);
    expect(only(await written.rows('addresses'))['others']).not.toContain('Muster');
  });

  test('[AR5] an id keeps its digits, whatever its field is called', async () => {
    const written = await emptied(kind);
    const report = (name: string, rest: string) =>
      written.webhook('kunden', `{"number":"${NUMBER}","name":"${name}",${rest}}`);
    report('Alt', '"Kunden_Nr":12345678901234567890');
    report('Neu', '"kundennr":12345678901234567891');
    await written.settled();
    expect(await written.address()).toMatchObject({
      name: 'Neu',
      others: [{ ownId: '12345678901234567890' }],
    });
    const { others } = only(await written.rows('addresses'));
    expect(others).toContain('"Kunden_Nr":12345678901234567890');
  });

  test('[AR5] [AR11] what an earlier version has stored is told apart as well', async () => {
    const written = await WrittenArchive.at(await earlierArchive(kind));
    // Its tables are still being brought up to date when it has started.
    await written.settled();
    const all = await written.addresses();
    const kept = only(all.filter(({ fields }) => fields['kundennummer'] === 'K1'));
    written.webhook('kunden', { ...NEU, number: kept.number });
    await written.settled();
    const address = only(await written.addresses({ q: 'kanzlei neu' }));
    expect(address).toMatchObject({ id: kept.id, others: [{ ownId: 'K1', name: kept.name }] });
    expect(address.fields).toEqual({ kundennummer: 'K-200' });
    expect(address.others[0]?.fields).toEqual(kept.fields);
  });
});

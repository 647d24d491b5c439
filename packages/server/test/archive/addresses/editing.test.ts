import { describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { emptiedArchive, only } from '../../support/written-archive.ts';

const NUMBER = '030 23125-100';

const emptied = emptiedArchive();

describe.each(DATABASES)('%s: corrections by a person', (kind) => {
  async function withAddress() {
    const written = await emptied(kind);
    written.phoneBook([{ number: NUMBER, name: 'Süß', ort: 'Berlin', plz: '10115' }]);
    await written.settled();
    const { id } = await written.address();
    written.changes.length = 0;
    return { written, id };
  }
  const json = (text: string | undefined) => JSON.parse(text ?? 'null');

  test('[AR10] name, fields and roles of an address', async () => {
    const { written, id } = await withAddress();
    const change = { name: 'Süß GmbH', fields: { ort: 'Bonn', plz: null, x: [1] } };
    const changed = json(await written.archive.changeAddress(id, change));
    expect(changed).toMatchObject({ id, name: 'Süß GmbH', e164: '+493023125100', roles: [] });
    expect(changed.fields).toEqual({ ort: 'Bonn', x: [1] });
    expect(changed.updatedAt > changed.createdAt).toBe(true);
    expect(json(await written.archive.address(id))).toEqual(changed);
    await written.archive.changeAddress(id, { roles: ['courier'] });
    expect(await written.address()).toMatchObject({ name: 'Süß GmbH', roles: ['courier'] });
    await written.archive.changeAddress(id, { name: null, roles: [] });
    expect(await written.address()).toMatchObject({ name: null, roles: [] });
    expect(await written.addresses({ q: 'bonn' })).toHaveLength(1);
    expect(await written.addresses({ q: 'berlin' })).toHaveLength(0);
    expect(written.changes).toEqual(['addresses', 'addresses', 'addresses']);
  });

  test('[AR6] what a phone book repeats does not turn a correction back', async () => {
    const { written, id } = await withAddress();
    await written.archive.changeAddress(id, { name: 'Süß GmbH' });
    written.phoneBook([{ number: NUMBER, name: 'Süß', ort: 'Berlin', plz: '10115' }]);
    await written.settled();
    expect(await written.address()).toMatchObject({ id, name: 'Süß GmbH' });
  });

  test('[DI2] a correction says who made it last; reports leave that alone', async () => {
    const { written, id } = await withAddress();
    expect(await written.address()).toMatchObject({ correctedBy: null });
    const change = { name: 'Süß GmbH', by: '21, Jana' };
    const { updatedAt, correctedBy } = json(await written.archive.changeAddress(id, change));
    expect(correctedBy).toEqual({ desk: '21, Jana', at: updatedAt });
    written.webhook('kunden', { number: NUMBER, ort: 'Bonn', firma: 'Süß' });
    written.phoneBook([{ number: NUMBER, name: 'Sauer', ort: 'Ulm' }]);
    await written.settled();
    const reported = await written.address();
    expect(reported).toMatchObject({ name: 'Sauer', roles: ['customer'], correctedBy });
    expect(reported.updatedAt).not.toBe(updatedAt);

    // A correction that is refused was not made.
    written.webhook('kunden', { number: '069 90009-200' });
    await written.settled();
    const taken = { number: '069 90009-200', by: '22, Omar' };
    await expect(written.archive.changeAddress(id, taken)).rejects.toMatchObject({
      reason: 'conflict',
    });
    expect(json(await written.archive.address(id))).toMatchObject({ correctedBy });
    const omar = json(await written.archive.changeAddress(id, { roles: [], by: '22, Omar' }));
    expect(omar.correctedBy).toEqual({ desk: '22, Omar', at: omar.updatedAt });
    // Nobody else's name stands beside what nobody has signed.
    expect(json(await written.archive.changeAddress(id, { name: 'Süß' }))).toMatchObject({
      correctedBy: null,
    });
  });

  test('[DI2] what is entered at a desk says at which, and what others report says nobody', async () => {
    const written = await emptied(kind);
    const enter = (address: object, by?: string) =>
      written.archive.reportAddresses(Buffer.from(JSON.stringify(address)), by);
    enter({ phone: NUMBER, name: 'Süß' }, '21, Jana');
    await written.settled();
    const { createdAt, ...entered } = await written.address();
    expect(entered.correctedBy).toEqual({ desk: '21, Jana', at: createdAt });
    expect(entered.fields).toEqual({});
    // What changes nothing was done by nobody.
    enter({ phone: NUMBER, name: 'Süß' }, '22, Omar');
    enter({ phone: NUMBER, name: 'Süß', ort: 'Bonn' });
    await written.settled();
    expect(await written.address()).toMatchObject({
      fields: { ort: 'Bonn' },
      correctedBy: entered.correctedBy,
    });
    enter({ phone: NUMBER, name: 'Sauer' }, '22, Omar');
    await written.settled();
    const { correctedBy, updatedAt } = await written.address();
    expect(correctedBy).toEqual({ desk: '22, Omar', at: updatedAt });
  });

  test('[AR10] another number, unless somebody has it or it is none', async () => {
    const { written, id } = await withAddress();
    const number = '069 90009-200';
    expect(json(await written.archive.changeAddress(id, { number }))).toMatchObject({
      number,
      e164: '+496990009200',
      display: '069 90009200',
      name: 'Süß',
    });
    expect(await written.addresses({ number: '+49 69 90009 200' })).toHaveLength(1);
    expect(await written.addresses({ number: NUMBER })).toHaveLength(0);
    written.webhook('kunden', { number: NUMBER, name: 'Blitz' });
    await written.settled();
    const before = await written.rows('addresses');
    await expect(
      written.archive.changeAddress(id, { number: '+49 30 23125100', name: 'x' }),
    ).rejects.toMatchObject({ name: 'ArchiveError', reason: 'conflict' });
    for (const none of ['unbekannt', '', 'siehe Büro']) {
      await expect(written.archive.changeAddress(id, { number: none })).rejects.toMatchObject({
        reason: 'no_number',
      });
    }
    expect(await written.rows('addresses')).toEqual(before);
    expect(written.archive.figures().failures).toBe(0);
  });

  test('[AR14] a NUL in what a person typed is left out', async () => {
    const { written, id } = await withAddress();
    expect(json(await written.archive.changeAddress(id, { name: 'Frau\0Muster' }))).toMatchObject({
      name: 'FrauMuster',
    });
    for (const nobody of ['\0', 'nobody']) {
      expect(await written.archive.changeAddress(nobody, { name: 'x' })).toBeUndefined();
      expect(await written.archive.deleteAddress(nobody)).toBe(false);
      expect(await written.archive.changeCall(nobody, { settled: true })).toBeUndefined();
    }
    expect(written.changes).toEqual(['addresses']);
  });

  test('[AR10] deleting an address', async () => {
    const { written, id } = await withAddress();
    expect(await written.archive.deleteAddress(id)).toBe(true);
    expect(await written.archive.deleteAddress(id)).toBe(false);
    expect(await written.archive.address(id)).toBeUndefined();
    expect(await written.rows('address_numbers')).toEqual([]);
    expect(await written.addresses({ q: 'süß' })).toEqual([]);
    expect(written.changes).toEqual(['addresses']);
  });

  test('[AR10] note of a call and that it is settled; reports do not take them back', async () => {
    const written = await emptied(kind);
    const call = { callId: 'c', direction: 'in', from: NUMBER, startedAt: '2026-03-01T08:00:00Z' };
    written.report({ ...call, state: 'ringing' });
    await written.settled();
    const { id } = only(await written.calls());
    const changed = json(await written.archive.changeCall(id, { note: 'rief an', settled: true }));
    expect(changed).toMatchObject({ id, note: 'rief an', settled: true });
    written.report({ ...call, state: 'ended', note: 'vom Telefon' });
    await written.settled();
    expect(await written.calls()).toMatchObject([
      { state: 'ended', missed: true, note: 'rief an', settled: true },
    ]);
    await written.archive.changeCall(id, { note: null });
    expect(await written.calls()).toMatchObject([{ note: null, settled: true }]);
    await written.archive.changeCall(id, { settled: false });
    expect(await written.calls()).toMatchObject([{ note: null, settled: false }]);
    expect(written.changes.filter((one) => one === 'calls')).toHaveLength(5);
  });
});

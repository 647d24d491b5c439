import type { Call } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import { ArchiveRows, FIRST_PAGE } from '../../support/archive-rows.ts';
import { DATABASES } from '../../support/databases.ts';
import { WrittenArchive } from '../../support/written-archive.ts';

const NUMBER = '030 23125-100';

describe.each(DATABASES)('%s', (kind) => {
  async function open() {
    const rows = await ArchiveRows.open(kind);
    const calls = async (): Promise<Call[]> =>
      (await rows.reader.calls({}, FIRST_PAGE, 'json')).items.map((item) => JSON.parse(item));
    return { rows, calls };
  }

  test('[RE10] a call bears the name that the archive has for its line, in any spelling', async () => {
    const { rows, calls } = await open();
    await rows.call({ number: '+49 30 23125100', name: 'vom Telefon' });
    expect(await calls()).toMatchObject([
      { name: 'vom Telefon', addressId: null, line: '+493023125100' },
    ]);
    const id = await rows.address({ number: NUMBER, name: 'Süß' });
    expect(await calls()).toMatchObject([{ name: 'Süß', addressId: id, line: '+493023125100' }]);
    await rows.db.updateTable('addresses').set({ name: 'Süß GmbH' }).execute();
    expect(await calls()).toMatchObject([{ name: 'Süß GmbH' }]);
    const [csv] = (await rows.reader.calls({}, FIRST_PAGE, 'csv')).items;
    expect(csv).toContain(`,Süß GmbH,${id},`);
    await rows.db.updateTable('addresses').set({ name: null }).execute();
    expect(await calls()).toMatchObject([{ name: 'vom Telefon', addressId: id }]);
  });

  test('[RE10] it is the same one that the caller is known by', async () => {
    const { rows, calls } = await open();
    const shared = '069 90009-100';
    const sip = 'sip:+496990009100@pbx.example';
    await rows.address({ name: 'Other', number: '0171 39200-11' }, [shared]);
    await rows.address({ name: 'Owner', number: shared, updated_at: '2026-01-01T00:00:00.000Z' });
    await rows.address({ name: 'Late', number: '0171 39200-12' }, ['040 66969-1']);
    const later = { updated_at: '2026-03-09T00:00:00.000Z' };
    await rows.address({ name: 'Later', number: '0171 39200-13', ...later }, ['040 66969-1']);
    const numbers = [shared, sip, '040 66969-1', '0171 39200-11', '0171 39200-19', 'anonym'];
    for (const number of numbers) await rows.call({ number });
    const names = new Map((await calls()).map(({ number, name }) => [number, name]));
    expect(names.size).toBe(numbers.length);
    for (const number of numbers) {
      const caller = JSON.parse(await rows.reader.caller(number));
      expect(names.get(number), number).toBe(caller.address?.name ?? null);
      for (const call of caller.calls) expect(call.name).toBe(names.get(call.number));
    }
    expect([...names.values()]).toEqual(expect.arrayContaining(['Owner', 'Later', 'Other', null]));
  });

  test('[RE8] a switchboard is no name of the lines behind it, nor is a common ending', async () => {
    const { rows, calls } = await open();
    await rows.address({ name: 'Zentrale', number: '030 23125-0' });
    await rows.address({ name: 'Kurzwahl', number: '9018200' });
    const numbers = ['030 23125-123', '+49 40 9018200', '+49 171 9018200', '+1 212 9018200'];
    for (const number of numbers) await rows.call({ number });
    expect((await calls()).map(({ name }) => name)).toEqual([null, null, null, null]);
    for (const number of numbers.slice(1)) {
      expect(JSON.parse(await rows.reader.caller(number)).match, number).toBe('none');
    }
  });

  test('[RE10] correcting a call answers with the same name', async () => {
    const written = await WrittenArchive.on(kind);
    written.phoneBook([{ number: NUMBER, name: 'Süß' }]);
    written.report({ callId: '1', direction: 'in', from: NUMBER, state: 'ringing' });
    await written.settled();
    const [{ id, addressId } = { id: '', addressId: '' }] = await written.calls();
    const changed = JSON.parse((await written.archive.changeCall(id, { note: 'x' })) ?? 'null');
    expect(changed).toMatchObject({ name: 'Süß', addressId, line: '+493023125100' });
  });
});

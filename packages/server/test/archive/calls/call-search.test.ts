import type { CallFilter } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import { ArchiveRows, FIRST_PAGE, valuesOf } from '../../support/archive-rows.ts';
import { DATABASES } from '../../support/databases.ts';

const day = (n: number) => `2026-03-0${n}T00:00:00.000Z`;

describe.each(DATABASES)('%s: calls with words', (kind) => {
  async function open() {
    const rows = await ArchiveRows.open(kind);
    const notes = async (q: string, filter: CallFilter = {}) =>
      valuesOf(await rows.reader.calls({ ...filter, q }, FIRST_PAGE, 'json'), 'callId').join('');
    return { rows, notes };
  }

  test('[AR10] are found by name, number and note, in any case and spelling of umlauts', async () => {
    const { rows, notes } = await open();
    await rows.address({ number: '030 23125-100', name: 'Bäckerei Süß' }, ['0171 39200-11']);
    const call = (call_id: string, row: object) =>
      rows.call({ call_id, sort_at: day(Number(call_id)), ...row });
    await call('1', { number: '+49 30 23125100', name: 'alter Name' });
    await call('2', { number: '01713920011' });
    await call('3', { number: '069 90009-200', name: 'Köhler', note: 'ruft wegen Süßstoff an' });
    await call('4', { number: 'anonym', note: '2 Paletten, Tor 12:30' });
    await call('5', { number: 'sip:anna@pbx.example' });
    expect(await notes('süß')).toBe('321');
    expect(await notes('SUESS')).toBe('321');
    expect(await notes('suss backerei')).toBe('21');
    expect(await notes('koehler suess')).toBe('3');
    expect(await notes('Köhler Bäckerei')).toBe('');
    expect(await notes('alter')).toBe('');
    expect(await notes('anna')).toBe('5');
    expect(await notes('palette 12:30 2')).toBe('4');
    expect(await notes('?!')).toBe('54321');
  });

  test.each([
    ['0171 392 00 11', '2'],
    ['+49 (0)171/39', '2'],
    ['0049171', '2'],
    ['3920011', '2'],
    ['(030) 231-25', '1'],
    ['493023125', '1'],
    ['23125 süß', '1'],
    ['21', '3'],
    ['90182', '4'],
    ['1', ''],
    ['999', ''],
  ])('[AR10] part of a number in any spelling: %s', async (q, found) => {
    const { rows, notes } = await open();
    await rows.address({ number: '030 23125-100', name: 'Süß' });
    const numbers = ['030 23125-100', '0171 39200-11', '21', '901820'];
    for (const [i, number] of numbers.entries()) {
      await rows.call({ call_id: String(i + 1), number, sort_at: day(i + 1) });
    }
    expect(await notes(q)).toBe(found);
  });

  test('[AR10] [RE10] follow the name that the line has now', async () => {
    const { rows, notes } = await open();
    await rows.call({ call_id: '1', number: '030 23125-100', name: 'Muster' });
    expect(await notes('muster')).toBe('1');
    await rows.address({ number: '030 23125-100', name: 'Sauer' });
    expect(await notes('muster')).toBe('');
    expect(await notes('sauer')).toBe('1');
  });

  test('[AR10] are those of 90 days, unless a beginning is given', async () => {
    const { rows, notes } = await open();
    const times = ['2025-12-10T11:59:59.999Z', '2025-12-10T12:00:00.000Z', day(9)];
    for (const [i, sort_at] of times.entries()) {
      await rows.call({ call_id: String(i), name: 'Süß', sort_at });
    }
    expect(await notes('süß')).toBe('21');
    expect(await notes('?')).toBe('210');
    expect(await notes('süß', { since: '2020-01-01' })).toBe('210');
    expect(await notes('süß', { until: '2026-03-01' })).toBe('10');
    expect(await notes('süß', { since: '2026-01-01' })).toBe('2');
  });

  test('[AR10] are paged without a gap, with every other filter', async () => {
    const { rows } = await open();
    const time = Date.parse('2026-02-01T00:00:00.000Z');
    const all = Array.from({ length: 4500 }, (_, i) => ({
      id: `call ${String(i).padStart(5, '0')}`,
      dedup_key: null,
      call_id: String(i),
      state: 'ended',
      direction: 'in',
      number: null,
      number_key: null,
      e164: null,
      name: i % 900 === 0 ? 'Süß' : 'Sauer',
      missed: i % 1800 === 0 ? 1 : 0,
      settled: 0,
      note: null,
      started_at: null,
      answered_at: null,
      ended_at: null,
      payload: '{}',
      sort_at: new Date(time + i).toISOString(),
      merge_state: '{}',
      created_at: day(1),
      updated_at: day(1),
    }));
    for (let i = 0; i < all.length; i += 500) {
      await rows.db
        .insertInto('calls')
        .values(all.slice(i, i + 500))
        .execute();
    }
    const pages = async (filter: CallFilter) => {
      const found: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = await rows.reader.calls(filter, { limit: 2, cursor }, 'json');
        found.push(...valuesOf(page, 'callId'));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      return found.join(' ');
    };
    expect(await pages({ q: 'süß' })).toBe('3600 2700 1800 900 0');
    expect(await pages({ q: 'süß', missed: true, settled: false })).toBe('3600 1800 0');
    const file = await rows.reader.calls({ q: 'süß' }, { limit: 500, cursor: undefined }, 'csv');
    expect(file.items).toHaveLength(5);
  });
});

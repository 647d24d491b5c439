import { NO_FACTS } from '@hookline/records';
import { describe, expect, test } from 'vitest';
import { MAX_COLUMNS } from '../../../src/archive/engine/lists/excel-sheet.ts';
import type { ItemFormat, TextPage } from '../../../src/archive/engine/lists/page.ts';
import { HEADINGS } from '../../../src/archive/headings.ts';
import { ArchiveRows, FIRST_PAGE } from '../../support/archive-rows.ts';
import { DATABASES } from '../../support/databases.ts';

const TIME = '2026-11-16T13:05:00.000Z';
const SUMMER = '2026-07-01T22:30:00.000Z';
const timeZone = 'Europe/Berlin';

/** The table as a spreadsheet reads it: its rows by their headings, empty cells left out. */
async function table(
  list: 'addresses' | 'calls' | 'jobs' | 'events',
  read: (format: ItemFormat) => Promise<TextPage>,
) {
  const named = (await read('fields')).items.flatMap((item) => JSON.parse(item) as string[]);
  const sheet = { columns: named, timeZone };
  const headings = cellsOf(HEADINGS[list].excel(sheet));
  const lines = (await read(sheet)).items;
  return lines.map((line) => {
    expect(line.endsWith('\r\n')).toBe(true);
    const cells = cellsOf(line);
    expect(cells).toHaveLength(headings.length);
    return Object.fromEntries(headings.map((name, i) => [name, cells[i]]).filter(([, c]) => c));
  });
}

function cellsOf(line: string): string[] {
  return [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^;"]*))(?:;|\r\n)/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll('""', '"') ?? bare ?? '',
  );
}

describe.each(DATABASES)('%s: for Excel', (kind) => {
  test('[HP15] a job has its facts first, local times, and a column for each field', async () => {
    const rows = await ArchiveRows.open(kind);
    const facts = {
      ...NO_FACTS,
      pickup: { name: 'Süß; "GmbH"', address: 'Weg 1, 10115 Berlin', phone: '+49 30 23125100' },
      courier: { name: 'Rast', phone: '01512 3456789' },
      deliverBy: '2026-11-17',
    };
    const payload = {
      jobId: '4930231251001',
      preis: 12.5,
      ok: true,
      due: SUMMER,
      day: '2026-12-24',
      stops: [{ city: 'Ulm' }, { city: 'Bonn' }],
      tags: ['a', 'b', 3],
      empty: null,
      kurier: null,
    };
    await rows.job(
      { id: 'v1', reference: '007', received_at: TIME, payload: JSON.stringify(payload) },
      [],
      1,
      { facts: JSON.stringify(facts), due_at: SUMMER, due_sort_key: SUMMER },
    );
    const claim = { claimed_by: '@Platz 21', claimed_at: TIME };
    const closing = { closed_by: 'Omar', closed_at: SUMMER };
    const assignment = { note: 'a\r\nb', note_by: '=1', note_at: TIME, ...claim, ...closing };
    await rows.assignment({ name: '007', ...assignment });
    expect(await table('jobs', (as) => rows.reader.jobs({}, FIRST_PAGE, as))).toEqual([
      {
        Auftrag: "'007",
        Fällig: '02.07.2026 00:30:00',
        Verspätet: 'nein',
        Abholung: 'Süß; "GmbH"',
        'Abholung Adresse': 'Weg 1, 10115 Berlin',
        'Abholung Telefon': "'+49 30 23125100",
        Kurier: 'Rast',
        'Kurier Telefon': '01512 3456789',
        'Zustellung bis': '17.11.2026',
        Notiz: 'a\nb',
        'Notiz von': "'=1",
        'Notiz am': '16.11.2026 14:05:00',
        'Übernommen von': "'@Platz 21",
        'Übernommen am': '16.11.2026 14:05:00',
        'Abgeschlossen von': 'Omar',
        'Abgeschlossen am': '02.07.2026 00:30:00',
        Empfangen: '16.11.2026 14:05:00',
        Kennung: 'v1',
        jobId: "'4930231251001",
        preis: '12,5',
        ok: 'ja',
        due: '02.07.2026 00:30:00',
        day: '24.12.2026',
        'stops.1.city': 'Ulm',
        'stops.2.city': 'Bonn',
        tags: 'a, b, 3',
      },
    ]);
  });

  test('[HP15] calls, addresses and events have columns that people can read', async () => {
    const rows = await ArchiveRows.open(kind);
    const { reader } = rows;
    await rows.call({
      id: 'c1',
      call_id: '17',
      state: 'ended',
      direction: 'in',
      number: '030 23125-100',
      missed: 1,
      note: 'a\r\nb',
      note_by: 'Omar',
      note_at: TIME,
      settled: 1,
      settled_by: 'Platz 22',
      settled_at: SUMMER,
      attempts: JSON.stringify([{ desk: 'Omar', at: SUMMER }]),
      remind_at: TIME,
      remind_by: 'Omar',
      started_at: TIME,
      payload: '{"duration":12345678901234567890}',
    });
    expect(await table('calls', (as) => reader.calls({}, FIRST_PAGE, as))).toEqual([
      {
        Beginn: '16.11.2026 14:05:00',
        Richtung: 'eingehend',
        Zustand: 'beendet',
        Telefon: '030 23125-100',
        'Telefon international': "'+493023125100",
        Verpasst: 'ja',
        Erledigt: 'ja',
        'Erledigt von': 'Platz 22',
        'Erledigt am': '02.07.2026 00:30:00',
        Notiz: 'a\nb',
        'Notiz von': 'Omar',
        'Notiz am': '16.11.2026 14:05:00',
        Versuche: '1',
        'Versucht von': 'Omar',
        'Versucht am': '02.07.2026 00:30:00',
        'Erinnern am': '16.11.2026 14:05:00',
        'Erinnern an Platz': 'Omar',
        'Anruf-ID': '17',
        Kennung: 'c1',
        duration: "'12345678901234567890",
      },
    ]);

    const times = { created_at: TIME, updated_at: TIME };
    const person = {
      id: 'a1',
      number: '030 23125-100',
      name: 'Süß',
      is_customer: 1,
      is_courier: 1,
    };
    const corrected = { corrected_by: '=Jana', corrected_at: SUMMER };
    const others = '[{"name":"Alt","fields":{"kundennr":7}},{"name":"Neu","fields":{}}]';
    await rows.address({ ...person, fields: '{"plz":"04109"}', others, ...corrected, ...times });
    expect(await table('addresses', (as) => reader.addresses({}, FIRST_PAGE, as))).toEqual([
      {
        Name: 'Süß',
        Rolle: 'Kunde, Kurier',
        Telefon: '030 23125100',
        'Telefon international': "'+493023125100",
        'Weitere Kontakte': '7 Alt | Neu',
        Angelegt: '16.11.2026 14:05:00',
        Geändert: '16.11.2026 14:05:00',
        'Korrigiert von': "'=Jana",
        'Korrigiert am': '02.07.2026 00:30:00',
        Kennung: 'a1',
        plz: "'04109",
      },
    ]);

    await rows.event({
      id: 'e1',
      event_id: 7,
      channel: 'jobs',
      received_at: TIME,
      payload: '-1.5',
    });
    expect(await table('events', (as) => reader.events({}, FIRST_PAGE, as))).toEqual([
      {
        Empfangen: '16.11.2026 14:05:00',
        Kanal: 'jobs',
        Nummer: '7',
        Instanz: 'life',
        Kennung: 'e1',
        Inhalt: '-1,5',
      },
    ]);
  });

  test('[HP15] texts that Excel would read as numbers, days or formulas stay what they are', async () => {
    const rows = await ArchiveRows.open(kind);
    const kept = [
      '4930231251001',
      '0301234',
      '1/2',
      '3-4',
      '1.234',
      '1e5',
      'MAI-12',
      '12 Dez',
      '5%',
    ];
    const formulas = ['=1+1', '+1', '-2+3', '@x', '\tx', '＝1'];
    const plain = ['12345', 'A-17', '14:05', '12,50', 'Mailand 3x', '030 23125100', 'x=1', 'E12'];
    const all = [...kept, ...formulas, ...plain];
    await rows.event({
      payload: JSON.stringify(Object.fromEntries(all.map((t, i) => [`f${i}`, t]))),
    });
    const [row] = await table('events', (as) => rows.reader.events({}, FIRST_PAGE, as));
    const written = all.map((_, i) => row?.[`f${i}`]);
    expect(written).toEqual([...[...kept, ...formulas].map((text) => `'${text}`), ...plain]);
  });

  test('[SE5] whichever sign a spreadsheet splits at, no cell for Excel begins a formula', async () => {
    const rows = await ArchiveRows.open(kind);
    const evil = 'a;=cmd|\'/c calc\'!A1,=b;"=c"\t+d\n@e\r\n-f';
    const payload = { [evil]: evil, '=k': evil, deep: { '+x': [evil, '=y'] } };
    await rows.event({ payload: JSON.stringify(payload) });
    const names = (await rows.reader.events({}, FIRST_PAGE, 'fields')).items;
    const sheet = { columns: JSON.parse(names[0] ?? ''), timeZone };
    const text =
      HEADINGS.events.excel(sheet) +
      (await rows.reader.events({}, FIRST_PAGE, sheet)).items.join('');
    for (const split of [/[;\t\r\n]/, /[,\t\r\n]/, /[,;\t\r\n]/]) {
      const cells = text.split(split).map((cell) => cell.replace(/^"+/, ''));
      expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([]);
    }
  });

  test('[HP15] columns are bounded, and what has none stands in the last one', async () => {
    const rows = await ArchiveRows.open(kind);
    const many = Object.fromEntries(
      Array.from({ length: MAX_COLUMNS + 5 }, (_, i) => [`f${i}`, i]),
    );
    await rows.event({ payload: JSON.stringify(many), received_at: '2026-03-02T00:00:00.000Z' });
    const deep = `${'['.repeat(2000)}{"x":1}${']'.repeat(2000)}`;
    const long = { text: 'x'.repeat(40_000), ['n'.repeat(101)]: 'far' };
    await rows.event({
      payload: `{"a.b":1,"a":{"b":2},"list":${JSON.stringify(Array(9).fill({ c: 1 }))},"deep":${deep}}`,
      received_at: '2026-03-04T00:00:00.000Z',
    });
    await rows.event({ payload: JSON.stringify(long), received_at: '2026-03-03T00:00:00.000Z' });
    const { items } = await rows.reader.events({}, FIRST_PAGE, 'fields');
    expect(items.flatMap((item) => JSON.parse(item))).toHaveLength(MAX_COLUMNS);
    const [odd, wide, last] = await table('events', (as) => rows.reader.events({}, FIRST_PAGE, as));
    expect(odd?.['a.b']).toBe('1');
    expect(odd?.['list.5.c']).toBe('1');
    expect(JSON.parse(odd?.['list.6+'] ?? '')).toHaveLength(4);
    expect(odd?.['Weitere Felder']).toBe('a.b: 2');
    // Excel would break a longer one into rows.
    expect(wide?.text).toHaveLength(32_767);
    expect(wide?.text?.at(-1)).toBe('…');
    expect(wide?.['Weitere Felder']).toBe(`${'n'.repeat(101)}: far`);
    expect(last?.['Weitere Felder']).toContain(`f${MAX_COLUMNS + 4}: ${MAX_COLUMNS + 4}`);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ArchiveRows, FIRST_PAGE, valuesOf } from '../../support/archive-rows.ts';
import { DATABASES } from '../../support/databases.ts';

const HOSTILE = [
  '"',
  '""',
  '%',
  '_',
  '\\',
  '*',
  '(',
  ')',
  '[',
  '{',
  '+',
  '?',
  '|',
  '^',
  '$',
  '.',
  "'",
  '\0',
  'a\0b',
  '😀',
  '\ud800',
  '***:a',
  '(?i)',
  '\\u00fc',
  '\\d',
  '[[:alpha:]]',
  'a"b*c%d',
  'NOT',
  'a AND',
  'OR',
  'NEAR(',
  'search:',
  '-a',
  ' ',
  '\u2028',
  '\u00a0',
  '',
  '--',
  ';drop',
  'x'.repeat(10_000),
  'ü'.repeat(10_000),
  '( '.repeat(5000),
  '😀'.repeat(2500),
  'ß\\'.repeat(99),
];

/** More than are sorted for a page in either database. */
const COUNT = 10_500;

describe.each(DATABASES)('%s', (kind) => {
  test('[AR10] every word must be found in an address, in any spelling and as a part', async () => {
    const rows = await ArchiveRows.open(kind);
    await rows.address({ name: 'Süß & Söhne', number: '030 23125-100' });
    await rows.address({ name: 'Suess Transporte' });
    await rows.address({ name: 'Öl-Müller, Köln' });
    const found = async (q: string) =>
      valuesOf(await rows.reader.addresses({ q }, FIRST_PAGE, 'json'), 'name').toSorted();
    const both = ['Suess Transporte', 'Süß & Söhne'];
    for (const q of ['Süß', 'suess', 'SUSS', 'üß']) expect(await found(q), q).toEqual(both);
    expect(await found('süß soehne')).toEqual(['Süß & Söhne']);
    expect(await found('oehn')).toEqual(['Süß & Söhne']);
    expect(await found('23125')).toEqual(['Süß & Söhne']);
    expect(await found('süß köln')).toEqual([]);
    for (const q of ['öl', 'ol', 'oel', 'ö', 'm', 'mü', 'ko mul']) {
      expect(await found(q), q).toEqual(['Öl-Müller, Köln']);
    }
    expect(await found('ll')).toEqual([]);
    expect(await found('"')).toHaveLength(3);
  });

  test('[AR10] words that very many addresses have are found page by page', async () => {
    const rows = await ArchiveRows.open(kind);
    await rows.manyAddresses(COUNT, (n) => (n % 3000 === 0 ? 'Süß GmbH' : 'Bauer GmbH'));
    const names = async (q: string, limit: number) => {
      const seen: unknown[] = [];
      let cursor: string | undefined;
      do {
        const page = await rows.reader.addresses({ q }, { limit, cursor }, 'json');
        seen.push(...valuesOf(page, 'id'));
        cursor = page.next ?? undefined;
      } while (cursor !== undefined);
      return seen;
    };
    const all = await names('gmbh', 500);
    expect(new Set(all).size).toBe(COUNT);
    expect(all).toEqual(all.toSorted().reverse());
    expect(await names('gmbh suess', 2)).toHaveLength(4);
    expect(await names('suess', 3)).toEqual(await names('gmbh suess', 500));
    expect(await names('gmbh b', 500)).toHaveLength(COUNT - 4);
    expect(await names('gmbh weber', 500)).toEqual([]);
  });

  test('[AR10] jobs are searched like addresses, within a filter too', async () => {
    const rows = await ArchiveRows.open(kind);
    await rows.job({ reference: 'A', payload: '{"ort":"Düsseldorf"}' });
    await rows.job({ reference: 'B', payload: '{"ort":"Duesseldorf"}' }, [], 0);
    await rows.job({ reference: 'C', payload: '{"ort":"Ulm"}' });
    const found = async (q: string, open?: boolean) =>
      valuesOf(await rows.reader.jobs({ q, open }, FIRST_PAGE, 'json'), 'reference').toSorted();
    expect(await found('dusseldorf')).toEqual(['A', 'B']);
    expect(await found('dusseldorf', true)).toEqual(['A']);
    await rows.job({
      reference: 'A',
      payload: '{"ort":"Ulm"}',
      received_at: '2026-03-02T08:00:00.000Z',
    });
    expect(await found('düssel')).toEqual(['B']);
    expect(await found('ulm ort')).toEqual(['A', 'C']);
    const since = '2026-03-02T00:00:00.000Z';
    const late = await rows.reader.jobs({ q: 'ulm', since }, FIRST_PAGE, 'json');
    expect(valuesOf(late, 'reference')).toEqual(['A']);
  });

  test('[AR10] every word must be found in the JSON of an event, escaped or not', async () => {
    const rows = await ArchiveRows.open(kind);
    const payloads = [
      '{"name":"SÜẞ","path":"a\\/b"}',
      '{"name":"S\\u00FC\\u00df","say":"\\"hi\\""}',
      '{"name":"Suess","n":12345678901234567890}',
      '{"name":"Su\u0308ss","x":"100%_*("}',
      '{"name":"Bauer","e":"😀","f":"\\ud83d\\ude00!","back":"c:\\\\dir"}',
    ];
    for (const [i, payload] of payloads.entries()) await rows.event({ event_id: i, payload });
    const found = async (q: string) =>
      valuesOf(await rows.reader.events({ q }, FIRST_PAGE, 'json'), 'eventId').toSorted();
    for (const q of ['Süß', 'suess', 'suss', 'SÜSS', 'su\u0308ß', 'üß']) {
      expect(await found(q), q).toEqual([0, 1, 2, 3]);
    }
    expect(await found('sue')).toEqual([0, 1, 2, 3]);
    expect(await found('suess 5678')).toEqual([2]);
    expect(await found('5678 bauer')).toEqual([]);
    for (const q of ['bauer', 'AUE', 'c:\\dir', '😀!', '😀'])
      expect(await found(q), q).toEqual([4]);
    expect(await found('a/b')).toEqual([0]);
    expect(await found('"hi"')).toEqual([1]);
    for (const q of ['100%', '%_*(', '_*']) expect(await found(q), q).toEqual([3]);
    for (const q of ['.*', 's.ss', '\\w', '\\u00fc', '[a-z]', 'sauer']) {
      expect(await found(q), q).toEqual([]);
    }
  });

  test('[HP12] an event is found by a number in any spelling, and by a name without its marks', async () => {
    const rows = await ArchiveRows.open(kind);
    const payloads = [
      '{"tel":"+49 30 78001-0"}',
      '{"tel":"030\\/780 010","0307800199":1}',
      '{"tel":"0043 1 78001"}',
      '{"name":"Yılmaz Süß"}',
      '{"name":"Y\\u0131lmaz-Gökçe"}',
      '{"n":3078001,"id":"3078001"}',
    ];
    for (const [i, payload] of payloads.entries()) await rows.event({ event_id: i, payload });
    const found = async (q: string) =>
      valuesOf(await rows.reader.events({ q }, FIRST_PAGE, 'json'), 'eventId').toSorted();
    for (const q of ['030/78001', '0049 30 78001', '+49 (0)30 / 78001', '4930-780', '(030) 780']) {
      expect(await found(q), q).toEqual([0, 1]);
    }
    expect(await found('+43 1 7800')).toEqual([2]);
    expect(await found('78001')).toEqual([0, 1, 2, 5]);
    for (const q of ['yilmaz', 'YILMAZ', 'Yılmaz']) expect(await found(q), q).toEqual([3, 4]);
    expect(await found('suess yilm')).toEqual([3]);
    for (const q of ['gokce', 'goekce', 'yilmaz-gokce']) expect(await found(q), q).toEqual([4]);
    for (const q of ['030/78002', '0307800199', '0043 30', 'yilmazz']) {
      expect(await found(q), q).toEqual(q === '0307800199' ? [1] : []);
    }
  });

  test('[AR10] an e that makes no umlaut is part of the word', async () => {
    const rows = await ArchiveRows.open(kind);
    const names = ['Bauermueller', 'Bäuerle', 'neu', 'Susanne', 'Sue', 'Zeile\\nBauer'];
    for (const [i, name] of names.entries()) {
      await rows.event({ event_id: i, payload: `{"id":"${name}"}` });
    }
    const found = async (q: string) =>
      valuesOf(await rows.reader.events({ q }, FIRST_PAGE, 'json'), 'eventId').toSorted();
    expect(await found('bauermuller')).toEqual([0]);
    expect(await found('BAUERMÜLLER')).toEqual([0]);
    for (const q of ['bauerle', 'baeuerle', 'Bäuerl']) expect(await found(q), q).toEqual([1]);
    expect(await found('auer')).toEqual([0, 1, 5]);
    expect(await found('uerm')).toEqual([0]);
    expect(await found('erm')).toEqual([0]);
    expect(await found('neue')).toEqual([]);
    expect(await found('sue')).toEqual([4]);
    expect(await found('su')).toEqual([3, 4]);
    expect(await found('nbauer')).toEqual([]);
  });

  test('[AR10] letters that could be read in many ways are searched like others', async () => {
    const rows = await ArchiveRows.open(kind);
    await rows.event({ event_id: 1, payload: `"${'s'.repeat(2000)}"` });
    await rows.event({ event_id: 2, payload: `"${'ue'.repeat(1000)}"` });
    await rows.event({ event_id: 3, payload: `"${'\\\\'.repeat(1000)}"` });
    const found = async (q: string) =>
      valuesOf(await rows.reader.events({ q }, FIRST_PAGE, 'json'), 'eventId').toSorted();
    for (const letters of ['s', 'ss', 'ß', 'ue', 'u', 'ü', '\\', '"']) {
      expect(await found(`${letters.repeat(45)}x`), letters).toEqual([]);
    }
    expect(await found('s'.repeat(70))).toEqual([1]);
    expect(await found('ß'.repeat(70))).toEqual([1]);
    expect(await found('ü'.repeat(70))).toEqual([2]);
    expect(await found('\\'.repeat(70))).toEqual([3]);
    const everything = Array.from({ length: 100 }, (_, i) => String.fromCodePoint(0x400 + i));
    expect(await found(everything.join(''))).toEqual([]);
  });

  test('[AR10] events are searched for in the last seven days unless told otherwise', async () => {
    const rows = await ArchiveRows.open(kind);
    for (const [i, date] of ['2026-03-09', '2026-03-02', '2026-02-20'].entries()) {
      const received_at = `${date}T00:00:00.000Z`;
      await rows.event({ event_id: i, payload: '"bauer"', received_at, channel: 'jobs' });
    }
    const found = async (filter: Parameters<typeof rows.reader.events>[0]) =>
      valuesOf(await rows.reader.events({ q: 'bauer', ...filter }, FIRST_PAGE, 'json'), 'eventId');
    expect(await found({})).toEqual([0]);
    expect(await found({ channel: 'jobs' })).toEqual([0]);
    expect(await found({ channel: 'generic' })).toEqual([]);
    expect(await found({ since: '2026-01-01' })).toEqual([0, 1, 2]);
    expect(await found({ until: '2026-03-03' })).toEqual([1]);
    expect(await found({ q: ' ' })).toEqual([0, 1, 2]);
  });

  test('[AR10] nothing a person types breaks a search', async () => {
    const rows = await ArchiveRows.open(kind);
    await rows.address({ name: 'Süß' });
    await rows.job({ payload: '{}' });
    await rows.event({ payload: '{"a":"b"}' });
    const search = async (q: string) => {
      await rows.reader.addresses({ q }, FIRST_PAGE, 'json');
      await rows.reader.jobs({ q, reference: q, status: q }, FIRST_PAGE, 'json');
      await rows.reader.events({ q }, FIRST_PAGE, 'json');
    };
    for (const q of HOSTILE) await search(q);
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('"', '\\', '(', '*', 'u', 'e', 'ß', '\0', ' ', '{', '1') }),
    );
    await fc.assert(fc.asyncProperty(text, search));
  });

  test('[AR10] what an event carries is found, however it is written', async () => {
    const rows = await ArchiveRows.open(kind);
    // PostgreSQL overlooks letters such as ǅ, which are neither small nor large.
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(
        word.filter((text) => /^[^\s\p{Cc}\p{Cs}\p{Lt}]+$/u.test(text)),
        async (text) => {
          const payload = JSON.stringify([`x${text}y`]);
          const escaped = payload.replace(
            /[^ -~]/g,
            (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
          );
          await rows.db.deleteFrom('events').execute();
          await rows.event({ payload });
          await rows.event({ payload: escaped });
          const page = await rows.reader.events({ q: text }, FIRST_PAGE, 'json');
          expect(page.items, JSON.stringify(text)).toHaveLength(2);
        },
      ),
      // A sign with a mark that stands alone.
      { examples: [['<\u0338!'], ['e\u0301']] },
    );
  });
});

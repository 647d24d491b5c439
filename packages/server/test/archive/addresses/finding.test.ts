import type { AddressFilter } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { emptiedArchive, type WrittenArchive } from '../../support/written-archive.ts';

const emptied = emptiedArchive();

/** The names of all that is found, by pages of two. */
async function read({ archive }: WrittenArchive, filter: AddressFilter): Promise<unknown[]> {
  const names: unknown[] = [];
  let cursor: string | undefined;
  do {
    const page = await archive.addresses(filter, { limit: 2, cursor }, 'json');
    names.push(...page.items.map((item) => JSON.parse(item).name));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return names;
}

describe.each(DATABASES)('%s: finding addresses', (kind) => {
  test('[AR10] part of a number is found in any spelling, of whomever it is', async () => {
    const written = await emptied(kind);
    written.webhook('kunden', [
      { name: 'Süß', tel: '030 23125-100', mobil: '0171/392 0001', plz: '10115' },
      { name: 'Wien', tel: '+43 1 58858-7' },
    ]);
    await written.settled();
    for (const q of ['23125100', '030/23125-100', '+49 (0)30 231', '0049 30 23', '125 100']) {
      expect(await read(written, { q }), q).toEqual(['Süß']);
    }
    for (const q of ['01713920001', '+49171392', '3920001']) {
      expect(await read(written, { q, sort: 'best' }), q).toEqual(['Süß']);
    }
    for (const q of ['0043 1', '+431588', '158858']) {
      expect(await read(written, { q }), q).toEqual(['Wien']);
    }
    expect(await read(written, { q: '158859' })).toEqual([]);
    expect(JSON.parse(await written.archive.count('addresses', { q: '125100' })).count).toBe(1);
  });

  test('[AR10] first who has the number, then whose name begins so, then whose words do', async () => {
    const written = await emptied(kind);
    written.webhook('kunden', [
      { name: 'Tierklinik', tel: '1001' },
      { name: 'Praxis', tel: '1002', strasse: 'Klinikweg 2' },
      { name: 'Alte Klinik', tel: '030 4711' },
      { name: 'Klinik Überfahrt', tel: '1003' },
      { name: 'klinik 10', tel: '1004' },
      { name: 'Klinik am Parkhaus', tel: '1005' },
      { name: 'Klinik am Park', tel: '1006' },
      { name: 'Klinik 9', tel: '1007' },
      { name: 'Klinik', tel: '1008' },
      { tel: '1009', ort: 'An der Klinik' },
      { name: 'Nordklinik', tel: '4711' },
    ]);
    await written.settled();
    const found = (q: string) => read(written, { q, sort: 'best' });
    const begin = ['Klinik', 'Klinik 9', 'klinik 10', 'Klinik am Park', 'Klinik am Parkhaus'];
    expect(await found('klinik')).toEqual(
      [begin, 'Klinik Überfahrt', 'Alte Klinik', 'Praxis', null, 'Nordklinik', 'Tierklinik'].flat(),
    );
    expect(await found('KLINIK am park')).toEqual(['Klinik am Park', 'Klinik am Parkhaus']);
    for (const q of ['klinik ueb', 'ub klinik', 'überf']) {
      expect(await found(q), q).toEqual(['Klinik Überfahrt']);
    }
    expect(await found('4711')).toEqual(['Nordklinik', 'Alte Klinik']);
    expect(await found('k')).toEqual([...begin, 'Klinik Überfahrt', 'Alte Klinik', 'Praxis', null]);
    const all = ['Alte Klinik', begin, 'Klinik Überfahrt', 'Nordklinik', 'Praxis', 'Tierklinik'];
    expect(await read(written, { sort: 'name' })).toEqual([...all.flat(), null]);
    expect(await read(written, { sort: 'best' })).toEqual([...all.flat(), null]);
    expect(await read(written, { q: 'klinik', sort: 'name' })).toEqual([...all.flat(), null]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ArchiveReader } from '../../../src/archive/archive.ts';
import { ArchiveError } from '../../../src/archive/engine/archive-error.ts';
import type { PageRequest } from '../../../src/archive/engine/lists/page.ts';
import { ArchiveRows, valuesOf } from '../../support/archive-rows.ts';
import { DATABASES } from '../../support/databases.ts';

type ListName = 'addresses' | 'calls' | 'jobs' | 'events';
const LISTS: readonly ListName[] = ['addresses', 'calls', 'jobs', 'events'];

const read = (reader: ArchiveReader, list: ListName, page: PageRequest) =>
  reader[list]({}, page, 'json');

/** Few moments for many rows, so that the identifier has to decide. */
const at = (moment: number) => `2026-03-0${1 + (moment % 3)}T00:00:00.000Z`;
const idOf = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

async function insert(rows: ArchiveRows, list: ListName, n: number, time: string) {
  const id = idOf(n);
  if (list === 'addresses') await rows.address({ id, created_at: time });
  else if (list === 'calls') await rows.call({ id, sort_at: time });
  else if (list === 'jobs') await rows.job({ id, received_at: time });
  else await rows.event({ id, received_at: time });
}

async function allPages(
  rows: ArchiveRows,
  list: ListName,
  limit: number,
  between = async () => {},
) {
  const pages: unknown[][] = [];
  let cursor: string | undefined;
  do {
    const page = await read(rows.reader, list, { limit, cursor });
    pages.push(valuesOf(page, 'id'));
    cursor = page.next ?? undefined;
    await between();
  } while (cursor !== undefined);
  return pages;
}

describe.each(DATABASES)('%s', (kind) => {
  test.each(LISTS)('[AR10] the pages of %s are the list, newest first', async (list) => {
    const rows = await ArchiveRows.open(kind);
    const sorted: { id: string; time: string }[] = [];
    const order = ({ id, time }: { id: string; time: string }) => `${time} ${id}`;
    let n = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(2), { maxLength: 5 }),
        fc.integer({ min: 1, max: 12 }),
        async (moments, limit) => {
          for (const moment of moments) {
            n = (n * 7 + 1) % 1009;
            await insert(rows, list, n, at(moment));
            sorted.push({ id: idOf(n), time: at(moment) });
          }
          sorted.sort((a, b) => (order(a) < order(b) ? 1 : -1));
          const pages = await allPages(rows, list, limit);
          expect(pages.flat()).toEqual(sorted.map(({ id }) => id));
          expect(pages.slice(0, -1).every((page) => page.length === limit)).toBe(true);
        },
      ),
      { numRuns: 15 },
    );
  });

  test.each(LISTS)('[AR10] %s: rows that arrive repeat nothing and hide nothing', async (list) => {
    const rows = await ArchiveRows.open(kind);
    for (let n = 100; n < 120; n++) await insert(rows, list, n, at(n));
    const before = (await allPages(rows, list, 500)).flat();
    let n = 1000;
    const seen = (
      await allPages(rows, list, 3, async () => {
        await insert(rows, list, n++, '2026-03-09T00:00:00.000Z');
      })
    ).flat();
    expect(seen).toEqual(before);
  });

  test('[AR10] addresses of one number are paged too, its owner first', async () => {
    const rows = await ArchiveRows.open(kind);
    const number = '030 23125-100';
    const owner = await rows.address({ number, created_at: '2026-01-01T00:00:00.000Z' });
    const others: string[] = [];
    for (let n = 1; n <= 5; n++) others.unshift(await rows.address({ id: idOf(n) }, [number]));
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const page = await rows.reader.addresses({ number }, { limit: 2, cursor }, 'json');
      seen.push(...valuesOf(page, 'id'));
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toEqual([owner, ...others]);
  });

  test('[AR10] a cursor that was not given out for the list is refused', async () => {
    const rows = await ArchiveRows.open(kind);
    for (const list of LISTS) for (let n = 0; n < 2; n++) await insert(rows, list, n, at(n));
    const { next } = await read(rows.reader, 'calls', { limit: 1, cursor: undefined });
    const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const bad = [
      '',
      'x',
      '%',
      `${next}=`,
      `${next}A`,
      next?.slice(1),
      next?.slice(0, -2),
      'A'.repeat(5000),
      ...[['calls'], ['calls', 'a'], ['calls', 'a', 'b', 'c'], ['calls', 1, 2]].map(encoded),
      ...[['calls', 'a', '\0'], ['jobs', 'a', 'b'], {}, null, 'calls', [['calls']]].map(encoded),
    ];
    for (const cursor of bad) {
      const page = read(rows.reader, 'calls', { limit: 1, cursor: cursor ?? '' });
      await expect(page, cursor).rejects.toMatchObject({ reason: 'bad_cursor' });
      await expect(page).rejects.toBeInstanceOf(ArchiveError);
    }
    for (const list of LISTS) {
      if (list === 'calls') continue;
      const page = read(rows.reader, list, { limit: 1, cursor: next ?? '' });
      await expect(page, list).rejects.toMatchObject({ reason: 'bad_cursor' });
    }
  });

  test('[AR10] any text is a good or a bad cursor and nothing else', async () => {
    const rows = await ArchiveRows.open(kind);
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc
        .tuple(fc.string(), fc.string())
        .map(([a, b]) => Buffer.from(JSON.stringify(['events', a, b])).toString('base64url')),
    );
    await fc.assert(
      fc.asyncProperty(text, async (cursor) => {
        const answer = await read(rows.reader, 'events', { limit: 1, cursor }).catch((e) => e);
        if (answer instanceof Error) expect(answer).toMatchObject({ reason: 'bad_cursor' });
      }),
    );
  });
});

import { describe, expect, test } from 'vitest';
import { PAGE_BYTES, type TextPage } from '../../../src/archive/engine/lists/page.ts';
import { scan } from '../../../src/archive/engine/lists/scan.ts';
import { ArchiveRows } from '../../support/archive-rows.ts';
import { DATABASES } from '../../support/databases.ts';

const MEGABYTE = 1024 * 1024;
const large = (i: number) => JSON.stringify({ i, text: 'ü'.repeat(MEGABYTE / 2) });
const COUNT = 10;

/** All pages of a list, by following its cursors. */
async function pagesOf(read: (cursor: string | undefined) => Promise<TextPage>) {
  const pages: (readonly string[])[] = [];
  let page = await read(undefined);
  for (; page.next !== null; page = await read(page.next)) pages.push(page.items);
  return [...pages, page.items];
}

const sizes = (pages: readonly (readonly string[])[]) =>
  pages.map((items) => items.reduce((sum, item) => sum + Buffer.byteLength(item), 0));

describe.each(DATABASES)('%s: large rows', (kind) => {
  test('[AR10] a page ends at a number of bytes too, and the next one goes on behind it', async () => {
    const rows = await ArchiveRows.open(kind);
    for (let i = 0; i < COUNT; i++) {
      await rows.event({ payload: large(i) });
      await rows.call({ payload: large(i) });
      await rows.job({ reference: `A-${i}`, payload: large(i) });
      await rows.address({ fields: large(i) });
    }
    const { reader } = rows;
    const lists = [
      (cursor?: string) => reader.events({}, { limit: 500, cursor }, 'json'),
      (cursor?: string) => reader.calls({}, { limit: 500, cursor }, 'csv'),
      (cursor?: string) => reader.jobs({}, { limit: 500, cursor }, 'json'),
      (cursor?: string) =>
        reader.events({}, { limit: 500, cursor }, { columns: ['i'], timeZone: 'UTC' }),
      (cursor?: string) => reader.addresses({}, { limit: 500, cursor }, 'json'),
    ];
    for (const list of lists) {
      const pages = await pagesOf(list);
      expect(pages.flat()).toHaveLength(COUNT);
      expect(new Set(pages.flat()).size).toBe(COUNT);
      expect(Math.max(...sizes(pages))).toBeLessThan(PAGE_BYTES + MEGABYTE);
      expect(pages.length).toBeLessThan(COUNT);
    }
  });

  test('[AR10] one item is always there, however large it is', async () => {
    const rows = await ArchiveRows.open(kind);
    const huge = JSON.stringify('x'.repeat(PAGE_BYTES + 1));
    await rows.event({ payload: huge });
    await rows.event({ payload: huge });
    const pages = await pagesOf((cursor) => rows.reader.events({}, { limit: 10, cursor }, 'json'));
    expect(pages.map(({ length }) => length)).toEqual([1, 1]);
  });

  test('[AR10] the versions of a job come page by page', async () => {
    const rows = await ArchiveRows.open(kind);
    for (let i = 0; i < COUNT; i++) await rows.job({ reference: 'A-1', payload: large(i) });
    const pages = await pagesOf(async (cursor) => {
      const page = await rows.reader.job('A-1', { limit: 500, cursor });
      return page ?? { items: [], next: null };
    });
    expect(pages.flat()).toHaveLength(COUNT);
    expect(Math.max(...sizes(pages))).toBeLessThan(PAGE_BYTES + MEGABYTE);
  });

  test('[AR13] whoever looks at every row holds no more than a page of them', async () => {
    const rows = await ArchiveRows.open(kind);
    for (let i = 0; i < COUNT; i++) await rows.event({ payload: large(i) });
    const steps: number[] = [];
    for await (const some of scan(rows.readStore.db, 'events')) steps.push(some.length);
    expect(steps.reduce((sum, count) => sum + count, 0)).toBe(COUNT);
    expect(Math.max(...steps)).toBeLessThanOrEqual(PAGE_BYTES / MEGABYTE);
  });
});

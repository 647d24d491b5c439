import { FACT_COLUMNS } from '@hookline/contract/job-facts';
import { expect, test } from 'vitest';
import type { ItemFormat, PageRequest } from '../../src/archive/engine/lists/page.ts';
import { beginDownload, PagedList, readToEnd } from './export-reader.ts';
import { runWith, runWithLists } from './recording-archive.ts';

const FACTS = FACT_COLUMNS.map(({ name }) => name).join();
const BOM = '\uFEFF';
const PATHS = {
  addresses: '/api/addresses',
  calls: '/api/calls',
  jobs: '/api/jobs',
  events: '/api/archive/events',
};
const HEADINGS: Record<string, string> = {
  addresses:
    'id,number,e164,display,line,name,roles,numbers,fields,correctedBy,correctedAt,createdAt,updatedAt,seenAt,others',
  calls:
    'id,callId,state,direction,number,e164,line,name,addressId,missed,settled,settledBy,settledAt,note,noteBy,noteAt,claimedBy,claimedAt,attempts,attemptedBy,attemptedAt,remindAt,remindBy,job,contact,startedAt,endedAt,payload',
  jobs: `id,reference,status,statusClass,receivedAt,${FACTS},dueAt,late,note,noteBy,noteAt,claimedBy,claimedAt,closedBy,closedAt,payload`,
  events: 'id,eventId,instance,channel,receivedAt,sender,topic,payload',
};
const LISTS = Object.entries(PATHS);

async function download(url: string, accept: string) {
  const answer = await fetch(url, { headers: { accept } });
  return {
    type: answer.headers.get('content-type'),
    file: answer.headers.get('content-disposition'),
    cache: answer.headers.get('cache-control'),
    // Response.text() would drop the byte order mark.
    text: Buffer.from(await answer.arrayBuffer()).toString(),
  };
}

test.each(LISTS)('[AR10] %s as CSV: a mark for Excel, a heading, the lines', async (name, path) => {
  const lines = ['1,"a ""b"""\r\n', "2,'=1+1\r\n"];
  const list = new PagedList(3, lines);
  const { url } = await runWith({ [name]: list.read });
  expect(await download(url + path, 'text/csv')).toEqual({
    type: 'text/csv; charset=utf-8; header=present',
    file: `attachment; filename="${name}.csv"`,
    cache: 'no-store',
    text: `${BOM}${HEADINGS[name]}\r\n${lines.join('').repeat(3)}`,
  });
  expect(list.asked).toEqual([
    { limit: 500, cursor: undefined, format: 'csv' },
    { limit: 500, cursor: '1', format: 'csv' },
    { limit: 500, cursor: '2', format: 'csv' },
  ]);
});

test.each(LISTS)('[HP15] %s for Excel: first its columns, then its lines', async (name, path) => {
  const asked: { limit: number; cursor: string | undefined; format: ItemFormat }[] = [];
  const names = [['a', '=b'], [], ['c.d'], [], ['e']];
  const { url } = await runWith({
    [name]: async (_filter: unknown, page: PageRequest, format: ItemFormat) => {
      asked.push({ ...page, format });
      const at = Number(page.cursor ?? 0);
      const item = format === 'fields' ? JSON.stringify(names[at]) : `${at}\r\n`;
      return { items: [item], next: at + 1 < names.length ? String(at + 1) : null };
    },
  });
  const answer = await download(`${url}${path}?format=excel`, '*/*');
  expect(answer).toMatchObject({
    type: 'text/csv; charset=utf-8; header=present',
    file: `attachment; filename="${name}-excel.csv"`,
    cache: 'no-store',
  });
  expect(answer.text).toMatch(
    /^\uFEFF[A-ZÄÜ][\wäöü -]*(?:;[A-ZÄÜ][\wäöü -]*)+;a;'=b;c\.d;Weitere Felder\r\n0\r\n1\r\n2\r\n3\r\n4\r\n$/,
  );
  // However long the list is, so many pages of it are looked at before.
  expect(asked.filter(({ format }) => format === 'fields').map(({ cursor }) => cursor)).toEqual([
    undefined,
    '1',
    '2',
    '3',
  ]);
  const sheet = { columns: ['a', '=b', 'c.d'], timeZone: expect.any(String) };
  expect(asked.slice(4).map(({ format }) => format)).toEqual(Array(5).fill(sheet));

  asked.length = 0;
  await download(`${url}${path}?format=excel&limit=2&cursor=1`, '*/*');
  expect(asked.map(({ limit, cursor }) => [limit, cursor])).toEqual([
    [2, '1'],
    [1, '2'],
    [2, '1'],
    [1, '2'],
  ]);
});

test('[HP15] a table for Excel that fails at once is an ordinary error', async () => {
  const list = new PagedList(20, PAGE, 0);
  const { url } = await runWith({ jobs: list.read });
  const answer = await fetch(`${url}/api/jobs?format=excel`);
  expect(answer.status).toBe(500);
  expect(answer.headers.get('content-disposition')).toBeNull();
});

test.each(LISTS)('[AR10] %s as NDJSON: one line each, whatever was sent', async (name, path) => {
  const list = new PagedList(2, ['{"payload":{\r\n"a":1.0,\n\n"b":"\\n"}}', '{}']);
  const { url } = await runWith({ [name]: list.read });
  for (const type of ['application/x-ndjson', 'application/ndjson']) {
    expect(await download(url + path, type)).toEqual({
      type,
      file: `attachment; filename="${name}.ndjson"`,
      cache: 'no-store',
      text: '{"payload":{ "a":1.0, "b":"\\n"}}\n{}\n'.repeat(2),
    });
  }
  expect(list.asked.map(({ format }) => format)).toEqual(['json', 'json', 'json', 'json']);
});

test('[AR10] addresses as vCard, no other list', async () => {
  const card = 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ä\r\nEND:VCARD\r\n';
  const { url, asked } = await runWithLists({ items: [card, card], next: null });
  expect(await download(`${url}/api/addresses`, 'text/vcard')).toEqual({
    type: 'text/vcard; charset=utf-8',
    file: 'attachment; filename="addresses.vcf"',
    cache: 'no-store',
    text: card + card,
  });
  await download(`${url}/api/calls`, 'text/vcard');
  expect(asked.map(({ with: [, , format] }) => format)).toEqual(['vcard', 'json']);
});

test('[AR10] filters hold for every page; a limit ends the file, however short the pages are', async () => {
  const list = new PagedList(5, ['x\r\n']);
  const filters: unknown[] = [];
  const { url } = await runWith({
    calls: (filter, page, format) => {
      filters.push(filter);
      return list.read(filter, page, format);
    },
  });
  const { text } = await download(`${url}/api/calls?missed=true&limit=2&cursor=2`, 'text/csv');
  expect(text.match(/^x\r$/gm)).toHaveLength(2);
  expect(list.asked).toEqual([
    { limit: 2, cursor: '2', format: 'csv' },
    { limit: 1, cursor: '3', format: 'csv' },
  ]);
  await download(`${url}/api/calls?missed=true&cursor=2`, 'text/csv');
  expect(list.asked.slice(2).map(({ limit, cursor }) => [limit, cursor])).toEqual([
    [500, '2'],
    [500, '3'],
    [500, '4'],
  ]);
  expect(filters).toEqual(Array(5).fill({ missed: true }));
});

test('[AR10] an empty list is a heading, and a short or empty page is not the end', async () => {
  const { url } = await runWith({
    jobs: async () => ({ items: [], next: null }),
    calls: async (_filter, { cursor }) =>
      cursor === undefined ? { items: [], next: '1' } : { items: ['x'], next: null },
  });
  const jobs = await download(`${url}/api/jobs`, 'text/csv');
  expect(jobs.text).toBe(`${BOM}${HEADINGS.jobs}\r\n`);
  expect((await download(`${url}/api/calls`, 'application/ndjson')).text).toBe('x\n');
});

test.each([
  ['*/*', 'json'],
  ['application/*', 'json'],
  ['application/json', 'json'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
  ['image/png', 'json'],
  ['text/*', 'json'],
  ['nonsense;;,', 'json'],
  ['text/csv;q=0', 'json'],
  ['text/csv;q=x', 'json'],
  ['text/csv;q=0.5, application/json', 'json'],
  ['Text/CSV; charset=utf-8', 'csv'],
  ['*/*, text/csv', 'csv'],
  ['text/csv, application/json', 'csv'],
  ['application/json;q=0.5, text/csv;q=0.7, text/vcard;q=0.9', 'vcard'],
])('[AR10] Accept: %s is answered with %s', async (accept, format) => {
  const { url, asked } = await runWithLists();
  await download(`${url}/api/addresses`, accept);
  expect(asked[0]?.with[2]).toBe(format);
});

test.each([
  ['json', 'text/csv', 'application/json; charset=utf-8', null, 'json'],
  ['csv', 'application/json', 'text/csv; charset=utf-8; header=present', 'addresses.csv', 'csv'],
  ['ndjson', 'text/html,*/*;q=0.8', 'application/x-ndjson', 'addresses.ndjson', 'json'],
  ['vcard', 'text/csv', 'text/vcard; charset=utf-8', 'addresses.vcf', 'vcard'],
])('[AR10] format=%s wins over Accept: %s', async (format, accept, type, file, asFormat) => {
  const { url, asked } = await runWithLists({ items: ['x'], next: null });
  const answer = await download(`${url}/api/addresses?q=a&format=${format}`, accept);
  expect(answer.type).toBe(type);
  expect(answer.file).toBe(file && `attachment; filename="${file}"`);
  expect(asked.map(({ with: [filter, , as] }) => [filter, as])).toEqual([[{ q: 'a' }, asFormat]]);
});

const LINE = 'x'.repeat(98);
const PAGE = Array.from({ length: 500 }, () => LINE);
const PAGES = 3000;

test('[AR10] an export is read as fast as the client takes it, one page at a time', async () => {
  const list = new PagedList(PAGES, PAGE);
  const { url, post } = await runWith({ jobs: list.read });
  const answer = await beginDownload(`${url}/api/jobs`, 'application/x-ndjson');
  const read = await list.settled();
  // What the buffers of two sockets hold, not what the list has.
  expect(read).toBeLessThan(PAGES / 4);
  expect((await post('/api/webhook', '1')).status).toBe(202);

  expect(await readToEnd(answer)).toEqual({ bytes: PAGES * 500 * 99, whole: true });
  expect(list.asked).toHaveLength(PAGES);
  expect(list.mostOutstanding).toBe(1);
});

test('[AR10] no page is read for a client that is gone', async () => {
  const list = new PagedList(PAGES, PAGE);
  const { url } = await runWith({ jobs: list.read });
  const answer = await beginDownload(`${url}/api/jobs`, 'application/x-ndjson');
  answer.on('error', () => {});
  answer.once('data', () => answer.destroy()).resume();
  expect(await list.settled()).toBeLessThan(PAGES / 4);
});

test('[AR10] an export that fails in the middle does not look whole', async () => {
  const list = new PagedList(20, PAGE, 10);
  const { url, logLines } = await runWith({ jobs: list.read });
  const answer = await beginDownload(`${url}/api/jobs`, 'text/csv');
  expect(answer.statusCode).toBe(200);
  expect(await readToEnd(answer)).toMatchObject({ whole: false });
  expect(list.asked).toHaveLength(11);
  expect(logLines.join('')).toContain('export broken off');
});

test('[AR10] an export that fails at once is an ordinary error', async () => {
  const list = new PagedList(20, PAGE, 0);
  const { url } = await runWith({ jobs: list.read });
  const answer = await fetch(`${url}/api/jobs`, { headers: { accept: 'text/csv' } });
  expect(answer.status).toBe(500);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  expect(answer.headers.get('content-disposition')).toBeNull();
});

test('[AR10] a client that does not read its export cannot keep the server from stopping', async () => {
  const list = new PagedList(PAGES, PAGE);
  const { url, server } = await runWith({ jobs: list.read });
  const answer = await beginDownload(`${url}/api/jobs`, 'text/csv');
  await list.settled();
  await server.stop();
  expect(await readToEnd(answer)).toMatchObject({ whole: false });
});

test('[AR10] HEAD has the headers of the export and reads one page', async () => {
  const list = new PagedList(PAGES, PAGE);
  const { url } = await runWith({ jobs: list.read });
  const answer = await fetch(`${url}/api/jobs`, {
    method: 'HEAD',
    headers: { accept: 'text/csv' },
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="jobs.csv"');
  expect(await list.settled()).toBe(1);
});

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PhoneBookEntry } from '@hookline/contract';
import { PhoneRules } from '@hookline/records/phone';
import { expect, onTestFinished, test } from 'vitest';
import { ArchiveError } from '../../../src/archive/engine/archive-error.ts';
import { PhoneBook } from '../../../src/telephony/phone-book.ts';
import { stockOf } from '../../../src/telephony/stock-file.ts';
import { STOCK } from '../../../src/telephony/systems/mock/stock.ts';
import { ArchiveDouble } from '../../support/archive-double.ts';
import { manual, runMock } from '../telephony-client.ts';

const book = new PhoneBook(new PhoneRules({ country: 'DE' }));
const read = (content: string | Buffer) =>
  stockOf(Buffer.from(content), (number) => book.lineOf(number));

function fileOf(name: string, content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-stock-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

/** What the Bundesnetzagentur keeps for fiction, and extensions. */
const FICTION = [
  /^030 23125-\d{3}$/,
  /^069 90009-\d{3}$/,
  /^040 66969-\d{3}$/,
  /^0221 4710-\d{3}$/,
  /^089 99998-\d{3}$/,
  /^0171 39200-\d{2}$/,
  /^0176 040690-\d{2}$/,
  /^0152 28817386$/,
  /^\d{2}$/,
];

test('[TE2] about 110 made-up entries with numbers that ring nowhere', () => {
  expect(STOCK.length).toBeGreaterThanOrEqual(105);
  expect(STOCK.length).toBeLessThanOrEqual(115);
  for (const { number, name } of STOCK) {
    expect(
      FICTION.some((range) => range.test(number)),
      number,
    ).toBe(true);
    expect(book.lineOf(number), number).toBeDefined();
    expect(name).not.toBe('');
  }
  expect(new Set(STOCK.map(({ number }) => book.lineOf(number))).size).toBe(STOCK.length);
  expect(new Set(STOCK.map(({ name }) => name)).size).toBe(STOCK.length);
  expect(new Set(STOCK.map((entry) => entry['kind']))).toEqual(
    new Set(['customer', 'courier', 'internal']),
  );
  for (const entry of STOCK) {
    if (entry['kind'] === 'customer') expect(entry['city'], entry.name).not.toBe('');
    if (entry['kind'] === 'courier') expect(entry['vehicle'], entry.name).toBeTruthy();
  }
});

const ONE = { number: '030 23125-500', name: 'Eins', colour: 'red' };

test.each<[string, string]>([
  ['a list', JSON.stringify([ONE])],
  ['a list under addresses', JSON.stringify({ v: [1], addresses: [ONE] }, null, 2)],
  ['a list with a BOM', `\ufeff${JSON.stringify([ONE])}`],
  ['CSV', 'number,name,colour\n030 23125-500,Eins,red\n'],
  ['CSV of an office program', '\ufeffname;number;colour\r\nEins;030 23125-500;"red"\r\n\r\n'],
  ['CSV with tabs', 'name\tnumber\tcolour\nEins\t030 23125-500\tred'],
])('[TE2] %s is a stock', (_title, content) => {
  expect(read(content)).toEqual([ONE]);
});

test('[TE2] quoted cells may have line breaks, separators and quotation marks', () => {
  const text = 'number,name,note\n21,"A, ""B""\nC",\n22,D,x\n';
  expect(read(text)).toEqual([
    { number: '21', name: 'A, "B"\nC' },
    { number: '22', name: 'D', note: 'x' },
  ]);
});

test.each<[string | Buffer, string]>([
  ['', 'file: it is empty'],
  ['[]', 'file: there is no entry in it'],
  ['{"people":[]}', 'file: a list of entries is expected'],
  ['[\n{"number":"21","name":"A"},\n{"number":}\n]', "file: no JSON: Unexpected token '}'"],
  ['[\n{"number":"21",', 'file: no JSON'],
  ['[\n"x"\n]', 'entry 1: an entry is an object'],
  ['[{"number":"21","name":"[,"},\n\n{"number":"22"}]', 'entry 2: name is missing'],
  [
    '{"a":[1,2],\n"addresses":[\n{"number":21,"name":"A"}]}',
    'entry 1: number is missing or no text',
  ],
  ['[\n{"number":"21","name":" "}]', 'entry 1: name is empty'],
  ['[{"number":"Büro","name":"A"}]', 'entry 1: number "Büro" is no phone number'],
  [
    '[{"number":"030 23125-500","name":"A"},\n{"number":"+493023125500","name":"B"}]',
    'entry 2: the same number as in entry 1',
  ],
  ['number;telefon\n1;2', 'line 1: there is no column name'],
  ['number,name,name\n1,2,3', 'line 1: two columns are named name'],
  ['number,name\n21,A\n22\n', 'line 3: 1 columns instead of 2'],
  ['number,name\n21,A\n\n,B\n', 'line 4: number is empty'],
  ['number,name\n21,A\n22,"B\nC\n', 'line 3: a quotation mark is not closed'],
  [Buffer.from('number,name\n21,A\n22,M\u00fcller\n', 'latin1'), 'file: not UTF-8'],
  [`number,name\n${'21,A\n'.repeat(10_001)}`, 'file: more than 10000 entries'],
  ['x'.repeat(4_194_305), 'file: more than 4194304 bytes'],
])('[TE2] a bad stock is refused with place and reason (%#)', (content, message) => {
  expect(() => read(content)).toThrow(message);
  expect(() => read(content)).not.toThrow('...');
});

test('[TE2] a file takes the place of the stock', async () => {
  const file = fileOf('book.csv', 'number,name\n030 23125-500,Eins\n');
  const { connect, call } = await runMock({ 'app.mock.addresses': file });
  const client = await connect();
  expect(await client.result('addresses')).toMatchObject({ total: 1 });
  expect(await client.result('addressCache')).toMatchObject({ state: 'filled', count: 1 });
  expect((await call({ from: '+493023125500' })).from.name).toBe('Eins');
});

test.each([
  ['book.json', '[\n{"number":"x"}]', /entry 1: name is missing/],
  ['book.csv', 'a,b\n', /line 1: there is no column number/],
  [undefined, '', /does not exist/],
])('[TE2] a start with %s is refused in one line', (name, content, reason) => {
  const file = name ? fileOf(name, content) : join(tmpdir(), 'hookline-no-such-file.csv');
  const { status, stderr, stdout } = spawnSync(
    'node',
    ['packages/server/src/main.ts', '--profile', 'mock'],
    {
      encoding: 'utf8',
      env: {
        ...process.env,
        APP_SERVER_PORT: '0',
        APP_ARCHIVE_URL: 'off',
        APP_MOCK_ADDRESSES: file,
      },
    },
  );
  expect(status).toBe(1);
  expect(stdout).not.toContain('listens');
  expect(stderr).toMatch(reason);
  expect(stderr).toContain(file);
  expect(stderr.trim().split('\n')).toHaveLength(1);
});

function archiveOf(pages: () => PhoneBookEntry[][]) {
  const asked: (string | undefined)[] = [];
  const archive = ArchiveDouble.with({
    async addresses(filter, { limit, cursor }, format) {
      expect([filter, limit, format]).toEqual([{}, 500, 'json']);
      asked.push(cursor);
      const index = Number(cursor ?? 0);
      const items = (pages()[index] ?? []).map(({ number, name, ...fields }) =>
        JSON.stringify({ id: 'x', number, name, display: number, roles: [], fields }),
      );
      return { items, next: index + 1 < pages().length ? String(index + 1) : null };
    },
  });
  return { archive, asked };
}

test('[TE2] archive serves what was reported, read page by page, and again on fill', async () => {
  const pages = [[{ number: '22', name: 'Zwei' }], [{ number: '21', name: 'Eins', floor: 3 }]];
  const { archive, asked } = archiveOf(() => pages);
  const { connect, post } = await runMock({ 'app.mock.addresses': 'archive' }, { archive });
  const client = await connect();
  await expect
    .poll(async () => (await client.ask('addressCache')).result)
    .toMatchObject({
      state: 'filled',
      addresses: [
        { number: '21', name: 'Eins', floor: 3 },
        { number: '22', name: 'Zwei' },
      ],
    });
  expect(asked).toEqual([undefined, '1']);
  pages.push([{ number: '20', name: 'Null' }]);
  expect((await post('/api/mock/address-cache/fill')).status).toBe(204);
  expect(await client.result('addresses')).toMatchObject({ total: 3 });
});

test('[TE2] while the archive is away the cache is empty and it is tried again', async () => {
  let isAway = true;
  const { archive } = archiveOf(() => {
    if (isAway) throw new ArchiveError('unavailable', 'The archive is not available.');
    return [[{ number: '21', name: 'Eins' }]];
  });
  const schedule = manual();
  const config = { 'app.mock.addresses': 'archive' };
  const { connect, post } = await runMock(config, { archive, schedule });
  const client = await connect();
  expect(await client.result('addressCache')).toMatchObject({ state: 'empty', addresses: [] });
  const refused = await post('/api/mock/address-cache/fill');
  expect(refused.status).toBe(503);
  expect(await refused.json()).toMatchObject({ code: 'archive_unavailable' });
  isAway = false;
  // First the ping of the sockets, then the new attempt.
  schedule.next();
  schedule.next();
  expect(await client.frame(({ event }) => event === 'addressCache.changed')).toMatchObject({
    data: { state: 'filled', count: 1 },
  });
});

test('[TE2] archive without an archive is refused', async () => {
  const config = { 'app.mock.addresses': 'archive', 'app.archive.url': 'off' } as const;
  const archive = Object.assign(ArchiveDouble.with({}), { description: 'off' });
  await expect(runMock(config, { archive })).rejects.toThrow('app.archive.url is off');
});

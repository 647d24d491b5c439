import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { MappingRule } from '@hookline/contract';
import { expect, onTestFinished, test } from 'vitest';
import { databaseWithTables } from '../support/database.ts';
import { runServer } from '../support/running-server.ts';
import { temporaryFolder, WrittenArchive } from '../support/written-archive.ts';
import { outcome } from './typed-command.ts';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-mapping-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function runHouse() {
  const written = new WrittenArchive(await databaseWithTables('sqlite'), temporaryFolder());
  const running = await runServer({}, { archive: written.archive });
  const hookline = (...words: string[]) => outcome(['mapping', ...words, '--url', running.url]);
  const put = (sender: string, channel: string, rules: readonly MappingRule[]) =>
    fetch(`${running.url}/api/mappings/${sender}/${channel}`, {
      method: 'PUT',
      body: JSON.stringify({ rules, by: 'Platz 21' }),
    });
  return { ...running, written, hookline, put };
}

const RULES: MappingRule[] = [
  { target: 'reference', path: 'code' },
  { target: 'status', words: { '90': 'done' } },
];

test('[MA3] what one house says about its senders is moved to another one', async () => {
  const [here, there] = [await runHouse(), await runHouse()];
  await here.put('erp', 'jobs', RULES);
  await here.put('unbekannt', 'kunden', [{ target: 'name', path: 'wer' }]);
  const listed = await here.hookline('list');
  expect(listed.out).toMatch(
    /^unbekannt\/kunden {2}version 1, rules: 1, \S+Z, Platz 21\nerp\/jobs {2}version 1, rules: 2, \S+Z, Platz 21\n$/,
  );
  const file = join(newFolder(), 'house.json');
  expect(await here.hookline('export', file)).toMatchObject({ code: 0, out: '' });
  const printed = await here.hookline('export', '--sender', 'erp');
  expect(JSON.parse(printed.out)).toEqual({
    mappings: [{ sender: 'erp', channel: 'jobs', rules: RULES }],
  });

  await there.post('/api/webhook/jobs', '{"code":"C-1","order_number":"7"}');
  await there.written.settled();
  const checked = await there.hookline('check', file);
  expect(checked.out).toContain('erp/jobs  of 0 messages: changed 0, joined 0, split 0\n');
  expect((await there.hookline('list')).out).toBe('');

  expect((await there.hookline('import', file, '--by', 'Umzug')).out).toBe(
    'unbekannt/kunden  saved as version 1\nerp/jobs  saved as version 1\n',
  );
  expect((await there.hookline('list')).out).toContain(', Umzug\n');
  const again = await there.hookline('export', '-');
  expect(again.out).toBe(readFileSync(file, 'utf8'));
});

test('[MA2] [MA3] nothing is imported if anything in the file is wrong, and what is wrong is named', async () => {
  const { hookline } = await runHouse();
  const file = join(newFolder(), 'house.json');
  const wrong = { sender: 'shop', channel: 'jobs', rules: [{ target: 'nothing', path: 'a' }] };
  const mappings = [{ sender: 'erp', channel: 'jobs', rules: RULES }, wrong];
  writeFileSync(file, JSON.stringify({ mappings }));
  const { code, out, said } = await hookline('import', file);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(said).toMatch(/^hookline: shop\/jobs: \S+ refused: 400 bad_request: Rule 1: /);
  expect((await hookline('list')).out).toBe('');

  writeFileSync(file, '{"rules":[]}');
  expect((await hookline('check', file)).said).toContain(
    'is not what hookline mapping export writes',
  );
  expect((await hookline('import', join(newFolder(), 'none'))).said).toContain('cannot be read');
  expect(await hookline('imort', file)).toMatchObject({ code: 2 });
  expect((await hookline('import')).said).toContain('a file is missing');
});

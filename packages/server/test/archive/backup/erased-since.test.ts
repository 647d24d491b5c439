import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { archiveCommand, succeed } from '../../commands/archive-command.ts';
import { DATABASES, emptyDatabase } from '../../support/databases.ts';
import { rowsOf, temporaryFolder, WrittenArchive } from '../../support/written-archive.ts';

const GONE = '030 23125-100';
const SUPPRESSED = '030 23125-200';
const STAYS = '069 90009-100';

/** A backup that holds three numbers, of which two are erased after it. */
async function erasedSince(kind: (typeof DATABASES)[number]) {
  const written = await WrittenArchive.on(kind);
  written.comeToday();
  written.webhook('kunden', { number: GONE, name: 'Weg' });
  written.webhook('jobs', { jobId: 1, status: 'new', kunde: { tel: GONE } });
  written.webhook('jobs', { jobId: 2, text: `Bitte 0049 30 23125 100 anrufen` });
  written.webhook('kunden', { number: SUPPRESSED, name: 'Für immer' });
  written.webhook('jobs', { jobId: 3, kunde: { tel: STAYS } });
  written.report({ callId: 'c', state: 'ringing', from: `${GONE} DW 7` });
  written.webhook('kunden', { number: STAYS, name: 'Bleibt' });
  await written.settled();
  const file = join(temporaryFolder(), 'backup.ndjson');
  await succeed('backup', written.url, [file]);
  await written.archive.eraseNumber(GONE, false);
  await written.archive.eraseNumber(SUPPRESSED, true);
  await written.close();
  return { written, file };
}

describe.each(DATABASES)('[AR13] [OP1] %s', (kind) => {
  test('who was erased after a backup is not in what is restored from it', async () => {
    const { written, file } = await erasedSince(kind);
    expect(readFileSync(file, 'utf8')).toContain(GONE);
    // The archive is lost, and the folder of the journal is there.
    const url = await emptyDatabase(kind);
    if (kind === 'sqlite') {
      const list = '.suppressed';
      const [from, to] = [written.url, url].map((each) => each.slice('sqlite:'.length) + list);
      writeFileSync(to ?? '', readFileSync(from ?? ''));
    }
    const said = await succeed('restore', url, [file], written.spoolFolder);
    expect(said).toMatch(/\d+ records of numbers that were erased since are gone again/);
    const restored = await WrittenArchive.at(url, written.spoolFolder);
    restored.comeToday();
    expect((await restored.addresses()).map(({ name }) => name)).toEqual(['Bleibt']);
    expect((await restored.jobs()).map(({ reference }) => reference)).toEqual(['3']);
    expect(await restored.calls()).toEqual([]);
    const all = ['events', 'addresses', 'job_versions', 'calls', 'call_reports'] as const;
    for (const table of all) {
      expect(JSON.stringify(await rowsOf(url, table))).not.toMatch(/23125|Weg|Für immer/);
    }
    // What comes in from now on is taken, but for whom nothing is to be kept about.
    restored.webhook('kunden', { number: GONE, name: 'Neu' });
    restored.webhook('kunden', { number: SUPPRESSED, name: 'Nie' });
    await restored.settled();
    const names = (await restored.addresses()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['Bleibt', 'Neu']);
  });

  test('where nothing is known of erasures, that is told', async () => {
    const { file } = await erasedSince(kind);
    const said = await succeed('restore', await emptyDatabase(kind), [file]);
    expect(said).toMatch(/erasures does not exist, so nobody knows who was erased since 20/);
  });
});

test('[AR13] [OP1] where it cannot be told any more who was erased, somebody has to look', async () => {
  const { written, file } = await erasedSince('sqlite');
  const path = join(written.spoolFolder, 'erasures');
  const notes = readFileSync(path, 'utf8');
  const restore = async (content: string, ...words: string[]) => {
    writeFileSync(path, content);
    const url = await emptyDatabase('sqlite');
    return archiveCommand('restore', url, [file, ...words], written.spoolFolder);
  };
  const today = new Date().toISOString();
  const cases = {
    'made with another key': notes.replaceAll(/^[^\t]+/gm, 'another'),
    'run out': `${notes.split('\t')[0]}\t\t\t${today}\n`,
  };
  for (const content of Object.values(cases)) {
    expect(await restore(content)).toMatchObject({
      code: 1,
      said: expect.stringMatching(/nobody can tell any more.*restore with --checked/),
    });
    expect(await restore(content, '--checked')).toMatchObject({ code: 0 });
  }
  rmSync(path);
});

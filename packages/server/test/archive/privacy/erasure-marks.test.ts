import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { unpackBatch } from '../../../src/archive/engine/journal/batch.ts';
import { forgetMarks } from '../../../src/archive/privacy/erasure-marks.ts';
import { applyBatch } from '../../../src/archive/threads/apply-batch.ts';
import { archiveContext } from '../../support/archive-context.ts';
import { DATABASES, databaseWithTables } from '../../support/databases.ts';
import { journaled, journalFile, journalIn } from '../../support/journal-file.ts';
import { rowsOf, temporaryFolder, WrittenArchive } from '../../support/written-archive.ts';

const HER = { name: 'Frau Muster', number: '030 23125-100' };
const HIM = { name: 'Blitz KG', number: '069 90009-200' };
const HOUR = 3600_000;
const DAY = 24 * HOUR;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();

/** What a node wrote down that was cut off from the others, and from the database. */
function writtenDown(receivedAt: string, ...reports: readonly object[]) {
  const folder = temporaryFolder();
  journalFile(folder, 0, [journaled(1, ...reports.map((report) => reported(receivedAt, report)))]);
  return folder;
}

function reported(receivedAt: string, report: object) {
  return { kind: 'addresses' as const, receivedAt, text: JSON.stringify(report) };
}

async function names(written: WrittenArchive): Promise<unknown[]> {
  return (await written.addresses()).map(({ name }) => name).toSorted();
}

afterEach(() => {
  vi.useRealTimers();
});

describe.each(DATABASES)('%s', (kind) => {
  test('[AR13] what another node wrote down before an erasure does not bring the number back', async () => {
    const url = await databaseWithTables(kind);
    const spellings = ['030/23125100', '+49 30 23125 - 100', '004930 23125100', '3023125100'];
    const texts = [
      HER,
      ...spellings.map((number) => ({ name: 'Frau M.', number })),
      { name: 'Hof', notiz: 'Klingel: 030 23125-100' },
      [HIM, { ...HER, name: 'M. Muster' }],
    ];
    const folder = writtenDown(ago(HOUR), ...texts);
    const asked = await WrittenArchive.at(url);
    await asked.archive.eraseNumber('(030) 23 12 51 00', false);
    await asked.close();
    const healed = await WrittenArchive.at(url, folder);
    await healed.settled();
    expect(await names(healed)).toEqual([HIM.name]);
    expect(journalIn(folder)).toEqual([]);
    // Nobody has asked that she never comes back.
    await healed.close();
    const again = await WrittenArchive.at(url, writtenDown(new Date().toISOString(), HER));
    await again.settled();
    expect(await names(again)).toEqual([HIM.name, HER.name]);
  });

  test('[AR13] a mark does not tell its number', async () => {
    const written = await WrittenArchive.on(kind);
    await written.archive.eraseNumber(HER.number, false);
    const marks = await rowsOf(written.url, 'erasure_marks');
    expect(marks).toHaveLength(1);
    const [{ secret } = {}] = await rowsOf(written.url, 'erasure_key');
    const text = JSON.stringify(marks);
    expect(text).not.toContain('23125');
    expect(text).not.toContain(secret);
  });

  test('[AR13] what a clock that was ahead has written down counts as from before', async () => {
    const url = await databaseWithTables(kind);
    const asked = await WrittenArchive.at(url);
    await asked.archive.eraseNumber(HER.number, false);
    await asked.close();
    const healed = await WrittenArchive.at(url, writtenDown(ago(-HOUR), HER, HIM));
    await healed.settled();
    expect(await names(healed)).toEqual([HIM.name]);
  });

  test('[AR13] marks last for 30 days; a journal from before is held back and named', async () => {
    const url = await databaseWithTables(kind);
    const asked = await WrittenArchive.at(url);
    await asked.archive.eraseNumber(HER.number, false);
    await asked.archive.eraseNumber(HIM.number, false);
    await asked.close();
    const { store } = await archiveContext(kind, url);
    await store.db
      .updateTable('erasure_marks')
      .set({ erased_at: ago(31 * DAY) })
      .execute();
    await forgetMarks(store.db, ago(30 * DAY));
    const left = await store.db.selectFrom('erasure_marks').select(['hash', 'prefilter']).execute();
    expect(left).toEqual([{ hash: '', prefilter: '' }]);

    const folder = writtenDown(ago(32 * DAY), HER);
    const second = journaled(2, reported(ago(HOUR), HIM));
    journalFile(folder, 1, [second]);
    const healed = await WrittenArchive.at(url, folder);
    await healed.settled();
    expect(await names(healed)).toEqual([HIM.name]);
    const [FILE = ''] = journalIn(folder);
    expect(healed.archive.troubles()).toEqual([
      `${FILE} in the journal is older than what is known of erasures, and is not stored; see docs/archive.md`,
    ]);
    // What is in it is erased there, too, and stored when somebody has looked into it.
    await healed.close();
    renameSync(join(folder, FILE), join(folder, FILE.replace('.', '.checked.')));
    const looked = await WrittenArchive.at(url, folder);
    await looked.settled();
    expect(await names(looked)).toEqual([HIM.name, HER.name]);
    expect(looked.archive.troubles()).toEqual([]);
    expect(journalIn(folder)).toEqual([]);
  });
});

test('[AR13] of nodes with other clocks that of the database counts', async () => {
  const { store, suppression, ...context } = await archiveContext('postgres');
  await suppression.marks.add(store, ['+493023125100']);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR });
  const parts = { ...context, store, suppression };
  const report = (through: number, receivedAt: string) =>
    unpackBatch(journaled(through, reported(receivedAt, HER)));
  const count = async () => (await store.db.selectFrom('addresses').select('id').execute()).length;
  await applyBatch(parts, report(1, ago(HOUR / 2)));
  expect(await count()).toBe(0);
  vi.setSystemTime(Date.now() + 1000);
  await applyBatch(parts, report(2, ago(0)));
  expect(await count()).toBe(1);
});

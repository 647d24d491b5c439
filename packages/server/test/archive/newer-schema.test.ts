import { DatabaseSync } from 'node:sqlite';
import { expect, test, vi } from 'vitest';
import { emptyDatabase, execute } from '../support/databases.ts';
import { temporaryFolder, WrittenArchive } from '../support/written-archive.ts';

/** What docs/operations.md says of a roll-back: the database has a step that this version lacks. */
const LATER = `insert into kysely_migration (name, timestamp) values ('002-later', '2026-03-01')`;

test('[AR11] postgres: a database of a newer version is not touched, and nothing is lost', async () => {
  const url = await emptyDatabase('postgres');
  const newer = await WrittenArchive.at(url);
  await newer.settled();
  await newer.close();
  await execute(url, LATER);

  const spoolFolder = temporaryFolder();
  const older = await WrittenArchive.at(url, spoolFolder);
  older.webhook('kunden', { number: '030 23125-100', name: 'Süß' });
  await vi.waitFor(() => expect(older.archive.figures().spooledBatches).toBe(1), 10_000);
  expect(older.archive.troubles().join()).toContain('002-later is missing');
  await older.close();

  await execute(url, `delete from kysely_migration where name = '002-later'`);
  const again = await WrittenArchive.at(url, spoolFolder);
  await again.settled();
  expect(await again.addresses()).toMatchObject([{ name: 'Süß' }]);
});

test('[AR11] sqlite: a file of a newer version is used as far as the older one understands it', async () => {
  const url = await emptyDatabase('sqlite');
  const newer = await WrittenArchive.at(url);
  await newer.settled();
  await newer.close();
  const file = new DatabaseSync(url.slice('sqlite:'.length));
  file.exec(LATER);
  file.exec(`alter table addresses add column later text not null default ''`);
  file.close();

  const older = await WrittenArchive.at(url);
  older.webhook('kunden', { number: '030 23125-100', name: 'Süß' });
  await older.settled();
  expect(await older.addresses()).toMatchObject([{ name: 'Süß' }]);
  expect(older.archive.troubles()).toEqual([]);
});

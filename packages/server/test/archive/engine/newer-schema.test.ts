import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sqlitePath } from '../../../src/archive/engine/store/sqlite-file.ts';
import { DATABASES, emptyDatabase, execute } from '../../support/databases.ts';
import { temporaryFolder, WrittenArchive } from '../../support/written-archive.ts';

test.each(DATABASES)(
  '[AR11] %s: a database of a newer version is not touched, and nothing is lost',
  async (kind) => {
    const url = await emptyDatabase(kind);
    const newer = await WrittenArchive.at(url);
    await newer.settled();
    await newer.close();
    // What docs/upgrading.md says of a roll-back: it has a step that this version lacks.
    const step = `insert into kysely_migration (name, timestamp) values ('999-later', '2026-03-01')`;
    await execute(url, step);
    const copy = `${sqlitePath(url)}.before-999-later`;
    if (kind === 'sqlite') writeFileSync(copy, 'as the newer one has made it');

    const spoolFolder = temporaryFolder();
    const older = await WrittenArchive.at(url, spoolFolder);
    older.webhook('kunden', { number: '030 23125-100', name: 'Süß' });
    await expect.poll(() => older.archive.figures().waiting).toBe(1);
    // Until it was reached the database did not answer, which is another trouble.
    await expect
      .poll(() => older.archive.troubles().join())
      .toContain(
        `a newer version of Hookline has changed the database (999-later); use that version again, or ${kind === 'sqlite' ? `put ${copy} in its place` : 'restore the backup from before the upgrade'}`,
      );
    await older.close();

    await execute(url, `delete from kysely_migration where name = '999-later'`);
    const again = await WrittenArchive.at(url, spoolFolder);
    await again.settled();
    expect(await again.addresses()).toMatchObject([{ name: 'Süß' }]);
  },
);

test.each(DATABASES)(
  '[AR11] [CM1] %s: who has the database open while a newer version changes it stores nothing more',
  async (kind) => {
    const older = await WrittenArchive.on(kind);
    older.webhook('kunden', { number: '030 23125-100', name: 'Süß' });
    await older.settled();
    await execute(
      older.url,
      `insert into kysely_migration (name, timestamp) values ('999-later', '2026-03-01')`,
    );
    older.webhook('kunden', { number: '030 23125-101', name: 'Saß' });
    await expect
      .poll(() => older.archive.troubles().join())
      .toContain('a newer version of Hookline has changed the database (999-later)');
    expect(older.archive.figures()).toMatchObject({ waiting: 1, deadLetters: 0 });
    expect(await older.rows('addresses')).toHaveLength(1);
    await execute(older.url, `delete from kysely_migration where name = '999-later'`);
    await older.settled();
    expect(await older.rows('addresses')).toHaveLength(2);
  },
);

import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { stepsIn, tablesAfter } from '../../../src/archive/backup/take-backup.ts';
import { type Schema, TABLES } from '../../../src/archive/engine/store/schema.ts';
import { migrate, NOTES_OF_STEPS, openStore } from '../../../src/archive/engine/store/store.ts';
import { archiveCommand, succeed } from '../../commands/archive-command.ts';
import { DATABASES, emptyDatabase, execute } from '../../support/databases.ts';
import { earlierArchive } from '../../support/earlier-archive.ts';
import { storedRows } from '../../support/stored-rows.ts';
import { temporaryFolder, WrittenArchive } from '../../support/written-archive.ts';

const NUMBER = '030 23125-100';

/** All rows of all tables there are, in one order. */
async function everything(url: string): Promise<Record<string, readonly string[]>> {
  const store = openStore(url, 'read');
  try {
    const tables = await tablesAfter(await stepsIn(store.db, NOTES_OF_STEPS.whole));
    const all: Record<string, readonly string[]> = {};
    for (const [table, columns] of tables) {
      const rows = await store.db
        .selectFrom(table as keyof Schema)
        .selectAll()
        .execute();
      all[table] = rows
        .map((row) => JSON.stringify(columns.map((name) => row[name as keyof typeof row])))
        .toSorted();
    }
    return all;
  } finally {
    await store.close();
  }
}

async function fill(written: WrittenArchive): Promise<void> {
  for (let i = 0; i < 100; i++) {
    written.webhook('kunden', {
      number: `069 90009-${100 + i}`,
      name: `Süß\n"${i}"\u2028`,
      x: 1.5,
    });
    const kurier = { name: `Fahrer ${i % 3}` };
    written.webhook('jobs', { jobId: i % 50, status: 'new', kunde: { tel: NUMBER }, kurier });
  }
  written.webhook('kuriere', { id: 'K1', name: 'Ali', phone: '0171 2312511', status: 'frei' });
  written.webhook(null, '{"text":"\\u0000 \\\\u0000 🛵","n":12345678901234567890.10}');
  written.report({ callId: 'c', state: 'ringing', from: NUMBER });
  await written.settled();
  await written.archive.changeJob('7', { note: 'Hinterhof', by: 'Anna' });
  await written.archive.eraseNumber('069 90009-150', true);
}

/** A row for every table that has none: what it means is nothing to a backup. */
async function fillRest(url: string): Promise<void> {
  for (const [table, rows] of Object.entries(await everything(url))) {
    if (rows.length > 0) continue;
    const columns = Object.entries(TABLES[table as keyof Schema]);
    const values = columns.map(([, { type }]) => (type === 'text' ? "'[]'" : '4294967296'));
    const small = columns.map(([, { type }], i) => (type === 'integer' ? '1' : values[i]));
    const names = columns.map(([name]) => `"${name}"`);
    await execute(url, `insert into ${table} (${names}) values (${small})`);
  }
}

test('[OP1] a table or a column that the schema has is in the backup', async () => {
  const store = openStore(await emptyDatabase('sqlite'), 'write');
  await migrate(store, '');
  const tables = await tablesAfter(await stepsIn(store.db, NOTES_OF_STEPS.whole));
  await store.close();
  const columns = Object.entries(TABLES).map(([table, all]) => [table, Object.keys(all).sort()]);
  expect([...tables].map(([table, all]) => [table, all.toSorted()]).sort()).toEqual(columns.sort());
});

describe.each(DATABASES)('[OP1] %s', (kind) => {
  const other = kind === 'sqlite' ? 'postgres' : 'sqlite';

  test('comes back from the other database with every row of every table, and with what it tells', async () => {
    const written = await WrittenArchive.on(kind);
    await fill(written);
    const lists = async (archive: WrittenArchive) => ({
      addresses: await archive.addresses({ q: 'suess 9' }),
      calls: await archive.calls(),
      jobs: await archive.jobs(),
      events: await archive.events(),
    });
    const told = await lists(written);
    await written.close();
    await fillRest(written.url);
    const before = await everything(written.url);
    expect(Object.entries(before).filter(([, rows]) => rows.length === 0)).toEqual([]);

    const file = join(temporaryFolder(), 'backup.ndjson.gz');
    expect(await succeed('backup', written.url, [file])).toMatch(
      /: [1-9][\d,]+ records, [\d,]+ bytes/,
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const moved = await emptyDatabase(other);
    expect(await succeed('restore', moved, [file])).toContain('1 calls, 50 jobs');
    expect(await everything(moved)).toEqual(before);

    const plain = join(temporaryFolder(), 'backup.ndjson');
    await succeed('backup', moved, [plain]);
    expect(readFileSync(plain, 'utf8').split('\n')).toHaveLength(
      gunzipSync(readFileSync(file)).toString().split('\n').length,
    );
    const back = await emptyDatabase(kind);
    await succeed('restore', back, [plain]);
    expect(await everything(back)).toEqual(before);
    const { code, said } = await archiveCommand('restore', 'sqlite:/nowhere/x.db', [
      plain,
      '--test',
    ]);
    expect({ code, said }).toMatchObject({ code: 0, said: expect.stringContaining('is whole: ') });

    const restored = await WrittenArchive.at(back);
    await restored.settled();
    expect(await lists(restored)).toEqual(told);
    // Whole, and not a picture only: it goes on.
    restored.webhook('kunden', { number: '069 90009-101', name: 'Neu' });
    await restored.settled();
    expect(await restored.addresses({ number: '069 90009-101' })).toMatchObject([{ name: 'Neu' }]);
    expect(restored.archive.troubles()).toEqual([]);
  });

  test('is moved into the other database and back, with whom nothing is kept about', async () => {
    const written = await WrittenArchive.on(kind);
    await fill(written);
    await written.close();
    const before = await everything(written.url);
    const to = await emptyDatabase(other);
    const said = await succeed('move-archive', written.url, [to], written.spoolFolder);
    expect(said).toContain('set app.archive.url to it');
    expect(await everything(to)).toEqual(before);
    expect(await everything(written.url)).toEqual(before);
    const back = await emptyDatabase(kind);
    await succeed('move-archive', to, [back], written.spoolFolder);
    expect(await everything(back)).toEqual(before);

    const refused = async (from: string, target: string) => {
      const { code, said } = await archiveCommand(
        'move-archive',
        from,
        [target],
        written.spoolFolder,
      );
      return `${code} ${said}`;
    };
    expect(await refused(to, back)).toMatch(/^1 .* is not empty/);
    expect(await refused(to, to)).toMatch(/^1 .* is (not empty|used)/);
    expect(await refused(to, 'mysql://x')).toMatch(/^2 .*is not allowed; allowed: /);
    const running = await WrittenArchive.at(back, written.spoolFolder);
    running.archive.claim();
    expect(await refused(back, await emptyDatabase(other))).toMatch(
      /^1 .*another Hookline|a Hookline on/,
    );
  });

  test('is copied as it was at one moment while the service stores', async () => {
    const written = await WrittenArchive.on(kind);
    let sent = 0;
    const send = () => {
      for (let i = 0; i < 20; i++) {
        written.webhook('jobs', { jobId: sent % 500, status: `${sent}`, text: 'x'.repeat(500) });
        sent++;
      }
    };
    for (let i = 0; i < 100; i++) send();
    await written.settled();
    const busy = setInterval(send, 2);
    const { stored } = written.archive.figures();
    await expect.poll(() => written.archive.figures().stored).toBeGreaterThan(stored);
    const file = join(temporaryFolder(), 'backup.ndjson');
    await succeed('backup', written.url, [file]);
    clearInterval(busy);
    const during = sent;
    await written.settled();
    await written.close();

    const restored = await emptyDatabase(other);
    await succeed('restore', restored, [file]);
    const { events = [], job_versions: versions = [] } = await everything(restored);
    expect(events.length).toBeGreaterThan(2000);
    expect(events.length).toBeLessThan(during);
    expect(versions).toHaveLength(events.length);
    // No other rows than the service has, and of its first ones all.
    const all = (await everything(written.url))['events'] ?? [];
    expect(events).toEqual(all.slice(0, events.length));
  });

  test.each(['first', 'couriers', 'feed', 'mappings'] as const)(
    'of version %s is restored, and brought up to date',
    async (version) => {
      const earlier = await earlierArchive(kind, version);
      const file = join(temporaryFolder(), 'backup.ndjson');
      await succeed('backup', earlier, [file]);
      const url = await emptyDatabase(other);
      await succeed('restore', url, [file]);
      const stores = [openStore(earlier, 'write'), openStore(url, 'write')] as const;
      await migrate(stores[0], earlier);
      const [upgraded, restored] = await Promise.all(stores.map(({ db }) => storedRows(db)));
      for (const store of stores) await store.close();
      // PostgreSQL has no NUL, of which the first version's day has one in a name.
      const text = JSON.stringify(upgraded, (_, value) =>
        other === 'postgres' && typeof value === 'string'
          ? value.replaceAll('\0', '\ufffd')
          : value,
      );
      expect(restored).toEqual(JSON.parse(text));
    },
  );
});

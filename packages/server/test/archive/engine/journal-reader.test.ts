import { mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { framedAt, unpackBatch } from '../../../src/archive/engine/journal/batch.ts';
import { JournalReader } from '../../../src/archive/engine/journal/journal-reader.ts';
import { openStore } from '../../../src/archive/engine/store/store.ts';
import { databaseWithTables, emptyDatabase } from '../../support/database.ts';
import { leftoversOf } from '../../support/earlier-archive.ts';
import { journaled, journalFile, journalIn } from '../../support/journal-file.ts';
import { temporaryFolder, WrittenArchive } from '../../support/written-archive.ts';
import { madeUpDay } from '../earlier/made-up-day.ts';
import { VERSION_NAMES } from '../earlier/versions.ts';

const event = (id: number) => journaled(id, { text: '1' });
const FIRST = '000000000000000.journal';
const SECOND = '000000000000001.journal';

/** A service that finds these files, after all of them are stored. */
async function startedOn(folder: string): Promise<WrittenArchive> {
  const written = await WrittenArchive.at(await emptyDatabase('sqlite'), folder);
  await written.settled();
  return written;
}

async function eventIds(written: WrittenArchive): Promise<unknown[]> {
  return (await written.rows('events')).map(({ event_id }) => event_id);
}

/** What may be wrong with one file of the journal. */
const problems: [string, (path: string) => void][] = [
  [
    'a folder in its place',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
  ],
  ['garbage', (path) => writeFileSync(path, 'x')],
  ['a wrong length', (path) => writeFileSync(path, Buffer.alloc(2000, 0xff))],
];

test.each(problems)(
  '[AR12] a file of the journal with %s blocks neither storing nor editing nor erasing',
  async (_, spoil) => {
    const folder = temporaryFolder();
    for (const id of [1, 2, 3]) journalFile(folder, id - 1, [event(id)]);
    spoil(join(folder, SECOND));
    const written = await startedOn(folder);
    await written.archive.eraseNumber('030 23125-100', false);
    expect(await eventIds(written)).toEqual([1, 3]);
    expect(journalIn(folder)).toEqual([`${SECOND}.unreadable`]);
    expect(written.logLines.join()).toContain(SECOND);
    expect(written.archive.troubles()).toEqual([]);
  },
);

test('[AR12] of a batch that a power cut has torn the rest is kept and told; all before it is stored', async () => {
  const folder = temporaryFolder();
  const { end } = journalFile(folder, 0, [event(1), event(2)]);
  const torn = journalFile(folder, 0, [event(1), event(2), event(3)]);
  journalFile(folder, 1, [event(4)]);
  truncateSync(join(folder, FIRST), torn.end - 1);
  const written = await startedOn(folder);
  expect(await eventIds(written)).toEqual([1, 2, 4]);
  expect(journalIn(folder)).toEqual([`${FIRST}.unreadable`]);
  expect(statSync(join(folder, `${FIRST}.unreadable`)).size).toBe(torn.end - 1 - end);
  expect(statSync(join(folder, `${FIRST}.unreadable`)).mode & 0o777).toBe(0o600);
  expect(written.logLines.join()).toContain(`are no batch; they are kept as ${FIRST}.unreadable`);
});

test('[AR12] a batch that the disk has changed costs itself only', async () => {
  const folder = temporaryFolder();
  const { end } = journalFile(folder, 0, [event(1), event(2), event(3)]);
  const path = join(folder, FIRST);
  const bytes = readFileSync(path);
  const middle = Math.floor(end / 2);
  bytes.writeUInt8((bytes[middle] ?? 0) ^ 1, middle);
  writeFileSync(path, bytes);
  expect(await eventIds(await startedOn(folder))).toEqual([1, 3]);
});

test('[AR12] a file of the journal that somebody has removed is forgotten', async () => {
  const folder = temporaryFolder();
  for (const id of [1, 2, 3]) journalFile(folder, id - 1, [event(id)]);
  const url = await emptyDatabase('sqlite');
  // A folder where the database should be keeps it away.
  mkdirSync(url.slice('sqlite:'.length));
  const written = await WrittenArchive.at(url, folder);
  rmSync(join(folder, SECOND));
  rmSync(url.slice('sqlite:'.length), { recursive: true });
  await written.settled();
  expect((await written.events()).map(({ eventId }) => eventId)).toEqual([3, 1]);
  expect(written.logLines.join()).toContain(SECOND);
});

test('[AR12] what stands in the journal twice, or was stored before the process was killed, counts once', async () => {
  const folder = temporaryFolder();
  const url = await databaseWithTables('sqlite');
  const store = openStore(url, 'write');
  await store.db.insertInto('archive_feed').values({ instance: 'earlier', seq: 2 }).execute();
  await store.close();
  journalFile(folder, 0, [event(1), event(2), event(3), event(3)]);
  journalFile(folder, 1, [event(2), event(3), event(4)]);
  const written = await WrittenArchive.at(url, folder);
  await written.settled();
  expect(await eventIds(written)).toEqual([3, 4]);
  expect(written.archive.figures().stored).toBe(2);
  await written.close();
  // Nothing is left of it, neither on disk nor in the database.
  expect(journalIn(folder)).toEqual([]);
  expect(await written.rows('archive_feed')).toEqual([]);
});

test('[AR12] what could not be written is stored between what was before and what was after', () => {
  const folder = temporaryFolder();
  const journal = new JournalReader(folder);
  const told: unknown[] = [];
  const store = () => {
    told.push(journal.next().map(({ order }) => order?.through));
    const name = journal.done();
    if (name !== undefined) told.push(name);
  };
  const file = (...ids: readonly number[]) => journalFile(folder, 0, ids.map(event));
  journal.expect({ ...file(1), isClosed: false });
  journal.hand(event(2));
  store();
  journal.hand(event(3));
  // Tried again from the oldest on, it is in the file as well.
  journal.expect({ ...file(1, 3, 4), isClosed: false });
  while (!journal.isEmpty) store();
  journal.expect({ ...file(1, 3, 4, 5), isClosed: false });
  store();
  journal.expect(file(1, 3, 4, 5));
  store();
  expect(told).toEqual([[1], [2], [3], [3, 4], [5], [], FIRST]);
  expect(journal.isTidy).toBe(true);
  expect(journalIn(folder)).toEqual([]);
});

test('[AR12] while a file cannot be removed, it stays known how far it is stored', () => {
  const folder = temporaryFolder();
  const journal = new JournalReader(folder);
  journal.expect(journalFile(folder, 0, [event(1)]));
  expect(journal.next()).toHaveLength(1);
  rmSync(join(folder, FIRST));
  mkdirSync(join(folder, FIRST));
  expect(journal.done()).toBe(FIRST);
  expect(journal.isEmpty).toBe(true);
  expect(journal.isTidy).toBe(false);
});

test('[AR12] [AR11] what earlier versions have spooled is stored, all of it', async () => {
  const folder = temporaryFolder();
  let number = 0;
  for (const version of VERSION_NAMES) {
    const { spool, journal = [] } = leftoversOf(version);
    for (const [i, packed] of [...spool, ...journal].entries()) {
      const end = i < spool.length ? 'batch' : 'journal';
      const name = `${String(number++).padStart(15, '0')}.${end}`;
      writeFileSync(join(folder, name), Buffer.from(packed, 'base64'));
    }
  }
  const written = await startedOn(folder);
  const sent = madeUpDay()
    .slice(-6)
    .filter(({ path }) => path.startsWith('/api/webhook'))
    .map(({ json }) => json);
  const rows = await written.rows('events');
  expect(rows.map(({ payload }) => String(payload)).toSorted()).toEqual(
    VERSION_NAMES.flatMap(() => sent).toSorted(),
  );
  // Those that knew senders have told two events of one.
  const withSenders = VERSION_NAMES.filter((version) =>
    leftoversOf(version).properties.includes('app.webhook.senders'),
  );
  expect(withSenders.length).toBeGreaterThan(2);
  expect(rows.filter(({ sender }) => sender === 'erp')).toHaveLength(2 * withSenders.length);
  expect(await written.calls()).toMatchObject([{ callId: 'named', name: 'Süß & Söhne' }]);
  expect(await written.jobs()).toMatchObject([{ reference: 'D-1', status: 'Fehler' }]);
  expect((await written.addresses()).map(({ name }) => name).toSorted()).toEqual([
    'Ohne Nummer e.K.',
    'Ole Fünf',
  ]);
  expect((await written.rows('sources')).length).toBeGreaterThan(0);
  expect(journalIn(folder)).toEqual([]);
  expect(await written.rows('dead_letters')).toEqual([]);
});

test('[AR12] a file of a newer version stays in the journal for it, and blocks nobody', async () => {
  const folder = temporaryFolder();
  const photo = { kind: 'photos' as 'event', eventId: 0 };
  journalFile(folder, 0, [event(1)]);
  journalFile(folder, 1, [
    journaled(2, { ...photo, text: '{"of":"030 23125-100"}' }, { ...photo, text: '7' }),
  ]);
  journalFile(folder, 2, [event(3)]);
  const url = await emptyDatabase('sqlite');
  for (let start = 0; start < 2; start++) {
    const written = await WrittenArchive.at(url, folder);
    await written.settled();
    expect(await eventIds(written)).toEqual([1, 3]);
    expect(written.logLines.join()).toContain(
      `the file ${SECOND} of the journal is of a newer version`,
    );
    expect(journalIn(folder)).toEqual([SECOND]);
    // It must not bring back who was erased meanwhile.
    await written.archive.eraseNumber('030 23125-100', false);
    const packed = framedAt(readFileSync(join(folder, SECOND)), 0) ?? Buffer.of();
    expect(unpackBatch(packed).entries).toEqual([
      expect.objectContaining({ kind: 'photos', text: '7' }),
    ]);
    await written.close();
  }
});

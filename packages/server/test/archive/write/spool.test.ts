import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packBatch, unpackBatch } from '../../../src/archive/write/batch.ts';
import { SpoolInlet } from '../../../src/archive/write/spool-inlet.ts';
import { emptyDatabase } from '../../support/database.ts';
import { leftoversOf } from '../../support/earlier-archive.ts';
import { temporaryFolder, WrittenArchive } from '../../support/written-archive.ts';
import { madeUpDay } from '../earlier/made-up-day.ts';
import { VERSION_NAMES } from '../earlier/versions.ts';

const batch = (eventId: number) =>
  packBatch('i', [
    {
      head: {
        id: `${eventId}`,
        kind: 'event',
        eventId,
        channel: null,
        receivedAt: '2026-03-01T08:00:00.000Z',
      },
      text: Buffer.from('1'),
    },
  ]);

/** What may be wrong with one file of the spool, and what is left of it. */
const problems: [string, (path: string) => void, string[]][] = [
  [
    'a folder in its place',
    (path) => {
      rmSync(path);
      mkdirSync(path);
    },
    ['000000000000001.batch.unreadable'],
  ],
  ['garbage', (path) => writeFileSync(path, 'x'), ['000000000000001.batch.unreadable']],
];

test.each(problems)(
  '[AR12] a file of the spool with %s blocks neither storing nor editing nor erasing',
  async (_, spoil, left) => {
    const folder = temporaryFolder();
    const inlet = new SpoolInlet(folder);
    for (const eventId of [1, 2, 3]) await inlet.add(batch(eventId));
    spoil(join(folder, '000000000000001.batch'));
    const written = await WrittenArchive.at(await emptyDatabase('sqlite'), folder);
    await written.settled();
    await written.archive.eraseNumber('030 23125-100', false);
    expect((await written.rows('events')).map(({ event_id }) => event_id)).toEqual([1, 3]);
    expect(readdirSync(folder)).toEqual(left);
    expect(written.logLines.join()).toContain('000000000000001.batch');
    expect(written.archive.troubles()).toEqual([]);
  },
);

test('[AR12] a file of the spool that somebody has removed is forgotten', async () => {
  const folder = temporaryFolder();
  const url = await emptyDatabase('sqlite');
  // A folder where the database should be keeps it away.
  mkdirSync(url.slice('sqlite:'.length));
  const written = await WrittenArchive.at(url, folder);
  for (let event = 0; event < 3; event++) {
    written.webhook(null, { event });
    await expect.poll(() => written.archive.figures().spooledBatches).toBe(event + 1);
  }
  rmSync(join(folder, '000000000000001.batch'));
  rmSync(url.slice('sqlite:'.length), { recursive: true });
  await written.settled();
  expect((await written.events()).map(({ eventId }) => eventId)).toEqual([3, 1]);
  expect(written.logLines.join()).toContain('000000000000001.batch');
});

test('[AR12] [AR11] what earlier versions have spooled is stored, all of it', async () => {
  const folder = temporaryFolder();
  const inlet = new SpoolInlet(folder);
  for (const version of VERSION_NAMES) {
    for (const packed of leftoversOf(version).spool) await inlet.add(Buffer.from(packed, 'base64'));
  }
  const written = await WrittenArchive.at(await emptyDatabase('sqlite'), folder);
  await written.settled();
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
  expect(readdirSync(folder)).toEqual([]);
  expect(await written.rows('set_aside')).toEqual([]);
});

test('[AR12] a file of a newer version stays in the spool for it, and blocks nobody', async () => {
  const folder = temporaryFolder();
  const inlet = new SpoolInlet(folder);
  const later = { id: '2', eventId: 0, channel: null, receivedAt: '2026-03-01T08:00:00.000Z' };
  const entry = (kind: string, text: string) => ({
    head: { ...later, kind: kind as 'event' },
    text: Buffer.from(text),
  });
  await inlet.add(batch(1));
  await inlet.add(
    packBatch('i', [entry('photos', '{"of":"030 23125-100"}'), entry('photos', '7')]),
  );
  await inlet.add(batch(3));
  const name = '000000000000001.batch';
  const url = await emptyDatabase('sqlite');
  for (let start = 0; start < 2; start++) {
    const written = await WrittenArchive.at(url, folder);
    await written.settled();
    expect((await written.rows('events')).map(({ event_id }) => event_id)).toEqual([1, 3]);
    expect(written.logLines.join()).toContain(
      `the file ${name} of the spool is of a newer version`,
    );
    expect(readdirSync(folder)).toEqual([name]);
    // It must not bring back who was erased meanwhile.
    await written.archive.eraseNumber('030 23125-100', false);
    expect(unpackBatch(readFileSync(join(folder, name))).entries).toEqual([
      expect.objectContaining({ kind: 'photos', text: '7' }),
    ]);
    await written.close();
  }
  expect(new SpoolInlet(folder).leftOver()).toEqual([name]);
});

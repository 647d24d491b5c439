import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { packBatch } from '../../../src/archive/write/batch.ts';
import { SpoolInlet } from '../../../src/archive/write/spool-inlet.ts';
import { emptyDatabase } from '../../support/databases.ts';
import { temporaryFolder, WrittenArchive } from '../../support/written-archive.ts';

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

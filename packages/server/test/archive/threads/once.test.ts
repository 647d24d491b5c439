import { readdirSync } from 'node:fs';
import { PhoneRules } from '@hookline/records/phone';
import { describe, expect, test } from 'vitest';
import {
  type EntryHead,
  packBatch,
  unpackBatch,
} from '../../../src/archive/engine/journal/batch.ts';
import { MappingBook } from '../../../src/archive/engine/mapping-book.ts';
import { migrate, openStore } from '../../../src/archive/engine/store/store.ts';
import { JobReading } from '../../../src/archive/jobs/job-reports.ts';
import { Suppression } from '../../../src/archive/privacy/suppression.ts';
import { applyBatch } from '../../../src/archive/threads/apply-batch.ts';
import { absentDatabase, DATABASES, emptyDatabase } from '../../support/databases.ts';
import { HOUSE } from '../../support/house.ts';
import { WrittenArchive } from '../../support/written-archive.ts';

const NUMBER = '030 23125-100';

describe.each(DATABASES)('%s: exactly once', (kind) => {
  test.each(['id', 'place in the journal'])(
    '[AR12] a batch that is delivered again is stored once, by its %s',
    async (by) => {
      const url = await emptyDatabase(kind);
      const store = openStore(url, 'write');
      await migrate(store, url);
      const rules = new PhoneRules({ country: 'DE' });
      const jobs = new JobReading(HOUSE, rules);
      const context = {
        store,
        rules,
        jobs,
        mappings: new MappingBook(),
        suppression: new Suppression(rules),
      };
      const entry = (part: Partial<EntryHead>, text: string) => ({
        head: {
          id: crypto.randomUUID(),
          kind: 'event' as const,
          receivedAt: '2026-03-01T08:00:00.000Z',
          eventId: 1,
          channel: null,
          ...part,
        },
        text: Buffer.from(text),
      });
      const about = by === 'id' ? { id: 'b' } : { order: { name: 'r', through: 1 } };
      const packed = packBatch({ instance: 'i', ...about }, [
        entry({}, '{}'),
        entry({ channel: 'jobs' }, '{"jobId":1}'),
        entry({ channel: 'kunden' }, `{"number":"${NUMBER}"}`),
        entry({ kind: 'calls' }, '{"foo":1}'),
      ]);
      const first = await applyBatch(context, unpackBatch(packed));
      expect(first).toMatchObject({ stored: 4, deadLetters: 0 });
      expect([...first.changed].toSorted()).toEqual(['addresses', 'calls', 'jobs']);
      const again = await applyBatch(context, unpackBatch(packed));
      expect(again).toEqual({ changed: new Set(), stored: 0, deadLetters: 0 });
      for (const [table, count] of [
        ['events', 3],
        ['job_versions', 1],
        ['calls', 1],
        ['call_reports', 1],
        ['dead_letters', 0],
      ] as const) {
        expect(await store.db.selectFrom(table).select('id').execute(), table).toHaveLength(count);
      }
      await store.close();
    },
  );

  test('[AR12] what came in while the database was away is stored in order, once', async () => {
    const { url, create } = await absentDatabase(kind);
    const written = await WrittenArchive.at(url);
    for (let i = 0; i < 40; i++) {
      written.webhook('kunden', { number: NUMBER, step: i });
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    await expect.poll(() => written.archive.figures().waiting).toBeGreaterThan(1);
    await expect
      .poll(() => written.archive.troubles())
      .toEqual([expect.stringContaining('cannot store')]);
    await expect(written.archive.deleteAddress('x')).rejects.toMatchObject({
      reason: 'unavailable',
    });
    await create();
    for (let i = 40; i < 50; i++) written.webhook('kunden', { number: NUMBER, step: i });
    await expect.poll(() => written.archive.figures().stored).toBe(50);
    await written.settled();
    const events = (await written.events()).toReversed();
    expect(events.map(({ payload }) => payload)).toEqual(
      Array.from({ length: 50 }, (_, step) => ({ number: NUMBER, step })),
    );
    expect((await written.address()).fields).toEqual({ step: 49 });
    await expect.poll(() => readdirSync(written.spoolFolder)).toEqual([]);
    expect(written.archive.troubles()).toEqual([]);
    expect(written.archive.figures()).toMatchObject({ waiting: 0, queuedBytes: 0 });
  });

  test('[AR12] what is in the journal when it is closed is stored after the next start', async () => {
    const { url, create } = await absentDatabase(kind);
    const before = await WrittenArchive.at(url);
    for (let i = 0; i < 20; i++) before.webhook(null, { i });
    await before.close();
    expect(readdirSync(before.spoolFolder).length).toBeGreaterThan(0);
    await create();
    const after = await WrittenArchive.at(url, before.spoolFolder);
    await expect.poll(() => after.archive.figures().stored).toBe(20);
    expect(await after.events()).toHaveLength(20);
    await expect.poll(() => readdirSync(before.spoolFolder)).toEqual([]);
  });
});

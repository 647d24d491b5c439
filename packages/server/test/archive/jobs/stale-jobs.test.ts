import type { Job } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import type { Turn } from '../../../src/archive/engine/store/transaction.ts';
import { settleStaleJobs } from '../../../src/archive/jobs/stale-jobs.ts';
import type { WriterContext } from '../../../src/archive/privacy/writer-context.ts';
import { applyBatch } from '../../../src/archive/threads/apply-batch.ts';
import { createReader } from '../../../src/archive/threads/reader.ts';
import { type ArchiveContext, archiveContext } from '../../support/archive-context.ts';
import { DATABASES } from '../../support/databases.ts';
import { ALL } from '../../support/written-archive.ts';

const MANY = 2300;
const BATCH = 500;
const START = Date.parse('2026-03-01T08:00:00.000Z');

describe.each(DATABASES)('%s: a job with very many versions', (kind) => {
  const entry = (n: number, payload: object) => ({
    id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    kind: 'event' as const,
    eventId: n,
    channel: 'jobs',
    receivedAt: new Date(START + 1000 * n).toISOString(),
    text: JSON.stringify(payload),
  });
  const store = (context: ArchiveContext, entries: ReturnType<typeof entry>[]) =>
    applyBatch(context, { id: crypto.randomUUID(), instance: 'i', entries });
  const jobOf = async ({ store, rules }: ArchiveContext): Promise<Job> => {
    const { items } = await createReader(store, rules).jobs({ reference: '1' }, ALL, 'json');
    return JSON.parse(items[0] ?? 'null');
  };

  async function filled(): Promise<ArchiveContext> {
    const context = await archiveContext(kind);
    const first = { jobId: 1, status: 'picked up', pickup: { name: 'Labor', phone: '101' } };
    const positions = Array.from({ length: MANY }, (_, n) => entry(10 + n, { jobId: 1, lat: n }));
    await store(context, [entry(5, first)]);
    // As the service does: PostgreSQL ends a transaction that does nothing for ten seconds.
    for (let n = 0; n < MANY; n += BATCH) await store(context, positions.slice(n, n + BATCH));
    return context;
  }

  test('[RE5] is merged anew in turns, when an older version comes late', async () => {
    const context = await filled();
    expect(await jobOf(context)).toMatchObject({ facts: { pickup: { name: 'Labor' } } });
    await store(context, [entry(6, { jobId: 1, dropoff: { name: 'Praxis', phone: '102' } })]);
    // Until there is time for it, it is what its newest version says.
    expect(await jobOf(context)).toMatchObject({ payload: { lat: MANY - 1 } });
    let turns = 0;
    const turn: Turn<WriterContext> = (work) => {
      turns++;
      return work(context);
    };
    await settleStaleJobs(turn);
    expect(turns).toBeGreaterThan(5);
    expect(await jobOf(context)).toMatchObject({
      status: 'picked up',
      statusClass: 'underway',
      payload: { lat: MANY - 1 },
      facts: { pickup: { name: 'Labor' }, dropoff: { name: 'Praxis' } },
    });
    const { db } = context.store;
    const numbers = await db.selectFrom('job_numbers').select('number_key').execute();
    expect(numbers.map(({ number_key }) => number_key).toSorted()).toEqual([
      'internal:101',
      'internal:102',
    ]);
    expect(await db.selectFrom('stale_jobs').selectAll().execute()).toEqual([]);
  });

  test('[AR13] what is erased between two turns does not live on in its facts', async () => {
    const context = await filled();
    const { db } = context.store;
    await store(context, [entry(6, { jobId: 1, dropoff: { name: 'Praxis' } })]);
    let turns = 0;
    await settleStaleJobs(async (work) => {
      const result = await work(context);
      if (++turns === 3) {
        const named = db.selectFrom('events').select('id').where('payload', 'like', '%Labor%');
        await db.deleteFrom('job_versions').where('event', 'in', named).execute();
      }
      return result;
    });
    const { facts } = await jobOf(context);
    expect(facts.pickup).toBeNull();
    expect(facts.dropoff).toMatchObject({ name: 'Praxis' });
  });
});

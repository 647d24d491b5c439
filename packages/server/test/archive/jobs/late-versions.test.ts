import type { Job, JobHistory } from '@hookline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entry } from '../../../src/archive/engine/journal/batch.ts';
import { jobEditor } from '../../../src/archive/jobs/change-job.ts';
import { settleStaleJobs } from '../../../src/archive/jobs/stale-jobs.ts';
import { applyBatch } from '../../../src/archive/threads/apply-batch.ts';
import { createReader } from '../../../src/archive/threads/reader.ts';
import { type ArchiveContext, archiveContext } from '../../support/archive-context.ts';
import { DATABASES } from '../../support/databases.ts';
import { ALL } from '../../support/written-archive.ts';

const NOON = Date.parse('2026-03-04T12:00:00.000Z');
/** So many minutes before or after noon. */
const at = (minutes: number) => new Date(NOON + 60_000 * minutes).toISOString();

/** The n-th message that is accepted, all of them in the hour after noon. */
function entry(n: number, payload: object, sender: string | null = null): Entry {
  return {
    id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
    kind: 'event',
    eventId: n,
    channel: 'jobs',
    sender,
    receivedAt: at(n / 100),
    text: JSON.stringify({ jobId: 7, ...payload }),
  };
}

async function store(context: ArchiveContext, entries: readonly Entry[]): Promise<void> {
  await applyBatch(context, { id: crypto.randomUUID(), instance: 'i', entries });
}

async function jobOf({ store, rules }: ArchiveContext): Promise<Job> {
  const { items } = await createReader(store, rules, () => NOON).jobs({}, ALL, 'json');
  expect(items).toHaveLength(1);
  return JSON.parse(items[0] ?? 'null');
}

async function historyOf({ store, rules }: ArchiveContext): Promise<JobHistory> {
  const page = await createReader(store, rules, () => NOON).job('7', ALL);
  return JSON.parse(`{${page?.now},"versions":[${page?.items.join(',')}]}`);
}

async function after(kind: 'sqlite' | 'postgres', ...payloads: object[]): Promise<JobHistory> {
  const context = await archiveContext(kind);
  for (const [n, payload] of payloads.entries()) await store(context, [entry(n, payload)]);
  return historyOf(context);
}

const COLLECTED = { status: 'abgeholt', driver: { name: 'Bodo Rast' } };
const DELIVERED = { status: 'zugestellt' };

describe.each(DATABASES)('%s: a message that comes late', (kind) => {
  test('[RE11] does not reopen a job that is delivered', async () => {
    const job = await after(
      kind,
      { ...DELIVERED, updated_at: at(-10), driver: { name: 'Nele Kühn' } },
      { ...COLLECTED, updated_at: at(-60), dropoff: { name: 'Praxis Roth' } },
    );
    expect(job).toMatchObject({
      status: 'zugestellt',
      statusClass: 'done',
      // What nobody has told since counts.
      facts: { courier: { name: 'Nele Kühn' }, dropoff: { name: 'Praxis Roth' } },
      versions: [
        { status: 'abgeholt', arrivedLate: true },
        { status: 'zugestellt', arrivedLate: false },
      ],
    });
  });

  test('[RE11] is not what the job shows as its newest', async () => {
    const context = await archiveContext(kind);
    await store(context, [
      entry(1, { ...DELIVERED, timestamp: at(-10) }),
      entry(2, { ...COLLECTED, timestamp: at(-60) }),
    ]);
    expect(await jobOf(context)).toMatchObject({ payload: DELIVERED, receivedAt: at(0.01) });
  });

  test.each<[string, object, object]>([
    ['whose time never changes', { created: at(-90) }, { created: at(-90) }],
    ['that has another field for it', { eventTime: at(-10) }, { updated_at: at(-60) }],
    ['that tells a bare date', { updated_at: '2026-03-04' }, { updated_at: '2026-03-03' }],
    ['whose clock is ahead', { updated_at: at(600) }, { updated_at: at(-60) }],
    ['that tells no time', { updated_at: at(-10) }, {}],
  ])('[RE11] of a sender %s is none: what was accepted last counts', async (_, first, second) => {
    const job = await after(kind, { ...COLLECTED, ...first }, { ...DELIVERED, ...second });
    expect(job.versions.map(({ arrivedLate }) => arrivedLate)).toEqual([false, false]);
    expect(job.statusClass).toBe('done');
  });

  test('[RE11] is one only beside what the same sender has told', async () => {
    const context = await archiveContext(kind);
    await store(context, [entry(1, { ...COLLECTED, updated_at: at(-10) }, 'erp')]);
    await store(context, [entry(2, { ...DELIVERED, updated_at: at(-60) }, 'app')]);
    expect(await jobOf(context)).toMatchObject({ statusClass: 'done' });
    await store(context, [entry(3, { status: 'neu', updated_at: at(-20) }, 'erp')]);
    expect(await jobOf(context)).toMatchObject({ statusClass: 'done' });
  });

  test('[RE11] [DI3] does not reopen what a desk has closed', async () => {
    const context = await archiveContext(kind);
    await store(context, [entry(1, { ...COLLECTED, updated_at: at(-10) })]);
    const desk = jobEditor({ turn: (work) => work(context), changed: () => {}, now: () => NOON });
    await desk.changeJob('7', { closed: true, by: 'Platz 1' });
    await store(context, [entry(3, { status: 'neu', updated_at: at(-60) })]);
    expect(await jobOf(context)).toMatchObject({ closedBy: { desk: 'Platz 1' } });
    await store(context, [entry(4, { ...DELIVERED, updated_at: at(-5) })]);
    expect(await jobOf(context)).toMatchObject({ closedBy: null, statusClass: 'done' });
  });

  test('[RE11] counts in its place among very many', async () => {
    const context = await archiveContext(kind);
    const positions = Array.from({ length: 2200 }, (_, n) =>
      entry(n, { lat: n, updated_at: at(-120 + n / 100) }),
    );
    for (let n = 0; n < positions.length; n += 500) {
      await store(context, positions.slice(n, n + 500));
    }
    await store(context, [entry(3000, { ...DELIVERED, updated_at: at(-10) })]);
    await store(context, [entry(3001, { ...COLLECTED, updated_at: at(-110.5) })]);
    await settleStaleJobs((work) => work(context));
    const job = await jobOf(context);
    expect(job).toMatchObject({ statusClass: 'done', facts: { courier: { name: 'Bodo Rast' } } });
    expect(job.payload).toMatchObject(DELIVERED);
    const { before_id } = await context.store.db
      .selectFrom('job_versions')
      .select('before_id')
      .where('status', '=', 'abgeholt')
      .executeTakeFirstOrThrow();
    expect(before_id).not.toBeNull();
  });
});

test('[RE11] any order of arrival and any batches of messages that carry their times give the same job', async () => {
  const message = fc.record({
    status: fc.constantFrom('neu', 'abgeholt', 'zugestellt', undefined),
    driver: fc.option(fc.record({ name: fc.constantFrom('Bodo Rast', 'Nele Kühn') }), {
      nil: undefined,
    }),
    dropoff: fc.option(fc.record({ name: fc.constantFrom('Praxis', 'Labor') }), {
      nil: undefined,
    }),
    pickupBy: fc.option(fc.constantFrom(at(200), at(300)), { nil: undefined }),
  });
  const arrivals = fc
    .array(message, { minLength: 1, maxLength: 6 })
    .map((all) => all.map((one, n) => ({ ...one, updated_at: at(n - 60) })))
    .chain((all) =>
      fc.record({
        all: fc.constant(all),
        order: fc.shuffledSubarray(all, { minLength: all.length }),
        cuts: fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length }),
      }),
    );
  const told = async (batches: readonly (readonly Entry[])[]) => {
    const context = await archiveContext('sqlite');
    for (const batch of batches) await store(context, batch);
    const { status, statusClass, facts, payload, dueAt } = await jobOf(context);
    return { status, statusClass, facts, payload, dueAt };
  };
  await fc.assert(
    fc.asyncProperty(arrivals, async ({ all, order, cuts }) => {
      const batches: Entry[][] = [[]];
      for (const [n, payload] of order.entries()) {
        batches.at(-1)?.push(entry(n, payload));
        if (cuts[n]) batches.push([]);
      }
      const inOrder = await told([all.map((payload, n) => entry(n, payload))]);
      expect(await told(batches.filter((batch) => batch.length > 0))).toEqual(inOrder);
    }),
    { numRuns: 60 },
  );
});

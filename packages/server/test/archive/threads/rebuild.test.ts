import type { Job, JobHistory } from '@hookline/contract';
import { PhoneRules } from '@hookline/records/phone';
import { describe, expect, onTestFinished, test } from 'vitest';
import { JournalReader } from '../../../src/archive/engine/journal/journal-reader.ts';
import { MappingBook } from '../../../src/archive/engine/mapping-book.ts';
import { migrate, openStore } from '../../../src/archive/engine/store/store.ts';
import type { Turn } from '../../../src/archive/engine/store/transaction.ts';
import { JobReading, type JobSettings } from '../../../src/archive/jobs/job-reports.ts';
import { Suppression } from '../../../src/archive/privacy/suppression.ts';
import type { WriterContext } from '../../../src/archive/privacy/writer-context.ts';
import { applyBatch } from '../../../src/archive/threads/apply-batch.ts';
import { createReader } from '../../../src/archive/threads/reader.ts';
import {
  jobRebuilder,
  noteNewArchive,
  type RebuildEvents,
  rebuildAll,
} from '../../../src/archive/threads/rebuild.ts';
import { DATABASES, emptyDatabase } from '../../support/databases.ts';
import { earlierArchive } from '../../support/earlier-archive.ts';
import { HOUSE } from '../../support/house.ts';
import { ALL, temporaryFolder, WrittenArchive } from '../../support/written-archive.ts';
import { FORGOTTEN, knownJobs } from '../earlier/made-up-week.ts';

async function opened(url: string, settings: JobSettings = HOUSE): Promise<WriterContext> {
  const store = openStore(url, 'write');
  onTestFinished(() => store.close());
  await migrate(store, url);
  const rules = new PhoneRules({ country: 'DE' });
  return {
    store,
    rules,
    jobs: new JobReading(settings, rules),
    mappings: new MappingBook(),
    suppression: new Suppression(rules),
    journal: new JournalReader(temporaryFolder()),
  };
}

const SILENT: RebuildEvents = { progress() {}, changed() {} };
const READERS = [jobRebuilder({ jobs: undefined })];

async function rebuild(context: WriterContext, events = SILENT): Promise<void> {
  await rebuildAll((work) => work(context), READERS, events);
}

function archiveOf({ store, rules }: WriterContext) {
  const reader = createReader(store, rules);
  return {
    async jobs(): Promise<Job[]> {
      return (await reader.jobs({}, ALL, 'json')).items.map((item) => JSON.parse(item));
    },
    async job(name: string): Promise<JobHistory | undefined> {
      const page = await reader.job(name, ALL);
      return page && JSON.parse(`{${page.now},"versions":[${page.items.join(',')}]}`);
    },
  };
}

/** Everything that is stored of jobs. */
async function rowsOf({ store: { db } }: WriterContext) {
  const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  return {
    jobs: sorted(await db.selectFrom('jobs').selectAll().execute()),
    versions: sorted(await db.selectFrom('job_versions').selectAll().execute()),
    numbers: sorted(await db.selectFrom('job_numbers').selectAll().execute()),
    names: sorted(await db.selectFrom('job_names').selectAll().execute()),
    stale: await db.selectFrom('stale_jobs').selectAll().execute(),
  };
}

describe.each(DATABASES)('%s: an archive of the first version', (kind) => {
  test('[RE2] [RE3] [RE5] every job is one, with its facts, and is found by its old names', async () => {
    const context = await opened(await earlierArchive(kind));
    const changes: string[] = [];
    await rebuild(context, { ...SILENT, changed: (one) => changes.push(one) });
    // On the way it is said again from time to time, so that pages show how far it is.
    expect([...new Set(changes)]).toEqual(['jobs']);
    const archive = archiveOf(context);
    const jobs = new Map((await archive.jobs()).map((job) => [job.reference, job]));
    const known = knownJobs();
    expect([...jobs.keys()].toSorted()).toEqual(known.map(({ reference }) => reference).toSorted());
    for (const one of known) {
      const job = jobs.get(one.reference);
      const isForgotten = one.messages[0]?.includes(FORGOTTEN.number);
      expect(job?.statusClass, one.reference).toBe(one.statusClass);
      expect(job?.facts.courier?.name ?? null, one.reference).toBe(one.courier);
      if (!isForgotten) {
        expect(job?.facts.pickup?.name, one.reference).toBe(one.pickup);
        expect(job?.facts.dropoff?.name, one.reference).toBe(one.dropoff);
      }
      const history = await archive.job(one.reference);
      const payloads = history?.versions.map(({ payload }) => payload).toReversed();
      const sent = one.messages.slice(isForgotten ? 1 : 0).map((json) => JSON.parse(json));
      expect(payloads).toEqual(sent.map((message) => message.jobs ?? message));
      for (const name of one.formerNames) {
        expect((await archive.job(name))?.reference, name).toBe(one.reference);
      }
    }
    // Who was erased is in none of it.
    const rest = JSON.stringify(await rowsOf(context));
    expect(rest).not.toContain(FORGOTTEN.number);
    expect(await rowsOf(context)).toMatchObject({ stale: [] });
  });

  test('[RE4] what is read is not read again, until the rules are others', async () => {
    const url = await earlierArchive(kind);
    const first = await opened(url);
    await rebuild(first);
    const before = await rowsOf(first);
    let steps = 0;
    const turn: Turn<WriterContext> = (work) => {
      steps++;
      return work(first);
    };
    await rebuildAll(turn, READERS, { ...SILENT, changed: () => expect.fail('nothing changes') });
    // One question for each kind, and one for what is left of the jobs.
    expect(steps).toBe(2);
    expect(await rowsOf(first)).toEqual(before);

    const house = { ...HOUSE, statusWords: { Fehler: 'done' }, referenceNames: ['state'] };
    const second = await opened(url, house);
    await rebuild(second);
    const jobs = await archiveOf(second).jobs();
    expect(jobs.filter(({ status }) => status === 'Fehler').length).toBeGreaterThan(0);
    for (const job of jobs) if (job.status === 'Fehler') expect(job.statusClass).toBe('done');
    // By that name all orders that are processed would be one job.
    expect((await archiveOf(second).job('processing'))?.versions).toHaveLength(6);
    await rebuild(await opened(url));
    const again = await rowsOf(first);
    expect({ ...again, names: [] }).toEqual({ ...before, names: [] });
  });

  test('[AR11] it goes on after any end, and with whatever is stored meanwhile', async () => {
    const live = knownJobs()
      .slice(0, 6)
      .map(({ messages }, n) => ({
        id: `0fffffff-0000-7000-8000-${String(n).padStart(12, '0')}`,
        kind: 'event' as const,
        eventId: n,
        channel: 'jobs',
        receivedAt: `2026-11-01T08:00:0${n}.000Z`,
        text: messages.at(-1) ?? '',
      }));
    const apply = (context: WriterContext, some: typeof live) =>
      applyBatch(context, { id: crypto.randomUUID(), instance: 'i', entries: some });
    const small = jobRebuilder({ jobs: undefined });
    const tiny = [
      { ...small, step: (c: WriterContext, after: string | null) => small.step(c, after, 7) },
    ];

    const whole = await opened(await earlierArchive(kind));
    await rebuild(whole);
    await apply(whole, live);

    const broken = await opened(await earlierArchive(kind));
    for (let round = 0; ; round++) {
      let left = round;
      const turn: Turn<WriterContext> = async (work) => {
        if (left-- === 0) throw new Error('killed');
        return work(broken);
      };
      const isDone = await rebuildAll(turn, tiny, SILENT).then(
        () => true,
        () => false,
      );
      const next = live[round];
      if (next) await apply(broken, [next]);
      if (isDone && round >= live.length) break;
    }
    expect(await rowsOf(broken)).toEqual(await rowsOf(whole));
  });

  test('[AR13] a job that was purged does not come back with its events', async () => {
    const context = await opened(await earlierArchive(kind));
    const { db } = context.store;
    await db.deleteFrom('job_versions').where('received_at', '<', '2026-10-08').execute();
    await db.deleteFrom('jobs').execute();
    const age = Date.now() - Date.parse('2026-10-09');
    await rebuildAll((work) => work(context), [jobRebuilder({ jobs: age })], SILENT);
    const { receivedAt } = (await archiveOf(context).jobs()).at(-1) ?? {};
    expect(receivedAt).toMatch(/^2026-10-(?:08|09)/);
  });

  test('[AR7] versions whose events are gone are read by themselves', async () => {
    const context = await opened(await earlierArchive(kind));
    await context.store.db.deleteFrom('events').execute();
    await rebuild(context);
    const archive = archiveOf(context);
    for (const { reference, messages, formerNames } of knownJobs()) {
      // Of an order that was taken apart, nothing but its items was kept.
      if (reference.startsWith('SO')) continue;
      const { versions = [] } = (await archive.job(reference)) ?? {};
      const isForgotten = messages[0]?.includes(FORGOTTEN.number);
      expect(versions, reference).toHaveLength(messages.length - (isForgotten ? 1 : 0));
      for (const name of formerNames) {
        expect((await archive.job(name))?.reference, name).toBe(reference);
      }
    }
  });

  test('[RE5] the service does it by itself after a start', async () => {
    const written = await WrittenArchive.at(await earlierArchive(kind));
    const count = knownJobs().length;
    await expect.poll(async () => (await written.jobs()).length, { interval: 50 }).toBe(count);
    await expect.poll(() => written.archive.rebuilding(), { interval: 50 }).toBeUndefined();
    expect(written.changes).toContain('jobs');
    expect(written.logLines.join('\n')).toContain('"step":"014-jobs-with-ids"');
  });
});

test.each(DATABASES)(
  '[RE3] %s: what a message says of its list outlives the event',
  async (kind) => {
    const url = await emptyDatabase(kind);
    const written = await WrittenArchive.at(url);
    written.webhook('jobs', { event: 'order.dispatched', data: [{ order_id: 'A-1' }] });
    await written.settled();
    await written.close();
    const context = await opened(url, { ...HOUSE, statusWords: { dispatched: 'underway' } });
    await context.store.db.deleteFrom('events').execute();
    await rebuild(context);
    expect(await archiveOf(context).jobs()).toMatchObject([
      { reference: 'A-1', status: 'order.dispatched', statusClass: 'underway' },
    ]);
  },
);

test.each(DATABASES)('[RE4] %s: a new archive has nothing to read anew', async (kind) => {
  const context = await opened(await emptyDatabase(kind));
  await noteNewArchive(context, READERS);
  const [{ messages } = { messages: [] }] = knownJobs();
  const entry = { id: crypto.randomUUID(), kind: 'event', eventId: 1, channel: 'jobs' } as const;
  const entries = [{ ...entry, receivedAt: '2026-11-01T08:00:00.000Z', text: messages[0] ?? '' }];
  await applyBatch(context, { id: 'b', instance: 'i', entries });
  await rebuild(context, {
    progress: () => expect.fail('nothing is read'),
    changed: () => expect.fail('nothing changes'),
  });
});

import { PhoneRules } from '@hookline/records/phone';
import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { expect, onTestFinished, test } from 'vitest';
import { migrations } from '../../../src/archive/engine/store/migrations.ts';
import { migrate, openStore } from '../../../src/archive/engine/store/store.ts';
import { dueSortKey } from '../../../src/archive/jobs/merge-job.ts';
import { settleStaleJobs } from '../../../src/archive/jobs/stale-jobs.ts';
import { createReader } from '../../../src/archive/threads/reader.ts';
import { archiveContext } from '../../support/archive-context.ts';
import { DATABASES, emptyDatabase } from '../../support/databases.ts';

test.each(DATABASES)('[AR11] %s: migrations run at start and only once', async (kind) => {
  const url = await emptyDatabase(kind);
  for (let start = 0; start < 2; start++) {
    const store = openStore(url, 'write');
    await migrate(store, url);
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(
      store.db,
    );
    expect(rows.map(({ name }) => name)).toEqual([
      '001-first',
      '002-call-age-and-wide-event-ids',
      '003-corrections-and-open-calls',
      '004-job-facts',
      '005-events-found-by',
      '006-desks',
      '007-couriers',
      '008-senders',
      '009-due-order',
      '010-jobs-in-hand',
      '011-feed',
      '012-completed-steps',
      '013-order-of-acceptance',
      '014-jobs-with-ids',
      '015-owners-and-couriers',
      '016-late-versions',
      '017-mappings',
      '018-erasure-marks',
      '019-call-backs',
      '020-order-of-names',
      '021-courier-loads',
      '022-first-jobs',
    ]);
    await store.close();
  }
});

test.each(DATABASES)(
  '[AR11] %s: a database of the first version is brought up to date, and keeps what it has',
  async (kind) => {
    const url = await emptyDatabase(kind);
    const store = openStore(url, 'write');
    onTestFinished(() => store.close());
    const { db, search } = store;
    const provider = migrations(search);
    await new Migrator({ db, provider }).migrateTo('001-first');
    const event = (id: string, event_id: number) => ({
      id,
      instance: 'i',
      event_id,
      channel: null,
      payload: '1.0',
      received_at: '2026-03-01T08:00:00.000Z',
    });
    await db.insertInto('events').values(event('old', 1)).execute();
    await migrate(store, url);
    await db
      .insertInto('events')
      .values(event('wide', 2 ** 31))
      .execute();
    expect(await db.selectFrom('events').selectAll().orderBy('id').execute()).toEqual([
      { ...event('old', 1), search_terms: null, sender: null, topic: null },
      { ...event('wide', 2 ** 31), search_terms: null, sender: null, topic: null },
    ]);
    const reader = createReader(store, new PhoneRules({ country: 'DE' }));
    const { items } = await reader.events({}, { limit: 1, cursor: undefined }, 'json');
    expect(items.map((item) => JSON.parse(item))).toMatchObject([{ eventId: 2 ** 31 }]);
  },
);

test.each(DATABASES)(
  '[AR11] [DI1] %s: jobs that are stored get the place that they would be stored with',
  async (kind) => {
    const url = await emptyDatabase(kind);
    const store = openStore(url, 'write');
    onTestFinished(() => store.close());
    const { db, search } = store;
    await new Migrator({ db, provider: migrations(search) }).migrateTo('008-senders');
    const before = db.withTables<{ jobs: Record<string, unknown> }>();
    const jobs = [
      {
        job_key: 'due',
        due_at: '2026-03-04T10:00:00.000Z',
        received_at: '2026-03-01T08:00:00.000Z',
      },
      { job_key: 'some day', due_at: null, received_at: '2019-12-31T23:45:56.789Z' },
    ];
    for (const job of jobs) {
      const { due_at, job_key } = job;
      await before
        .insertInto('jobs')
        .values({
          ...job,
          ...(due_at !== null && { due_order: due_at }),
          version_id: job_key,
          status: null,
          is_open: 1,
          payload: '{}',
          search: '',
        })
        .execute();
    }
    await migrate(store, url);
    const stored = await db.selectFrom('jobs').select(['name', 'due_sort_key']).execute();
    expect(new Map(stored.map(({ name, due_sort_key }) => [name, due_sort_key]))).toEqual(
      new Map(
        jobs.map(({ job_key, due_at, received_at }) => [job_key, dueSortKey(due_at, received_at)]),
      ),
    );
  },
);

test.each(DATABASES)(
  '[AR11] [RE11] %s: a job that a clock has left open is what was accepted last, and no other is touched',
  async (kind) => {
    const url = await emptyDatabase(kind);
    const context = await archiveContext(kind, url);
    const { db, search } = context.store;
    await new Migrator({ db, provider: migrations(search) }).migrateTo('012-completed-steps');
    for (const [job_key, n, status, received_at] of [
      ['left open', 1, 'new', '2027-04-05T12:00:00.000Z'],
      ['left open', 2, 'delivered', '2026-03-01T12:00:00.000Z'],
      ['as ever', 3, 'new', '2026-03-01T12:00:01.000Z'],
      ['as ever', 4, 'picked up', '2026-03-01T12:00:02.000Z'],
    ] as const) {
      const version = { job_key, reference: job_key, status, received_at, payload: '{}' };
      const id = `019ca97b-f880-7000-8000-00000000000${n}`;
      await db
        .withTables<{ job_versions: Record<string, unknown> }>()
        .insertInto('job_versions')
        .values({ id, ...version })
        .execute();
    }
    await migrate(context.store, url);
    expect(await db.selectFrom('stale_jobs').selectAll().execute()).toEqual([
      { name: 'left open' },
    ]);
    await settleStaleJobs((work) => work(context));
    const jobs = await db.selectFrom('jobs').select(['name', 'status', 'received_at']).execute();
    expect(jobs).toEqual([
      { name: 'left open', status: 'delivered', received_at: '2026-03-01T12:00:00.000Z' },
    ]);
  },
);

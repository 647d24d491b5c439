import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Entry } from '../../../src/archive/engine/journal/batch.ts';
import { idAfter } from '../../../src/archive/engine/journal/feed-position.ts';
import type { Turn } from '../../../src/archive/engine/store/transaction.ts';
import type { Retention } from '../../../src/archive/privacy/personal-tables.ts';
import { purgeAll, startRetention } from '../../../src/archive/privacy/retention.ts';
import type { WriterContext } from '../../../src/archive/privacy/writer-context.ts';
import { applyBatch } from '../../../src/archive/threads/apply-batch.ts';
import { type ArchiveContext, archiveContext } from '../../support/archive-context.ts';
import { DATABASES } from '../../support/databases.ts';
import { KEEP_ALL } from '../../support/written-archive.ts';

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-06-01T12:00:00.000Z');
const OLD = new Date(NOW - 91 * DAY).toISOString();
const RECENT = new Date(NOW - 89 * DAY).toISOString();

describe.each(DATABASES)('%s: retention', (kind) => {
  const entry = (receivedAt: string, part: Partial<Entry>, payload: unknown): Entry => ({
    id: idAfter('', Date.parse(receivedAt)),
    kind: 'event',
    eventId: 1,
    channel: null,
    receivedAt,
    ...part,
    text: JSON.stringify(payload),
  });
  const apply = (context: ArchiveContext, entries: readonly Entry[]) =>
    applyBatch(context, { id: randomUUID(), instance: 'i', entries });

  async function counts({ store: { db } }: ArchiveContext) {
    const count = async (
      table: 'events' | 'addresses' | 'calls' | 'call_reports' | 'job_versions' | 'dead_letters',
    ) => (await db.selectFrom(table).select('id').execute()).length;
    const jobs = await db.selectFrom('jobs').select(['name', 'status']).execute();
    return {
      events: await count('events'),
      addresses: await count('addresses'),
      calls: [await count('calls'), await count('call_reports')],
      jobs: jobs.map(({ name, status }) => `${name} ${status}`).toSorted(),
      versions: await count('job_versions'),
      setAside: await count('dead_letters'),
    };
  }

  async function filled(): Promise<ArchiveContext> {
    const context = await archiveContext(kind);
    for (const [at, n] of [
      [OLD, 1],
      [RECENT, 2],
    ] as const) {
      const jobs = [
        { jobId: n, status: 'new' },
        { jobId: 'both', status: at, tel: `10${n}` },
      ];
      await apply(context, [
        entry(at, {}, { n }),
        entry(at, { channel: 'jobs' }, jobs),
        entry(at, { kind: 'addresses' }, [{ number: `069 90009-20${n}` }, { name: `nobody ${n}` }]),
        entry(at, { kind: 'calls' }, { callId: `${n}`, state: 'ringing', startedAt: at }),
      ]);
      await context.store.db
        .insertInto('dead_letters')
        .values(
          ['event', 'kunden', 'kuriere', 'addresses', 'calls', 'jobs'].map((one) => ({
            id: randomUUID(),
            at,
            kind: one,
            reason: 'x',
            content: '{}',
          })),
        )
        .execute();
    }
    return context;
  }

  const ALL_KEPT = {
    events: 4,
    addresses: 4,
    calls: [2, 2],
    jobs: ['1 new', '2 new', `both ${RECENT}`],
    versions: 4,
    setAside: 12,
  };

  // A node with SQLite has the clock of its database.
  if (kind === 'postgres') {
    test('[AR13] [CM5] a node whose clock is far ahead purges by that of the database', async () => {
      const context = await archiveContext(kind);
      const at = (days: number) => new Date(Date.now() - days * DAY).toISOString();
      await apply(context, [entry(at(91), {}, 'old'), entry(at(89), {}, 'recent')]);
      vi.useFakeTimers({ now: Date.UTC(2099), toFake: ['Date', 'setTimeout', 'setInterval'] });
      onTestFinished(() => void vi.useRealTimers());
      const purged = new Promise((resolve) => {
        const retention = { ...KEEP_ALL, events: 90 * DAY };
        onTestFinished(startRetention((work) => work(context), retention, resolve));
      });
      vi.advanceTimersByTime(60_000);
      expect(await purged).toBe('events');
      expect(await counts(context)).toMatchObject({ events: 1 });
    });
  }

  test.each<[keyof Retention | 'nothing', Partial<typeof ALL_KEPT>]>([
    ['nothing', {}],
    ['events', { events: 2, setAside: 11 }],
    ['calls', { calls: [1, 1], setAside: 11 }],
    ['jobs', { jobs: ['2 new', `both ${RECENT}`], versions: 3, setAside: 11 }],
    ['addresses', { addresses: 2, setAside: 9 }],
  ])('[AR13] of %s what is older goes, and nothing else', async (name, rest) => {
    const context = await filled();
    const turn: Turn<WriterContext> = (work) => work(context);
    const changes: string[] = [];
    const retention = name === 'nothing' ? KEEP_ALL : { ...KEEP_ALL, [name]: 90 * DAY };
    await purgeAll(turn, retention, NOW, (one) => changes.push(one));
    expect(await counts(context)).toEqual({ ...ALL_KEPT, ...rest });
    expect(changes).toEqual(name === 'nothing' ? [] : [name]);
    if (name === 'jobs') {
      const { db } = context.store;
      const numbers = await db.selectFrom('job_numbers').select('number_key').execute();
      // A job that is still in use keeps all its versions.
      expect(numbers.map(({ number_key }) => number_key).toSorted()).toEqual([
        'internal:101',
        'internal:102',
      ]);
    }
    await purgeAll(turn, retention, NOW, () => expect.fail('nothing is left to purge'));
  });

  test('[AR13] a call goes by when the server heard of it, whatever time a phone says', async () => {
    const context = await archiveContext(kind);
    const call = (at: string, callId: string, startedAt: string) =>
      entry(at, { kind: 'calls' }, { callId, state: 'ringing', startedAt });
    await apply(context, [
      call(OLD, 'from the future', '2999-01-01T00:00:00.000Z'),
      call(RECENT, 'from the past', '1999-01-01T00:00:00.000Z'),
    ]);
    const turn: Turn<WriterContext> = (work) => work(context);
    await purgeAll(turn, { ...KEEP_ALL, calls: 90 * DAY }, NOW, () => {});
    const { db } = context.store;
    const calls = await db.selectFrom('calls').select('call_id').execute();
    expect(calls).toEqual([{ call_id: 'from the past' }]);
  });

  test('[AR13] in steps between which batches are stored', async () => {
    const context = await archiveContext(kind);
    // Several versions of each: a job whose row goes before all of them leaves the rest for ever.
    const old = Array.from({ length: 1200 }, (_, i) =>
      entry(OLD, { channel: 'jobs' }, { id: i % 400, n: i }),
    );
    await apply(context, old);
    const { db } = context.store;
    const rows = async () => {
      const [events, versions] = await Promise.all(
        (['events', 'job_versions'] as const).map((table) =>
          db.selectFrom(table).select('id').execute(),
        ),
      );
      return (events?.length ?? 0) + (versions?.length ?? 0);
    };
    let before = await rows();
    const turn: Turn<WriterContext> = async (work) => {
      const result = await work(context);
      const after = await rows();
      expect(before - after).toBeLessThanOrEqual(500);
      before = after;
      return result;
    };
    const age = 90 * DAY;
    await purgeAll(turn, { ...KEEP_ALL, events: age, jobs: age }, NOW, () => {});
    expect(before).toBe(0);
  });

  test('[AR13] a courier who still reports that all is as it was is kept', async () => {
    const context = await archiveContext(kind);
    const report = (at: string, name: string) =>
      apply(context, [entry(at, { channel: 'kuriere' }, { name, status: 'frei' })]);
    await report(OLD, 'Max Kern');
    await report(OLD, 'Eva Lund');
    await report(RECENT, 'Max Kern');
    const turn: Turn<WriterContext> = (work) => work(context);
    await purgeAll(turn, { ...KEEP_ALL, addresses: 90 * DAY }, NOW, () => {});
    const { db } = context.store;
    const left = await db.selectFrom('addresses').select(['name', 'updated_at']).execute();
    expect(left).toEqual([{ name: 'Max Kern', updated_at: OLD }]);
  });

  test('[AR12] how far the journal of a run was stored is known for more than a year', async () => {
    const context = await archiveContext(kind);
    const { db } = context.store;
    const run = (days: number) => `journal ${idAfter('', NOW - days * DAY)}`;
    const [old, young, stream] = [run(401), run(399), 'an epoch of the stream'];
    const rows = [old, young, stream].map((instance) => ({ instance, seq: 1 }));
    await db.insertInto('archive_feed').values(rows).execute();
    await purgeAll(
      (work) => work(context),
      KEEP_ALL,
      NOW,
      () => {},
    );
    const left = await db.selectFrom('archive_feed').select('instance').execute();
    expect(left.map(({ instance }) => instance).toSorted()).toEqual([stream, young]);
  });

  test('[AR12] batches are remembered for a week', async () => {
    const context = await archiveContext(kind);
    const { db } = context.store;
    const batches = [8, 6].map((days) => ({
      id: `${days}`,
      applied_at: new Date(NOW - days * DAY).toISOString(),
    }));
    await db.insertInto('applied_batches').values(batches).execute();
    await purgeAll(
      (work) => work(context),
      KEEP_ALL,
      NOW,
      () => {},
    );
    expect(await db.selectFrom('applied_batches').select('id').execute()).toEqual([{ id: '6' }]);
  });
});

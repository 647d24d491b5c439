import { expect, test } from 'vitest';
import { beginFeed, positionOf } from '../../../src/archive/engine/journal/feed-position.ts';
import { applyBatch } from '../../../src/archive/threads/apply-batch.ts';
import { archiveContext } from '../../support/archive-context.ts';

const at = (ms: number) => new Date(Date.UTC(2026, 2, 1, 12) + ms).toISOString();

/** Events as they are read from the stream, with the time that the accepting node has given each. */
function batch(instance: string, times: Readonly<Record<number, number>>) {
  const entries = Object.entries(times).map(([id, ms]) => ({
    id: '',
    kind: 'event' as const,
    receivedAt: at(ms),
    eventId: Number(id),
    place: Number(id),
    channel: 'jobs',
    sender: null,
    text: JSON.stringify({ auftragsnummer: 'A-100', status: `s${id}` }),
  }));
  const through = entries.at(-1)?.eventId ?? 0;
  return { instance, entries, order: { name: instance, through, isShared: true } };
}

/** @needs postgres */
test('[CM1] [RE11] what is read from the stream is stored once, whatever its borders, and in the order of the stream, with the times that it has', async () => {
  const context = await archiveContext('postgres');
  const { db } = context.store;
  const life = { instance: 'a', continues: null, first: 1, last: 8 };
  expect(await beginFeed(db, life)).toEqual({ position: 0, lost: 0 });
  // The clock of the node that took the third one is behind.
  expect((await applyBatch(context, batch('a', { 1: 10, 2: 20, 3: 5 }))).stored).toBe(3);
  // Read again by another node, with other borders; and once more, late.
  expect((await applyBatch(context, batch('a', { 2: 20, 3: 5, 4: 15, 5: 40 }))).stored).toBe(2);
  expect((await applyBatch(context, batch('a', { 1: 10, 2: 20 }))).stored).toBe(0);
  expect(await positionOf(db, 'a')).toBe(5);
  expect(await beginFeed(db, life)).toEqual({ position: 5, lost: 0 });

  const rows = await db
    .selectFrom('events')
    .select(['event_id', 'received_at'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual([
    { event_id: 1, received_at: at(10) },
    { event_id: 2, received_at: at(20) },
    { event_id: 3, received_at: at(5) },
    { event_id: 4, received_at: at(15) },
    { event_id: 5, received_at: at(40) },
  ]);
  // Another epoch of the stream, on a node whose clock is far behind.
  await beginFeed(db, { instance: 'b', continues: null, first: 1, last: 1 });
  await applyBatch(context, batch('b', { 1: -1e9 }));
  // The newest version of the job is the last one in the stream, not the one with the latest clock.
  const job = await db
    .selectFrom('jobs')
    .select(['status', 'received_at'])
    .executeTakeFirstOrThrow();
  expect(job.status).toBe('s1');
  expect(job.received_at).toBe(at(-1e9));
  expect(await db.selectFrom('job_versions').select('id').execute()).toHaveLength(6);
});

test('[CM5] an event is stored once by the name of its request, also where servers have taken it twice', async () => {
  const context = await archiveContext('postgres');
  const { db } = context.store;
  const minute = 60_000;
  const named = (instance: string, events: readonly [id: number, name: string, ms: number][]) => {
    const times = Object.fromEntries(events.map(([id, , ms]) => [id, ms]));
    const one = batch(instance, times);
    return {
      ...one,
      entries: one.entries.map((each, n) => ({ ...each, name: events[n]?.[1] ?? '' })),
    };
  };
  const store = async (...about: Parameters<typeof named>) =>
    (await applyBatch(context, named(...about))).stored;
  // Two leaders at once.
  expect(
    await store('a', [
      [1, 'k', 0],
      [2, 'l', 1],
      [3, 'k', 2],
    ]),
  ).toBe(2);
  expect(await store('a', [[4, 'l', 900]])).toBe(0);
  expect(await positionOf(db, 'a')).toBe(4);
  // Sent again to a stream that was made anew.
  const anew = [
    [1, 'k', minute],
    [2, 'm', minute],
  ] as const;
  expect(await store('b', [...anew] as [number, string, number][])).toBe(1);
  // After ten minutes it is another one.
  expect(await store('b', [[3, 'k', 10 * minute]])).toBe(1);
  // What is older than anything that may come again is forgotten.
  const names = async () =>
    (await db.selectFrom('event_names').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    );
  expect(await names()).toEqual(['k', 'l', 'm']);
  expect(await store('b', [[1000, 'n', 25 * minute]])).toBe(1);
  expect(await names()).toEqual(['k', 'n']);
  expect(await db.selectFrom('events').select('event_id').orderBy('id').execute()).toEqual(
    [1, 2, 2, 3, 1000].map((event_id) => ({ event_id })),
  );
});

test('[CM1] [AR12] what has left the stream before it was stored is counted, once', async () => {
  const { store } = await archiveContext('postgres');
  const life = { instance: 'a', continues: null, first: 1, last: 100 };
  await beginFeed(store.db, life);
  const later = { ...life, first: 41, last: 200 };
  expect(await beginFeed(store.db, later)).toEqual({ position: 40, lost: 40 });
  expect(await beginFeed(store.db, later)).toEqual({ position: 40, lost: 0 });
});

test('[CM4] another epoch begins at its first event, unless it goes on with the ids of one before', async () => {
  const { store } = await archiveContext('postgres');
  const { db } = store;
  await beginFeed(db, { instance: 'a', continues: null, first: 31, last: 30 });
  expect(await positionOf(db, 'a')).toBe(30);
  const anew = { instance: 'b', continues: null, first: 1, last: 9 };
  expect(await beginFeed(db, anew)).toEqual({ position: 0, lost: 0 });
  // A power cut has taken the last ones: what comes in their places is new.
  const rewritten = { instance: 'c', continues: 'a', first: 1, last: 27 };
  expect(await beginFeed(db, rewritten)).toEqual({ position: 27, lost: 0 });
  const longer = { instance: 'd', continues: 'a', first: 1, last: 33 };
  expect(await beginFeed(db, longer)).toEqual({ position: 30, lost: 0 });
  // Others have come in their places before anybody noticed.
  const known = { ...longer, instance: 'e', through: 21 };
  expect(await beginFeed(db, known)).toEqual({ position: 21, lost: 0 });
});

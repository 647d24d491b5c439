import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startOf } from '../src/stream/replay.ts';
import { runServer } from './support/running-server.ts';
import { SseReader } from './support/sse-reader.ts';

const range = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => from + i);

test('[ST3] replays every held event with a greater id, oldest first', async () => {
  const { post, port } = await runServer();
  for (let i = 0; i < 10; i++) await post('/api/webhook', '1');
  const byHeader = new SseReader(port, undefined, { 'Last-Event-ID': '7' });
  const byQuery = new SseReader(port, '/api/webhook/events?lastEventId=8');
  const both = new SseReader(port, '/api/webhook/events?lastEventId=2', { 'Last-Event-ID': '9' });
  await Promise.all([byHeader, byQuery, both].map((reader) => reader.first('hello')));
  await post('/api/webhook', '1');
  await byHeader.until(() => byHeader.ids.length === 4);
  await byQuery.until(() => byQuery.ids.length === 3);
  await both.until(() => both.ids.length === 2);
  expect([byHeader.ids, byQuery.ids, both.ids]).toEqual([
    [8, 9, 10, 11],
    [9, 10, 11],
    [10, 11],
  ]);
});

test.each(['lastEventId=1&lastEventId=2', 'instance=a&instance=b'])(
  '[ST3] a position that comes twice is refused: %s',
  async (query) => {
    const { url } = await runServer();
    const answer = await fetch(`${url}/api/webhook/events?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      code: 'bad_request',
      detail: 'lastEventId and instance must come once.',
    });
  },
);

test.each([undefined, '', 'abc', '-1', '1.5', '1e3', '0x1', '1234567890123456'])(
  '[ST3] Last-Event-ID %s means live only',
  async (value) => {
    const { post, port } = await runServer();
    for (let i = 0; i < 3; i++) await post('/api/webhook', '1');
    const reader = new SseReader(
      port,
      undefined,
      value === undefined ? {} : { 'Last-Event-ID': value },
    );
    await reader.first('hello');
    await post('/api/webhook', '1');
    await reader.until(() => reader.ids.length > 0);
    expect(reader.ids).toEqual([4]);
  },
);

test('[ST3] an id of an earlier epoch of the backend replays everything held', async () => {
  const before = await runServer();
  for (let i = 0; i < 20; i++) await before.post('/api/webhook', '"before"');
  await before.server.stop();

  const after = await runServer();
  for (let i = 0; i < 5; i++) await after.post('/api/webhook', '"after"');
  const { instance } = before.server;
  const greater = new SseReader(after.port, undefined, { 'Last-Event-ID': '20' });
  const smaller = new SseReader(
    after.port,
    `/api/webhook/events?lastEventId=3&instance=${instance}`,
  );
  const noId = new SseReader(after.port, `/api/webhook/events?instance=${instance}`);
  for (const reader of [greater, smaller, noId]) {
    await reader.until(() => reader.ids.length === 5);
    expect(reader.ids).toEqual([1, 2, 3, 4, 5]);
  }
  const own = `/api/webhook/events?lastEventId=3&instance=${after.server.instance}`;
  const sameLife = new SseReader(after.port, own);
  await sameLife.until(() => sameLife.ids.length === 2);
  expect(sameLife.ids).toEqual([4, 5]);
});

test('[ST4] missed counts what this epoch no longer holds, cleared ones not', () => {
  fc.assert(
    fc.property(
      fc.nat(200),
      fc.nat(200),
      fc.nat(300),
      fc.constantFrom(undefined, 'this', 'other'),
      (head, clear, given, instance) => {
        const clearedThrough = Math.min(clear, head);
        const held = range(1, head).filter((id) => id > clearedThrough && id > head - 50);
        const firstInHistory = held[0] ?? head + 1;
        const log = { head, firstInHistory, clearedThrough };
        const start = startOf({ lastEventId: String(given), instance }, log, 'this');

        const seen = instance === 'other' || given > head ? 0 : given;
        const wanted = range(1, head).filter((id) => id > seen && id > clearedThrough);
        const replayed = wanted.filter((id) => held.includes(id));
        expect(range(start.position, head)).toEqual(replayed);
        expect(start.missed).toBe(wanted.length - replayed.length);
      },
    ),
  );
});

test('[ST3] replay and going live meet without gap or duplicate while events pour in', async () => {
  const { url, port } = await runServer();
  let isPouring = true;
  let total = 0;
  const pour = async () => {
    while (isPouring) {
      total++;
      await fetch(`${url}/api/webhook`, {
        method: 'POST',
        body: `{"n":"${'x'.repeat(total % 300)}"}`,
      });
    }
  };
  const senders = Promise.all(range(1, 8).map(pour));
  const readers: { reader: SseReader; resumedAt: number | undefined }[] = [];
  while (readers.length < 60) {
    const known = readers.at(-1)?.reader.ids.at(-1) ?? 0;
    const resumedAt =
      readers.length % 3 === 0 ? undefined : Math.max(0, known - (readers.length % 40));
    const headers = resumedAt === undefined ? {} : { 'Last-Event-ID': String(resumedAt) };
    const reader = new SseReader(port, undefined, headers as Record<string, string>);
    readers.push({ reader, resumedAt });
    await reader.first('hello');
  }
  isPouring = false;
  await senders;
  for (const { reader, resumedAt } of readers) {
    await reader.until(() => reader.ids.at(-1) === total);
    const first = reader.ids[0] ?? 0;
    expect(reader.ids).toEqual(range(first, total));
    const hello = await reader.first<{ head: number; oldest: number; missed: number }>('hello');
    if (resumedAt === undefined) expect(first).toBe(hello.head + 1);
    else expect(first).toBe(resumedAt + hello.missed + 1);
  }
});

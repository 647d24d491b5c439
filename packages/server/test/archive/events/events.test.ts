import { afterEach, describe, expect, test, vi } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { ALL, emptiedArchive, only, WrittenArchive } from '../../support/written-archive.ts';

const UUID_V7 = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

afterEach(() => void vi.useRealTimers());

/** Each of them is another one after a parser, or breaks a statement that is put together. */
const PAYLOADS = [
  '{"id":12345678901234567890}',
  '{"a":1.0,"b":-0,"c":1e400}',
  '{"a":1,"a":2}',
  '{"a":"\\u0000","tel":"\\u0000"}',
  '{"a":"\\ud83d","name":"\\udc00\\ud800"}',
  ' { "a" :\n\t[ 1 ,2 ] }\r\n',
  '{"a":"\'; drop table events; --","b":"%_\\\\?$1"}',
  '{"a":"Süß 😀 北京 \u2028"}',
  'null',
  '""',
];

const emptied = emptiedArchive();

describe.each(DATABASES)('%s: events', (kind) => {
  test('[AR3] the payload is kept as it was sent', async () => {
    const written = await WrittenArchive.on(kind);
    const channels = [null, 'kunden', 'kuriere', 'jobs'] as const;
    for (const payload of PAYLOADS) {
      for (const channel of channels) written.webhook(channel, payload);
    }
    await written.settled();
    const rows = await written.rows('events');
    const sent = PAYLOADS.flatMap((payload) => channels.map(() => payload));
    expect(rows.map((row) => row['payload'])).toEqual(sent);
    const { items } = await written.archive.events({}, ALL, 'json');
    for (const [i, item] of items.toReversed().entries()) {
      expect(item.endsWith(`"payload":${sent[i]}}`), item).toBe(true);
    }
    expect(written.archive.figures()).toMatchObject({ stored: sent.length, failures: 0 });
  });

  test('[AR3] a megabyte is kept whole', async () => {
    const written = await WrittenArchive.on(kind);
    const text = 'ü'.repeat(512 * 1024 - 20);
    for (const channel of [null, 'kunden', 'jobs'] as const) {
      written.webhook(channel, `{"id":1,"text":"${text}"}`);
    }
    await written.settled();
    const events = await written.events();
    expect(events).toHaveLength(3);
    for (const { payload } of events) expect(payload).toEqual({ id: 1, text });
    expect(await written.jobs()).toMatchObject([{ reference: '1', payload: { text } }]);
    expect(await written.addresses()).toMatchObject([{ fields: { text } }]);
    expect(written.archive.figures()).toMatchObject({ stored: 3, deadLetters: 0, queuedBytes: 0 });
  });

  test('[AR3] with id, instance, channel, time and an identifier of its own', async () => {
    const written = await emptied(kind);
    written.webhook(null, '{}', '2026-03-01T08:00:00.000Z');
    written.webhook('jobs', '[]', '2026-03-01T08:00:00.001Z');
    await written.settled();
    const events = await written.events();
    expect(events).toMatchObject([
      { eventId: 2, instance: 'test', channel: 'jobs', receivedAt: '2026-03-01T08:00:00.001Z' },
      { eventId: 1, instance: 'test', channel: null, receivedAt: '2026-03-01T08:00:00.000Z' },
    ]);
    for (const { id } of events) expect(id).toMatch(UUID_V7);
    expect(new Set(events.map(({ id }) => id)).size).toBe(2);
  });

  test('[AR3] what carries no record for its channel is kept as an event all the same', async () => {
    const written = await emptied(kind);
    for (const channel of ['kunden', 'kuriere', 'jobs'] as const) written.webhook(channel, '[1]');
    await written.settled();
    expect(await written.events()).toHaveLength(3);
    expect(await written.addresses()).toEqual([]);
    expect(await written.jobs()).toEqual([]);
    expect(written.changes).toEqual([]);
  });

  test('[AR10] who asks after an event was accepted finds it, however soon', async () => {
    const written = await emptied(kind);
    await written.settled();
    // Nobody is kept waiting for ever; how long it takes to store is up to the machine.
    vi.useFakeTimers({ toFake: ['setTimeout'], shouldAdvanceTime: true, advanceTimeDelta: 1 });
    for (let i = 1; i <= 200; i++) {
      written.webhook(null, { i });
      if (i % 20 === 0) expect((await written.events())[0]).toMatchObject({ eventId: i });
    }
    vi.useRealTimers();
  });

  test('[AR10] only the first page waits for what is being stored: an export has hundreds', async () => {
    const written = await emptied(kind);
    for (let i = 1; i <= 2; i++) written.webhook(null, { i });
    await written.settled();
    const page = { limit: 1, cursor: undefined };
    const { next } = await written.archive.events({}, page, 'json');
    // Nothing is handed on, and nobody stops waiting.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    written.webhook(null, 'waits');
    const cursor = next ?? undefined;
    const { items } = await written.archive.events({}, { limit: 1, cursor }, 'json');
    vi.useRealTimers();
    expect(JSON.parse(only(items))).toMatchObject({ eventId: 1 });
  });

  test('[AR12] everything handed over is stored when it is closed', async () => {
    const written = await WrittenArchive.on(kind);
    await written.settled();
    // How long it takes is up to the machine.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    for (let i = 0; i < 2000; i++) written.webhook(null, { i });
    await written.close();
    vi.useRealTimers();
    const rows = await written.rows('events');
    const ids = rows.map((row) => row['event_id']);
    expect(new Set(ids).size).toBe(2000);
    expect(only([written.archive.figures()])).toMatchObject({ stored: 2000, queuedBytes: 0 });
  });
});

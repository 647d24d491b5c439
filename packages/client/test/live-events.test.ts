import { expect, test } from 'vitest';
import { type RunningServer, runServer } from '../../server/test/support/running-server.ts';
import { memorySeenStorage } from '../src/index.ts';
import { PlayedTime } from './support/played-time.ts';
import { down, up, watch } from './support/watched.ts';

async function postMany({ post }: RunningServer, count: number, word = 'news'): Promise<void> {
  for (let i = 0; i < count; i++) await post('/api/webhook', JSON.stringify(word));
}

test('[CL5] begins with the history, marked as replayed, and goes on live', async () => {
  const server = await runServer();
  await postMany(server, 3);
  const { live, ids, arrived, until } = watch({ baseUrl: server.url });
  await until(({ events }) => events.length === 3);
  await server.post('/api/webhook/jobs', '{\n"delivery_id": "J-7"\r\n}');
  await until(({ events }) => events.length === 4);
  expect(ids()).toEqual([4, 3, 2, 1]);
  expect(live.events[0]).toMatchObject({
    channel: 'jobs',
    payload: { delivery_id: 'J-7' },
    replayed: false,
  });
  expect(arrived.map(({ id, replayed }) => [id, replayed])).toEqual([
    [1, true],
    [2, true],
    [3, true],
    [4, false],
  ]);
  expect(live.state).toBe('live');
});

test('[CL5] keeps the text of a payload as it was sent', async () => {
  const server = await runServer();
  const { live, until } = watch({ baseUrl: server.url });
  const texts = ['{"payload": 12345678901234567890, "a":1.0}', '"}"', '[\n  1e2\n]'];
  for (const text of texts) await server.post('/api/webhook', text);
  await until(({ events }) => events.length === 3);
  expect(live.events.map(({ text }) => text).reverse()).toEqual(texts);
});

test('[CL5] [ST2] the same of one whose sender and kind have names, which it has too', async () => {
  const server = await runServer({ 'app.webhook.senders': [{ name: 'erp', token: 'erp-token' }] });
  const { live, until } = watch({ baseUrl: server.url });
  const texts = ['{"a":1.0,"sender":"x"}', '"a,\\"sender\\":\\"x"', '[\n  1e2\n]'];
  const headers = { authorization: 'Bearer erp-token', 'x-github-event': 'push' };
  for (const text of texts) await server.post('/api/webhook', text, headers);
  await until(({ events }) => events.length === 3);
  expect(live.events.map(({ text, sender, topic }) => [text, sender, topic]).reverse()).toEqual(
    texts.map((text) => [text, 'erp', 'push']),
  );
});

test('[CL5] a subscriber is told once for events that came together, and not after it left', async () => {
  const server = await runServer();
  await postMany(server, 50);
  const { live, until } = watch({ baseUrl: server.url });
  let told = 0;
  const leave = live.subscribe(() => told++);
  const before = live.getSnapshot();
  expect(live.getSnapshot()).toBe(before);
  await until(({ events }) => events.length === 50);
  expect(told).toBeLessThan(20);
  const snapshot = live.getSnapshot();
  expect(live.getSnapshot()).toBe(snapshot);
  expect(snapshot).not.toBe(before);
  leave();
  const toldBefore = told;
  await postMany(server, 1);
  await until(({ events }) => events[0]?.id === 51);
  expect(told).toBe(toldBefore);
  expect(live.getSnapshot()).not.toBe(snapshot);
});

test('[CL3] unseen counts from the last seen id, and starts anew with a restart', async () => {
  const first = await runServer();
  const storage = memorySeenStorage();
  await postMany(first, 4);
  const { live, until } = watch({ baseUrl: first.url, storage });
  await until(({ events }) => events.length === 4);
  expect(live.unseen).toBe(4);
  live.markSeen();
  expect(live.unseen).toBe(0);
  live.markSeen(2);
  expect(live.unseen).toBe(0);
  await postMany(first, 2);
  await until(({ unseen }) => unseen === 2);
  live.stop();

  const later = watch({ baseUrl: first.url, storage });
  await later.until(({ events }) => events.length === 6);
  expect(later.live.unseen).toBe(2);
  await first.server.stop();
  const second = await runServer({ 'app.server.port': first.port });
  await postMany(second, 3);
  await later.until(({ events }) => events.length === 3);
  expect(later.live.unseen).toBe(3);
});

test('[CL3] counts what came while nobody listened, though the backend holds but 50 of it', async () => {
  const server = await runServer();
  const storage = memorySeenStorage();
  await postMany(server, 2);
  const before = watch({ baseUrl: server.url, storage });
  await before.until(({ events }) => events.length === 2);
  before.live.markSeen();
  before.live.stop();
  await server.post('/api/webhook/jobs', '{}');
  await postMany(server, 70);

  const later = watch({ baseUrl: server.url, storage });
  await later.until(({ unseen }) => unseen === 71);
  expect(later.live.getSnapshot()).toMatchObject({
    events: { length: 50 },
    unseenByChannel: { generic: 70, jobs: 1 },
  });
  const jobs = watch({ baseUrl: server.url, channels: ['jobs'], storage });
  await jobs.until(({ unseen }) => unseen === 1);
  later.live.markSeen(73, 'generic');
  expect(later.live.unseen).toBe(1);
  later.live.markEachSeen([3]);
  expect(later.live.unseen).toBe(0);
  await postMany(server, 1);
  await later.until(({ unseen }) => unseen === 1);
});

test.each([
  ['smaller', 10, 3],
  ['greater', 3, 10],
])(
  '[CL5] after a restart whose ids are %s the list is the new history',
  async (_how, before, after) => {
    const first = await runServer();
    await postMany(first, before, 'before');
    // It comes back when it is told to: by itself it might, while what came after is being sent.
    const timers = new PlayedTime();
    const { live, ids, states, arrived, until } = watch({ baseUrl: first.url, timers });
    await until(({ events }) => events.length === before);
    await first.server.stop();
    await until(({ state }) => state === 'waiting');
    expect(ids()).toEqual(down(before, 1));

    const second = await runServer({ 'app.server.port': first.port });
    await postMany(second, after, 'after');
    live.retry();
    await until(({ events }) => events.length === after && events[0]?.payload === 'after');
    await postMany(second, 1, 'live');
    await until(({ events }) => events[0]?.payload === 'live');
    expect(ids()).toEqual(down(after + 1, 1));
    expect(live.events.filter(({ payload }) => payload === 'before')).toEqual([]);
    expect(arrived.slice(before).map(({ id }) => id)).toEqual(up(1, after + 1));
    expect(arrived.filter(({ replayed }) => !replayed).map(({ payload }) => payload)).toEqual([
      'live',
    ]);
    expect(live.getSnapshot().instance).toBe(second.server.instance);
    expect(states.filter((state) => state !== 'waiting')).toEqual([
      'connecting',
      'live',
      'connecting',
      'live',
    ]);
  },
);

test('[CL5] comes back by itself after the time that the backend asks for', async () => {
  const first = await runServer();
  const { until, ids, states } = watch({ baseUrl: first.url });
  await until(({ state }) => state === 'live');
  await first.server.stop();
  await until(({ state }) => state === 'waiting');
  const second = await runServer({ 'app.server.port': first.port });
  await postMany(second, 2);
  await until(({ state }) => state === 'live');
  await until(({ events }) => events.length === 2);
  expect(ids()).toEqual([2, 1]);
  expect(states.at(-1)).toBe('live');
});

test('[CL5] history fetched while events arrive: nothing is lost, doubled or out of order', async () => {
  const server = await runServer();
  await postMany(server, 20);
  const { live, ids, arrived, until } = watch({ baseUrl: server.url });
  const posts = Array.from({ length: 25 }, () => server.post('/api/webhook', '"meanwhile"'));
  const fetches = Array.from({ length: 5 }, () => live.refresh());
  await Promise.all([...posts, ...fetches]);
  await until(({ events }) => events[0]?.id === 45);
  await live.refresh();
  expect(ids()).toEqual(down(45, 1));
  expect(arrived.map(({ id }) => id)).toEqual(up(1, 45));
});

test('[CL5] [HI3] another client clears: the list is empty, ids go on', async () => {
  const server = await runServer();
  await postMany(server, 5);
  const [mine, other] = [watch({ baseUrl: server.url }), watch({ baseUrl: server.url })];
  for (const { until } of [mine, other]) await until(({ events }) => events.length === 5);
  await other.live.clear();
  await mine.until(({ events }) => events.length === 0);
  expect(mine.live.getSnapshot().clearedThrough).toBe(5);
  await postMany(server, 1);
  for (const { until } of [mine, other]) await until(({ events }) => events.length === 1);
  expect([mine.ids(), other.ids()]).toEqual([[6], [6]]);
});

test('[CL5] a history that was read before a clearing does not bring cleared events back', async () => {
  const server = await runServer();
  await postMany(server, 3);
  const held = Promise.withResolvers<void>();
  const { live, until } = watch({
    baseUrl: server.url,
    fetch: async (url, init) => {
      const answer = await fetch(url, init);
      if (url.endsWith('/history')) await held.promise;
      return answer;
    },
  });
  await until(({ events }) => events.length === 3);
  const reading = live.refresh();
  await fetch(`${server.url}/api/webhook/history`, { method: 'DELETE' });
  await until(({ events }) => events.length === 0);
  held.resolve();
  await reading;
  expect(live.events).toEqual([]);
});

test('[CL5] where no stream comes through, the history alone tells of a restart', async () => {
  const first = await runServer();
  await postMany(first, 5, 'before');
  const { live, ids } = watch({
    baseUrl: first.url,
    fetch: async (url, init) => {
      if (url.includes('/events')) throw new TypeError('no stream comes through here');
      return fetch(url, init);
    },
  });
  await live.refresh();
  expect(ids()).toEqual(down(5, 1));
  await first.server.stop();
  const second = await runServer({ 'app.server.port': first.port });
  // Connections that were kept open to the first one fail once.
  await expect.poll(() => second.history()).toEqual([]);
  await postMany(second, 2, 'after');
  await live.refresh();
  expect(live.events.map(({ id, payload }) => [id, payload])).toEqual([
    [2, 'after'],
    [1, 'after'],
  ]);
  expect(live.state).toBe('waiting');
});

test('[ST7] only the wanted channels, from stream and history', async () => {
  const server = await runServer();
  for (const path of ['', '/jobs', '/kunden', '/jobs', ''])
    await server.post(`/api/webhook${path}`, '1');
  const { live, ids, until } = watch({ baseUrl: server.url, channels: ['jobs', 'generic'] });
  await until(({ events }) => events.length === 4);
  await live.refresh();
  expect(ids()).toEqual([5, 4, 2, 1]);
});

test('[ST4] changes in the archive are passed on', async () => {
  const server = await runServer();
  const { live, until } = watch({ baseUrl: server.url });
  const kinds: string[] = [];
  live.onChanged((kind) => kinds.push(kind));
  await until(({ state }) => state === 'live');
  server.archive.change('calls');
  await until(() => kinds.length > 0);
  expect(kinds).toEqual(['calls']);
});

test('a listener that throws harms neither the stream nor the other listeners', async () => {
  const server = await runServer();
  const { live, arrived, until } = watch({ baseUrl: server.url });
  const thrown = new Promise((resolve) => {
    const others = process.listeners('uncaughtException');
    process.removeAllListeners('uncaughtException');
    process.once('uncaughtException', (error) => {
      for (const other of others) process.on('uncaughtException', other);
      resolve(error);
    });
  });
  const defect = new Error('a defect of the page');
  const leave = live.onEvent(() => {
    leave();
    throw defect;
  });
  await until(({ state }) => state === 'live');
  await postMany(server, 2);
  await until(() => arrived.length === 2);
  expect(await thrown).toBe(defect);
  expect(live.state).toBe('live');
});

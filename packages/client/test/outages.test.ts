import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runServer } from '../../server/test/support/running-server.ts';
import { cutLine } from './support/cut-line.ts';
import { openStreams } from './support/open-streams.ts';
import { PlayedTime } from './support/played-time.ts';
import { down, up, watch } from './support/watched.ts';

const OFTEN = { 'app.stream.heartbeat': 200 };

test('[CL5] a line that goes dead without a word is found by the missing heartbeat', async () => {
  const server = await runServer(OFTEN);
  const line = await cutLine(server.port);
  await server.post('/api/webhook', '1');
  const { ids, arrived, states, until } = watch({ baseUrl: line.url });
  await until(({ events }) => events.length === 1);
  // From two heartbeats it knows how often they come.
  await until(() => line.received.split('event: heartbeat').length > 3);
  line.cut();
  for (let i = 0; i < 3; i++) await server.post('/api/webhook', '"unheard"');
  expect(ids()).toEqual([1]);
  line.mend();
  await until(({ state }) => state === 'live' && states.includes('stalled'));
  await until(({ events }) => events.length === 4);
  expect(ids()).toEqual(down(4, 1));
  expect(arrived.map(({ id }) => id)).toEqual(up(1, 4));
  expect(states).toEqual(['connecting', 'live', 'stalled', 'live']);
});

test('[CL5] after a sleep the dead line is replaced at once, and what was missed is replayed', async () => {
  const time = new PlayedTime();
  const server = await runServer();
  const line = await cutLine(server.port);
  const { ids, states, arrived, until } = watch({ baseUrl: line.url, timers: time });
  await until(({ state }) => state === 'live');
  line.cut();
  for (let i = 0; i < 60; i++) await server.post('/api/webhook', '"at night"');
  line.mend();
  // The heartbeat comes every 15 s: without the late timer it would take 37 s to notice.
  time.sleep(3_600_000);
  await until(({ events }) => events.length === 50);
  expect(ids()).toEqual(down(60, 11));
  expect(arrived.every(({ replayed }) => replayed)).toBe(true);
  expect(states).toEqual(['connecting', 'live', 'stalled', 'live']);
});

test('[CL5] a wake-up while the line is well leaves it alone', async () => {
  const server = await runServer();
  const line = await cutLine(server.port);
  const { live, until } = watch({ baseUrl: line.url });
  await until(({ state }) => state === 'live');
  live.retry();
  await server.post('/api/webhook', '1');
  await until(({ events }) => events.length === 1);
  expect(line.connections).toBe(1);
});

test('[CL5] more than 50 missed: the latest 50 are there, and the others are counted', async () => {
  const server = await runServer();
  const line = await cutLine(server.port);
  const time = new PlayedTime();
  const { live, ids, arrived, until } = watch({ baseUrl: line.url, timers: time });
  await server.post('/api/webhook', '1');
  await until(({ events }) => events.length === 1);
  line.cut();
  for (let i = 0; i < 60; i++) await server.post('/api/webhook', '1');
  line.mend();
  // Two and a half heartbeats, and up to 5 s until the clock is looked at.
  expect(time.passUntil(() => live.state === 'stalled')).toBeLessThan(43_000);
  await until(({ events }) => events.length === 50);
  expect(ids()).toEqual(down(61, 12));
  expect(arrived.map(({ id }) => id)).toEqual([1, ...up(12, 61)]);
  expect(live.getSnapshot().missed).toBe(10);
  live.markSeen();
  expect(live.getSnapshot()).toMatchObject({ missed: 0, unseen: 0 });
});

test('[CL5] cleared while away: what was cleared is dropped, what came later is there', async () => {
  const server = await runServer();
  const line = await cutLine(server.port);
  const time = new PlayedTime();
  for (let i = 0; i < 5; i++) await server.post('/api/webhook', '1');
  const { live, ids, until } = watch({ baseUrl: line.url, timers: time });
  await until(({ events }) => events.length === 5);
  line.cut();
  await server.post('/api/webhook', '"nobody here saw this one"');
  await fetch(`${server.url}/api/webhook/history`, { method: 'DELETE' });
  await server.post('/api/webhook', '"after the clearing"');
  line.mend();
  // Two and a half heartbeats, and up to 5 s until the clock is looked at.
  expect(time.passUntil(() => live.state === 'stalled')).toBeLessThan(43_000);
  await until(({ events }) => events[0]?.id === 7);
  expect(ids()).toEqual([7]);
  expect(live.getSnapshot().missed).toBe(0);
});

test('[CL5] an attempt that nobody answers is given up', async () => {
  const server = await runServer();
  const line = await cutLine(server.port);
  line.cut();
  const time = new PlayedTime();
  const { live, states, until } = watch({ baseUrl: line.url, timers: time });
  await until(() => line.connections === 1);
  time.pass(9000);
  expect(live.state).toBe('connecting');
  time.pass(1500);
  await until(({ state }) => state === 'waiting');
  line.mend();
  time.passUntil(() => live.state === 'connecting');
  await until(({ state }) => state === 'live');
  expect(states).toEqual(['connecting', 'waiting', 'connecting', 'live']);
});

test('[CL5] attempts become rarer while nobody answers, up to two a minute', async () => {
  const time = new PlayedTime();
  let attempts = 0;
  const { live, until } = watch({
    baseUrl: 'http://office-pc',
    timers: time,
    fetch: async () => {
      attempts++;
      throw new TypeError('connection refused');
    },
  });
  const perStep: number[] = [];
  for (let minute = 0; minute < 10; minute++) {
    const before = attempts;
    for (let second = 0; second < 60; second++) {
      time.pass(1000);
      await until(({ state }) => state === 'waiting');
    }
    perStep.push(attempts - before);
  }
  expect(perStep[0]).toBeGreaterThan(3);
  for (const count of perStep.slice(1)) expect(count).toBeLessThanOrEqual(4);
  expect(live.state).toBe('waiting');
});

async function answering(answer: () => { status: number; type?: string; body: string }) {
  const seen = { requests: 0 };
  const server = createServer((_request, response) => {
    seen.requests++;
    const { status, type = 'text/event-stream', body } = answer();
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { baseUrl, seen };
}

const HELLO =
  'event: hello\ndata: {"instance":"a","head":0,"oldest":null,"missed":0,"clearedThrough":0}\n\n';

test.each([401, 403])(
  '[CL5] %s: unauthorised, and no request until somebody asks',
  async (status) => {
    let loggedIn = false;
    const { baseUrl, seen } = await answering(() =>
      loggedIn ? { status: 200, body: HELLO } : { status, body: '' },
    );
    const time = new PlayedTime();
    const { live, states, until } = watch({ baseUrl, timers: time });
    await until(({ state }) => state === 'unauthorised');
    expect(live.getSnapshot().status).toBe(status);
    time.pass(86_400_000);
    live.retry();
    await until(() => seen.requests === 2);
    await until(({ state }) => state === 'unauthorised');
    loggedIn = true;
    live.retry();
    await until(() => states.includes('live'));
    expect(seen.requests).toBe(3);
  },
);

const said = (status: number, code: string) => ({
  status,
  type: 'application/problem+json',
  body: JSON.stringify({ status, code, detail: 'because' }),
});

test.each([400, 404, 421])(
  '[OP5] %s of the backend itself is for good: refused, and no request until somebody asks',
  async (status) => {
    const { baseUrl, seen } = await answering(() => said(status, 'a_code'));
    const time = new PlayedTime();
    const { live, states, until } = watch({ baseUrl, timers: time });
    await until(({ state }) => state === 'refused');
    expect(live.getSnapshot()).toMatchObject({ status, code: 'a_code', detail: 'because' });
    time.pass(86_400_000);
    live.retry();
    await until(() => seen.requests === 2);
    await until(({ state }) => state === 'refused');
    expect(states).not.toContain('waiting');
  },
);

test.each([
  ['a proxy without its backend', () => ({ status: 404, type: 'text/html', body: '<h1>' })],
  ['a backend that asks for patience', () => said(429, 'rate_limited')],
  ['a backend that is starting', () => said(503, 'shutting_down')],
])('[OP5] %s is tried again', async (_what, answer) => {
  const { baseUrl, seen } = await answering(answer);
  const time = new PlayedTime();
  const { live, until } = watch({ baseUrl, timers: time });
  await until(({ state }) => state === 'waiting');
  time.passUntil(() => live.state === 'connecting');
  await until(() => seen.requests === 2);
});

test('[OP5] a channel that is none is refused in the words of the backend', async () => {
  const { url } = await runServer();
  const channels = JSON.parse('["job"]');
  const { live, until } = watch({ baseUrl: url, channels });
  await until(({ state }) => state === 'refused');
  expect(live.getSnapshot()).toMatchObject({
    ...{ status: 400, code: 'unknown_channel', detail: expect.stringContaining('job') },
  });
});

test('[CL5] a login page with status 200 is not taken for a stream', async () => {
  const { baseUrl } = await answering(() => ({
    status: 200,
    type: 'text/html',
    body: '<h1>Please log in</h1>',
  }));
  const { states, until } = watch({ baseUrl });
  await until(({ state }) => state === 'waiting');
  expect(states).not.toContain('live');
});

test('[CL5] [ST7] a backend without a free place is asked again when it said, not before', async () => {
  const server = await runServer({ 'app.stream.max-clients': 1 });
  const first = watch({ baseUrl: server.url });
  await first.until(({ state }) => state === 'live');
  const time = new PlayedTime();
  const { live, states, until } = watch({ baseUrl: server.url, timers: time });
  await until(({ state }) => state === 'busy');
  first.live.stop();
  await expect.poll(() => openStreams(server.url)).toBe(0);
  live.retry();
  expect(live.state).toBe('busy');
  const waited = time.passUntil(() => live.state === 'connecting');
  expect(waited).toBeGreaterThan(9_900);
  expect(waited).toBeLessThan(30_200);
  await until(({ state }) => state === 'live');
  expect(states).toEqual(['connecting', 'busy', 'connecting', 'live']);
});

test('[CL5] stop ends everything', async () => {
  const server = await runServer();
  const { live, until } = watch({ baseUrl: server.url });
  await until(({ state }) => state === 'live');
  live.stop();
  expect(live.state).toBe('stopped');
  await expect.poll(() => openStreams(server.url)).toBe(0);
  live.retry();
  expect(live.state).toBe('stopped');
});

import type { Heartbeat, Hello } from '@hookline/contract';
import { expect, test } from 'vitest';
import { runServer } from './support/running-server.ts';
import { SseReader } from './support/sse-reader.ts';

test('[ST1] the answer is an event stream that no proxy may hold back', async () => {
  const { port, url } = await runServer();
  const reader = new SseReader(port);
  await reader.first('hello');
  expect(reader.head).toMatch(/^HTTP\/1\.1 200 OK/);
  expect(reader.head).toMatch(/^content-type: text\/event-stream/im);
  expect(reader.head).toMatch(/^x-accel-buffering: no$/im);
  expect(reader.head).toMatch(/^cache-control: no-cache, no-transform$/im);
  const head = await fetch(`${url}/api/webhook/events`, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(head.headers.get('content-type')).toMatch(/^text\/event-stream/);
});

test('[ST1] [ST2] every client gets every new event once, in order', async () => {
  const { post, port } = await runServer();
  const readers = Array.from({ length: 5 }, () => new SseReader(port));
  await Promise.all(readers.map((reader) => reader.first('hello')));
  const receipts = [];
  for (let i = 1; i <= 20; i++)
    receipts.push(await (await post('/api/webhook/jobs', `{"n":${i}}`)).json());
  expect(receipts.every(({ listeners }) => listeners === 5)).toBe(true);
  for (const reader of readers) {
    await reader.until(() => reader.events.length >= 20);
    expect(reader.ids).toEqual(receipts.map(({ id }) => id));
    expect(reader.events.every(({ event }) => event === undefined)).toBe(true);
    expect(JSON.parse(reader.events[0]?.data ?? '')).toEqual({
      id: 1,
      receivedAt: receipts[0].receivedAt,
      channel: 'jobs',
      payload: { n: 1 },
    });
  }
});

test('[ST2] a payload with line breaks becomes several data lines and arrives whole', async () => {
  const { post, port } = await runServer();
  const reader = new SseReader(port);
  await reader.first('hello');
  await post('/api/webhook', '{\r\n"a":\r1,\n"b": 2\n}');
  await reader.until(() => reader.events.length === 1);
  expect(reader.events[0]?.data).toMatch(/"payload":\{\n"a":\n1,\n"b": 2\n\}\}$/);
});

test('[ST2] app.stream.event-name names the events', async () => {
  const { post, port } = await runServer({ 'app.stream.event-name': 'webhook' });
  const reader = new SseReader(port);
  await reader.first('hello');
  await post('/api/webhook', '1');
  await reader.until(() => reader.events.length === 1);
  expect(reader.events[0]).toMatchObject({ event: 'webhook', id: '1' });
});

test('[ST4] hello comes first and tells where the backend stands', async () => {
  const { post, port, server, url } = await runServer();
  expect(await new SseReader(port).first<Hello>('hello')).toEqual({
    instance: server.instance,
    head: 0,
    oldest: null,
    missed: 0,
    clearedThrough: 0,
    erasure: null,
  });
  for (let i = 0; i < 60; i++) await post('/api/webhook', '1');
  const behind = new SseReader(port, undefined, { 'Last-Event-ID': '5' });
  expect(await behind.first('hello')).toMatchObject({ head: 60, oldest: 11, missed: 5 });
  await fetch(`${url}/api/webhook/history`, { method: 'DELETE' });
  const cleared = new SseReader(port, undefined, { 'Last-Event-ID': '5' });
  expect(await cleared.first('hello')).toMatchObject({
    head: 60,
    oldest: null,
    missed: 0,
    clearedThrough: 60,
  });
  await post('/api/webhook', '1');
  const after = new SseReader(port, undefined, { 'Last-Event-ID': '999' });
  expect(await after.first('hello')).toMatchObject({ head: 61, oldest: 61, missed: 0 });
  expect(after.messages[0]).toMatchObject({ event: 'hello', id: undefined });
});

test('[ST5] one heartbeat for all, and every client is told another time to retry', async () => {
  const { post, port } = await runServer({ 'app.stream.heartbeat': 50 });
  const readers = Array.from({ length: 10 }, () => new SseReader(port));
  await Promise.all(readers.map((reader) => reader.first('hello')));
  await post('/api/webhook', '1');
  for (const reader of readers) {
    await reader.until(() => {
      const beats = reader.named('heartbeat').map(({ data }): Heartbeat => JSON.parse(data));
      return beats.some(({ head, at }) => head === 1 && at.endsWith('Z'));
    });
    expect(reader.named('heartbeat').every(({ id }) => id === undefined)).toBe(true);
  }
  const retries = readers.map((reader) => Number(reader.messages[0]?.retry));
  expect(retries.every((retry) => retry >= 1000 && retry <= 4000)).toBe(true);
  expect(new Set(retries).size).toBeGreaterThan(1);
});

test('[ST4] changed is told at most once a second per kind, and never forgotten', async () => {
  const { port, archive } = await runServer();
  const reader = new SseReader(port);
  await reader.first('hello');
  for (let i = 0; i < 100; i++) {
    archive.change('jobs');
    archive.change('calls');
  }
  await reader.until(() => reader.named('changed').length >= 4);
  const kinds = reader.named('changed').map(({ data }) => JSON.parse(data).kind);
  expect(kinds.sort()).toEqual(['calls', 'calls', 'jobs', 'jobs']);
});

test('[ST7] a full house answers 200, busy and a long retry', async () => {
  const { port, url } = await runServer({ 'app.stream.max-clients': 2 });
  const readers = [new SseReader(port), new SseReader(port)];
  await Promise.all(readers.map((reader) => reader.first('hello')));
  const third = new SseReader(port);
  await third.first('busy');
  expect(third.head).toMatch(/^HTTP\/1\.1 200/);
  const retry = Number(third.messages[0]?.retry);
  expect(retry).toBeGreaterThanOrEqual(10_000);
  expect(retry).toBeLessThanOrEqual(30_000);
  await third.untilClosed();
  readers[0]?.socket.destroy();
  const metrics = async () => (await fetch(`${url}/metrics`)).text();
  await expect.poll(metrics).toContain('hookline_streams 1');
  await new SseReader(port).first('hello');
});

test('[ST7] channel narrows the stream, and listeners counts who gets the event', async () => {
  const { post, port, url } = await runServer();
  const jobs = new SseReader(port, '/api/webhook/events?channel=jobs');
  const both = new SseReader(port, '/api/webhook/events?channel=kunden,generic');
  const repeated = new SseReader(port, '/api/webhook/events?channel=kunden&channel=jobs');
  const all = new SseReader(port);
  await Promise.all([jobs, both, repeated, all].map((reader) => reader.first('hello')));
  const listeners = [];
  for (const name of ['', '/kunden', '/kuriere', '/jobs']) {
    listeners.push((await (await post(`/api/webhook${name}`, '1')).json()).listeners);
  }
  expect(listeners).toEqual([2, 3, 1, 3]);
  await all.until(() => all.ids.length === 4);
  await jobs.until(() => jobs.ids.length === 1);
  await repeated.until(() => repeated.ids.length === 2);
  expect([jobs.ids, both.ids, repeated.ids]).toEqual([[4], [1, 2], [2, 4]]);

  for (const name of ['nothing', '', 'jobs,', 'constructor']) {
    const answer = await fetch(`${url}/api/webhook/events?channel=${name}`);
    expect(answer.status, name).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'unknown_channel' });
  }
});

test('[ST8] on shutdown streams end cleanly with everything that was accepted', async () => {
  const { post, port, server, archive } = await runServer();
  const reader = new SseReader(port);
  await reader.first('hello');
  await post('/api/webhook', '"last words"');
  await server.stop();
  await reader.untilClosed();
  expect(reader.ids).toEqual([1]);
  expect(archive.closed).toBe(true);
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});

test('requests sent on after the stream began are not handled but end it', async () => {
  const { port, history } = await runServer();
  const reader = new SseReader(port);
  await reader.first('hello');
  reader.socket.write(
    'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n\r\n1',
  );
  await reader.untilClosed();
  expect(await history()).toEqual([]);
});

test('a client that leaves is forgotten', async () => {
  const { port, post } = await runServer();
  const reader = new SseReader(port);
  await reader.first('hello');
  reader.socket.destroy();
  const receipt = async () => (await post('/api/webhook', '1')).json();
  await expect.poll(receipt).toMatchObject({ listeners: 0 });
});

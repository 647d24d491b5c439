import { expect, test } from 'vitest';
import { runServer } from './support/running-server.ts';
import { SseReader } from './support/sse-reader.ts';

test('[HI1] [HI2] holds the latest 50, newest first, and names the instance', async () => {
  const { post, url, server } = await runServer();
  expect(await (await fetch(`${url}/api/webhook/history`)).text()).toBe('[]');
  for (let i = 1; i <= 60; i++) await post('/api/webhook', String(i));
  const answer = await fetch(`${url}/api/webhook/history`);
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/);
  expect(answer.headers.get('x-hookline-instance')).toBe(server.instance);
  const events: { id: number; payload: number }[] = await answer.json();
  expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, i) => 60 - i));
  expect(events.every(({ id, payload }) => id === payload)).toBe(true);
});

test('[HI1] events larger than the ring are still held', async () => {
  const { post, history } = await runServer();
  const large = JSON.stringify('x'.repeat(500_000));
  for (let i = 0; i < 50; i++) await post('/api/webhook', large);
  expect(await history()).toHaveLength(50);
});

test('[HI3] DELETE empties it, tells every browser, and ids go on', async () => {
  const { post, url, port, history } = await runServer();
  const reader = new SseReader(port);
  await reader.first('hello');
  for (let i = 0; i < 3; i++) await post('/api/webhook', '{}');
  const answer = await fetch(`${url}/api/webhook/history`, { method: 'DELETE' });
  expect(answer.status).toBe(204);
  expect(await history()).toEqual([]);
  expect(await reader.first('cleared')).toEqual({ clearedThrough: 3 });
  expect(await (await post('/api/webhook', '{}')).json()).toMatchObject({ id: 4 });
  expect((await history()).map(({ id }) => id)).toEqual([4]);
});

import { expect, test } from 'vitest';
import { ChannelIds } from '../src/hub/event-log.ts';
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

test('[HI4] tells which events there were after an id, by channel, to count what is no longer held', async () => {
  const { post, url, server } = await runServer();
  const ask = async (query = '') => {
    const answer = await fetch(`${url}/api/webhook/history/ids${query}`);
    return { status: answer.status, ids: await answer.json(), headers: answer.headers };
  };
  for (let i = 1; i <= 60; i++) await post('/api/webhook/kunden', '{}');
  await post('/api/webhook/jobs', '{}');
  await post('/api/webhook', '{}');
  const { ids, headers } = await ask();
  expect(headers.get('x-hookline-instance')).toBe(server.instance);
  expect(ids.kunden).toHaveLength(60);
  expect(ids).toMatchObject({ kuriere: [], jobs: [61], generic: [62] });
  expect((await ask('?after=58')).ids).toEqual({
    kunden: [59, 60],
    kuriere: [],
    jobs: [61],
    generic: [62],
  });
  for (const wrong of ['?after=x', '?after=-1', '?after=1&after=2', '?since=1']) {
    expect((await ask(wrong)).status, wrong).toBe(400);
  }
  await fetch(`${url}/api/webhook/history`, { method: 'DELETE' });
  await post('/api/webhook/jobs', '{}');
  expect((await ask()).ids).toEqual({ kunden: [], kuriere: [], jobs: [63], generic: [] });
});

test('[HI4] of each channel the newest 1,001, so that few are found among many', () => {
  const ids = new ChannelIds();
  ids.add('jobs', 1);
  for (let id = 2; id <= 5000; id++) ids.add('kunden', id);
  const { kunden = [], jobs } = ids.after(0);
  // One more than anybody counts: that is how a reader knows that there are more.
  expect([kunden.length, kunden[0], kunden.at(-1)]).toEqual([1001, 4000, 5000]);
  expect(jobs).toEqual([1]);
  expect(ids.after(4998)['kunden']).toEqual([4999, 5000]);
});

test('[HI2] a parameter that the history does not know is refused, as by every list', async () => {
  const { url } = await runServer();
  const answer = await fetch(`${url}/api/webhook/history?bogus=2`);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: 'bad_request',
    detail: 'bogus is not a parameter of this list.',
  });
});

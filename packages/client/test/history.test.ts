import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runServer } from '../../server/test/support/running-server.ts';
import { clearHistory, fetchHistory, HooklineError } from '../src/index.ts';

/** Answers every request alike. */
async function answering(status: number, body = ''): Promise<{ baseUrl: string }> {
  const server = createServer((_request, response) => response.writeHead(status).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

test('[CL4] [HI2] the history comes newest first, with the epoch of the backend it is from', async () => {
  const { url, post, server } = await runServer();
  await post('/api/webhook/jobs', '{"a":1}');
  await post('/api/webhook', 'null');
  const { events, instance } = await fetchHistory({ baseUrl: url });
  expect(events).toMatchObject([
    { id: 2, channel: null, payload: null },
    { id: 1, channel: 'jobs', payload: { a: 1 } },
  ]);
  expect(instance).toBe(server.instance);
  await clearHistory({ baseUrl: url });
  expect((await fetchHistory({ baseUrl: url })).events).toEqual([]);
});

test.each(['{}', 'null', '"[]"', '<html>', ''])(
  '[CL4] an answer that is no array counts as empty: %s',
  async (body) => {
    expect((await fetchHistory(await answering(200, body))).events).toEqual([]);
  },
);

test('[CL4] what is no event in the array is left out', async () => {
  const body = '[{"id":2,"receivedAt":"x"},{"id":"1","receivedAt":"x"},null]';
  expect((await fetchHistory(await answering(200, body))).events).toEqual([
    { id: 2, receivedAt: 'x' },
  ]);
});

test('[OP5] the code and the sentence of the backend are handed on', async () => {
  const { url } = await runServer({ 'app.access.token': 'reader-token' });
  const error = await clearHistory({ baseUrl: url }).catch((reason: unknown) => reason);
  const detail = 'Log in at /login, or send app.access.token as a Bearer token.';
  expect(error).toMatchObject({ status: 401, code: 'login_required', detail });
  expect(String(error)).toBe(`HooklineError: DELETE /api/webhook/history: HTTP 401, ${detail}`);
});

test.each([401, 404, 500, 503])('[CL4] status %s is an error that carries it', async (status) => {
  const backend = await answering(status, '[]');
  for (const attempt of [fetchHistory(backend), clearHistory(backend)]) {
    const error = await attempt.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(HooklineError);
    expect(error).toMatchObject({ status });
  }
});

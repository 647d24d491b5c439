import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { runServer } from './support/running-server.ts';
import { SseReader } from './support/sse-reader.ts';

const megabyte = JSON.stringify('x'.repeat(1_000_000));

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes of buffers that are still needed by somebody. */
function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

async function cutCount(url: string, reason: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`cut_total{reason="${reason}"} (\\d+)`).exec(text)?.[1]);
}

test('[ST6] a frozen reader is cut, costs the others nothing and comes back by Last-Event-ID', async () => {
  const { post, port, url } = await runServer({ 'app.stream.stall-timeout': 500 });
  const frozen = new SseReader(port);
  const awake = new SseReader(port);
  await Promise.all([frozen.first('hello'), awake.first('hello')]);
  frozen.socket.pause();
  const memoryBefore = heldBytes();
  for (let i = 1; i <= 40; i++) {
    await post('/api/webhook', megabyte);
    await awake.until(() => awake.ids.at(-1) === i);
  }
  // History and ring hold about 40 MB of these; a queue behind the frozen reader would double it.
  expect(heldBytes() - memoryBefore).toBeLessThan(75e6);
  const cuts = async () => (await cutCount(url, 'stalled')) + (await cutCount(url, 'lagging'));
  await expect.poll(cuts).toBe(1);
  frozen.socket.resume();
  await frozen.untilClosed();
  const last = frozen.ids.at(-1) ?? 0;
  expect(last).toBeLessThan(40);
  const back = new SseReader(port, undefined, { 'Last-Event-ID': String(last) });
  await back.until(() => back.ids.at(-1) === 40);
  expect([...frozen.ids, ...back.ids]).toEqual(awake.ids);
});

test('[ST6] a reader whose position has left the ring is cut', async () => {
  const { post, port, url } = await runServer({ 'app.webhook.max-bytes': 1_048_576 });
  const frozen = new SseReader(port);
  await frozen.first('hello');
  frozen.socket.pause();
  for (let i = 1; i <= 75; i++) await post('/api/webhook', megabyte);
  frozen.socket.resume();
  await frozen.untilClosed();
  expect(await cutCount(url, 'lagging')).toBe(1);
  expect(frozen.ids.length).toBeLessThan(75);
});

test('[ST6] an honest reader on a slow line gets a large event without being cut', async () => {
  // The kernel takes more bytes only when a third of its buffer, over a megabyte on loopback, is
  // free again. So that progress shows several times while one event is on its way, line, event
  // and patience are all a good deal larger here than 1 MiB in 30 seconds.
  const { post, port, url } = await runServer({
    'app.stream.stall-timeout': 3000,
    'app.webhook.max-bytes': 16 * 1024 * 1024,
  });
  const slow = new SseReader(port);
  const frozen = new SseReader(port);
  await Promise.all([slow.first('hello'), frozen.first('hello')]);
  frozen.socket.pause();
  let budget = 0;
  slow.socket.on('data', (text) => {
    budget -= text.length;
    if (budget <= 0) slow.socket.pause();
  });
  const trickle = setInterval(() => {
    budget = 32 * 1024;
    slow.socket.resume();
  }, 12);
  onTestFinished(() => clearInterval(trickle));
  await post('/api/webhook', JSON.stringify('x'.repeat(16_000_000)));
  await post('/api/webhook', megabyte);
  // By then it has been on its way for longer than a reader may stall.
  await expect.poll(() => cutCount(url, 'stalled')).toBe(1);
  expect(slow.ids).toEqual([]);
  budget = Number.POSITIVE_INFINITY;
  clearInterval(trickle);
  slow.socket.resume();
  await slow.until(() => slow.ids.length === 2);
  expect(await cutCount(url, 'stalled')).toBe(1);
});

test('[ST4] [ST6] control messages behind a slow reader keep their order and do not pile up', async () => {
  const { post, port, url, archive } = await runServer({ 'app.stream.heartbeat': 20 });
  const slow = new SseReader(port);
  const awake = new SseReader(port);
  await Promise.all([slow.first('hello'), awake.first('hello')]);
  slow.socket.pause();
  for (let i = 1; i <= 12; i++) await post('/api/webhook', megabyte);
  archive.change('jobs');
  await fetch(`${url}/api/webhook/history`, { method: 'DELETE' });
  await post('/api/webhook', '"after the clearing"');
  await awake.until(() => awake.ids.at(-1) === 13);
  const beats = awake.named('heartbeat').length;
  await awake.until(() => awake.named('heartbeat').length >= beats + 10);
  slow.socket.resume();
  await slow.until(() => slow.ids.at(-1) === 13);
  const order = slow.messages.map(({ id, event }) => id ?? event);
  expect(order.indexOf('cleared')).toBeGreaterThan(order.indexOf('12'));
  expect(order.indexOf('cleared')).toBeLessThan(order.indexOf('13'));
  expect(order.indexOf('changed')).toBeGreaterThan(order.indexOf('12'));
  const waited = order.slice(order.indexOf('12'), order.indexOf('13'));
  expect(waited.filter((name) => name === 'heartbeat').length).toBeLessThanOrEqual(1);
});

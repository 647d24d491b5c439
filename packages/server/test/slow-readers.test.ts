import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { Hub } from '../src/hub/hub.ts';
import { ALL_CHANNELS } from '../src/hub/relay-event.ts';
import { Batches } from '../src/stream/batches.ts';
import { eventEncoder } from '../src/stream/frames.ts';
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

async function figure(url: string, name: string): Promise<number> {
  const lines = (await (await fetch(`${url}/metrics`)).text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length));
}

const cutCount = (url: string, reason: string) =>
  figure(url, `hookline_streams_cut_total{reason="${reason}"}`);
const heldByReaders = (url: string) => figure(url, 'hookline_held_bytes');

test('[ST6] what arrives behind a frozen reader is held once, for all', async () => {
  const { post, port } = await runServer({ 'app.stream.stall-timeout': 600_000 });
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
  // What is given up is taken back by another thread, when it gets to it.
  await expect.poll(() => heldBytes() - memoryBefore).toBeLessThan(75e6);
  expect(frozen.closed).toBe(false);
});

test('[ST6] a frozen reader is cut, and comes back by Last-Event-ID', async () => {
  const { post, port, url } = await runServer({ 'app.stream.stall-timeout': 3000 });
  const frozen = new SseReader(port);
  const awake = new SseReader(port);
  await Promise.all([frozen.first('hello'), awake.first('hello')]);
  frozen.socket.pause();
  for (let i = 1; i <= 20; i++) {
    await post('/api/webhook', megabyte);
    await awake.until(() => awake.ids.at(-1) === i);
  }
  const cuts = async () => (await cutCount(url, 'stalled')) + (await cutCount(url, 'lagging'));
  await expect.poll(cuts).toBe(1);
  frozen.socket.resume();
  await frozen.untilClosed();
  const last = frozen.ids.at(-1) ?? 0;
  expect(last).toBeLessThan(20);
  const back = new SseReader(port, undefined, { 'Last-Event-ID': String(last) });
  await back.until(() => back.ids.at(-1) === 20);
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
  // and timeout are all a good deal larger here than 1 MiB in 30 seconds.
  const { post, port, url } = await runServer({
    'app.stream.stall-timeout': 3000,
    'app.webhook.max-bytes': 16 * 1024 * 1024,
  });
  const slow = new SseReader(port);
  const frozen = new SseReader(port);
  await Promise.all([slow.first('hello'), frozen.first('hello')]);
  frozen.socket.pause();
  let taken = 0;
  let most = 0;
  slow.socket.on('data', (text) => {
    taken += text.length;
    if (taken >= most) slow.socket.pause();
  });
  const large = 16_000_000;
  await post('/api/webhook', JSON.stringify('x'.repeat(large)));
  // By the time that has passed: on a busy machine turns are rare, and its line is no slower. It
  // has not read the end before the other one is cut, however late that is seen.
  const began = performance.now();
  const trickle = setInterval(() => {
    most = Math.min(0.9 * large, 2500 * (performance.now() - began));
    if (taken < most) slow.socket.resume();
  }, 12);
  onTestFinished(() => clearInterval(trickle));
  await post('/api/webhook', megabyte);
  // By then it has been on its way for longer than a reader may stall.
  await expect.poll(() => cutCount(url, 'stalled')).toBe(1);
  expect(slow.ids).toEqual([]);
  most = Number.POSITIVE_INFINITY;
  clearInterval(trickle);
  slow.socket.resume();
  await slow.until(() => slow.ids.length === 2);
  expect(await cutCount(url, 'stalled')).toBe(1);
});

test('[ST4] [ST6] control messages behind a slow reader keep their order and do not pile up', async () => {
  const { post, port, url, archive } = await runServer({
    'app.stream.heartbeat': 20,
    // On a busy machine it takes long until the reader goes on.
    'app.stream.stall-timeout': 600_000,
  });
  const slow = new SseReader(port);
  const awake = new SseReader(port);
  await Promise.all([slow.first('hello'), awake.first('hello')]);
  slow.socket.pause();
  // Until the kernel takes no more for somebody who does not read, and not so many that the ring
  // lets go of what waits.
  let last = 0;
  for (let behind = 0; behind < 3; ) {
    await post('/api/webhook', megabyte);
    last++;
    await awake.until(() => awake.ids.at(-1) === last);
    behind = (await heldByReaders(url)) > 0 ? behind + 1 : 0;
  }
  archive.change('jobs');
  await fetch(`${url}/api/webhook/history`, { method: 'DELETE' });
  await post('/api/webhook', '"after the clearing"');
  await awake.until(() => awake.ids.at(-1) === last + 1);
  const beats = awake.named('heartbeat').length;
  await awake.until(() => awake.named('heartbeat').length >= beats + 10);
  slow.socket.resume();
  await slow.until(() => slow.ids.at(-1) === last + 1);
  const order = slow.messages.map(({ id, event }) => id ?? event);
  expect(order.indexOf('cleared')).toBeGreaterThan(order.indexOf(String(last)));
  expect(order.indexOf('cleared')).toBeLessThan(order.indexOf(String(last + 1)));
  expect(order.indexOf('changed')).toBeGreaterThan(order.indexOf(String(last)));
  const waited = order.slice(order.indexOf(String(last)), order.indexOf(String(last + 1)));
  expect(waited.filter((name) => name === 'heartbeat').length).toBeLessThanOrEqual(1);
});

test('[ST4] who has to stop for a control message gets no batch that was joined for others and goes further', () => {
  const hub = new Hub({ encode: eventEncoder(undefined), maxEventBytes: 1000, now: Date.now });
  const batches = new Batches(hub.log);
  for (let n = 0; n < 5; n++) hub.append(null, Buffer.from(JSON.stringify('x'.repeat(20_000))));
  // Full before its end, and so the same for all who want as much or more.
  expect(batches.read(1, 5, ALL_CHANNELS)).toMatchObject({ events: 3, next: 4 });
  expect(batches.read(1, 2, ALL_CHANNELS)).toMatchObject({ events: 2, next: 3 });
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { HeldMemory } from '../src/http/held-memory.ts';
import { runServer } from './support/running-server.ts';
import { SseReader } from './support/sse-reader.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
/** The least that can be configured; with the largest webhook of these tests that is what holds. */
const LEAST = 16 * MIB;
const megabyte = (i: number) => JSON.stringify(`${i}`.padEnd(1_000_000, 'x'));

test('[SE4] whoever has held on for longest goes first, and only as many as it takes', () => {
  const ended: number[] = [];
  const held = new HeldMemory(100 * KIB);
  const holds = [0, 1, 2, 3].map((i) => held.hold('upload', () => ended.push(i)));
  for (const hold of holds.slice(0, 3)) hold.set(30 * KIB);
  expect(ended).toEqual([]);
  holds[3]?.set(50 * KIB);
  expect(ended).toEqual([0, 1]);
  expect(held.bytes).toBe(80 * KIB);
  expect(held.ended.upload).toBe(2);
});

test('[SE4] what holds next to nothing, or waits for us, is not ended', () => {
  const ended: string[] = [];
  const held = new HeldMemory(100 * KIB);
  held.hold('upload', () => ended.push('small')).set(KIB);
  const ready = held.hold('upload', () => ended.push('ready'));
  ready.set(90 * KIB);
  ready.keep();
  const late = held.hold('upload', () => ended.push('late'));
  late.set(20 * KIB);
  expect(ended).toEqual(['late']);
  ready.release();
  expect(held.bytes).toBe(KIB);
});

test('[ST6] what many hold counts once, until the last one lets go of it', () => {
  const held = new HeldMemory(MIB);
  const shared = Buffer.from(new ArrayBuffer(300 * KIB));
  const holds = Array.from({ length: 10 }, () => {
    const hold = held.hold('stream', () => {});
    hold.share(shared.subarray(5));
    return hold;
  });
  expect(held.bytes).toBe(300 * KIB);
  for (const hold of holds.slice(1)) hold.release();
  expect(held.bytes).toBe(300 * KIB);
  holds[0]?.release();
  holds[0]?.release();
  expect(held.bytes).toBe(0);
});

test('[SE4] it is said once that memory is short, and again after a time of plenty', () => {
  let said = 0;
  const held = new HeldMemory(100 * KIB, () => said++);
  for (let i = 0; i < 10; i++) held.hold('upload', () => {}).set(60 * KIB);
  expect(said).toBe(1);
  const last = held.hold('upload', () => {});
  last.set(90 * KIB);
  last.release();
  held.hold('upload', () => {}).set(110 * KIB);
  expect(said).toBe(2);
});

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

async function figure(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const line = text.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length));
}

test('[SE4] uploads that are not all there hold no more than all may hold together', async () => {
  const { url, port, post } = await runServer({ 'app.server.max-held-bytes': LEAST });
  const body = megabyte(1);
  const head = `POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`;
  const answers: string[] = [];
  const sockets: Socket[] = [];
  for (let i = 0; i < 30; i++) {
    const socket = await connected(port);
    socket.on('data', (bytes) => answers.push(bytes.toString()));
    socket.write(head + body.slice(0, -1));
    sockets.push(socket);
  }
  await expect.poll(() => answers.length).toBeGreaterThan(0);
  // Their bodies arrive piece by piece: until the last one is there some more may have to go.
  await expect.poll(() => figure(url, 'hookline_held_bytes')).toBeGreaterThan(LEAST - 3 * MIB);
  expect(await figure(url, 'hookline_held_bytes')).toBeLessThanOrEqual(LEAST);
  expect(answers[0]).toMatch(/^HTTP\/1\.1 503 /);
  expect(answers[0]).toMatch(/^retry-after: 5\r$/m);
  expect(answers[0]).toContain('"code":"overloaded"');
  expect((await post('/api/webhook', megabyte(2))).status).toBe(202);
  // The last one was the quickest, as it were: it is still welcome.
  sockets.at(-1)?.write(body.slice(-1));
  await expect.poll(() => answers.join('')).toContain('HTTP/1.1 202');
});

test('[IN4] a body that comes byte by byte is taken, and held as one', async () => {
  const { port, archive } = await runServer();
  const socket = await connected(port);
  socket.setNoDelay(true);
  const body = JSON.stringify('ü'.repeat(600));
  const bytes = Buffer.from(body);
  socket.write(
    `POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes.length}\r\n\r\n`,
  );
  for (const byte of bytes) {
    socket.write(Buffer.from([byte]));
    await new Promise(setImmediate);
  }
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 202 /);
  expect(archive.stored.map(({ payload }) => payload)).toEqual([body]);
});

test('[ST6] readers that each keep another large event in memory are cut before it is too much', async () => {
  const { url, port, post } = await runServer({ 'app.server.max-held-bytes': LEAST });
  for (let i = 1; i <= 40; i++) {
    const reader = new SseReader(port);
    await reader.first('hello');
    reader.socket.pause();
    // The network takes some of them. Each reader begins one later, so it gets stuck one later.
    await post('/api/webhook', megabyte(i));
  }
  for (let i = 41; i <= 60; i++) await post('/api/webhook', megabyte(i));
  await expect
    .poll(() => figure(url, 'hookline_streams_cut_total{reason="crowded"}'))
    .toBeGreaterThan(0);
  expect(await figure(url, 'hookline_held_bytes')).toBeLessThanOrEqual(LEAST);
  const awake = new SseReader(port);
  await awake.first('hello');
  await post('/api/webhook', '"still there"');
  await awake.until(() => awake.ids.length === 1);
});

test('[HI2] histories that nobody reads are held once, however many ask for them', async () => {
  const { url, port, post } = await runServer({ 'app.server.max-held-bytes': LEAST * 4 });
  for (let i = 0; i < 40; i++) await post('/api/webhook', megabyte(i));
  for (let i = 0; i < 10; i++) {
    const socket = await connected(port);
    socket.pause();
    socket.write('GET /api/webhook/history HTTP/1.1\r\nHost: localhost\r\n\r\n');
  }
  await expect.poll(() => figure(url, 'hookline_held_bytes')).toBeGreaterThan(39e6);
  expect(await figure(url, 'hookline_held_bytes')).toBeLessThan(42e6);
  expect(await figure(url, 'hookline_held_ended_total{what="answer"}')).toBe(0);
});

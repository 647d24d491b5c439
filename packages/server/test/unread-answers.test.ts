import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { presetConfig } from '../src/config/load.ts';
import { createApp } from '../src/http/app.ts';
import { HeldMemory } from '../src/http/held-memory.ts';
import { OriginGuard } from '../src/http/origin-guard.ts';

/** Larger than what the network takes without anybody reading. */
const LARGE = 32 * 1024 * 1024;
/** So much that whoever reads it slowly does so for longer than others may be idle. */
const LARGER = 8 * LARGE;

/** An app with an answer that is large and one that takes as long as `work`. */
async function runApp(idleTimeout: number, work: Promise<void> = Promise.resolve()) {
  const config = presetConfig({ 'app.server.idle-timeout': idleTimeout });
  const held = new HeldMemory(Number.POSITIVE_INFINITY);
  const guard = new OriginGuard(config);
  const { app } = createApp({ config, onProblem() {}, isDraining: () => false, held, guard });
  app.get('/large', { config: { access: 'open' } }, (_request, reply) =>
    reply.send(Buffer.alloc(LARGE, 'x')),
  );
  app.get('/larger', { config: { access: 'open' } }, (_request, reply) =>
    reply.send(Buffer.alloc(LARGER, 'x')),
  );
  app.get('/slow', { config: { access: 'open' } }, async () => {
    await work;
    return 'done';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(async () => {
    app.server.closeAllConnections();
    await app.close();
  });
  return { app, port: (app.server.address() as AddressInfo).port };
}

async function ask(port: number, path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  return socket;
}

/** A client that takes nothing of its answer: once it is closed, the idle time is over. */
async function deafClient(port: number): Promise<Socket> {
  const socket = await ask(port, '/large');
  socket.pause();
  return socket;
}

test('[SE4] a client that takes nothing of its answer is cut', async () => {
  const { app, port } = await runApp(300);
  const open = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  await Promise.all([1, 2, 3].map(() => deafClient(port)));
  await expect.poll(open).toBe(3);
  await expect.poll(open).toBe(0);
});

test('[SE4] a client that reads slowly gets all of it', async () => {
  // The kernel takes more only when a third of its buffer is free again, so progress shows seldom.
  const { app, port } = await runApp(5000);
  let isIdleTimeOver = false;
  app.server.once('connection', (deaf: Socket) => {
    deaf.once('close', () => {
      isIdleTimeOver = true;
    });
  });
  await deafClient(port);
  const socket = await ask(port, '/larger');
  let read = 0;
  socket.on('data', (bytes) => {
    read += bytes.length;
    if (isIdleTimeOver) return;
    socket.pause();
    setTimeout(() => socket.resume(), 15);
  });
  await expect.poll(() => isIdleTimeOver).toBe(true);
  expect(read).toBeLessThan(LARGER);
  await expect.poll(() => read).toBeGreaterThanOrEqual(LARGER);
});

test('[SE4] a handler may take longer than a client may be idle', async () => {
  const { promise: work, resolve: done } = Promise.withResolvers<void>();
  const { app, port } = await runApp(300, work);
  const answering = fetch(`http://127.0.0.1:${port}/slow`);
  await once(app.server, 'connection');
  app.server.once('connection', (deaf: Socket) => deaf.once('close', () => done()));
  await deafClient(port);
  expect(await (await answering).text()).toBe('done');
});

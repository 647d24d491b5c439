import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { presetConfig } from '../src/config/load.ts';
import { createApp } from '../src/http/app.ts';
import { HeldMemory } from '../src/http/held-memory.ts';

/** Larger than what the network takes without anybody reading. */
const LARGE = 32 * 1024 * 1024;

/** An app with an answer that is large and one that takes its time. */
async function runApp(idleTimeout: number) {
  const config = presetConfig({ 'app.server.idle-timeout': idleTimeout });
  const held = new HeldMemory(Number.POSITIVE_INFINITY);
  const { app } = createApp({ config, onProblem() {}, isDraining: () => false, held });
  app.get('/large', { config: { access: 'open' } }, (_request, reply) =>
    reply.send(Buffer.alloc(LARGE, 'x')),
  );
  app.get('/slow', { config: { access: 'open' } }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 600));
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

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

test('[SE4] a client that takes nothing of its answer is cut', async () => {
  const { app, port } = await runApp(300);
  const open = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)));
  const sockets = await Promise.all([1, 2, 3].map(() => ask(port, '/large')));
  for (const socket of sockets) socket.pause();
  await until(async () => (await open()) === 3);
  await until(async () => (await open()) === 0);
});

test('[SE4] a client that reads slowly gets all of it', async () => {
  // The kernel takes more only when a third of its buffer is free again, so progress shows seldom.
  const { port } = await runApp(2000);
  const began = performance.now();
  const socket = await ask(port, '/large');
  let read = 0;
  socket.on('data', (bytes) => {
    read += bytes.length;
    if (performance.now() - began > 4000) return;
    socket.pause();
    setTimeout(() => socket.resume(), 15);
  });
  await until(async () => read >= LARGE);
  expect(performance.now() - began).toBeGreaterThan(2000);
});

test('[SE4] a handler may take longer than a client may be idle', async () => {
  const { port } = await runApp(100);
  const answer = await fetch(`http://127.0.0.1:${port}/slow`);
  expect(await answer.text()).toBe('done');
});

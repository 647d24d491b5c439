import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { networkInterfaces } from 'node:os';
import { expect, onTestFinished, test } from 'vitest';
import { ConnectionLimit } from '../src/http/connection-limit.ts';
import { runServer } from './support/running-server.ts';

/** Opens a connection and says whether the server keeps it. */
async function open(port: number, host = '127.0.0.1'): Promise<Socket | undefined> {
  const socket = connect(port, host);
  onTestFinished(() => void socket.destroy());
  socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const isKept = await Promise.race([
    once(socket, 'data').then(() => true),
    once(socket, 'close').then(() => false),
  ]).catch(() => false);
  return isKept ? socket : undefined;
}

async function limitedServer(most: number, exempt: string[] = []) {
  const said: string[] = [];
  const limit = new ConnectionLimit({
    most,
    isExempt: (address) => exempt.includes(address),
    onLimit: (client) => said.push(client),
  });
  const server = createServer((_request, answer) => answer.end('here'));
  limit.guard(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { limit, said, server, port: (server.address() as AddressInfo).port };
}

test('[SE4] connections beyond the limit are reset, and places become free again', async () => {
  const { limit, said, server, port } = await limitedServer(3);
  const kept = [await open(port), await open(port), await open(port)];
  expect(kept).not.toContain(undefined);
  expect(await open(port)).toBeUndefined();
  expect(await open(port)).toBeUndefined();
  expect(limit.refused).toBe(2);
  expect(said).toEqual(['127.0.0.1']);

  kept[0]?.destroy();
  const open3 = () => new Promise((resolve) => server.getConnections((_error, n) => resolve(n)));
  while ((await open3()) !== 2) await new Promise((resolve) => setImmediate(resolve));
  expect(await open(port)).toBeDefined();
  expect(await open(port)).toBeUndefined();
  // Still at the limit, which has been said.
  expect(said).toHaveLength(1);
});

test('[SE4] who is exempt has no limit', async () => {
  const { limit, port } = await limitedServer(1, ['127.0.0.1']);
  for (let turn = 0; turn < 5; turn++) expect(await open(port)).toBeDefined();
  expect(limit.refused).toBe(0);
});

test('[SE4] loopback has no limit: a proxy on the same machine carries all clients', async () => {
  const { port } = await runServer({ 'app.server.max-connections-per-address': 1 });
  for (let turn = 0; turn < 5; turn++) expect(await open(port)).toBeDefined();
});

const own = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ internal, family }) => !internal && family === 'IPv4')?.address;

test.skipIf(own === undefined)(
  '[SE4] the server counts the connections of other addresses, and tells',
  async () => {
    const { port, url, logLines } = await runServer({
      'app.server.host': '0.0.0.0',
      'app.server.max-connections-per-address': 2,
    });
    expect(await open(port, own)).toBeDefined();
    expect(await open(port, own)).toBeDefined();
    expect(await open(port, own)).toBeUndefined();
    expect(await open(port)).toBeDefined();
    expect(logLines.join('')).toContain('"msg":"too many connections from one address"');
    const metrics = await (await fetch(`${url.replace('0.0.0.0', '127.0.0.1')}/metrics`)).text();
    expect(metrics).toContain('hookline_connections_refused_total 1');
    const trusting = await runServer({
      'app.server.host': '0.0.0.0',
      'app.server.max-connections-per-address': 1,
      'app.server.trusted-proxies': [own ?? ''],
    });
    for (let turn = 0; turn < 3; turn++) expect(await open(trusting.port, own)).toBeDefined();
  },
);

import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { jetstreamManager } from '@nats-io/jetstream';
import { expect, onTestFinished } from 'vitest';
import { startNats, type TestNats } from '../../../../scripts/nats-for-tests.ts';
import type { Archive } from '../../src/archive/archive.ts';
import { connectTo } from '../../src/cluster/connection.ts';
import { presetConfig } from '../../src/config/load.ts';
import { natsServers } from '../../src/config/nats-servers.ts';
import type { Config } from '../../src/config/properties.ts';
import { createLog } from '../../src/observe/log.ts';
import { createServer, type Server } from '../../src/server.ts';
import { ArchiveDouble } from '../support/archive-double.ts';
import { SseReader } from '../support/sse-reader.ts';

export interface Event {
  readonly id: number;
  readonly receivedAt: string;
  readonly channel: string | null;
  readonly payload: unknown;
}

/** A node of the service, in this process. */
export interface Node {
  readonly server: Server;
  readonly url: string;
  readonly archive: (ArchiveDouble & Archive) | undefined;
  readonly logLines: string[];
  post(body: string, path?: string, headers?: Record<string, string>): Promise<Response>;
  history(): Promise<readonly Event[]>;
  read(path?: string, headers?: Record<string, string>): SseReader;
  readiness(): Promise<{ code: number; status: string; reasons: string[]; concerns: string[] }>;
  stop(): Promise<void>;
}

/** A NATS with JetStream, gone when the test is over. */
export async function nats(extra?: string, hasJetStream?: boolean): Promise<TestNats> {
  const server = await startNats(extra, hasJetStream);
  onTestFinished(() => server.remove());
  return server;
}

/** A node that takes part; with the address of a database, it has a real archive there. */
export async function startNode(...about: Parameters<typeof startLoneNode>): Promise<Node> {
  const node = await startLoneNode(...about);
  // NATS may be too busy to answer its first question.
  await expect.poll(async () => (await node.readiness()).status).not.toBe('starting');
  return node;
}

/** A node that may have to wait for NATS. */
export async function startLoneNode(
  url: string,
  changes: Partial<Config> = {},
  now?: () => number,
): Promise<Node> {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-node-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const config = presetConfig({
    'app.server.port': 0,
    'app.archive.url': 'off',
    'app.archive.spool-dir': join(folder, 'spool'),
    'app.access.ended-sessions': join(folder, 'ended'),
    'app.cluster.url': natsServers.parse(url),
    'app.cluster.keep-bytes': 64 * 1024 * 1024,
    ...changes,
  });
  const archive = changes['app.archive.url'] === undefined ? ArchiveDouble.with({}) : undefined;
  const logLines: string[] = [];
  const to = new Writable({
    write(chunk, _encoding, done) {
      logLines.push(String(chunk));
      done();
    },
  });
  const { log } = createLog(config, { to });
  const server = createServer(config, { log, ...(archive && { archive }), ...(now && { now }) });
  const address = await server.start();
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= server.stop();
    return stopped;
  };
  onTestFinished(stop);
  const { port } = server.app.server.address() as AddressInfo;
  return {
    server,
    url: address,
    archive,
    logLines,
    post: (body, path = '/api/webhook', headers = {}) =>
      fetch(address + path, { method: 'POST', body, headers }),
    history: async () => (await fetch(`${address}/api/webhook/history`)).json(),
    read: (path, headers) => new SseReader(port, path, headers),
    async readiness() {
      const answer = await fetch(`${address}/readyz`);
      return { code: answer.status, ...(await answer.json()) };
    },
    stop,
  };
}

/** Two nodes of one service, and what they are connected by. */
export async function twoNodes(
  changes: Partial<Config> = {},
): Promise<{ nats: TestNats; nodes: readonly [Node, Node] }> {
  const server = await nats();
  const first = await startNode(server.url, changes);
  return { nats: server, nodes: [first, await startNode(server.url, changes)] };
}

export function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, index) => from + index);
}

/** Somebody removes the stream, and makes another. */
export async function madeAnew(url: string): Promise<void> {
  const servers = natsServers.parse(url);
  if (!servers) throw new Error('no address');
  const nc = await connectTo(servers, 'operator');
  const { streams } = await jetstreamManager(nc);
  const { config, created } = await streams.info('hookline');
  // Times that are closer together are those of one stream, as its servers tell them.
  await expect.poll(() => Date.now() - Date.parse(created)).toBeGreaterThan(10_500);
  await streams.delete('hookline');
  await streams.add(config);
  await nc.close();
}

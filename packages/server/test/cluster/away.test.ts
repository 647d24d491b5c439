import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startNats } from '../../../../scripts/nats-for-tests.ts';
import { connectTo } from '../../src/cluster/connection.ts';
import { nats, range, startLoneNode, startNode, twoNodes } from './nodes.ts';

const TIMEOUT = { 'app.cluster.timeout': 1500 };

describe('[CM3] JetStream is away', () => {
  test('503 cluster_unavailable; streams stay open; what is sent again with its key counts once; all goes on by itself', async () => {
    const { nats, nodes } = await twoNodes(TIMEOUT);
    const readers = nodes.map((node) => node.read());
    await Promise.all(readers.map((reader) => reader.first('hello')));
    await nodes[0].post('1');

    await nats.freeze();
    const headers = { 'idempotency-key': 'k' };
    const refused = await nodes[0].post('2', '/api/webhook', headers);
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('5');
    const problem = await refused.json();
    expect(problem.code).toBe('cluster_unavailable');
    expect(problem.detail).toMatch(/may have been stored/);
    // From here on nobody waits; what they are told is another sentence.
    expect((await (await nodes[0].post('3')).json()).detail).toMatch(/cannot be reached/);
    expect(await nodes[0].readiness()).toMatchObject({
      code: 503,
      status: 'unavailable',
      concerns: ['cluster'],
    });
    // The other one finds out without any request.
    await expect.poll(async () => (await nodes[1].readiness()).code).toBe(503);
    const clear = await fetch(`${nodes[0].url}/api/webhook/history`, { method: 'DELETE' });
    expect([clear.status, (await clear.json()).code]).toEqual([503, 'cluster_unavailable']);
    expect((await nodes[0].history()).map(({ id }) => id)).toEqual([1]);

    nats.thaw();
    for (const node of nodes) {
      await expect.poll(async () => (await node.readiness()).status).toBe('ready');
    }
    const repeated = await nodes[1].post('2', '/api/webhook', headers);
    expect([repeated.status, (await repeated.json()).id]).toEqual([202, 2]);
    // The one without a key was refused at once: it is nowhere.
    const last = await nodes[0].post('4');
    const { id } = await last.json();
    expect(id).toBe(3);
    for (const reader of readers) {
      await reader.until(() => reader.ids.includes(id));
      expect(reader.ids).toEqual(range(1, 3));
      expect(reader.closed).toBe(false);
    }
  });

  test('killed and started again under load: every event that was answered is there, once and in order', async () => {
    const { nats, nodes } = await twoNodes();
    const readers = nodes.map((node) => node.read());
    await Promise.all(readers.map((reader) => reader.first('hello')));
    const accepted: number[] = [];
    let isOver = false;
    const senders = range(0, 7).map(async (n) => {
      while (!isOver) {
        const answer = await nodes[n % 2 ? 0 : 1].post(String(n));
        if (answer.status === 202) accepted.push((await answer.json()).id);
        else await answer.arrayBuffer();
      }
    });
    await expect.poll(() => accepted.length).toBeGreaterThan(200);
    await nats.kill();
    await nats.start();
    const before = accepted.length;
    await expect.poll(() => accepted.length).toBeGreaterThan(before + 200);
    isOver = true;
    await Promise.all(senders);
    const head = Math.max(...accepted);
    for (const reader of readers) {
      await reader.until(() => reader.ids.includes(head));
      const upTo = reader.ids.filter((id) => id <= head);
      // Some were stored although nobody could be told: they are there as well, in their places.
      expect(upTo).toEqual(range(1, head));
    }
    expect(new Set(accepted).size).toBe(accepted.length);
  });

  test('its disk is full: log, /readyz and refusal say so and what to do, and it goes on by itself', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'hookline-full-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const server = await nats(`jetstream { store_dir: "${folder}", max_file_store: 4MB }`, false);
    // With the timeout of the others a busy machine would say that nobody has answered.
    const small = { 'app.cluster.keep-bytes': 1024 * 1024 };
    const node = await startNode(server.url, small);
    expect((await node.post('1')).status).toBe(202);
    const nc = await connectTo({ servers: [server.url] }, 'operator');
    onTestFinished(() => nc.close());
    const { streams } = await jetstreamManager(nc);
    await streams.add({ name: 'other', subjects: ['other'] });
    const js = jetstream(nc);
    const fill = async () => {
      for (;;) await js.publish('other', Buffer.alloc(100_000));
    };
    await expect(fill()).rejects.toThrow('insufficient resources');

    const noRoom = /JetStream has no room left: make room on the disks .* or raise max_file_store/;
    for (const body of ['2', '3']) {
      const refused = await node.post(body);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
      expect((await refused.json()).detail).toMatch(noRoom);
    }
    const { code, reasons } = await node.readiness();
    expect([code, reasons]).toEqual([503, [expect.stringMatching(noRoom)]]);
    expect(node.logLines.filter((line) => noRoom.test(line))).toHaveLength(1);
    // One whose stream may take more than there is.
    const large = { 'app.cluster.name': 'large', 'app.cluster.keep-bytes': 64 * 1024 * 1024 };
    const waiting = await startLoneNode(server.url, { ...TIMEOUT, ...large });
    await expect.poll(async () => (await waiting.readiness()).reasons.join()).toMatch(noRoom);

    await streams.delete('other');
    // Nobody has to send anything for it to be seen.
    await expect.poll(async () => (await node.readiness()).status).toBe('ready');
    expect((await (await node.post('4')).json()).id).toBe(2);
  });

  test('it is switched off, as on a full disk: log, /readyz and refusal say so and what to do', async () => {
    const server = await startNats();
    onTestFinished(() => server.remove());
    const node = await startNode(server.url, TIMEOUT);
    const file = join(server.folder, 'nats.conf');
    const config = readFileSync(file, 'utf8');
    const restart = async (changed: string) => {
      await server.stop();
      writeFileSync(file, changed);
      await server.start();
    };
    await restart(config.replace(/^jetstream .*$/m, ''));
    const off = /JetStream is switched off, .* make room on the disks .* and restart them/;
    await expect.poll(async () => (await node.readiness()).reasons.join()).toMatch(off);
    const refused = await node.post('1');
    expect([refused.status, (await refused.json()).detail]).toEqual([
      503,
      expect.stringMatching(off),
    ]);
    expect(node.logLines.filter((line) => off.test(line))).toHaveLength(1);
    await restart(config);
    await expect.poll(async () => (await node.readiness()).status).toBe('ready');
    expect((await node.post('2')).status).toBe(202);
  });

  test('a node that is started before NATS waits, refuses, and begins by itself', async () => {
    const nats = await startNats();
    onTestFinished(() => nats.remove());
    await nats.kill();
    const node = await startLoneNode(nats.url, TIMEOUT);
    expect(await node.readiness()).toMatchObject({ code: 503, status: 'starting' });
    expect((await node.readiness()).reasons.join('\n')).toMatch(/NATS at nats:\/\/127/);
    expect((await (await node.post('1')).json()).code).toBe('cluster_unavailable');
    // Not refused, which would end an EventSource for ever: it is to come again.
    const early = node.read();
    await early.untilClosed();
    expect(early.head).toMatch(/^HTTP\/1.1 200 /);
    expect(early.messages.map(({ retry }) => Number(retry))).toEqual([expect.any(Number)]);

    await nats.start();
    await expect.poll(async () => (await node.readiness()).status).toBe('ready');
    expect((await (await node.post('1')).json()).id).toBe(1);
  });
});

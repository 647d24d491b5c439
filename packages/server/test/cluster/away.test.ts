import { describe, expect, onTestFinished, test } from 'vitest';
import { startNats } from '../../../../scripts/nats-for-tests.ts';
import { range, startLoneNode, twoNodes } from './nodes.ts';

const TIMEOUT = { 'app.cluster.patience': 1500 };

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

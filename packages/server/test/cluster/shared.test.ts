import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { Kvm } from '@nats-io/kv';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectTo } from '../../src/cluster/connection.ts';
import { Epochs } from '../../src/cluster/epochs.ts';
import { instanceOf, Names, streamOf } from '../../src/cluster/names.ts';
import { settingsHash } from '../../src/cluster/settings-hash.ts';
import { presetConfig } from '../../src/config/load.ts';
import { natsServers } from '../../src/config/nats-servers.ts';
import { madeAnew, nats, range, startNode, twoNodes } from './nodes.ts';

describe('[CM1] what one node is told holds on all', () => {
  test('a cleared history: here at once, in all browsers after the events it covers, and for who starts later', async () => {
    const { nats, nodes } = await twoNodes();
    const reader = nodes[1].read();
    await reader.first('hello');
    // Many at once, so that the other node is still busy with them.
    await Promise.all(range(1, 100).map((n) => nodes[0].post(String(n))));
    const head = (await nodes[0].history())[0]?.id ?? 0;
    const cleared = await fetch(`${nodes[0].url}/api/webhook/history`, { method: 'DELETE' });
    expect(cleared.status).toBe(204);
    const left = (await nodes[0].history()).map(({ id }) => id);
    expect(left.filter((id) => id <= head)).toEqual([]);

    const { clearedThrough } = await reader.first<{ clearedThrough: number }>('cleared');
    expect(clearedThrough).toBeGreaterThanOrEqual(head);
    const before = reader.messages.slice(
      0,
      reader.messages.findIndex(({ event }) => event === 'cleared'),
    );
    const sentBefore = before.flatMap(({ id }) => (id === undefined ? [] : [Number(id)]));
    expect(sentBefore).toEqual(range(1, sentBefore.length));
    expect(sentBefore.length).toBeGreaterThanOrEqual(clearedThrough);

    await nodes[1].post('"after"');
    const later = await startNode(nats.url);
    expect(await later.history()).toEqual(await nodes[1].history());
    const hello = later.read();
    expect(await hello.first('hello')).toMatchObject({ clearedThrough, head: 101 });
  });

  test('that the archive changed, and which webhooks were refused', async () => {
    const { nodes } = await twoNodes();
    const reader = nodes[1].read();
    await reader.first('hello');
    // Who is heard hears, too.
    await expect
      .poll(async () => {
        nodes[0].archive?.change('jobs');
        return reader.named('changed').map(({ data }) => data);
      })
      .toContain('{"kind":"jobs"}');
    expect((await nodes[0].post('no JSON')).status).toBe(400);
    const rejections = async () =>
      (await fetch(`${nodes[1].url}/api/webhook/rejections`)).json() as Promise<{ code: string }[]>;
    await expect
      .poll(async () => (await rejections()).map(({ code }) => code))
      .toEqual(['invalid_json']);
  });

  test('a log-out: on the other node, and on one that starts later', async () => {
    const { nats, nodes } = await twoNodes({ 'app.access.password': 'open sesame' });
    const login = await fetch(`${nodes[0].url}/api/session`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"password":"open sesame"}',
    });
    const cookie = login.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    const asked = async (url: string) =>
      (await fetch(`${url}/api/webhook/history`, { headers: { cookie } })).status;
    expect(await asked(nodes[0].url)).toBe(200);
    expect(await asked(nodes[1].url)).toBe(200);
    const stream = nodes[1].read('/api/webhook/events', { cookie });
    await stream.first('hello');

    const logOut = await fetch(`${nodes[0].url}/api/session`, {
      method: 'DELETE',
      headers: { cookie },
    });
    expect(logOut.ok).toBe(true);
    await expect.poll(() => asked(nodes[1].url)).toBe(401);
    // What is open for that login ends with it.
    await stream.untilClosed();
    const later = await startNode(nats.url, { 'app.access.password': 'open sesame' });
    expect(await asked(later.url)).toBe(401);
  });

  test("[CM5] [RE11] a clock that is ahead is its own node's business: others say when they took an event", async () => {
    const { nats, nodes } = await twoNodes();
    const ahead = Date.now() + 400 * 24 * 60 * 60 * 1000;
    const wrong = await startNode(nats.url, {}, () => ahead);
    await wrong.post('1');
    await expect.poll(async () => (await nodes[0].history()).length).toBe(1);
    await nodes[0].post('2');
    const [second, first] = await nodes[0].history();
    expect(first).toMatchObject({ payload: 1, receivedAt: new Date(ahead).toISOString() });
    expect(Date.parse(second?.receivedAt ?? '')).toBeLessThan(ahead);
    // Nor does what it took hold up its own time when it is put right.
    await wrong.stop();
    const right = await startNode(nats.url);
    const before = Date.now();
    const { receivedAt } = await (await right.post('3')).json();
    expect(Date.parse(receivedAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(receivedAt)).toBeLessThan(before + 24 * 60 * 60 * 1000);
  });

  test('[CM5] other settings and another clock are said in /readyz, in the log, and by a metric', async () => {
    const { nats, nodes } = await twoNodes();
    const off = async () => {
      const metrics = await (await fetch(`${nodes[0].url}/metrics`)).text();
      return Number(/^hookline_cluster_clock_off_seconds (\S+)$/m.exec(metrics)?.[1]);
    };
    expect(await nodes[0].readiness()).toMatchObject({ code: 200, status: 'ready' });
    expect(await off()).toBe(0);
    await startNode(nats.url, { 'app.webhook.token': 'another' }, () => Date.now() - 7000);
    await expect
      .poll(async () => (await nodes[0].readiness()).reasons.join('\n'))
      .toMatch(/clock of node \S+:\d+ is -7\.\d s off[\s\S]*has other settings/);
    expect(Math.round(await off())).toBe(7);
    const told = () => nodes[0].logLines.filter((line) => line.includes('is -7.'));
    await expect.poll(told).toHaveLength(1);
    expect(await nodes[0].readiness()).toMatchObject({
      code: 200,
      status: 'degraded',
      concerns: ['cluster'],
    });
  });
});

test.each([
  { 'app.webhook.token': 'another' },
  { 'app.jobs.reference-names': ['Auftrag'] },
  { 'app.time-zone': 'Europe/Vienna' },
  { 'app.archive.retention.events': 86_400_000 },
])('[CM1] nodes with %j differ from those without', (settings) => {
  const ordinary = settingsHash(presetConfig({}));
  expect(settingsHash(presetConfig({}))).toBe(ordinary);
  expect(settingsHash(presetConfig(settings))).not.toBe(ordinary);
});

describe('[CM4] the epoch of the stream', () => {
  test('one that is removed and made anew has another instance, begins at 1 with nothing skipped, and gets what the archive has not got of the one before', async () => {
    const { nats, nodes } = await twoNodes();
    const receipts = [];
    for (const n of range(1, 5)) receipts.push(await (await nodes[0].post(String(n))).json());
    const readers = nodes.map((node) => node.read());
    const hellos = await Promise.all(readers.map((reader) => reader.first<Hello>('hello')));
    const [{ instance } = { instance: '' }] = hellos;

    const servers = natsServers.parse(nats.url);
    if (!servers) throw new Error('no address');
    const nc = await connectTo(servers, 'operator');
    const jsm = await jetstreamManager(nc);
    const { config, created } = await jsm.streams.info('hookline');
    // Times that are closer together are those of one stream, as its servers tell them.
    await expect.poll(() => Date.now() - Date.parse(created)).toBeGreaterThan(10_500);
    let isReadable = false;
    for (const { archive } of nodes) {
      if (!archive) throw new Error('no archive');
      archive.fedThrough = async (asked) => {
        if (isReadable && asked === instance) return 3;
        throw new Error('PostgreSQL is away');
      };
    }
    await jsm.streams.delete('hookline');
    await jsm.streams.add(config);
    const js = jetstream(nc);
    for (const n of range(1, 3)) await js.publish(new Names('hookline').subjectOf(null), String(n));
    await nc.close();

    // Readers are ended, and come back to another epoch.
    for (const reader of readers) await reader.untilClosed();
    const anew = nodes.map((node) => node.server.instance);
    await expect.poll(() => nodes.every(({ server }) => server.instance !== instance)).toBe(true);
    expect(new Set(nodes.map((node) => node.server.instance)).size, String(anew)).toBe(1);
    for (const node of nodes) {
      await expect.poll(async () => (await node.history()).map(({ id }) => id)).toEqual([3, 2, 1]);
    }
    expect((await (await nodes[1].post('4')).json()).id).toBe(4);

    // Both nodes hold them.
    isReadable = true;
    for (const node of nodes) {
      await expect
        .poll(async () => (await node.history()).slice(0, -4))
        .toMatchObject([
          { id: 6, payload: 5, receivedAt: receipts[4].receivedAt },
          { id: 5, payload: 4, receivedAt: receipts[3].receivedAt },
        ]);
    }
    expect((await (await nodes[1].post('6')).json()).id).toBe(7);
  });

  test('[CM5] [AR13] what goes from a lost stream into the next one keeps its name, and brings back nothing that was erased', async () => {
    const { nats: server, nodes } = await twoNodes();
    const key = { 'idempotency-key': 'order-1' };
    const number = '+49 30 901820';
    const named = JSON.stringify({ name: 'Ada', telefon: number });
    const listed = JSON.stringify([JSON.parse(named), { name: 'Bea' }]);
    expect((await nodes[0].post('1', '/api/webhook', key)).status).toBe(202);
    for (const body of [named, listed, '4']) expect((await nodes[0].post(body)).status).toBe(202);
    for (const node of nodes) await expect.poll(() => node.history()).toHaveLength(4);
    const before = nodes[0].server.instance;
    const readable = Promise.withResolvers<number>();
    for (const { archive } of nodes) {
      if (!archive) throw new Error('no archive');
      archive.fedThrough = () => readable.promise;
    }
    await madeAnew(server.url);
    for (const node of nodes) await expect.poll(() => node.server.instance).not.toBe(before);
    const erased = await fetch(`${nodes[1].url}/api/privacy/erase`, {
      method: 'POST',
      body: JSON.stringify({ number }),
    });
    // That comes last, and there is none here.
    expect(await erased.json()).toMatchObject({ code: 'archive_unavailable' });
    const again = await nodes[1].post('1', '/api/webhook', key);
    expect([again.status, (await again.json()).id]).toEqual([202, 1]);
    readable.resolve(0);
    const seen = async () => (await nodes[1].history()).map(({ payload }) => payload);
    await expect.poll(seen).toEqual([4, [{ name: 'Bea' }], 1]);
    expect(await (await nodes[1].post('5')).json()).toMatchObject({ id: 4 });
    await expect.poll(seen).toEqual([5, 4, [{ name: 'Bea' }], 1]);
  });

  test('begins anew when its bucket is gone, which a node makes again', async () => {
    const { nats, nodes } = await twoNodes();
    expect((await (await nodes[0].post('1')).json()).id).toBe(1);
    const before = nodes[0].server.instance;
    const servers = natsServers.parse(nats.url);
    if (!servers) throw new Error('no address');
    const nc = await connectTo(servers, 'operator');
    onTestFinished(() => nc.close());
    await (await jetstreamManager(nc)).streams.delete(streamOf('hookline'));
    for (const node of nodes) await expect.poll(() => node.server.instance).not.toBe(before);
    expect(nodes[0].server.instance).toBe(nodes[1].server.instance);
    expect((await (await nodes[0].post('2')).json()).id).toBe(2);
    for (const node of nodes) {
      await expect.poll(async () => (await node.history()).map(({ id }) => id)).toEqual([2, 1]);
    }
  });

  test('a server that is started anew, and tells another time for the stream, has the same one', async () => {
    const server = await nats();
    const nc = await connectTo({ servers: [server.url] }, 'operator');
    onTestFinished(() => nc.close());
    const epochs = new Epochs(await new Kvm(nc).create('epochs'), 'hookline');
    const { instance } = await epochs.at('2026-03-01T12:00:00.123Z');
    expect((await epochs.at('2026-03-01T12:00:05.647673690Z')).instance).toBe(instance);
    expect((await epochs.at('2026-03-01T12:00:40Z')).instance).not.toBe(instance);
  });

  test('a reader whose last id another node has given out already waits for it, and gets nothing twice', async () => {
    const { nodes } = await twoNodes();
    for (const n of range(1, 5)) await nodes[0].post(String(n));
    await expect.poll(() => nodes[1].history()).toHaveLength(5);
    const known = nodes[1].read();
    const { instance, head } = await known.first<Hello>('hello');
    expect(head).toBe(5);
    const ahead = nodes[1].read(`/api/webhook/events?instance=${instance}`, {
      'last-event-id': String(head + 3),
    });
    // Without the name of the epoch it may be of another one, once it has waited in vain.
    const nameless = nodes[1].read('/api/webhook/events', { 'last-event-id': String(head + 3) });
    const hello = await ahead.first<Hello>('hello');
    expect([hello.head, hello.missed]).toEqual([5, 0]);
    for (const n of range(6, 9)) await nodes[0].post(String(n));
    await ahead.until(() => ahead.ids.length > 0);
    expect(ahead.ids).toEqual([9]);
    await nameless.until(() => nameless.ids.includes(9));
    expect(nameless.ids.at(-1)).toBe(9);
    for (const { data } of ahead.named('heartbeat')) {
      expect(JSON.parse(data).head).toBeLessThanOrEqual(9);
    }
  });

  test('names look as those of one node do', () => {
    expect(instanceOf('hookline', 'x')).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
    expect(instanceOf('hookline', 'x')).not.toBe(instanceOf('hookline', 'y'));
    expect(streamOf('hookline')).toBe('KV_hookline');
  });
});

interface Hello {
  readonly instance: string;
  readonly head: number;
  readonly missed: number;
}

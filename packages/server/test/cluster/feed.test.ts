import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import { describe, expect, test } from 'vitest';
import { rowsOf } from '../../../../e2e/support/archive.ts';
import { connectTo } from '../../src/cluster/connection.ts';
import { natsServers } from '../../src/config/nats-servers.ts';
import { databaseWithTables } from '../support/databases.ts';
import { madeAnew, type Node, range, startNode, twoNodes } from './nodes.ts';

const idsOf = async (url: string) =>
  (await rowsOf(url, 'select event_id from events order by id')).map((row) =>
    Number(row['event_id']),
  );

async function feeding(nodes: readonly Node[]): Promise<number[]> {
  const figures = await Promise.all(
    nodes.map(async ({ url }) => (await fetch(`${url}/metrics`)).text()),
  );
  return figures.flatMap((text, index) => (/^hookline_feed_feeding 1$/m.test(text) ? [index] : []));
}

describe('[CM1] the archive', () => {
  test('is fed by one node, exactly once and in order; another one takes over when that ends', async () => {
    const database = await databaseWithTables('postgres');
    const { nodes } = await twoNodes({ 'app.archive.url': database });
    await expect.poll(() => feeding(nodes)).toHaveLength(1);
    const [first = 0] = await feeding(nodes);
    const other = nodes[1 - first];
    if (!other) throw new Error('there is no other node');

    let sent = 0;
    const send = async (node: Node, count: number) => {
      const numbers = range(sent + 1, sent + count);
      sent += count;
      const answers = await Promise.all(
        numbers.map((n) =>
          node.post(
            JSON.stringify({ auftragsnummer: `A-${n % 40}`, status: 'offen' }),
            '/api/webhook/jobs',
            {},
          ),
        ),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    };
    await send(nodes[0], 150);
    await send(nodes[1], 150);
    // In the middle of it.
    const ending = nodes[first]?.stop();
    await send(other, 300);
    await ending;
    await expect.poll(() => feeding([other])).toEqual([0]);

    // Whoever has seen an event arrive finds it in the archive; a busy machine may answer before.
    const newest = async () =>
      (await (await fetch(`${other.url}/api/archive/events?limit=1`)).json()).items[0];
    await expect.poll(newest).toMatchObject({ eventId: 600 });
    expect(await idsOf(database)).toEqual(range(1, 600));
    expect(await rowsOf(database, 'select distinct instance from events')).toEqual([
      { instance: other.server.instance },
    ]);
    const { instance } = other.server;
    expect(
      await rowsOf(database, `select seq from archive_feed where instance = '${instance}'`),
    ).toEqual([{ seq: '600' }]);
    expect(await rowsOf(database, 'select count(*)::int as n from jobs')).toEqual([{ n: 40 }]);
    const metrics = await (await fetch(`${other.url}/metrics`)).text();
    expect(metrics).toMatch(/^hookline_feed_position 600$/m);
    expect(metrics).toMatch(/^hookline_feed_lag_events 0$/m);
    expect(metrics).toMatch(/^hookline_feed_lost_total 0$/m);
  });

  test('who feeds at the same time as another stores nothing twice', async () => {
    const database = await databaseWithTables('postgres');
    const { nodes } = await twoNodes({ 'app.archive.url': database });
    await expect.poll(() => feeding(nodes)).toHaveLength(1);
    let isOver = false;
    const senders = range(0, 3).map(async (n) => {
      while (!isOver) expect((await nodes[n % 2 ? 0 : 1].post(String(n))).status).toBe(202);
    });
    // PostgreSQL ends the session that holds the lock, again and again: each time both may believe.
    for (const _ of range(1, 5)) {
      await expect
        .poll(() =>
          rowsOf(
            database,
            `select pg_terminate_backend(pid) as ended from pg_stat_activity
             where application_name = 'hookline feed' and datname = current_database()`,
          ),
        )
        .not.toEqual([]);
    }
    isOver = true;
    await Promise.all(senders);
    const head = (await nodes[0].history())[0]?.id ?? 0;
    await expect.poll(async () => (await idsOf(database)).length).toBe(head);
    expect(await idsOf(database)).toEqual(range(1, head));
  });
});

test('[CM5] what is sent again to a stream that was made anew meanwhile is stored once', async () => {
  const database = await databaseWithTables('postgres');
  const { nats: server, nodes } = await twoNodes({ 'app.archive.url': database });
  const key = { 'idempotency-key': 'order-1' };
  expect((await nodes[0].post('1', '/api/webhook', key)).status).toBe(202);
  await expect.poll(() => idsOf(database)).toEqual([1]);
  const before = nodes[1].server.instance;
  await madeAnew(server.url);
  // The first one would give the receipt that it remembers.
  const again = await nodes[1].post('1', '/api/webhook', key);
  expect([again.status, (await again.json()).id]).toEqual([202, 1]);
  expect((await nodes[1].post('2')).status).toBe(202);
  await expect.poll(() => nodes[1].server.instance).not.toBe(before);
  await expect.poll(() => idsOf(database)).toEqual([1, 2]);
  const anew = nodes[1].server.instance;
  expect(await rowsOf(database, 'select instance from events order by id')).toEqual([
    { instance: before },
    { instance: anew },
  ]);
});

describe('[CM1] erasing a phone number', () => {
  const number = '+49 30 901820';
  const named = (n: number) => JSON.stringify({ name: `Kunde ${n}`, telefon: number });
  const listed = JSON.stringify([
    { name: 'A', telefon: number },
    { name: 'B', telefon: '030 901999' },
  ]);

  test('takes it out of stream, nodes and archive; who starts afterwards has the same history', async () => {
    const database = await databaseWithTables('postgres');
    const changes = { 'app.archive.url': database };
    const { nats: server, nodes } = await twoNodes(changes);
    // The first one, one in the middle, of which a part stays, and the last one.
    const bodies = [named(1), '{"ok":2}', listed, '{"ok":4}', named(5)];
    for (const body of bodies) {
      expect(
        (await nodes[0].post(body, '/api/webhook/kunden', { 'idempotency-key': body })).status,
      ).toBe(202);
    }
    await expect.poll(() => feeding(nodes)).toHaveLength(1);
    // The one that does not feed: what it suppresses, the other one has to find out.
    const [feeder = 0] = await feeding(nodes);
    const [asked, other] = feeder === 0 ? [nodes[1], nodes[0]] : nodes;
    await expect.poll(async () => (await asked.history()).length).toBe(5);
    // An erasure waits for what is not stored yet, but not for as long as a busy machine may take.
    await expect.poll(() => idsOf(database)).toEqual([1, 2, 3, 4, 5]);
    const pages = [asked.read(), other.read()];
    for (const page of pages) await page.first('hello');

    const answer = await fetch(`${asked.url}/api/privacy/erase`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ number, suppress: true }),
    });
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect(await answer.json()).toMatchObject({ events: 3 });

    const left = [
      { id: 4, payload: { ok: 4 } },
      { id: 3, payload: [{ name: 'B', telefon: '030 901999' }] },
      { id: 2, payload: { ok: 2 } },
    ];
    const seen = async (node: Node) =>
      (await node.history()).map(({ id, payload }) => ({ id, payload }));
    expect(await seen(asked)).toEqual(left);
    await expect.poll(() => seen(other)).toEqual(left);
    const later = await startNode(server.url, changes);
    expect(await seen(later)).toEqual(left);
    // The pages of all nodes are told, and who comes to any of them later sees the same name.
    const { erasure } = await later.read().first<{ erasure: string }>('hello');
    expect(erasure).not.toBeNull();
    for (const page of pages) {
      const told = () => page.named('erased').map(({ data }) => JSON.parse(data));
      await expect.poll(() => told().at(-1)).toEqual({ ids: [], erasure });
      expect(
        told()
          .flatMap(({ ids }) => ids)
          .sort(),
      ).toEqual([1, 3, 5]);
    }
    expect(filesWith(server.folder, '901820')).toEqual([]);
    expect(filesWith(server.folder, '901999')).not.toEqual([]);
    // Its key is still known: it is not taken a second time.
    const again = await later.post(named(5), '/api/webhook/kunden', {
      'idempotency-key': named(5),
    });
    expect([again.status, (await again.json()).id]).toEqual([202, 5]);
    // Suppressed on every node, whichever of them feeds.
    await later.post(named(6), '/api/webhook/kunden');
    await later.post('{"ok":7}', '/api/webhook/kunden');
    await expect.poll(() => idsOf(database)).toEqual([2, 3, 4, 7]);
    for (const node of [asked, other, later]) {
      await expect.poll(async () => (await seen(node)).map(({ id }) => id)).toEqual([7, 4, 3, 2]);
    }
    expect(await rowsOf(database, `select id from events where payload like '%901820%'`)).toEqual(
      [],
    );
  });

  test('reaches what every node holds, though the stream has let go of it', async () => {
    const database = await databaseWithTables('postgres');
    const { nats: server, nodes } = await twoNodes({ 'app.archive.url': database });
    for (const body of [named(1), '{"ok":2}']) await nodes[0].post(body, '/api/webhook/kunden');
    const idsAt = async (node: Node) => (await node.history()).map(({ id }) => id);
    for (const node of nodes) await expect.poll(() => idsAt(node)).toEqual([2, 1]);
    // As it does by itself once it has as much as it may keep.
    const servers = natsServers.parse(server.url);
    if (!servers) throw new Error('no address');
    const nc = await connectTo(servers, 'operator');
    await expect.poll(() => idsOf(database)).toEqual([1, 2]);
    await (await jetstreamManager(nc)).streams.purge('hookline', { seq: 2 });
    await nc.close();

    const answer = await fetch(`${nodes[0].url}/api/privacy/erase`, {
      method: 'POST',
      body: JSON.stringify({ number }),
    });
    expect(answer.status).toBe(200);
    for (const node of nodes) await expect.poll(() => idsAt(node)).toEqual([2]);
  });
});

/** Files below a folder that contain a text, as bytes. */
function filesWith(folder: string, text: string): string[] {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile() && readFileSync(path).includes(text));
}

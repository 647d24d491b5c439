import { jetstreamManager } from '@nats-io/jetstream';
import { expect, onTestFinished, test } from 'vitest';
import type { Availability } from '../../src/cluster/availability.ts';
import { connectTo } from '../../src/cluster/connection.ts';
import { Line } from '../../src/cluster/line.ts';
import { HEADERS, Names } from '../../src/cluster/names.ts';
import { prepare, streamSettings } from '../../src/cluster/prepare.ts';
import { Publisher } from '../../src/cluster/publisher.ts';
import { Unseen } from '../../src/cluster/unseen.ts';
import type { Outgoing } from '../../src/cluster/waiting.ts';
import { presetConfig } from '../../src/config/load.ts';
import { NO_ORIGIN } from '../../src/hub/relay-event.ts';
import { type Node, nats, range, startNode } from './nodes.ts';

/** Longer than any machine takes: nothing is given up here. */
const LONG = { 'app.cluster.timeout': 600_000 };

async function figure({ url }: Node, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^hookline_cluster_${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

async function idOf(answer: Response): Promise<number> {
  expect(answer.status).toBe(202);
  return (await answer.json()).id;
}

test('[CM3] what waits for a line that is lost is sent again once it is back, counts once, and leaves nothing behind', async () => {
  const server = await nats();
  const node = await startNode(server.url, LONG);
  await server.freeze();
  const first = node.post('1');
  await expect.poll(() => figure(node, 'waiting')).toBe(1);
  await server.kill();
  await expect.poll(() => figure(node, 'connected')).toBe(0);
  expect(await figure(node, 'waiting')).toBe(1);
  await server.start();
  expect(await idOf(await first)).toBe(1);
  expect(await figure(node, 'waiting')).toBe(0);
  expect(await idOf(await node.post('2'))).toBe(2);
  // It is answered by JetStream, maybe before it has come by.
  await expect.poll(async () => (await node.history()).map(({ id }) => id)).toEqual([2, 1]);
});

test('[CM3] more than a thousand do not wait: the next one is refused at once', async () => {
  const server = await nats();
  const node = await startNode(server.url, LONG);
  const refused = async (body: string) => {
    const answer = await node.post(body);
    const { code, detail } = await answer.json();
    expect([answer.status, code]).toEqual([503, 'cluster_unavailable']);
    expect(detail).toMatch(/^Too many webhooks wait/);
  };
  await server.freeze();
  const waiting = range(1, 1000).map((n) => node.post(String(n)));
  await expect.poll(() => figure(node, 'waiting')).toBe(1000);
  await refused('"one too many"');
  // That is no sign that JetStream is away.
  expect(await figure(node, 'away')).toBe(0);
  server.thaw();
  const ids = (answers: Promise<Response>[]) =>
    Promise.all(answers.map(async (answer) => idOf(await answer)));
  expect((await ids(waiting)).toSorted((a, b) => a - b)).toEqual(range(1, 1000));

  await server.freeze();
  // Sixteen MiB of them may wait.
  const large = JSON.stringify('x'.repeat(1_000_000));
  const heavy = range(1, 16).map(() => node.post(large));
  await expect.poll(() => figure(node, 'waiting')).toBe(16);
  await refused(large);
  server.thaw();
  expect((await ids(heavy)).toSorted((a, b) => a - b)).toEqual(range(1001, 1016));
  expect(await idOf(await node.post('"the last"'))).toBe(1017);
});

test('[CM3] what JetStream has said it has, and has not given out, can be put into the next stream, once', async () => {
  const { url } = await nats();
  const nc = await connectTo({ servers: [url] }, 'publisher');
  onTestFinished(() => nc.close());
  const jsm = await jetstreamManager(nc);
  const settings = streamSettings(presetConfig({}));
  await prepare(nc, jsm, settings);
  const availability = { isAway: false, answered() {} } as unknown as Availability;
  let head = 0;
  const publisher = new Publisher({
    ...{ nc, jsm, availability, names: new Names('hookline'), timeout: 600_000, now: Date.now },
    line: new Line(nc, { onLost() {}, onBack() {} }),
    listenersOf: () => 0,
    redacted: () => undefined,
    head: () => head,
    onTooLarge() {},
    onNameKept() {},
    onFull() {},
    onStored() {},
  });
  const publish = (n: number) =>
    publisher.publish(null, Buffer.from(`${n}`), NO_ORIGIN, `name-${n}`);
  for (const n of range(1, 3)) expect(await publish(n)).toMatchObject({ id: n });
  // The first two come by; the fourth does so before JetStream says that it has it.
  expect(publisher.sent(2)?.payload.toString()).toBe('2');
  head = 4;
  expect(await publish(4)).toMatchObject({ id: 4 });

  await jsm.streams.delete('hookline');
  await prepare(nc, jsm, settings);
  const [unseen, ...more] = publisher.takeUnseen();
  expect([unseen?.payload.toString(), more, publisher.takeUnseen()]).toEqual(['3', [], []]);
  // Whoever else holds it puts it there, too.
  for (const isRepeated of [undefined, true]) {
    expect(unseen && (await publisher.again(unseen))).toMatchObject({
      ...{ id: 1, receivedAt: unseen?.receivedAt },
      ...(isRepeated && { isRepeated }),
    });
  }
  const again = await jsm.streams.getMessage('hookline', { seq: 1 });
  expect([again?.string(), again?.header.get(HEADERS.name)]).toEqual(['3', 'name-3']);
  expect(publisher.waiting).toBe(0);
});

test('[CM3] a node that is far behind does not hold all that it has sent', () => {
  const unseen = new Unseen({ requests: 3, bytes: 100 });
  const add = (id: number, bytes: number) =>
    unseen.add(id, { request: String(id), payload: Buffer.alloc(bytes) } as Outgoing);
  const left = () => unseen.takeAll().map(({ id }) => id);
  for (const id of range(1, 5)) add(id, 1);
  expect(left()).toEqual([3, 4, 5]);
  for (const id of range(1, 3)) add(id, 50);
  expect(left()).toEqual([2, 3]);
  for (const id of [3, 1, 2]) add(id, 1);
  expect(unseen.take(2)?.request).toBe('2');
  expect(left()).toEqual([3]);
  for (const id of range(1, 3)) add(id, 50);
  unseen.remove(3);
  add(4, 50);
  expect(left()).toEqual([2, 4]);
});

import { connect } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { range, startNode, twoNodes } from './nodes.ts';

describe('[CM1] two nodes are one service', () => {
  test('any of them takes a webhook, and the browsers of both get every event once and in order', async () => {
    const { nodes } = await twoNodes();
    const readers = nodes.map((node) => node.read());
    const hellos = await Promise.all(readers.map((reader) => reader.first<Hello>('hello')));
    expect(hellos[0]).toEqual(hellos[1]);
    expect(hellos[0]?.head).toBe(0);

    const answers = await Promise.all(
      range(1, 200).map((n) => nodes[n % 2 ? 0 : 1].post(JSON.stringify({ n }))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const receipts = (await Promise.all(answers.map((answer) => answer.json()))) as Receipt[];
    expect(receipts.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(range(1, 200));

    for (const reader of readers) {
      await reader.until(() => reader.ids.length >= 200);
      expect(reader.ids).toEqual(range(1, 200));
    }
    const [one = [], other = []] = readers.map(({ events }) => events.map(({ data }) => data));
    expect(one).toEqual(other);
    // What the sender was told is what the browsers got.
    const byId = new Map(one.map((data) => JSON.parse(data)).map((event) => [event.id, event]));
    for (const [index, { id, receivedAt }] of receipts.entries()) {
      expect(byId.get(id)).toEqual({ id, receivedAt, channel: null, payload: { n: index + 1 } });
    }
    expect(await nodes[0].history()).toEqual(await nodes[1].history());
    expect((await nodes[0].history()).map(({ id }) => id)).toEqual(range(151, 200).reverse());
  });

  test('a receipt counts the streams of both, by their channels', async () => {
    const { nodes } = await twoNodes();
    const readers = [
      nodes[0].read(),
      nodes[1].read(),
      nodes[1].read('/api/webhook/events?channel=jobs'),
    ];
    await Promise.all(readers.map((reader) => reader.first('hello')));
    const listeners = async (path: string) =>
      (await (await nodes[0].post('1', path)).json()).listeners;
    await expect.poll(() => listeners('/api/webhook/jobs')).toBe(3);
    expect(await listeners('/api/webhook/kunden')).toBe(2);
    await nodes[1].stop();
    await expect.poll(() => listeners('/api/webhook/jobs')).toBe(1);
  });

  test('a reader goes on at the other node without a gap, and without one event twice', async () => {
    const { nodes } = await twoNodes();
    const first = nodes[0].read();
    const { instance } = await first.first<Hello>('hello');
    for (const n of range(1, 10)) await nodes[n % 2 ? 0 : 1].post(String(n));
    await first.until(() => first.ids.length >= 7);
    const seen = first.ids.slice(0, 7);
    const second = nodes[1].read(`/api/webhook/events?instance=${instance}`, {
      'last-event-id': String(seen.at(-1)),
    });
    await nodes[0].post('11');
    await second.until(() => second.ids.includes(11));
    expect([...seen, ...second.ids]).toEqual(range(1, 11));
    expect((await second.first<Hello>('hello')).missed).toBe(0);
  });

  test('[CM4] a node that is started anew goes on with the ids, and has the history of the others', async () => {
    const { nats, nodes } = await twoNodes();
    for (const n of range(1, 60)) await nodes[n % 2 ? 0 : 1].post(String(n), '/api/webhook/jobs');
    const { instance } = nodes[0].server;
    await nodes[0].stop();
    await nodes[1].post('61');
    const again = await startNode(nats.url);
    expect(again.server.instance).toBe(instance);
    expect(nodes[1].server.instance).toBe(instance);
    expect(await again.history()).toEqual(await nodes[1].history());
    // Of those that it never had in its hands it knows that they came.
    const counted = async ({ url }: { url: string }) =>
      (await fetch(`${url}/api/webhook/history/ids?after=3`)).json();
    expect(await counted(again)).toEqual(await counted(nodes[1]));
    expect((await counted(again)).jobs).toEqual(range(4, 60));
    expect((await (await again.post('62')).json()).id).toBe(62);
  });
});

describe('[CM1] a sender that repeats itself', () => {
  const keyed = { 'idempotency-key': 'order-1' };

  test('gets its receipt byte for byte from the other node, and 422 for another body', async () => {
    const { nodes } = await twoNodes();
    const reader = nodes[0].read();
    await reader.first('hello');
    await nodes[0].post('0');
    const first = await nodes[0].post('{"a":1}', '/api/webhook/jobs', keyed);
    const receipt = await first.text();
    expect(first.headers.get('idempotent-replayed')).toBeNull();
    const repeated = await nodes[1].post('{"a":1}', '/api/webhook/jobs', keyed);
    expect(await repeated.text()).toBe(receipt);
    expect(repeated.status).toBe(202);
    expect(repeated.headers.get('idempotent-replayed')).toBe('true');
    const other = await nodes[1].post('{"a":2}', '/api/webhook/jobs', keyed);
    expect([other.status, (await other.json()).code]).toEqual([422, 'key_reused']);
    // Another URL is another request.
    expect((await (await nodes[1].post('{"a":1}', '/api/webhook/kunden', keyed)).json()).id).toBe(
      3,
    );
    await reader.until(() => reader.ids.length >= 3);
    expect(reader.ids).toEqual([1, 2, 3]);
  });

  test('sends without waiting, and is answered in its order, a refusal among the receipts', async () => {
    const { nodes } = await twoNodes();
    const socket = connect(Number(new URL(nodes[0].url).port), '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const post = (body: string) =>
      `POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: k${body.length}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    // The other node has the second one: this one asks JetStream, and is told later than of the others.
    await nodes[1].post('"a"', '/api/webhook', { 'idempotency-key': 'k3' });
    socket.write(['1', '"b"', '12', '1234'].map(post).join(''));
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes;
    });
    const told = () => [...text.matchAll(/HTTP\/1.1 (\d+)|"(?:id|code)":("?\w+)/g)];
    await expect.poll(() => told().length).toBe(8);
    expect(told().map(([, status, value]) => status ?? value)).toEqual([
      '202',
      '2',
      '422',
      '"key_reused',
      '202',
      '3',
      '202',
      '4',
    ]);
    const refused = await (await fetch(`${nodes[0].url}/api/webhook/rejections`)).json();
    expect(refused).toMatchObject([{ status: 422, code: 'key_reused', bytes: 3 }]);
  });

  test('at both nodes at the same moment makes one event', async () => {
    const { nodes } = await twoNodes();
    for (const n of range(1, 30)) {
      const headers = { 'webhook-id': `same-${n}` };
      const answers = await Promise.all(
        nodes.map((node) => node.post(String(n), '/api/webhook', headers)),
      );
      const texts = await Promise.all(answers.map((answer) => answer.text()));
      expect(texts[0]).toBe(texts[1]);
      expect(JSON.parse(texts[0] ?? '')).toMatchObject({ id: n });
    }
    const headers = { 'webhook-id': 'differs' };
    const answers = await Promise.all(
      nodes.map((node, index) => node.post(String(index), '/api/webhook', headers)),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([202, 422]);
    expect((await nodes[0].history())[0]?.id).toBe(31);
  });
});

interface Hello {
  readonly instance: string;
  readonly head: number;
  readonly missed: number;
  readonly clearedThrough: number;
}

interface Receipt {
  readonly id: number;
  readonly receivedAt: string;
}

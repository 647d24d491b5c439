import { expect, test } from 'vitest';
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

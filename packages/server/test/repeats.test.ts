import { expect, test } from 'vitest';
import { acceptanceAt } from '../src/intake/acceptance.ts';
import { Repeats, repeatKey } from '../src/intake/repeats.ts';
import { rawRequest } from './support/raw-request.ts';
import { runServer } from './support/running-server.ts';

const MINUTE = 60_000;

test.each(['idempotency-key', 'webhook-id'])(
  '[IN10] a repeated %s gets the first receipt again, byte for byte, and makes no event',
  async (header) => {
    let now = Date.parse('2026-03-01T12:00:00Z');
    const { post, history, archive, logLines, url } = await runServer({}, { now: () => now });
    const send = () => post('/api/webhook/jobs', '{"a":1.0}', { [header]: 'order-1' });
    const first = await send();
    const receipt = await first.text();
    expect(JSON.parse(receipt)).toMatchObject({ id: 1, channel: 'jobs' });
    expect(first.headers.get('idempotent-replayed')).toBeNull();

    // Another event, a listener and some time make every figure of a new receipt different.
    await post('/api/webhook', '1');
    const stream = await fetch(`${url}/api/webhook/events`);
    now += 9 * MINUTE;
    const second = await send();
    await stream.body?.cancel();
    expect(second.status).toBe(202);
    expect(await second.text()).toBe(receipt);
    expect(second.headers.get('content-type')).toBe(first.headers.get('content-type'));
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await history()).map(({ id }) => id)).toEqual([2, 1]);
    expect(archive.stored).toHaveLength(2);
    expect(logLines.join('')).toContain('"msg":"webhook repeated"');
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('hookline_webhooks_repeated_total{channel="jobs"} 1');
  },
);

test.each([
  ['idempotency-key', 'f7wkE1/bjzrjd96dZhUhlICxlbVMO06SJ8PAjGGGo+o='],
  ['webhook-id', 'DztR13DKBLlqydz+tC/ZSsJl7N25rIjJdAeDmblP6OY='],
])('[IN10] [CM3] nodes of every version call a request with %s the same', (header, name) => {
  const key = repeatKey({ [header]: 'order-1' });
  if (!key) throw new Error('it has no key');
  const found = new Repeats(() => 0).find('/api/webhook/jobs ', key, Buffer.from('1'));
  expect(found.name).toBe(name);
});

test('[IN10] a receipt has the same form with and without a key', async () => {
  const { post } = await runServer({}, { now: () => 0 });
  const plain = await post('/api/webhook/kunden', '1');
  const named = await post('/api/webhook/kunden', '1', { 'idempotency-key': 'k' });
  expect(named.headers.get('content-type')).toBe(plain.headers.get('content-type'));
  expect((await named.text()).replace('"id":2', '"id":1')).toBe(await plain.text());
});

test('[IN10] two requests with the same key at the same moment make one event', async () => {
  const { post, history } = await runServer();
  const some = Array.from({ length: 20 }, () =>
    post('/api/webhook', '{"x":1}', { 'idempotency-key': 'same' }),
  );
  const receipts = await Promise.all(some.map(async (answer) => (await answer).text()));
  expect(new Set(receipts).size).toBe(1);
  expect(await history()).toHaveLength(1);
});

test('[IN10] even on one connection, one behind the other', async () => {
  const { port, history } = await runServer();
  const request =
    'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: a\r\nContent-Length: 1\r\n';
  const answer = await rawRequest(
    port,
    `${request}\r\n1${request}\r\n1${request}Connection: close\r\n\r\n1`,
  );
  expect(answer.match(/HTTP\/1\.1 202 /g)).toHaveLength(3);
  expect(await history()).toHaveLength(1);
});

test('[IN10] the same key with another body is 422', async () => {
  const { post, history } = await runServer();
  const key = { 'idempotency-key': 'k' };
  await post('/api/webhook', '{"a":1}', key);
  const answer = await post('/api/webhook', '{"a":2}', key);
  expect(answer.status).toBe(422);
  expect(await answer.json()).toMatchObject({ code: 'key_reused' });
  expect(await history()).toHaveLength(1);
  // The first one is still what the key stands for.
  expect(await (await post('/api/webhook', ' {"a":1}\n', key)).json()).toMatchObject({ id: 1 });
});

test('[IN10] a key belongs to a URL and to its header', async () => {
  const { post, history } = await runServer();
  const urls = ['/api/webhook', '/api/webhook/kunden', '/api/webhook/kuriere', '/api/webhook/jobs'];
  for (const url of urls) {
    for (const header of ['idempotency-key', 'webhook-id']) {
      expect((await post(url, '1', { [header]: 'k' })).status).toBe(202);
    }
  }
  expect(await history()).toHaveLength(8);
  // A token in the query is no other URL.
  await post('/api/webhook?token=x', '1', { 'idempotency-key': 'k' });
  expect(await history()).toHaveLength(8);
});

test('[IN10] webhook-id is stronger, because signatures cover it', async () => {
  const { post, history } = await runServer();
  await post('/api/webhook', '1', { 'webhook-id': 'm', 'idempotency-key': 'a' });
  await post('/api/webhook', '1', { 'webhook-id': 'm', 'idempotency-key': 'b' });
  expect(await history()).toHaveLength(1);
});

test('[IN10] a refused request does not use its key up', async () => {
  const { post } = await runServer({ 'app.webhook.token': 'T', 'app.webhook.max-bytes': 100 });
  const key = { 'idempotency-key': 'k', 'x-webhook-token': 'T' };
  const refused: [string, Record<string, string>][] = [
    ['{"a":1}', { ...key, 'x-webhook-token': 'wrong' }],
    ['{"a":', key],
    ['', key],
    ['x'.repeat(101), key],
    ['{"a":1}', { ...key, 'content-encoding': 'gzip' }],
  ];
  for (const [body, headers] of refused) {
    expect((await post('/api/webhook', body, headers)).status).toBeGreaterThanOrEqual(400);
  }
  expect(await (await post('/api/webhook', '{"a":1}', key)).json()).toMatchObject({ id: 1 });
});

test('[IN10] an empty key is none', async () => {
  const { post, history } = await runServer();
  for (let turn = 0; turn < 2; turn++) await post('/api/webhook', '1', { 'idempotency-key': '' });
  expect(await history()).toHaveLength(2);
});

test('[IN10] after ten minutes a key is free again', async () => {
  let now = 0;
  const { post } = await runServer({}, { now: () => now });
  const send = async (body: string) =>
    (await (await post('/api/webhook', body, { 'idempotency-key': 'k' })).json()).id;
  expect(await send('1')).toBe(1);
  now = 10 * MINUTE - 1;
  expect(await send('1')).toBe(1);
  // Asking again does not make it last longer.
  now = 10 * MINUTE;
  expect(await send('2')).toBe(2);
  now = 20 * MINUTE - 1;
  expect(await send('2')).toBe(2);
});

test('[IN10] 10,000 keys are remembered, and the oldest goes first', () => {
  let now = 0;
  let accepted = 0;
  const repeats = new Repeats(() => now);
  const once = (key: string) => {
    const repeat = repeats.find('', { key, header: 'Idempotency-Key' }, Buffer.from('1'));
    if (repeat.receipt !== undefined) return repeat.receipt;
    const receipt = String(++accepted);
    repeats.remember(repeat, receipt);
    return receipt;
  };
  for (let turn = 0; turn < 10_000; turn++) once(`${turn}`);
  expect(once('0')).toBe('1');
  once('one more');
  expect(repeats.size).toBe(10_000);
  expect(once('1')).toBe('2');
  expect(once('0')).toBe('10002');
  now = 10 * MINUTE;
  once('later');
  expect(repeats.size).toBe(1);
});

test('[IN10] what fails while it is accepted is not remembered', () => {
  const repeats = new Repeats(() => 0);
  const payload = Buffer.from('1');
  let publishes = 0;
  const accept = acceptanceAt('/api/webhook', null, {
    repeats,
    topicHeaders: [],
    publish() {
      if (++publishes === 1) throw new Error('no');
      return { id: 1, receivedAt: '2026-03-01T12:00:00.000Z', channel: null, listeners: 0 };
    },
    onRepeated() {},
  });
  const headers = { 'idempotency-key': 'k' };
  expect(() => accept(null, headers, payload)).toThrow('no');
  expect(accept(null, headers, payload)).toMatchObject({ isRepeated: false });
  expect(accept(null, headers, payload)).toMatchObject({ isRepeated: true });
});

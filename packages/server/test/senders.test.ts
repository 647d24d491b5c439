import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Rejection } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import { placeAmong } from '../src/http/secret.ts';
import { runServer } from './support/running-server.ts';
import { SseReader } from './support/sse-reader.ts';

const SENDERS = {
  'app.webhook.token': 'the-old-token',
  'app.webhook.senders': [
    { name: 'erp', token: 'erp-token-1' },
    { name: 'erp', token: 'erp-token-2' },
    { name: 'shop', token: 'shop-token' },
  ],
} as const;

const bearing = (token: string) => ({ authorization: `Bearer ${token}` });

describe('[DI5] a token names its sender', () => {
  test('on the short and the long way, in every place of the token, in rotation too', async () => {
    const { post, archive, logLines } = await runServer(SENDERS);
    const gzip = { 'content-encoding': 'gzip' };
    const sent: [string | null, () => Promise<Response>][] = [
      ['erp', () => post('/api/webhook/jobs', '{}', bearing('erp-token-1'))],
      ['erp', () => post('/api/webhook/jobs', '{}', { 'x-webhook-token': 'erp-token-2' })],
      ['shop', () => post('/api/webhook?token=shop-token', '{}')],
      [null, () => post('/api/webhook', '{}', bearing('the-old-token'))],
      // What is encoded goes by the framework.
      ['erp', () => post('/api/webhook', gzipSync('{}'), { ...bearing('erp-token-2'), ...gzip })],
      [null, () => post('/api/webhook', gzipSync('{}'), { ...bearing('the-old-token'), ...gzip })],
      // The first that is right counts, as before there were several.
      ['shop', () => post('/api/webhook?token=shop-token', '1', bearing('wrong'))],
      ['erp', () => post('/api/webhook?token=shop-token', '1', bearing('erp-token-1'))],
    ];
    for (const [, send] of sent) expect((await send()).status).toBe(202);
    expect(archive.senders).toEqual(sent.map(([name]) => name));
    const accepted = logLines.map((line) => JSON.parse(line)).filter(({ id }) => id);
    expect(accepted.map(({ senderName = null }) => senderName)).toEqual(archive.senders);
    expect(logLines.join('')).not.toContain('-token');
  });

  test('senders alone close the webhook, and the old token alone works as before', async () => {
    const { 'app.webhook.senders': senders } = SENDERS;
    const closed = await runServer({ 'app.webhook.senders': senders });
    expect((await closed.post('/api/webhook', '{}')).status).toBe(401);
    expect((await closed.post('/api/webhook', '{}', bearing('shop-token'))).status).toBe(202);
    const old = await runServer({ 'app.webhook.token': 'the-old-token' });
    expect((await old.post('/api/webhook', '{}', bearing('the-old-token'))).status).toBe(202);
    expect(old.archive.senders).toEqual([null]);
    expect(old.logLines.join('')).not.toContain('senderName');
  });

  test('[ST2] browsers learn who sent an event by its name, and nothing else where there is none', async () => {
    const { post, port, history, archive } = await runServer(SENDERS);
    const stream = new SseReader(port);
    await stream.first('hello');
    const texts = ['{"n":1}', '[1,\n2]', '"a,\\"sender\\":\\"x"', '{"sender":"me"}'];
    for (const text of texts) await post('/api/webhook/jobs', text, bearing('erp-token-1'));
    await post('/api/webhook/jobs', '{"n":1}', bearing('the-old-token'));
    await stream.until(() => stream.events.length === 5);
    const told = texts.map((text, n) => ({
      ...{ id: n + 1, receivedAt: expect.any(String), channel: 'jobs' },
      ...{ payload: JSON.parse(text), sender: 'erp' },
    }));
    const { sender: _, ...unnamed } = { ...told[0], id: 5 };
    expect(stream.events.map(({ data }) => JSON.parse(data))).toEqual([...told, unnamed]);
    expect((await history()).toSorted((a, b) => a.id - b.id)).toEqual([...told, unnamed]);
    // What is archived is the payload, whatever stands behind it in the stream.
    expect(archive.stored.map(({ payload }) => payload)).toEqual([...texts, texts[0]]);
  });

  test('[ST2] [DI5] they learn what its sender calls it, by the headers of known systems and of the office', async () => {
    const topicHeaders = { 'app.webhook.topic-headers': ['x-kind'] };
    const { post, port, history } = await runServer({ ...SENDERS, ...topicHeaders });
    const stream = new SseReader(port);
    await stream.first('hello');
    const erp = bearing('erp-token-1');
    const gzip = { 'content-encoding': 'gzip' };
    const sent: [string | undefined, Record<string, string>][] = [
      ['orders/paid', { 'x-shopify-topic': 'orders/paid' }],
      ['pull_request', { 'x-github-event': 'pull_request' }],
      ['order.updated', { 'x-wc-webhook-topic': 'order.updated' }],
      ['Tour fertig', { 'x-kind': 'Tour fertig', 'x-github-event': 'push' }],
      // What would have to be escaped, or is no name, is left out.
      [undefined, { 'x-kind': 'a"b' }],
      ['push', { 'x-kind': '\\', 'x-github-event': 'push' }],
      [undefined, { 'x-kind': 'x'.repeat(101) }],
    ];
    for (const [, headers] of sent) {
      await post('/api/webhook/jobs', '{"n":1}', { ...erp, ...headers });
      await post('/api/webhook/jobs', gzipSync('{"n":1}'), { ...erp, ...gzip, ...headers });
    }
    await stream.until(() => stream.events.length === 2 * sent.length);
    const topics = sent.flatMap(([topic]) => [topic, topic]);
    const told = stream.events.map(({ data }) => JSON.parse(data));
    expect(told.map(({ topic }) => topic)).toEqual(topics);
    expect(told.map(({ sender, payload }) => [sender, payload])).toEqual(
      topics.map(() => ['erp', { n: 1 }]),
    );
    expect((await history()).reverse()).toEqual(told);
  });

  test('a refusal tells of no token, and is the same whatever was tried', async () => {
    const { url } = await runServer(SENDERS);
    const refused = async (token: string) => {
      const answer = await fetch(`${url}/api/webhook`, {
        method: 'POST',
        body: '{}',
        headers: bearing(token),
      });
      const headers = Object.fromEntries(answer.headers);
      delete headers['date'];
      return { status: answer.status, headers, body: await answer.text() };
    };
    const stranger = await refused('nothing-like-it');
    expect(stranger.status).toBe(401);
    for (const close of ['erp-token-', 'erp-token-12', 'shop-tokeN', 'erp', 'shop']) {
      expect(await refused(close)).toEqual(stranger);
    }
    expect(JSON.stringify(stranger)).not.toMatch(/erp|shop/);
  });

  test('a candidate is compared with all tokens, wherever one fits', () => {
    const tokens = Array.from({ length: 50 }, (_, n) => `token-${n}`);
    const place = placeAmong(tokens);
    expect(tokens.map(place)).toEqual(tokens.map((_, n) => n));
    for (const wrong of ['', 'token-', 'token-50', 'TOKEN-1', 'token-1 ']) {
      expect(place(wrong)).toBe(-1);
    }
  });

  test('what is refused behind a right token is told with its name', async () => {
    const { post, url, logLines } = await runServer(SENDERS);
    await post('/api/webhook/jobs', '{', bearing('erp-token-1'));
    await post('/api/webhook/jobs', '{', bearing('wrong'));
    const answer = await fetch(`${url}/api/webhook/rejections`);
    const [wrong, named] = (await answer.json()) as Rejection[];
    expect(named).toMatchObject({ code: 'invalid_json', senderName: 'erp' });
    expect(wrong).toMatchObject({ code: 'unauthorized', senderName: null });
    expect(logLines.find((line) => line.includes('invalid_json'))).toContain('"senderName":"erp"');
  });

  test('metrics count by sender, and as before where there is no name', async () => {
    const { post, url } = await runServer(SENDERS);
    for (const token of ['erp-token-1', 'erp-token-2', 'the-old-token']) {
      await post('/api/webhook/jobs', '{}', bearing(token));
    }
    await post('/api/webhook/jobs', '{', bearing('shop-token'));
    await post('/api/webhook/nowhere', '{}', bearing('shop-token'));
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('hookline_webhooks_accepted_total{channel="jobs"} 1\n');
    expect(metrics).toContain('hookline_webhooks_accepted_total{channel="jobs",sender="erp"} 2\n');
    expect(metrics).toContain('hookline_webhooks_refused_total{channel="jobs",sender="shop"} 1\n');
    expect(metrics).toContain('hookline_webhooks_refused_total{channel="other"} 1\n');
  });
});

test('[IN10] keys are those of one sender, whichever of its tokens it uses', async () => {
  const { post, history } = await runServer(SENDERS);
  const send = async (token: string, body: string) => {
    const headers = { ...bearing(token), 'idempotency-key': '1' };
    const answer = await post('/api/webhook/jobs', body, headers);
    return { status: answer.status, id: ((await answer.json()) as { id?: number }).id };
  };
  const first = await send('erp-token-1', '"a"');
  expect(await send('erp-token-2', '"a"')).toEqual(first);
  expect((await send('erp-token-2', '"b"')).status).toBe(422);
  expect((await send('shop-token', '"b"')).id).toBe(2);
  expect((await send('the-old-token', '"c"')).id).toBe(3);
  expect(await history()).toHaveLength(3);
});

test('[DI5] of a flood the sender is known, although its rate is judged before its token', async () => {
  const { port, url } = await runServer({
    ...SENDERS,
    'app.webhook.rate-limit': { count: 1, per: 3_600_000 },
  });
  const socket = connect(port, '127.0.0.1');
  const head =
    'POST /api/webhook/jobs HTTP/1.1\r\nhost: localhost\r\nx-webhook-token: shop-token\r\n';
  for (let n = 0; n < 20; n++) socket.write(`${head}content-length: 2\r\n\r\n{}`);
  const refusals = async () => {
    const { sources } = (await (await fetch(`${url}/api/sources`)).json()) as {
      sources: { sender: string | null; refusedToday: number; refusals: { cause: string }[] }[];
    };
    return sources.map(({ sender, refusedToday, refusals: told }) => [
      sender,
      refusedToday,
      ...told.map(({ cause }) => cause),
    ]);
  };
  await expect.poll(refusals).toEqual([
    ['shop', 1, 'too_many'],
    [null, 18],
    ['erp', 0],
  ]);
  socket.destroy();
});

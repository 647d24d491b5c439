import { describe, expect, test } from 'vitest';
import { rate } from '../src/config/kinds/kinds.ts';
import { networkOf } from '../src/http/clients.ts';
import { RateLimit } from '../src/intake/rate-limit.ts';
import { runServer } from './support/running-server.ts';

const from = (address: string) => ({ 'x-forwarded-for': address });

describe('[SE4] the rate limit', () => {
  test('refuses what is too much with 429 and Retry-After, and lets it in later', async () => {
    let now = 1_000_000;
    const config = { 'app.webhook.rate-limit': { count: 3, per: 60_000 } };
    const { post, history, url } = await runServer(config, { now: () => now });
    const send = () => post('/api/webhook', '1');
    for (let turn = 0; turn < 3; turn++) expect((await send()).status).toBe(202);
    const refused = await send();
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('20');
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', status: 429 });
    expect(await history()).toHaveLength(3);
    now += 19_999;
    expect((await send()).headers.get('retry-after')).toBe('1');
    now += 1;
    expect((await send()).status).toBe(202);
    expect((await send()).status).toBe(429);
    // Reading is not sending.
    expect((await fetch(`${url}/api/webhook/history`)).status).toBe(200);
  });

  test('is for each address, as a trusted proxy tells it', async () => {
    const config = {
      'app.webhook.rate-limit': { count: 1, per: 60_000 },
      'app.server.trusted-proxies': ['loopback'],
    };
    const { post } = await runServer(config, { now: () => 0 });
    const send = async (address: string, path = '/api/webhook') =>
      (await post(path, '1', from(address))).status;
    expect(await send('192.0.2.1')).toBe(202);
    expect(await send('192.0.2.1', '/api/webhook/jobs')).toBe(429);
    expect(await send('192.0.2.2')).toBe(202);
    expect(await send('2001:db8:0:1::1')).toBe(202);
    expect(await send('2001:db8:0:1:ffff::2')).toBe(429);
    expect(await send('2001:db8:0:2::1')).toBe(202);
  });

  test('is the same for all who only pretend to have an address', async () => {
    const config = { 'app.webhook.rate-limit': { count: 1, per: 60_000 } };
    const { post } = await runServer(config, { now: () => 0 });
    expect((await post('/api/webhook', '1', from('192.0.2.1'))).status).toBe(202);
    expect((await post('/api/webhook', '1', from('192.0.2.2'))).status).toBe(429);
  });

  test('limits guessing at tokens, and leaves a key unused', async () => {
    let now = 0;
    const config = {
      'app.webhook.rate-limit': { count: 2, per: 1000 },
      'app.webhook.token': 'T',
    };
    const { post } = await runServer(config, { now: () => now });
    const send = async (token: string) => {
      const headers = { 'x-webhook-token': token, 'idempotency-key': 'k' };
      return (await post('/api/webhook', '1', headers)).status;
    };
    expect([await send('a'), await send('b'), await send('T')]).toEqual([401, 401, 429]);
    now = 1000;
    expect(await send('T')).toBe(202);
  });

  test('says so once until the address is heard again, in log and refusals', async () => {
    let now = 0;
    const config = { 'app.webhook.rate-limit': { count: 1, per: 1000 } };
    const { post, url, logLines } = await runServer(config, { now: () => now });
    for (let turn = 0; turn < 10; turn++) await post('/api/webhook', '1');
    now = 1000;
    for (let turn = 0; turn < 10; turn++) await post('/api/webhook', '1');
    const list = await (await fetch(`${url}/api/webhook/rejections`)).json();
    expect(list).toHaveLength(2);
    expect(logLines.filter((line) => line.includes('rate_limited'))).toHaveLength(2);
    const metrics = await (await fetch(`${url}/metrics`)).text();
    expect(metrics).toContain('hookline_requests_rejected_total{code="rate_limited"} 18');
  });

  test('is off by default', async () => {
    const { post } = await runServer({}, { now: () => 0 });
    const some = Array.from({ length: 200 }, () => post('/api/webhook', '1'));
    for (const answer of some) expect((await answer).status).toBe(202);
  });
});

describe('[SE4] the book-keeping of the rate limit', () => {
  const isRefused = (limit: RateLimit, client: string) => {
    try {
      limit.take(client);
      return false;
    } catch {
      return true;
    }
  };

  test.each([
    [1, 1000],
    [3, 1000],
    [7, 60_000],
    [100, 1000],
    [6000, 60_000],
  ])('%i in %i ms are let in at once, and in the long run no more', (count, per) => {
    let now = 1.7e12;
    const limit = new RateLimit({ count, per }, () => now);
    let taken = 0;
    const sendAll = () => {
      while (!isRefused(limit, 'a')) taken++;
    };
    sendAll();
    expect(taken).toBe(count);
    for (let step = 0; step < 100; step++) {
      now += per / 10;
      sendAll();
    }
    expect(taken).toBeGreaterThanOrEqual(count * 11 - 1);
    expect(taken).toBeLessThanOrEqual(count * 11);
  });

  test('a clock that is put back locks nobody out', () => {
    let now = 1.7e12;
    const limit = new RateLimit({ count: 1, per: 1000 }, () => now);
    expect(isRefused(limit, 'a')).toBe(false);
    now -= 3_600_000;
    isRefused(limit, 'a');
    now += 1000;
    expect(isRefused(limit, 'a')).toBe(false);
  });

  test('memory is bounded, and whoever goes on is remembered', () => {
    const limit = new RateLimit({ count: 1, per: 1000 }, () => 0);
    expect(isRefused(limit, 'insistent')).toBe(false);
    for (let turn = 0; turn < 50_000; turn++) {
      limit.take(`${turn}`);
      if (turn % 5000 === 0) expect(isRefused(limit, 'insistent')).toBe(true);
    }
    expect(limit.clients).toBe(10_000);
  });
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['::', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ['2001:db8:1:2:3::192.0.2.1', '2001:db8:1:2::/64'],
  ['', ''],
])('[SE4] the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test('[CF2] a rate is a number per second, minute or hour', () => {
  expect(rate.parse('100/s')).toEqual({ count: 100, per: 1000 });
  expect(rate.parse('6000/m')).toEqual({ count: 6000, per: 60_000 });
  expect(rate.parse('500/h')).toEqual({ count: 500, per: 3_600_000 });
  for (const bad of ['0/s', '100', '100/d', '1e3/s', '/s', '100/ms', '-1/s', '1000000/s', ' 1/s']) {
    expect(rate.parse(bad), bad).toBeUndefined();
  }
});

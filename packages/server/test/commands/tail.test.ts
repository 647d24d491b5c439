import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as realTimeout } from 'node:timers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { plugIn } from '../../../../e2e/support/cable.ts';
import { follow } from '../../src/commands/follow.ts';
import { runServer } from '../support/running-server.ts';
import { outcome, type } from './typed-command.ts';

/** A clock that runs ten times as fast, so that nobody waits for the next attempt. */
const QUICK = 10;
const quickTimers = {
  now: () => Date.now() * QUICK,
  after(milliseconds: number, callback: () => void) {
    const timer = realTimeout(callback, milliseconds / QUICK);
    return () => clearTimeout(timer);
  },
};

async function listening(typed: { said: string }) {
  await expect.poll(() => typed.said).toContain('listening to');
}

describe('[CL5] tail', () => {
  test('prints what comes in from now on, in readable lines', async () => {
    const { url, post } = await runServer();
    await post('/api/webhook', '"before"');
    const tail = type(['tail', '--url', url]);
    await listening(tail);
    await post('/api/webhook/jobs', '{"a":1,\n"b":"\\u001b[31m"}');
    await post('/api/webhook', '"\u009b2J"');
    await expect.poll(() => tail.out).toContain('#3');
    const time = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d\\.\\d{3}';
    expect(tail.out.split('\n')).toEqual([
      expect.stringMatching(new RegExp(`^${time} #2 jobs \\{"a":1, "b":"\\\\u001b\\[31m"\\}$`)),
      expect.stringMatching(new RegExp(`^${time} #3 generic "\\\\u009b2J"$`)),
      '',
    ]);
    tail.interrupt();
    expect(await tail.code).toBe(0);
    expect(tail.said).toBe(`hookline: listening to ${url}\n`);
  });

  test('[IN3] --json prints the event of the stream on one line; --history begins with the old', async () => {
    const { url, post } = await runServer();
    await post('/api/webhook/kunden', '{"n":12345678901234567890,\r\n"f":1.0,"é":"\\u00e9"}');
    await post('/api/webhook', '-0');
    const words = ['tail', '--json', '--history', '--count=2', '--url', url];
    const { code, out } = await outcome(words);
    expect(code).toBe(0);
    expect(out.replace(/"receivedAt":"[^"]+"/g, '"receivedAt":""')).toBe(
      '{"id":1,"receivedAt":"","channel":"kunden","payload":{"n":12345678901234567890, "f":1.0,"é":"\\u00e9"}}\n' +
        '{"id":2,"receivedAt":"","channel":null,"payload":-0}\n',
    );
  });

  test('[ST2] [OP3] who sent it and its topic are told, and handed on', async () => {
    const { url } = await runServer({ 'app.webhook.senders': [{ name: 'shop', token: 'T0ken' }] });
    const heads: Record<string, unknown>[] = [];
    const hook = createServer((request, answer) => {
      heads.push(request.headers);
      answer.end();
    });
    await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void hook.close());
    const forward = `--forward=localhost:${(hook.address() as AddressInfo).port}/hook`;
    await fetch(`${url}/api/webhook/jobs`, {
      method: 'POST',
      headers: { 'x-webhook-token': 'T0ken', 'x-shopify-topic': 'orders/paid' },
      body: '{"n":1.0}',
    });
    const words = ['tail', '--history', '--count=1', '--url', url];
    const line = await outcome([...words, '--json', forward]);
    expect(line.out).toMatch(
      /^\{"id":1,.*"payload":\{"n":1\.0\},"sender":"shop","topic":"orders\/paid"\}\n$/,
    );
    expect((await outcome(words)).out).toMatch(/ #1 jobs shop orders\/paid \{"n":1\.0\}\n$/);
    expect(heads).toMatchObject([
      { 'x-hookline-sender': 'shop', 'x-hookline-topic': 'orders/paid' },
    ]);
  });

  test('[ST7] --channel narrows it, given once or several times', async () => {
    const { url, post } = await runServer();
    const tail = type([
      'tail',
      '--channel=jobs',
      '--channel',
      'generic',
      '--count=2',
      '--url',
      url,
    ]);
    await listening(tail);
    for (const path of ['/kunden', '/jobs', '/kuriere', '']) await post(`/api/webhook${path}`, '1');
    expect(await tail.code).toBe(0);
    expect(tail.out).toMatch(/^\S+ \S+ #2 jobs 1\n\S+ \S+ #4 generic 1\n$/);
    expect(tail.said).toContain('(jobs,generic)');
  });

  test('at a terminal a payload is cut where nobody reads on', async () => {
    const { url, post } = await runServer();
    await post('/api/webhook', JSON.stringify('x'.repeat(5000)));
    const words = ['tail', '--history', '--count=1', '--url', url];
    const { out } = await outcome(words, { isTerminal: true });
    expect(out).toMatch(/x… \(5002 characters\)\n$/);
    expect((await outcome(words)).out.length).toBeGreaterThan(5000);
  });

  test('[SE1] a closed server is told apart from one that is away', async () => {
    const { url, post } = await runServer({ 'app.access.token': 'T0ken' });
    const refused = await outcome(['tail', '--url', url]);
    expect(refused.code).toBe(1);
    expect(refused.said).toMatch(/refused: 401 login_required|refused: 401 unauthorized/);
    expect(refused.said).toContain('give --token or APP_ACCESS_TOKEN');
    await post('/api/webhook', '1');
    const words = ['tail', '--history', '--count=1', '--url', url];
    const env = { APP_ACCESS_TOKEN: 'T0ken' };
    expect(await outcome(words, { env })).toMatchObject({ code: 0 });
    expect(await outcome([...words, '--token=T0ken'])).toMatchObject({ code: 0 });
    const elsewhere = await outcome(['tail', '--url', `${url}/elsewhere`]);
    expect(elsewhere.code).toBe(1);
    expect(elsewhere.said).toContain('refused: 404 not_found');
  });

  test('[ST4] [ST8] it resumes after an outage and a restart, and says what was missed', async () => {
    const first = await runServer();
    const { url, cut, mend } = await plugIn(first.port);
    const ids: string[] = [];
    const said: string[] = [];
    const ending = new AbortController();
    onTestFinished(() => ending.abort());
    const code = follow({
      url,
      token: undefined,
      channels: [],
      history: false,
      ended: ending.signal,
      timers: quickTimers,
      say: (text) => said.push(text.replace(url, 'SERVER')),
      onEvent: ({ id, payload }) => ids.push(`${id}=${payload}`),
    });
    await expect.poll(() => said).toEqual(['listening to SERVER']);
    await first.post('/api/webhook', '1');
    await expect.poll(() => ids).toEqual(['1=1']);

    // More than are held, all of them before the next attempt can come.
    cut();
    const posts = Array.from({ length: 60 }, (_, i) => i + 2);
    for (const i of posts) await first.post('/api/webhook', String(i));
    mend();
    await expect.poll(() => ids.at(-1)).toBe('61=61');
    expect(ids).toEqual(['1=1', ...posts.slice(10).map((i) => `${i}=${i}`)]);
    expect(said).toEqual([
      'listening to SERVER',
      expect.stringMatching(/^SERVER is away \(.+\); trying until it is back$/),
      'SERVER is back',
      '10 events were missed: the server no longer holds them',
    ]);

    await first.server.stop();
    const second = await runServer({ 'app.server.port': first.port });
    await second.post('/api/webhook', '"again"');
    await expect.poll(() => ids.at(-1)).toBe('1=again');
    expect(said.slice(4)).toEqual([
      expect.stringMatching(/^SERVER is away/),
      'SERVER is back after a restart: ids begin at 1 again',
    ]);
    ending.abort();
    expect(await code).toBe(0);
  });
});

describe('tail --forward', () => {
  interface Received {
    readonly headers: IncomingHttpHeaders;
    readonly body: string;
  }

  async function target(statusFor: (body: string) => number) {
    const received: Received[] = [];
    const server = createServer((request, answer) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (text) => {
        body += text;
      });
      request.on('end', () => {
        received.push({ headers: request.headers, body });
        answer.writeHead(statusFor(body)).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as AddressInfo;
    return { received, server, url: `127.0.0.1:${port}/hook?a=b` };
  }

  test('[IN3] hands payloads on unchanged and in order, whatever becomes of one', async () => {
    const { url, post } = await runServer();
    const { received, url: hook } = await target((body) => (body === '2' ? 500 : 204));
    const payloads = ['{"n":1.0,\n"é":"\\u00e9"}', '2', '"3"'];
    for (const [i, payload] of payloads.entries()) {
      await post(i === 0 ? '/api/webhook/kunden' : '/api/webhook', payload);
    }
    const words = ['tail', '--history', '--count=3', '--url', url, '--forward', hook];
    const { code, said } = await outcome(words);
    expect(code).toBe(0);
    expect(received.map(({ body }) => body)).toEqual(payloads);
    const headers = received.map(({ headers: h }) => [
      h['content-type'],
      h['x-hookline-event-id'],
      h['x-hookline-channel'],
    ]);
    expect(headers).toEqual([
      ['application/json', '1', 'kunden'],
      ['application/json', '2', 'generic'],
      ['application/json', '3', 'generic'],
    ]);
    expect(said).toContain(`#2 was not forwarded to http://${hook}: it answered 500`);
    expect(said).not.toMatch(/#[13] was not/);
  });

  test('a target that is not there does not stop it', async () => {
    const { url, post } = await runServer();
    const { url: hook, server } = await target(() => 204);
    await new Promise((resolve) => server.close(resolve));
    const tail = type(['tail', '--url', url, '--forward', hook]);
    await listening(tail);
    await post('/api/webhook', '1');
    await post('/api/webhook', '2');
    await expect.poll(() => tail.said).toMatch(/#2 was not forwarded to .*: connection refused/);
    expect(tail.out).toMatch(/#1 generic 1\n.*#2 generic 2\n$/);
    tail.interrupt();
    expect(await tail.code).toBe(0);
  });
});

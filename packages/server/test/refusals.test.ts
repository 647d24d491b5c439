import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Rejection } from '@hookline/contract';
import { expect, test } from 'vitest';
import { rawRequest } from './support/raw-request.ts';
import { runServer } from './support/running-server.ts';

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test.each([
  ['nothing', '', 400, 'empty_body'],
  ['white space', ' \n\t ', 400, 'empty_body'],
  ['a word', 'hello', 400, 'invalid_json'],
  ['half an object', '{"a":', 400, 'invalid_json'],
  ['two values', '{} {}', 400, 'invalid_json'],
  ['a comment', '{} // x', 400, 'invalid_json'],
  ['NaN', 'NaN', 400, 'invalid_json'],
  ['a raw line break in a string', '"a\nb"', 400, 'invalid_json'],
  ['1,001 levels', deep(1001), 400, 'too_deep'],
  ['a million levels', deep(500_000), 400, 'too_deep'],
  ['unclosed levels', '['.repeat(1_000_000), 400, 'too_deep'],
  ['more than 1 MiB', `"${'x'.repeat(1_048_575)}"`, 413, 'payload_too_large'],
])('[IN5] %s is refused and uses up no id', async (_what, body, status, code) => {
  const { post, url, history, archive } = await runServer();
  const answer = await post('/api/webhook', body);
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/problem\+json/);
  const problem = await answer.json();
  expect(problem).toMatchObject({ status, code, type: `/docs#${code}` });
  expect(problem.title).toBeTypeOf('string');
  expect(problem.detail).toBeTypeOf('string');
  expect(JSON.stringify(problem)).not.toMatch(/\.ts|node:|at \//);
  expect(await history()).toEqual([]);
  expect(archive.stored).toEqual([]);
  const next = await fetch(`${url}/api/webhook`, { method: 'POST', body: '1' });
  expect(await next.json()).toMatchObject({ id: 1 });
});

test('[IN5] what is just within the limits is accepted', async () => {
  const { post } = await runServer();
  expect((await post('/api/webhook', deep(1000))).status).toBe(202);
  expect((await post('/api/webhook', `"${'x'.repeat(1_048_574)}"`)).status).toBe(202);
  const brackets = `"${'['.repeat(5000)}\\"${'{'.repeat(5000)}"`;
  expect((await post('/api/webhook', brackets)).status).toBe(202);
});

test('[IN5] invalid UTF-8 is 400', async () => {
  const { post } = await runServer();
  const bodies = [
    [0x22, 0xff, 0x22],
    [0x22, 0xc0, 0xaf, 0x22],
    [0x22, 0xed, 0xa0, 0x80, 0x22],
    [0x22, 0xe2, 0x82],
  ];
  for (const bytes of bodies) {
    const answer = await post('/api/webhook', new Uint8Array(bytes));
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'invalid_utf8' });
  }
});

test('[IN5] a chunked upload that grows too large is refused, not cut', async () => {
  const { port, history } = await runServer({ 'app.webhook.max-bytes': 1000 });
  const chunk = `100\r\n${'1'.repeat(256)}\r\n`;
  const answer = await rawRequest(
    port,
    `POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${chunk.repeat(8)}0\r\n\r\n`,
  );
  expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  expect(answer).toContain('"code":"payload_too_large"');
  expect(await history()).toEqual([]);
});

test('[IN5] the latest 50 refusals can be looked up, without payload and query', async () => {
  const { post, url, logLines } = await runServer({ 'app.webhook.max-bytes': 100 });
  for (let i = 0; i < 55; i++) await post('/api/webhook?token=s3cret', `{"private ${i}`);
  await post('/api/webhook/jobs', 'x'.repeat(200));
  await post('/api/webhook/nowhere', '{}');
  const list: Rejection[] = await (await fetch(`${url}/api/webhook/rejections`)).json();
  expect(list).toHaveLength(50);
  expect(list[0]).toMatchObject({
    path: '/api/webhook/nowhere',
    code: 'not_found',
    status: 404,
    bytes: 2,
  });
  expect(list[1]).toMatchObject({
    path: '/api/webhook/jobs',
    code: 'payload_too_large',
    bytes: 200,
  });
  expect(list[2]).toMatchObject({
    path: '/api/webhook',
    code: 'invalid_json',
    status: 400,
    bytes: 12,
    sender: '127.0.0.1',
  });
  expect(Date.parse(list[0]?.at ?? '')).toBeGreaterThan(0);
  expect(JSON.stringify(list) + logLines.join('')).not.toMatch(/private|s3cret/);
});

test('the connection of an honest client survives its own mistakes', async () => {
  const { port } = await runServer({ 'app.webhook.max-bytes': 1000, 'app.webhook.token': 'T' });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number>();
  const send = (body: string, path = '/api/webhook', token = 'T') =>
    new Promise<number>((resolve, reject) => {
      const sent = request(
        { port, path, method: 'POST', agent, headers: { 'x-webhook-token': token } },
        (answer) => {
          ports.add(answer.socket.localPort ?? 0);
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  expect(await send('{')).toBe(400);
  expect(await send(`"${'x'.repeat(3_000_000)}"`)).toBe(413);
  expect(await send('{}', '/api/webhook', 'wrong')).toBe(401);
  expect(await send('{}', '/nowhere')).toBe(404);
  expect(await send('{}', '/api/webhook/history')).toBe(405);
  expect(await send('{}')).toBe(202);
  expect(ports.size).toBe(1);
  agent.destroy();
});

test('a refused upload without end is cut', async () => {
  const { port } = await runServer({ 'app.webhook.max-bytes': 1000 });
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  socket.write(
    'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9999999999\r\n\r\n',
  );
  const megabyte = Buffer.alloc(1024 * 1024, '1');
  const pour = () => {
    while (socket.writable && socket.write(megabyte));
  };
  socket.on('drain', pour);
  pour();
  await closed;
  expect(answer).toContain('413');
  expect(socket.bytesWritten).toBeLessThan(100 * 1024 * 1024);
});

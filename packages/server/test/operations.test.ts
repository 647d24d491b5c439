import { execFileSync } from 'node:child_process';
import dns from 'node:dns';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { presetConfig } from '../src/config/load.ts';
import type { Config } from '../src/config/properties.ts';
import { createServer } from '../src/server.ts';
import { VERSION } from '../src/version.ts';
import { ArchiveDouble } from './support/archive-double.ts';
import { runServer } from './support/running-server.ts';
import { SseReader } from './support/sse-reader.ts';
import { temporaryFolder, WrittenArchive } from './support/written-archive.ts';

test('[OB] /healthz and /readyz answer, and a troubled archive is degraded', async () => {
  const { url, archive } = await runServer();
  const ask = async (path: string) => {
    const answer = await fetch(url + path);
    return [answer.status, await answer.json()];
  };
  expect(await ask('/healthz')).toEqual([200, { status: 'alive', version: VERSION }]);
  expect(await ask('/readyz')).toEqual([
    200,
    { status: 'ready', reasons: [], concerns: [], rereading: null },
  ]);
  archive.trouble = 'the disk is full';
  archive.rebuild = 42;
  expect(await ask('/readyz')).toEqual([
    200,
    { status: 'degraded', reasons: ['the disk is full'], concerns: ['archive'], rereading: 42 },
  ]);
});

test('[OB] [SE1] strangers learn from /readyz what is troubled, and nothing of the database, nor the version', async () => {
  const trouble = 'the archive cannot store at the moment: connect ECONNREFUSED db.office:5432';
  const told = async (config: Partial<Config>, headers: Record<string, string> = {}) => {
    const { port, archive } = await runServer(config);
    archive.trouble = trouble;
    const health = await fetch(`http://127.0.0.1:${port}/healthz`, { headers });
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { headers });
    expect(answer.status).toBe(200);
    const { status, reasons } = await answer.json();
    expect(status).toBe('degraded');
    const mayKnow = reasons[0] === trouble;
    expect(await health.json()).toEqual({ status: 'alive', ...(mayKnow && { version: VERSION }) });
    return reasons;
  };
  const closed = { 'app.access.token': 'reader-token' };
  expect(await told(closed)).toEqual(['archive']);
  expect(await told(closed, { authorization: 'Bearer wrong' })).toEqual(['archive']);
  expect(await told(closed, { authorization: 'Bearer reader-token' })).toEqual([trouble]);
  expect(await told({ 'app.server.host': '0.0.0.0' })).toEqual(['archive']);
  const open = { 'app.server.host': '0.0.0.0', 'app.access.open': true };
  expect(await told(open)).toEqual([trouble]);
  expect(await told({})).toEqual([trouble]);
});

test('[OB] [ST8] draining finishes what was begun and takes nothing new', async () => {
  const { server, port, url, archive } = await runServer();
  const begin = async (bytes: string) => {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(bytes);
    return socket;
  };
  const post = 'POST /api/webhook HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n';
  const inTime = await begin(`${post}\r\n1`);
  const late = await begin(post);
  const probe = await begin('GET /readyz HTTP/1.1\r\n');
  const stream = await begin('GET /api/webhook/events HTTP/1.1\r\n');
  // Whoever came later is answered, so these have been read.
  await fetch(`${url}/healthz`);

  const stopped = server.stop();
  inTime.write('2');
  late.write('\r\n34');
  probe.write('Host: localhost\r\n\r\n');
  stream.write('Host: localhost\r\n\r\n');
  const [accepted, refused, readiness, turnedAway] = await Promise.all(
    [inTime, late, probe, stream].map(text),
  );
  await stopped;
  expect(accepted).toMatch(/^HTTP\/1\.1 202 /);
  expect(refused).toMatch(/^HTTP\/1\.1 503 /);
  expect(refused).toMatch(/^retry-after: 5$/m);
  expect(refused).toContain('"code":"shutting_down"');
  expect(readiness).toMatch(/^HTTP\/1\.1 503 /);
  expect(readiness).toContain('"status":"draining"');
  // A browser's EventSource would give up for ever after anything but 200.
  expect(turnedAway).toMatch(/^HTTP\/1\.1 200 /);
  expect(turnedAway).toMatch(/^retry: [1-4]\d{3}\nevent: busy$/m);
  expect(archive.stored).toEqual([{ id: 1, channel: null, payload: '12' }]);
  expect(archive.closed).toBe(true);
});

test('[AR12] told to end before it is over with listening, it keeps what it has accepted', async () => {
  const folder = temporaryFolder();
  const url = `sqlite:${folder}/hookline.db`;
  const server = createServer(
    presetConfig({
      'app.server.host': 'localhost',
      'app.server.port': 0,
      'app.archive.url': url,
      'app.archive.spool-dir': `${folder}/spool`,
      'app.log.level': 'error',
    }),
  );
  // Listening at the first address of the host, Fastify asks for the others, which may take long.
  const listens = once(server.app.server, 'listening');
  server.app.server.once('listening', () => {
    const asking = vi.spyOn(dns, 'lookup').mockImplementation(() => {});
    onTestFinished(() => asking.mockRestore());
  });
  void server.start();
  await listens;
  const { address, family, port } = server.app.server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  const answer = await fetch(`http://${host}:${port}/api/webhook`, { method: 'POST', body: '1' });
  expect(answer.status).toBe(202);
  await server.stop();
  const after = await WrittenArchive.at(url, `${folder}/spool`);
  await after.settled();
  expect(await after.events()).toMatchObject([{ payload: 1 }]);
});

test('[OB] told to stop while the journal is opened, it does not begin to listen', async () => {
  const opening = Promise.withResolvers<void>();
  const archive = ArchiveDouble.with({ open: () => opening.promise });
  const server = createServer(presetConfig({ 'app.server.port': 0, 'app.log.level': 'error' }), {
    archive,
  });
  const started = server.start();
  await server.stop();
  opening.resolve();
  expect(await started).toBe('');
  expect(server.app.server.listening).toBe(false);
});

test('[OB] /metrics counts what happens', async () => {
  const { url, post, port } = await runServer();
  const reader = new SseReader(port);
  await reader.first('hello');
  await post('/api/webhook/jobs', '{}');
  await post('/api/webhook', '{}');
  await post('/api/webhook', '{');
  await reader.until(() => reader.ids.length === 2);
  const answer = await fetch(`${url}/metrics`);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  const text = await answer.text();
  for (const line of [
    'hookline_webhooks_accepted_total{channel="jobs"} 1',
    'hookline_webhooks_accepted_total{channel="generic"} 1',
    'hookline_requests_rejected_total{code="invalid_json"} 1',
    'hookline_streams 1',
    'hookline_deliveries_total 2',
    'hookline_delivery_latency_seconds_count 2',
    'hookline_streams_cut_total{reason="stalled"} 0',
  ]) {
    expect(text).toContain(`${line}\n`);
  }
});

test('[OB] one JSON log line per webhook, accepted or refused, without its payload', async () => {
  const { post, logLines } = await runServer();
  await post('/api/webhook/jobs?token=hidden', '{"name":"private"}');
  await post('/api/webhook?token=hidden', '{"name":"private');
  const lines = logLines.map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { level: 'info', msg: 'webhook accepted', id: 1, channel: 'jobs', bytes: 18, listeners: 0 },
    { level: 'warn', msg: 'webhook rejected', path: '/api/webhook', code: 'invalid_json' },
  ]);
  expect(logLines.join('')).not.toMatch(/private|hidden/);
});

/** @needs openssl */
test('[CF3] HTTPS without a proxy', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-tls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const options = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost'];
  execFileSync('openssl', [...options, '-keyout', key, '-out', cert], { stdio: 'ignore' });
  const { url, port } = await runServer({ 'app.server.tls.cert': cert, 'app.server.tls.key': key });
  expect(url).toMatch(/^https:/);
  const body = await new Promise<string>((resolve, reject) => {
    const path = '/api/webhook/events?lastEventId=0';
    const sent = get({ port, host: '127.0.0.1', path, rejectUnauthorized: false }, (answer) => {
      answer.once('data', (bytes) => {
        resolve(String(bytes));
        sent.destroy();
      });
    });
    sent.on('error', reject);
  });
  expect(body).toContain('event: hello');
});

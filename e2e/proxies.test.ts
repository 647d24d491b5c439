import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import { PROPERTIES } from '../packages/server/src/config/properties.ts';
import { freePort } from '../scripts/free-port.ts';
import { caddyConfig, nginxFile, startCaddy, startNginx } from './support/proxies.ts';
import { startService } from './support/service.ts';
import { ask, openStream, openStreams2 } from './support/visitor.ts';

const PROXIES = [
  ['nginx', startNginx],
  ['Caddy', startCaddy],
] as const;
const EVENTS = '/api/webhook/events';
/** Visitors come from an address of their own, so that the proxy's can be told from theirs. */
const VISITOR = '127.0.0.9';

/** A service as the head of each proxy's file describes it, and that proxy before it. */
async function behind(start: (typeof PROXIES)[number][1], ...parameters: string[]) {
  const port = await freePort();
  const publicUrl = `--app.server.public-url=https://localhost:${port}`;
  const service = await startService(
    [publicUrl, '--app.server.trusted-proxies=127.0.0.1', ...parameters],
    { APP_ARCHIVE_URL: 'off' },
  );
  return { service, ...(await start({ port, backendPort: service.port })) };
}

const ids = ({ messages }: { messages: readonly { id?: string | undefined }[] }) =>
  messages.flatMap(({ id }) => id ?? []);

test.each(PROXIES)(
  '[ST1] [ST3] %s: events pass with nothing behind them, and are replayed',
  async (_name, start) => {
    // A proxy that collects would let nothing through until the next heartbeat.
    const { url } = await behind(start, '--app.stream.heartbeat=10m');
    const stream = await openStream(url, EVENTS);
    await expect.poll(() => stream.messages[0]?.event).toBe('hello');
    for (let id = 1; id <= 9; id++) {
      expect((await ask(url, '/api/webhook/jobs', { method: 'POST', body: '1' })).status).toBe(202);
      await expect.poll(() => ids(stream).at(-1)).toBe(String(id));
    }

    const resumed = await openStream(url, EVENTS, { 'last-event-id': '7' });
    await expect.poll(() => ids(resumed)).toEqual(['8', '9']);
    // More than the six connections that a browser has with HTTP/1.1.
    const many = openStreams2(url, `${EVENTS}?lastEventId=8`, 10);
    await expect.poll(() => many.map(ids)).toEqual(many.map(() => ['9']));
  },
);

test.each(PROXIES)(
  '[IN5] [SE4] [SO1] [TE4] %s: sizes, addresses, WSDL and WebSocket are right',
  async (_name, start) => {
    const { url, log, service } = await behind(start, '--profile', 'mock');
    // Not a byte more than is needed for the answer: whoever sends on may be cut off before it is read.
    for (const [headers, bytes] of [
      [{ 'content-length': 2_000_000 }, 0],
      [{ 'content-length': 40_000_000 }, 0],
      [{ 'transfer-encoding': 'chunked' }, Number(PROPERTIES['app.webhook.max-bytes'].preset) + 1],
    ] as const) {
      const begun = { method: 'POST', headers, begins: Buffer.alloc(bytes, ' ') };
      const answer = await ask(url, '/api/webhook', begun);
      expect(answer.headers['content-type']).toContain('application/problem+json');
      expect(JSON.parse(answer.body)).toMatchObject({ status: 413, code: 'payload_too_large' });
    }

    const from = { localAddress: VISITOR, headers: { 'x-forwarded-for': '192.0.2.1' } };
    const bad = { method: 'POST', body: '{', ...from };
    expect((await ask(url, '/api/webhook/kunden?token=geheim', bad)).status).toBe(400);
    const { body } = await ask(url, '/api/webhook/rejections');
    expect(JSON.parse(body)[0]).toMatchObject({ code: 'invalid_json', sender: VISITOR });
    await expect.poll(() => service.program.stdout).toContain(`"sender":"${VISITOR}"`);

    expect((await ask(url, '/soap/server1?wsdl')).body).toContain(`location="${url}/soap/server1"`);

    const socket = new WebSocket(`${url.replace('https', 'wss')}/ws`, {
      origin: url,
      rejectUnauthorized: false,
    });
    onTestFinished(() => socket.terminate());
    const [hello] = await once(socket, 'message');
    expect(JSON.parse(String(hello))).toMatchObject({ event: 'hello', data: { protocol: 1 } });
    const answered = once(socket, 'message');
    socket.send('{"id":"7","command":"calls"}');
    expect(JSON.parse(String((await answered)[0]))).toMatchObject({ id: '7', ok: true });

    await ask(url, '/api/callers/03023125100');
    const hidden = /(?:"GET \/api\/callers\/|"uri":")\.\.\."/;
    await expect.poll(() => log()).toMatch(hidden);
    expect(log()).toContain(VISITOR);
    expect(log()).not.toMatch(/geheim|23125/);
  },
);

test.each(PROXIES)(
  '[ST8] %s: while the service is away, a stream is asked to come back and no token is logged',
  async (_name, start) => {
    const { url, log } = await start({ port: await freePort(), backendPort: await freePort() });
    const away = await ask(url, EVENTS);
    expect(away).toMatchObject({ status: 200, body: 'retry: 5000\n\n' });
    expect(away.headers['content-type']).toBe('text/event-stream');
    const headers = { 'x-webhook-token': 'geheim' };
    const post = { method: 'POST', body: '1', headers };
    expect((await ask(url, '/api/webhook?token=geheim', post)).status).toBe(502);
    await expect.poll(() => log()).toMatch(/\/api\/webhook\W.*502/);
    expect(log()).not.toContain('geheim');
  },
);

const { kind: heartbeat } = PROPERTIES['app.stream.heartbeat'];
const { kind: rest, preset } = PROPERTIES['app.server.idle-timeout'];

test('[ST5] nginx: its read time-out is longer than any heartbeat, and heartbeats hold a stream', async () => {
  const [line = '', time = ''] = /proxy_read_timeout (\S+);/.exec(nginxFile) ?? [];
  expect(PROPERTIES['app.stream.stall-timeout'].kind.parse(time)).toBeGreaterThan(0);
  expect(heartbeat.parse(time), 'a heartbeat may be as long').toBeUndefined();

  // Minutes are not waited for: the same line with another number shows what it does.
  const start = async (every: string, timeout: string) => {
    const service = await startService([
      `--app.stream.heartbeat=${every}`,
      '--app.archive.url=off',
    ]);
    const place = { port: await freePort(), backendPort: service.port };
    const { url } = await startNginx(place, { [line]: `proxy_read_timeout ${timeout};` });
    return openStream(url, EVENTS);
  };
  const cut = await start('10m', '1s');
  const held = await start('500ms', '5s');
  let isHeld = true;
  held.ended.then(() => {
    isHeld = false;
  });
  await cut.ended;
  const beats = () => held.messages.filter(({ event }) => event === 'heartbeat').length;
  await expect.poll(beats).toBeGreaterThan(11);
  expect(isHeld).toBe(true);
});

test('[ST5] Caddy: it is given no time-out that a stream could run into', () => {
  const text = JSON.stringify(caddyConfig('localhost', 'localhost:8080'));
  // None of them is set by default; of what is set here, the rest between two requests is one.
  expect(text.match(/"\w*timeout":\d+/g)).toEqual(['"idle_timeout":60000000000']);
});

test.each([
  ['nginx', /keepalive_timeout (\S+);/.exec(nginxFile)?.[1]],
  [
    'Caddy',
    `${Number(/"idle_timeout":(\d+)/.exec(JSON.stringify(caddyConfig('localhost', 'localhost:8080')))?.[1]) / 1e9}s`,
  ],
])('[SE4] %s lets go of a resting connection before the service does', (_name, time = '') => {
  expect(rest.parse(time)).toBeLessThan(rest.parse(preset) ?? 0);
});

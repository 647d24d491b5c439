import { hostname } from 'node:os';
import { expect, test } from 'vitest';
import { rawRequest } from './support/raw-request.ts';
import { runServer } from './support/running-server.ts';

/** fetch does not let a test choose these headers. */
async function send(port: number, method: string, path: string, headers: Record<string, string>) {
  const lines = Object.entries({ Host: 'localhost', ...headers }).map(([k, v]) => `${k}: ${v}\r\n`);
  const answer = await rawRequest(
    port,
    `${method} ${path} HTTP/1.1\r\n${lines.join('')}Content-Length: 2\r\nConnection: close\r\n\r\n{}`,
  );
  return { status: Number(answer.slice(9, 12)), text: answer };
}

test.each<[Record<string, string>, number]>([
  [{}, 202],
  [{ 'Sec-Fetch-Site': 'same-origin', Origin: 'http://elsewhere' }, 202],
  [{ 'Sec-Fetch-Site': 'none' }, 202],
  [{ 'Sec-Fetch-Site': 'cross-site' }, 403],
  [{ 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost' }, 403],
  [{ Origin: 'http://localhost' }, 202],
  [{ Origin: 'https://localhost' }, 403],
  [{ Origin: 'http://localhost:1' }, 403],
  [{ Origin: 'null' }, 403],
  [{ Origin: 'https://hooks.example.com' }, 202],
  [{ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://office.example.com' }, 202],
])('[SE2] a state-changing request with %j is %i', async (headers, status) => {
  const { port, history } = await runServer({
    'app.server.public-url': 'https://hooks.example.com',
    'app.server.allowed-origins': ['https://office.example.com'],
    'app.access.open': true,
  });
  const answer = await send(port, 'POST', '/api/webhook', headers);
  expect(answer.status).toBe(status);
  if (status === 403) expect(answer.text).toContain('"code":"cross_site"');
  expect(await history()).toHaveLength(status === 202 ? 1 : 0);
  expect((await send(port, 'DELETE', '/api/webhook/history', headers)).status).toBe(
    status === 202 ? 204 : 403,
  );
});

test('[SE2] CORS is granted to named origins only', async () => {
  const { url } = await runServer({ 'app.server.allowed-origins': ['https://office.example.com'] });
  const ask = (origin: string, method: string, path = '/api/webhook/history') =>
    fetch(url + path, {
      method,
      headers: { origin, 'access-control-request-headers': 'x-webhook-token' },
    });
  const preflight = await ask('https://office.example.com', 'OPTIONS');
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('https://office.example.com');
  expect(preflight.headers.get('access-control-allow-methods')).toBe('DELETE, GET, HEAD');
  expect(preflight.headers.get('access-control-allow-headers')).toBe('x-webhook-token');

  const read = await ask('https://office.example.com', 'GET');
  expect(read.headers.get('access-control-allow-origin')).toBe('https://office.example.com');
  expect(read.headers.get('vary')).toBe('origin');
  const stream = await ask('https://office.example.com', 'GET', '/api/webhook/events');
  expect(stream.headers.get('access-control-allow-origin')).toBe('https://office.example.com');
  await stream.body?.cancel();

  const foreign = await ask('https://evil.example.com', 'GET');
  expect(foreign.headers.get('access-control-allow-origin')).toBeNull();
  expect((await ask('https://evil.example.com', 'OPTIONS')).status).toBe(405);
});

test('[SE2] a server on loopback answers only to its own names', async () => {
  const { port } = await runServer({
    'app.server.public-url': 'https://hooks.example.com',
    'app.server.allowed-hosts': ['office-pc'],
  });
  const own = ['localhost', `127.0.0.1:${port}`, '[::1]:80', 'hooks.example.com', 'OFFICE-PC:1'];
  for (const host of own) {
    expect((await send(port, 'GET', '/healthz', { Host: host })).status, host).toBe(200);
  }
  for (const host of ['evil.example.com', 'localhost.evil.com', '127.0.0.1.nip.io', '', '[::2]']) {
    const answer = await send(port, 'GET', '/api/webhook/history', { Host: host });
    expect(answer.status, host).toBe(421);
    expect(answer.text).toContain('app.server.allowed-hosts');
  }
});

test('[SE2] a server on all addresses that was told no name goes by any', async () => {
  const { port } = await runServer({ 'app.server.host': '0.0.0.0' });
  for (const host of ['anything', 'evil.example.com', '192.0.2.7']) {
    expect((await send(port, 'GET', '/healthz', { Host: host })).status).toBe(200);
  }
});

test.each([
  [{ 'app.server.public-url': 'https://hooks.example.com' }, 'hooks.example.com'],
  [{ 'app.server.allowed-hosts': ['office-pc', 'relay.lan'] }, 'Relay.LAN:8080'],
])(
  '[SE2] a server on all addresses that was told %j goes by that, and by addresses',
  async (config, name) => {
    const { port } = await runServer({ 'app.server.host': '0.0.0.0', ...config });
    const own = [
      name,
      `localhost:${port}`,
      hostname(),
      '192.0.2.7:80',
      '10.1.2.3',
      '[2001:db8::1]:1',
    ];
    for (const host of own) {
      expect((await send(port, 'GET', '/healthz', { Host: host })).status, host).toBe(200);
    }
    const others = [
      'evil.example.com',
      `${name.split(':')[0]}.evil.com`,
      '10.1.2.3.nip.io',
      '',
      '10.1',
    ];
    for (const host of others) {
      const answer = await send(port, 'GET', '/healthz', { Host: host });
      expect(answer.status, host).toBe(421);
      expect(answer.text).toContain('app.server.allowed-hosts');
    }
  },
);

test('[SE2] what is read here cannot be loaded as a script or an image elsewhere', async () => {
  const { url } = await runServer();
  for (const path of ['/', '/api/webhook/history', '/assets/icon.svg', '/nothing']) {
    const { headers } = await fetch(url + path);
    expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin');
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
    expect(headers.get('access-control-allow-origin'), path).toBeNull();
  }
});

test('[SE2] a named origin is never granted the login of its visitor', async () => {
  const origin = 'https://office.example.com';
  const { url } = await runServer({ 'app.server.allowed-origins': [origin] });
  for (const method of ['GET', 'OPTIONS']) {
    const { headers } = await fetch(`${url}/api/webhook/history`, { method, headers: { origin } });
    expect(headers.get('access-control-allow-origin')).toBe(origin);
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  }
});

test('a missing Host is fine for HTTP/1.0 and 400 for HTTP/1.1', async () => {
  const { port } = await runServer();
  expect(await rawRequest(port, 'GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200/);
  const answer = await rawRequest(port, 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400/);
  expect(answer).toContain('"code":"bad_request"');
});

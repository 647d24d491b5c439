import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { Route } from '../../src/http/route-table.ts';
import { runServer } from '../support/running-server.ts';
import { runClosed, TOKEN } from './closed-server.ts';

const mock = { 'app.profiles': ['mock'] as const };

/** Every route as somebody could ask for it. */
function pathOf({ url }: Route): string {
  return url.replace(/:\w+/g, 'some-name');
}

async function ask(url: string, route: Route, headers: Record<string, string>) {
  const hasBody = route.method !== 'GET' && route.method !== 'HEAD';
  const answer = await fetch(url + pathOf(route), {
    method: route.method,
    headers,
    redirect: 'manual',
    ...(hasBody && { body: '{}' }),
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  const text = isStream ? '' : await answer.text();
  if (isStream) await answer.body?.cancel();
  return { status: answer.status, headers: answer.headers, text };
}

function forged(cookie: string): string {
  const [name = '', value = ''] = cookie.split('=');
  const [id, expires] = value.split('.');
  const signature = createHmac('sha256', 'a guess').update(`${id}.${expires}`).digest('base64url');
  return `${name}=${id}.${expires}.${signature}`;
}

test('[SE1] closed: every route of readers wants a login or the token, whatever its method', async () => {
  const { server, url, cookie } = await runClosed(mock);
  const session = await cookie();
  const readers = [...server.routes].filter(({ access }) => access === 'reader');
  const wrong: Record<string, string>[] = [
    {},
    { authorization: 'Bearer wrong' },
    { authorization: `Basic ${btoa(`x:${TOKEN}`)}` },
    { authorization: 'Bearer ' },
    { 'x-webhook-token': TOKEN },
    { cookie: forged(session) },
    { cookie: `${session}x` },
    { cookie: session.replace(/\.[^.]+\./, '.zzzzzzzz.') },
    { cookie: 'hookline=' },
    { cookie: session, authorization: 'Bearer wrong' },
  ];
  const right: Record<string, string>[] = [
    { cookie: session },
    { cookie: `a=b; ${session} ; c=d` },
    { authorization: `Bearer ${TOKEN}` },
    { authorization: `bearer  ${TOKEN}`, cookie: forged(session) },
    { authorization: 'Basic eDp5', cookie: session },
  ];
  // As a page of another port of the same host makes a browser send it.
  const foreign: Record<string, string>[] = [
    { cookie: session, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'no-cors' },
    { cookie: session, origin: 'http://127.0.0.1:1' },
  ];
  expect(readers.length).toBeGreaterThan(40);
  for (const route of readers) {
    const name = `${route.method} ${route.url}`;
    for (const headers of wrong) {
      const answer = await ask(url, route, headers);
      expect(answer.status, `${name} ${JSON.stringify(headers)}`).toBe(401);
      expect(answer.headers.get('www-authenticate'), name).toMatch(/^Bearer realm="hookline"/);
      expect(answer.headers.get('cache-control'), name).toBe('no-store');
      if (route.method !== 'HEAD') expect(answer.text, name).toContain('"code":"login_required"');
      expect(answer.headers.getSetCookie(), name).toEqual([]);
    }
    for (const headers of foreign) {
      const isSafe = route.method === 'GET' || route.method === 'HEAD';
      expect((await ask(url, route, headers)).status, name).toBe(isSafe ? 401 : 403);
    }
    for (const headers of right) {
      const { status } = await ask(url, route, headers);
      expect([401, 403], `${name} ${JSON.stringify(headers)}`).not.toContain(status);
    }
  }
});

test('[SE1] closed: senders, SOAP, health and login go on without a login, and nothing else', async () => {
  const { server, url, history } = await runClosed({
    ...mock,
    'app.webhook.token': 'sender-token',
  });
  const routes = [...server.routes];
  const open = routes.filter(({ access }) => access === 'open');
  expect([...new Set(open.map((route) => route.url))].sort()).toEqual([
    '/api/session',
    '/assets/icon.svg',
    '/assets/login.css',
    '/assets/login.js',
    '/healthz',
    '/login',
    '/readyz',
    '/soap/server1',
  ]);
  for (const route of open) {
    const { status, text } = await ask(url, route, {});
    expect(text, route.url).not.toContain('login_required');
    expect([200, 204, 400, 401, 500], `${route.method} ${route.url}`).toContain(status);
  }
  for (const route of routes.filter(({ access }) => access === 'intake')) {
    for (const headers of [{}, { authorization: `Bearer ${TOKEN}` }]) {
      const refused = await ask(url, route, headers);
      expect(refused.status, route.url).toBe(401);
      expect(refused.text).toContain('"code":"unauthorized"');
    }
    expect((await ask(url, route, { authorization: 'Bearer sender-token' })).status).toBe(202);
  }
  await expect(history()).resolves.toMatchObject({ code: 'login_required' });
});

test('[SE1] closed: nothing a refused request brings along has any effect', async () => {
  const { url, post, cookie, archive } = await runClosed();
  await post('/api/webhook', '{"kept":true}');
  for (const [method, path, body] of [
    ['DELETE', '/api/webhook/history', undefined],
    ['POST', '/api/addresses', '{"number":"030 23125 1"}'],
    ['POST', '/api/privacy/erase', '{"number":"030 23125 1"}'],
  ] as const) {
    const answer = await fetch(url + path, { method, ...(body && { body }) });
    expect(answer.status, path).toBe(401);
  }
  const headers = { cookie: await cookie() };
  const history = await fetch(`${url}/api/webhook/history`, { headers });
  expect(await history.json()).toMatchObject([{ payload: { kept: true } }]);
  expect(archive.reports).toEqual([]);
});

test('[SE1] closed: the handshake of /ws takes the same credentials', async () => {
  const { port, cookie } = await runClosed(mock);
  const session = await cookie();
  const handshake = async (headers: Record<string, string>) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`, { headers });
    onTestFinished(() => socket.terminate());
    return Promise.race([
      once(socket, 'open').then(() => 101),
      once(socket, 'unexpected-response').then(([, answer]) => answer.statusCode as number),
    ]);
  };
  const own = `http://127.0.0.1:${port}`;
  expect(await handshake({})).toBe(401);
  expect(await handshake({ authorization: 'Bearer wrong' })).toBe(401);
  expect(await handshake({ cookie: forged(session) })).toBe(401);
  expect(await handshake({ cookie: session, origin: 'http://elsewhere.example' })).toBe(403);
  expect(await handshake({ cookie: session, origin: `http://127.0.0.1:${port + 1}` })).toBe(403);
  expect(await handshake({ cookie: session, origin: own })).toBe(101);
  expect(await handshake({ cookie: session })).toBe(101);
  expect(await handshake({ authorization: `Bearer ${TOKEN}` })).toBe(101);
});

/** What is open to everyone who reaches a server that nobody closed: no archive is read. */
const NOT_PERSONAL = [
  'GET /',
  'GET /api/asyncapi.json',
  'GET /api/openapi.json',
  'GET /api/telephony',
  'GET /api/webhook/events',
  'GET /api/webhook/history',
  'GET /api/webhook/history/ids',
  'GET /api/webhook/rejections',
  'GET /assets/page.css',
  'GET /docs',
  'GET /home/:file',
  'GET /metrics',
];

const pushing = {
  'app.telephony.system': 'cti',
  'app.telephony.push.token': 'push-token-0123',
} as const;

test.each([
  ['on all addresses', { ...mock, 'app.server.host': '0.0.0.0' }],
  ['behind a proxy', { ...mock, 'app.server.public-url': 'https://hooks.example.com' }],
  ['with a telephone', { ...pushing, 'app.server.host': '0.0.0.0' }],
])(
  '[SE1] not configured, %s: nobody reads personal data or changes anything',
  async (_, config) => {
    const { server, port } = await runServer(config);
    const url = `http://127.0.0.1:${port}`;
    const seen: string[] = [];
    for (const route of server.routes) {
      if (route.access !== 'reader' || route.method === 'HEAD') continue;
      const { status, text } = await ask(url, route, {});
      if (status === 403) {
        expect(text).toContain('"code":"access_not_configured"');
        expect(text).toContain('app.access.password');
      } else seen.push(`${route.method} ${route.url}`);
    }
    expect(seen.sort()).toEqual(NOT_PERSONAL);
  },
);

test('[SE1] not configured: with the token of senders alone nobody writes past it', async () => {
  const { port, archive, logLines } = await runServer({
    'app.server.host': '0.0.0.0',
    'app.webhook.token': 'sender-token',
    'app.webhook.rate-limit': { count: 5, per: 60_000 },
  });
  const url = `http://127.0.0.1:${port}`;
  const headers = { authorization: 'Bearer sender-token' };
  const sent = await fetch(`${url}/api/webhook`, { method: 'POST', body: '1', headers });
  expect(sent.status).toBe(202);
  for (const [method, path, body] of [
    ['POST', '/api/addresses', '{"number":"030 23125 1"}'],
    ['POST', '/api/calls', '{"callId":"1","number":"030 23125 1"}'],
    ['DELETE', '/api/webhook/history', undefined],
  ] as const) {
    const refused = await fetch(url + path, { method, headers, ...(body && { body }) });
    expect(refused.status, path).toBe(403);
  }
  expect(archive.reports).toEqual([]);
  expect(await (await fetch(`${url}/api/webhook/history`)).json()).toHaveLength(1);
  expect(logLines.join()).not.toContain('history cleared');
});

test.each([
  ['on loopback', {}],
  ['behind a proxy of the same machine', { 'app.server.public-url': 'http://localhost:9000' }],
  ['opened on purpose', { 'app.server.host': '0.0.0.0', 'app.access.open': true }],
])('[SE1] not closed, %s: every route of readers answers', async (_, config) => {
  const { server, port } = await runServer({ ...mock, ...config });
  for (const route of server.routes) {
    const { status } = await ask(`http://127.0.0.1:${port}`, route, {});
    expect([401, 403], `${route.method} ${route.url}`).not.toContain(status);
  }
});

import { describe, expect, test } from 'vitest';
import { presetConfig } from '../../src/config/load.ts';
import { accessTokens } from '../../src/config/named-secrets.ts';
import { secretsIn } from '../../src/config/properties.ts';
import type { Route } from '../../src/http/route-table.ts';
import { renewalOf } from '../../src/renewal.ts';
import { runServer } from '../support/running-server.ts';
import { SseReader } from '../support/sse-reader.ts';

const TOKENS = accessTokens.parse(
  'prometheus=metrics:metrics-token,page=stream:stream-token,desk=stream+report:desk-token,books=read:read-token',
);
const FULL = 'full-token';
const limited = { 'app.access.tokens': TOKENS, 'app.profiles': ['mock'] as const };
const bearing = (token: string) => ({ authorization: `Bearer ${token}` });

async function statusOf(url: string, { method, url: path }: Route, token: string) {
  const answer = await fetch(url + path.replace(/:\w+/g, 'some-name'), {
    method,
    headers: bearing(token),
    redirect: 'manual',
    ...(method !== 'GET' && method !== 'HEAD' && { body: '{}' }),
  });
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? '' : await answer.text();
  if (isStream) await answer.body?.cancel();
  return { status: answer.status, headers: answer.headers, text };
}

describe('[OP2] a token does what it is for, and nothing else', () => {
  test('on every route', async () => {
    const { server, url } = await runServer(limited);
    const allowed = new Map<string, string[]>();
    for (const { token, name } of TOKENS ?? []) {
      for (const route of server.routes) {
        if (route.access !== 'reader' || route.method === 'HEAD') continue;
        const { status, headers, text } = await statusOf(url, route, token);
        const where = `${route.method} ${route.url}`;
        expect(status, `${name}: ${where}`).not.toBe(401);
        if (status !== 403) allowed.set(name, [...(allowed.get(name) ?? []), where]);
        else {
          expect(JSON.parse(text), where).toMatchObject({ code: 'token_limited' });
          expect(headers.get('www-authenticate')).toContain('error="insufficient_scope"');
          expect(text).not.toContain(token);
        }
      }
    }
    const stream = [
      'GET /api/webhook/events',
      'GET /api/webhook/history',
      'GET /api/webhook/history/ids',
    ];
    expect(allowed.get('prometheus')).toEqual(['GET /metrics']);
    expect(allowed.get('page')?.sort()).toEqual(stream);
    expect(allowed.get('desk')?.sort()).toEqual([
      ...stream,
      'POST /api/addresses',
      'POST /api/calls',
    ]);
    const read = allowed.get('books') ?? [];
    // Sockets are asked for by GET too, and give orders to a telephone.
    expect(read.filter((where) => !where.startsWith('GET '))).toEqual(['POST /api/lines']);
    expect(read).not.toContain('GET /ws');
    const reading = [...server.routes].filter(
      ({ access, method, url: path }) => access === 'reader' && method === 'GET' && path !== '/ws',
    );
    expect(read).toHaveLength(reading.length + 1);
  });

  test('they close what is read, and add nothing to what the one for everything may do', async () => {
    const { url } = await runServer({ ...limited, 'app.access.token': FULL });
    const ask = async (headers: Record<string, string>, method = 'GET') =>
      (await fetch(`${url}/api/webhook/history`, { method, headers })).status;
    expect(await ask({})).toBe(401);
    expect(await ask(bearing('wrong'))).toBe(401);
    expect(await ask(bearing('stream-token'))).toBe(200);
    expect(await ask(bearing('stream-token'), 'DELETE')).toBe(403);
    expect(await ask(bearing(FULL), 'DELETE')).toBe(204);
  });

  test('what is troubled is told in full to those who may read, and no others', async () => {
    const { url } = await runServer(limited);
    const version = async (token: string) =>
      (await (await fetch(`${url}/healthz`, { headers: bearing(token) })).json()).version;
    expect(await version('read-token')).toBeTypeOf('string');
    expect(await version('metrics-token')).toBeUndefined();
  });

  test('no token shows up in answers or log', async () => {
    const { url, logLines } = await runServer(limited);
    const answer = await fetch(`${url}/metrics`, { headers: bearing('stream-token') });
    expect((await answer.text()) + logLines.join('')).not.toContain('-token"');
    expect(secretsIn(presetConfig(limited))).toEqual(
      expect.arrayContaining(['metrics-token', 'read-token']),
    );
  });

  test.each([
    ['prometheus=geheim', 'entry 1: *** is not name=rights:token'],
    [
      'prometheus=metric:geheim',
      'entry 1: what stands before the : is no right; there are metrics',
    ],
    ['prometheus=metrics+erase:geheim', 'entry 1: what stands before the : is no right'],
    ['prometheus=metrics:', 'entry 1: the token behind the : is not allowed'],
    ['a=metrics:geheim,b=read:geheim', 'entries 1 and 2: have the same token'],
    ['A=metrics:geheim', 'entry 1: the name before = is not allowed'],
  ])('%j is one clear line, without the token', (value, expected) => {
    const said = accessTokens.faults?.(value) ?? [];
    expect(said).toEqual([expect.stringContaining(expected)]);
    expect(said.join()).not.toContain('geheim');
  });
});

describe('[OP2] tokens and senders are taken anew', () => {
  const ran = (changes: object) =>
    ({ wants: 'run', config: presetConfig(changes), remarks: [], secretFiles: [] }) as const;

  test('from one moment to the next, and said in the log', async () => {
    const before = {
      'app.server.port': 0,
      'app.webhook.senders': [{ name: 'erp', token: 'erp-old' }],
      'app.access.token': 'reader-old',
    };
    const { server, post, url, logLines, archive } = await runServer(before);
    const after = {
      ...before,
      'app.webhook.senders': [
        { name: 'erp', token: 'erp-new' },
        { name: 'shop', token: 'shop-new' },
      ],
      'app.access.token': 'reader-new',
      'app.log.level': 'debug',
    };
    server.renew(ran(after));
    const send = async (token: string) =>
      (await post('/api/webhook', '{}', { 'x-webhook-token': token })).status;
    expect([await send('erp-old'), await send('erp-new'), await send('shop-new')]).toEqual([
      401, 202, 202,
    ]);
    expect(archive.senders).toEqual(['erp', 'shop']);
    const read = (token: string) => fetch(`${url}/api/sources`, { headers: bearing(token) });
    expect((await read('reader-old')).status).toBe(401);
    expect((await (await read('reader-new')).json()).senders).toEqual(['erp', 'shop']);
    const said = logLines.join('');
    expect(said).toContain(
      '"properties":["app.access.token","app.webhook.senders"],"msg":"tokens and senders taken anew"',
    );
    expect(said).toContain(
      '"properties":["app.log.level"],"msg":"changed, and taken at the next start only"',
    );
    expect(said).not.toMatch(/erp-|reader-|shop-/);
  });

  test('what is open for a token ends with it, or when it may do less', async () => {
    const tokens = (written: string) => ({
      'app.server.port': 0,
      'app.access.tokens': accessTokens.parse(written),
    });
    const { server, port, post } = await runServer(
      tokens('a=stream:one,b=stream:two,c=stream:three'),
    );
    const open = (token: string) => new SseReader(port, '/api/webhook/events', bearing(token));
    const [one, two, three] = [open('one'), open('two'), open('three')];
    for (const reader of [one, two, three]) await reader.first('hello');
    server.renew(ran(tokens('a=stream:one,b=metrics:two')));
    for (const reader of [two, three]) await reader.until(() => reader.closed);
    await post('/api/webhook', '1');
    await one.until(() => one.events.length === 1);
  });

  test('a configuration with mistakes is not taken', async () => {
    const { server, post, logLines } = await runServer({ 'app.webhook.token': 'sender-token' });
    server.renew({ wants: 'mistakes', mistakes: ['app.webhook.tokn: no such property'] });
    expect((await post('/api/webhook', '1')).status).toBe(401);
    expect((await post('/api/webhook?token=sender-token', '1')).status).toBe(202);
    expect(logLines.join('')).toContain('the configuration has mistakes; tokens and senders stay');
  });

  test('no door is opened by it, nor readers locked out that had none', () => {
    const later = (running: object, written: object) =>
      renewalOf(presetConfig(running), presetConfig(written)).later;
    const token = { 'app.webhook.token': 'T' };
    expect(later(token, {})).toEqual(['app.webhook.token']);
    expect(later({}, token)).toEqual([]);
    const secret = { 'app.webhook.secret.jobs': 'S' };
    expect(later(secret, {})).toEqual(['app.webhook.secret.jobs']);
    expect(later(secret, token)).toEqual([]);
    const reader = { 'app.access.token': 'T' };
    expect(later({}, reader)).toEqual(['app.access.token']);
    expect(later(reader, {})).toEqual(['app.access.token']);
    expect(
      later({ ...reader, 'app.access.password': 'p' }, { 'app.access.password': 'p' }),
    ).toEqual([]);
  });
});

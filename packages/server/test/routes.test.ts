import { expect, onTestFinished, test } from 'vitest';
import { presetConfig } from '../src/config/load.ts';
import { createApp } from '../src/http/app.ts';
import { HeldMemory } from '../src/http/held-memory.ts';
import { OriginGuard } from '../src/http/origin-guard.ts';
import { createServer } from '../src/server.ts';
import { ArchiveDouble } from './support/archive-double.ts';
import { runServer } from './support/running-server.ts';

test('a route that does not declare who may use it is refused', () => {
  const held = new HeldMemory(Number.POSITIVE_INFINITY);
  const config = presetConfig();
  const guard = new OriginGuard(config);
  const { app } = createApp({ config, onProblem() {}, isDraining: () => false, held, guard });
  expect(() => app.get('/forgotten', async () => 'secret')).toThrow(
    'the route GET /forgotten does not declare who may use it',
  );
});

test('every route declares who may use it', async () => {
  const { server } = await runServer();
  const routes = [...server.routes];
  expect(routes.length).toBeGreaterThan(10);
  for (const { url, access } of routes) expect(['intake', 'reader', 'open'], url).toContain(access);
  for (const { url, method } of routes.filter(({ access }) => access === 'intake')) {
    expect(`${method} ${url}`).toMatch(/^POST \/api\/webhook/);
  }
});

test('[SE1] a route that only declares that it is for senders is checked like theirs', async () => {
  const config = presetConfig({
    'app.server.port': 0,
    'app.webhook.token': 'sender-token',
    'app.webhook.rate-limit': { count: 2, per: 60_000 },
  });
  const server = createServer(config, { archive: ArchiveDouble.with({}) });
  server.app.post('/forgotten', { config: { access: 'intake' } }, async () => 'done');
  const url = await server.start();
  onTestFinished(() => server.stop());
  const ask = async (query: string) =>
    (await fetch(`${url}/forgotten${query}`, { method: 'POST' })).status;
  expect(await ask('')).toBe(401);
  expect(await ask('?token=sender-token')).toBe(200);
  expect(await ask('?token=sender-token')).toBe(429);
});

test('every route answers other methods with 405 and Allow', async () => {
  const { server, url } = await runServer();
  for (const route of new Set([...server.routes].map((each) => each.url))) {
    const answer = await fetch(url + route, { method: 'PROPFIND' });
    expect(answer.status, route).toBe(405);
    expect(answer.headers.get('allow'), route).toBeTruthy();
    expect(await answer.json()).toMatchObject({ code: 'method_not_allowed' });
  }
});

import { spawn } from 'node:child_process';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { runServer } from '../../support/running-server.ts';
import { runMock } from '../telephony-client.ts';

const PATHS = ['/ws', '/api/mock/calls', '/api/mock/address-cache', '/api/mock/addresses'];

test('[TE1] without the profile /ws and /api/mock/** are 404', async () => {
  const { url, port } = await runServer();
  for (const path of PATHS) {
    for (const method of ['GET', 'POST']) {
      const answer = await fetch(url + path, { method });
      expect(answer.status, `${method} ${path}`).toBe(404);
      expect(await answer.json()).toMatchObject({ code: 'not_found' });
    }
  }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws`);
  const error = await new Promise<Error>((resolve) => socket.on('error', resolve));
  expect(error.message).toContain('404');
});

const WATCH = `
  import { registerHooks } from 'node:module';
  registerHooks({
    load(url, context, next) {
      if (/server\\/src\\/telephony\\/(?!systems\\/(?:configured|systems|(?:\\w+\\/)?properties)\\.|system\\.)|node_modules\\/ws\\//.test(url)) console.log('loaded', url);
      return next(url, context);
    },
  });`;

/** What of the mock a process loads until it listens. */
async function loadedBy(parameters: string[]): Promise<string> {
  const watch = `data:text/javascript,${encodeURIComponent(WATCH)}`;
  const main = `${import.meta.dirname}/../../../src/main.ts`;
  const child = spawn('node', ['--import', watch, main, ...parameters], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, APP_SERVER_PORT: '0', APP_ARCHIVE_URL: 'off' },
  });
  let output = '';
  for await (const text of child.stdout) {
    output += text;
    if (output.includes('Hookline listens on')) child.kill('SIGTERM');
  }
  expect(output).toContain('Hookline listens on');
  return (output.match(/^loaded .*$/gm) ?? []).join('\n');
}

test('[TE1] without the profile neither the mock nor ws is loaded', async () => {
  expect(await loadedBy([])).toBe('');
  const loaded = await loadedBy(['--profile', 'mock']);
  expect(loaded).toContain('/src/telephony/systems/mock/mock.ts');
  expect(loaded).toContain('/node_modules/ws/');
});

test('[CL7] /api/telephony says where the telephony app is', async () => {
  const ask = async (url: string, headers?: Record<string, string>) =>
    (await fetch(`${url}/api/telephony`, { ...(headers && { headers }) })).json();
  const none = { url: null, system: null, desks: [], push: null };
  expect(await ask((await runServer()).url)).toEqual(none);
  const { url, port } = await runMock();
  const mock = { ...none, system: 'mock', url: `ws://127.0.0.1:${port}/ws` };
  expect(await ask(url)).toEqual(mock);
  const named = await runServer({ 'app.telephony.url': 'ws://localhost:9999/tel' });
  expect(await ask(named.url)).toEqual({ ...none, url: 'ws://localhost:9999/tel' });
  const proxied = await runMock({ 'app.server.public-url': 'https://hooks.example.com/relay' });
  expect(await ask(proxied.url)).toEqual({ ...mock, url: 'wss://hooks.example.com/relay/ws' });
  const bridge = await runServer({
    'app.telephony.system': 'cti',
    'app.telephony.push.token': 'secret-of-the-push',
    'app.telephony.desks': { '21': 'a', '22': 'b' },
  });
  expect(await ask(bridge.url)).toEqual({
    url: `ws://127.0.0.1:${bridge.port}/api/telephony/ws`,
    system: 'cti',
    desks: ['21', '22'],
    push: `http://127.0.0.1:${bridge.port}/api/telephony/push?token=TOKEN`,
  });
});

test('every route of the mock is for readers and answers other methods with 405', async () => {
  const { url, server } = await runMock();
  const mine = [...server.routes].filter(
    (route) => route.url.startsWith('/api/mock') || route.url === '/ws',
  );
  expect(mine.length).toBeGreaterThan(9);
  for (const route of mine) {
    expect(route.access, route.url).toBe('reader');
    expect((await fetch(url + route.url, { method: 'PATCH' })).status, route.url).toBe(405);
  }
});

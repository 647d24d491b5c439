import { expect, test } from 'vitest';
import { runClosed } from '../access/closed-server.ts';
import { runServer } from '../support/running-server.ts';
import { loginTo, office, phone, rings } from './asterisk-office.ts';
import { ManagerInterface } from './manager-interface.ts';
import { connectTo } from './telephony-client.ts';

const SYSTEM = {
  'app.telephony.system': 'cti',
  'app.telephony.push.token': 'push-token-0123',
  'app.archive.url': 'off',
} as const;
const RING = 'event=newCall&direction=in&callId=1&from=493023125101&to=494066969100';

/** Asks to be let in to the socket, as a browser does. */
function knock(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/api/telephony/ws`, { headers });
}

test('[TE1] [TS1] with a real telephone system the mock’s paths stay 404', async () => {
  const { url } = await runServer(SYSTEM);
  for (const path of ['/ws', '/api/mock/calls', '/api/mock/address-cache', '/api/mock/addresses']) {
    for (const method of ['GET', 'POST']) {
      expect((await fetch(url + path, { method })).status, `${method} ${path}`).toBe(404);
    }
  }
  const { url: address } = await (await fetch(`${url}/api/telephony`)).json();
  expect(address).toBe(`${url.replace('http', 'ws')}/api/telephony/ws`);
});

test('[TS1] without one its paths are 404, with the mock too', async () => {
  for (const config of [{}, { 'app.profiles': ['mock'] as const }]) {
    const { url } = await runServer(config);
    expect((await knock(url)).status).toBe(404);
    expect((await fetch(`${url}/api/telephony/push`, { method: 'POST' })).status).toBe(404);
  }
});

test('[SE1] [TS1] closed: calls are for who has logged in, and pushes have a token of their own', async () => {
  const { url, cookie } = await runClosed(SYSTEM);
  const stranger = await knock(url);
  expect(stranger.status).toBe(401);
  expect(await stranger.json()).toMatchObject({ code: 'login_required' });
  expect((await knock(url, { cookie: await cookie() })).status).toBe(426);
  const push = (token: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/telephony/push${token}`, { method: 'POST', body: RING, headers });
  expect((await push('')).status).toBe(401);
  expect((await push('', { cookie: await cookie() })).status).toBe(401);
  expect((await push('?token=push-token-0123')).status).toBe(204);
});

test('[SE1] [TS1] beyond this machine and not closed: nobody hears who calls', async () => {
  const { url } = await runServer({
    ...SYSTEM,
    'app.server.public-url': 'https://hooks.office.example',
  });
  const refused = await knock(url);
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ code: 'access_not_configured' });
});

const OPEN = { 'app.server.host': '0.0.0.0', 'app.access.open': true } as const;
const PREMIUM = { number: '0900 1 23456' };
/** A page of theirs whose host name leads here by now: for a browser both are one origin. */
const REBOUND = { host: 'evil.example', origin: 'http://evil.example' };

test('[SE2] [TS4] a server that goes by any name gives no order to a telephone, and says so', async () => {
  const { pbx, server } = await office(OPEN);
  const page = await connectTo(server.port, '/api/telephony/ws?desk=21', REBOUND);
  const hello = await page.frame(({ event }) => event === 'hello');
  expect(hello.data).toMatchObject({ extension: '21', commands: [] });
  expect(await page.ask('dial', PREMIUM)).toMatchObject({
    ok: false,
    error: { code: 'unavailable', message: expect.stringContaining('app.server.allowed-hosts') },
  });

  // It is watched as before, and no call offers what would be refused.
  await rings(pbx, phone('21'));
  const { callId, features } = await page.event('call.ringing', ({ to }) => to.raw !== '');
  expect(features).toEqual([]);
  const { calls } = await page.result<{ calls: object[] }>('calls');
  expect(calls).toMatchObject([{ callId, features: [] }]);
  for (const command of ['answer', 'reject', 'hangup', 'hold', 'resume', 'transfer']) {
    const { error } = await page.ask(command, { callId, to: PREMIUM.number });
    expect(error, command).toMatchObject({ code: 'unavailable' });
  }
  expect(pbx.actions).toEqual([]);
});

test.each([
  ['on loopback', {}, {}],
  ['by its name', { ...OPEN, 'app.server.allowed-hosts': ['office-pc'] }, { host: 'office-pc' }],
  ['by its address', { ...OPEN, 'app.server.public-url': 'http://office-pc' }, {}],
  [
    'with its token',
    { 'app.server.host': '0.0.0.0', 'app.access.token': 'reader-token' },
    { host: 'any.example', authorization: 'Bearer reader-token' },
  ],
])('[SE2] [TS4] %s: who may read gives orders to the telephone', async (_, config, headers) => {
  const pbx = await ManagerInterface.start();
  const { port } = await runServer({
    ...loginTo(pbx),
    'app.telephony.desks': { '21': '21' },
    'app.archive.url': 'off',
    ...config,
  });
  await pbx.followed();
  const page = await connectTo(port, '/api/telephony/ws?desk=21', headers);
  await page.result('dial', PREMIUM);
  expect(pbx.actions).toMatchObject([{ action: 'Originate' }]);
});

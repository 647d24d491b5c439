import { expect, test } from 'vitest';
import { runClosed } from '../access/closed-server.ts';
import { runServer } from '../support/running-server.ts';

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

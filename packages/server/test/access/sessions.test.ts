import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cookieOf, HASH, PASSWORD, runClosed, TOKEN, temporaryFolder } from './closed-server.ts';

const HOUR = 3_600_000;

/** The answer to somebody who brings this cookie. */
const statusWith = async (url: string, cookie: string) =>
  (await fetch(`${url}/metrics`, { headers: { cookie } })).status;

test('[SE1] the right password is 204 with a cookie that no script and no other site can use', async () => {
  const { logIn, url } = await runClosed();
  const answer = await logIn();
  expect(answer.status).toBe(204);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const [cookie = '', ...rest] = answer.headers.getSetCookie();
  expect(rest).toEqual([]);
  expect(cookie).toMatch(/^hookline=[\w.-]+; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
  expect(await statusWith(url, cookieOf(answer))).toBe(200);
});

test('[SE1] behind https the cookie is for encrypted lines only, and of this host only', async () => {
  const { logIn, url } = await runClosed({ 'app.server.public-url': 'https://hooks.example.com' });
  const answer = await logIn();
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^__Host-hookline=[\w.-]+; Path=\/; .*; SameSite=Strict; Secure$/,
  );
  const cookie = cookieOf(answer);
  expect(await statusWith(url, cookie)).toBe(200);
  expect(await statusWith(url, cookie.replace('__Host-', ''))).toBe(401);
});

test('[SE1] a wrong password is 401, and a body that is none is 400', async () => {
  const { logIn, post, logLines } = await runClosed();
  for (const wrong of ['', 'wrong', PASSWORD.toUpperCase()]) {
    const answer = await logIn(wrong);
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect(await answer.json()).toMatchObject({ code: 'wrong_password' });
  }
  for (const body of ['', '{}', '{"password":7}', '{"password":"x","more":1}', 'password=x']) {
    expect((await post('/api/session', body)).status, body).toBe(400);
  }
  expect((await post('/api/session', JSON.stringify('x'.repeat(20_000)))).status).toBe(413);
  expect(logLines.join('')).not.toContain(PASSWORD.toUpperCase());
  expect(logLines.join('')).toContain('wrong password');
});

test('[SE1] umlauts may be typed as one character or as two', async () => {
  const { logIn } = await runClosed();
  expect(PASSWORD.normalize('NFD')).not.toBe(PASSWORD);
  expect((await logIn(PASSWORD.normalize('NFD'))).status).toBe(204);
});

test('[SE1] a session slides: it is renewed once half of it is used, and ends when it is not', async () => {
  let now = Date.now();
  const { logIn, url } = await runClosed({}, { now: () => now });
  const first = cookieOf(await logIn());
  const ask = (cookie: string) => fetch(`${url}/metrics`, { headers: { cookie } });
  now += 5 * HOUR;
  expect((await ask(first)).headers.getSetCookie()).toEqual([]);
  now += 2 * HOUR;
  const second = cookieOf(await ask(first));
  expect(second).not.toBe(first);
  now += 7 * HOUR;
  expect((await ask(first)).status).toBe(401);
  const third = cookieOf(await ask(second));
  now += 11 * HOUR;
  expect((await ask(second)).status).toBe(401);
  expect((await ask(third)).status).toBe(200);
  now += HOUR;
  expect((await ask(third)).status).toBe(401);
});

test('[SE1] to ask for the session renews it too, so that an open page stays logged in', async () => {
  let now = Date.now();
  const { cookie, url } = await runClosed({}, { now: () => now });
  const session = await cookie();
  now += 7 * HOUR;
  const answer = await fetch(`${url}/api/session`, { headers: { cookie: session } });
  expect(await answer.json()).toMatchObject({ active: true, lifetime: 43_200 });
  now += 7 * HOUR;
  expect(await statusWith(url, session)).toBe(401);
  expect(await statusWith(url, cookieOf(answer))).toBe(200);
});

test('[SE1] a stream hands the renewed cookie over too', async () => {
  let now = Date.now();
  const { cookie, url } = await runClosed({}, { now: () => now });
  const session = await cookie();
  now += 7 * HOUR;
  const stream = await fetch(`${url}/api/webhook/events`, { headers: { cookie: session } });
  await stream.body?.cancel();
  expect(stream.headers.getSetCookie()).toHaveLength(1);
  expect(await statusWith(url, cookieOf(stream))).toBe(200);
});

test('[SE1] log-out ends a session for good: renewed, after a restart, for every copy of it', async () => {
  let now = Date.now();
  const config = { 'app.access.ended-sessions': join(temporaryFolder(), 'new/ended') };
  const { url, cookie, server } = await runClosed(config, { now: () => now });
  const [mine, other] = [await cookie(), await cookie()];
  now += 7 * HOUR;
  const renewed = cookieOf(await fetch(`${url}/metrics`, { headers: { cookie: mine } }));
  const logOut = (session: string) =>
    fetch(`${url}/api/session`, { method: 'DELETE', headers: { cookie: session } });
  const answer = await logOut(mine);
  expect(answer.status).toBe(204);
  expect(answer.headers.getSetCookie()[0]).toMatch(/^hookline=; Path=\/; Max-Age=0; /);
  for (const copy of [mine, renewed]) expect(await statusWith(url, copy)).toBe(401);
  expect(await statusWith(url, other)).toBe(200);
  expect((await logOut(mine)).status).toBe(204);
  expect((await fetch(`${url}/api/session`, { method: 'DELETE' })).status).toBe(204);

  // Beyond the end of the cookie that was shown, before the end of the one it was renewed to.
  now += 6 * HOUR;
  await logOut(await cookie());
  expect(await statusWith(url, renewed)).toBe(401);
  now -= 6 * HOUR;

  await server.stop();
  const again = await runClosed(config, { now: () => now });
  for (const copy of [mine, renewed]) expect(await statusWith(again.url, copy)).toBe(401);
  expect(await statusWith(again.url, other)).toBe(200);
});

test('[SE1] the notes about ended sessions do not grow for ever', async () => {
  let now = Date.now();
  const file = join(temporaryFolder(), 'ended');
  const config = { 'app.access.ended-sessions': file };
  const { url, cookie, server } = await runClosed(config, { now: () => now });
  for (let n = 0; n < 3; n++) {
    await fetch(`${url}/api/session`, { method: 'DELETE', headers: { cookie: await cookie() } });
  }
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(3);
  await server.stop();
  now += 13 * HOUR;
  await runClosed(config, { now: () => now });
  expect(readFileSync(file, 'utf8')).toBe('');
});

test('[SE1] a log-out works although it cannot be noted, and the log says so', async () => {
  const { url, cookie, logLines } = await runClosed({
    'app.access.ended-sessions': '/dev/null/ended',
  });
  const session = await cookie();
  const headers = { cookie: session };
  expect((await fetch(`${url}/api/session`, { method: 'DELETE', headers })).status).toBe(204);
  expect(await statusWith(url, session)).toBe(401);
  expect(logLines.join('')).toContain('app.access.ended-sessions');
});

test('[SE1] sessions outlive a restart, and end with another password or lifetime', async () => {
  const { cookie } = await runClosed();
  const session = await cookie();
  const after = async (config: Parameters<typeof runClosed>[0]) =>
    statusWith((await runClosed(config)).url, session);
  expect(await after({})).toBe(200);
  expect(await after({ 'app.access.token': 'another-token' })).toBe(200);
  expect(await after({ 'app.access.session-lifetime': 24 * HOUR })).toBe(401);
  expect(await after({ 'app.access.password': 'another' })).toBe(401);
  // The same password, hashed anew: whoever changes the hash wants everybody out.
  const anew = HASH.replace('scrypt:16:1:1:bm90', 'scrypt:16:1:1:bm91');
  expect(await after({ 'app.access.password': anew })).toBe(401);
  expect(await after({ 'app.access.password': undefined })).toBe(401);
});

test('[SE1] a plain password works like its hash, and its sessions outlive a restart', async () => {
  const plain = { 'app.access.password': 'ein Wort aus der Datei' };
  const { logIn, server } = await runClosed(plain);
  expect((await logIn('ein Wort aus der datei')).status).toBe(401);
  const answer = await logIn('ein Wort aus der Datei');
  expect(answer.status).toBe(204);
  await server.stop();
  const again = await runClosed(plain);
  expect(await statusWith(again.url, cookieOf(answer))).toBe(200);
});

test('[SE1] GET /api/session tells everyone how things stand, and nothing else', async () => {
  const ask = async (url: string, headers: Record<string, string> = {}) =>
    (await fetch(`${url}/api/session`, { headers })).json();
  const { url, cookie } = await runClosed();
  const closed = { required: true, password: true, configured: true };
  expect(await ask(url)).toEqual({ ...closed, active: false, lifetime: null });
  expect(await ask(url, { cookie: await cookie() })).toMatchObject({ active: true });
  expect(await ask(url, { authorization: `Bearer ${TOKEN}` })).toEqual({
    ...closed,
    active: true,
    lifetime: null,
  });
  const byToken = await runClosed({ 'app.access.password': undefined });
  expect(await ask(byToken.url)).toMatchObject({ required: true, password: false });
  expect((await byToken.logIn()).status).toBe(403);
});

import { get } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { returnPath } from '../../src/access/login-routes.ts';
import { runServer } from '../support/running-server.ts';
import { type ClosedServer, cookieOf, PASSWORD, runClosed, TOKEN } from './closed-server.ts';

/** What a browser sends when somebody opens a page. */
const NAVIGATION = {
  accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-dest': 'document',
};

/** `fetch` always says that a script is asking. */
function open(url: string, headers: Record<string, string> = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sent = get(url, { headers: { ...NAVIGATION, ...headers } }, async (answer) => {
      const status = answer.statusCode ?? 0;
      resolve(
        new Response(await text(answer), {
          status,
          headers: answer.headers as Record<string, string>,
        }),
      );
    });
    sent.on('error', reject);
  });
}

/** Sends the form as a browser without script does. */
const submit = ({ url }: ClosedServer, fields: Record<string, string>, language = 'de') =>
  fetch(`${url}/login`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'accept-language': language },
    redirect: 'manual',
  });

test('[SE1] whoever opens a page without a login comes to /login, and programs get 401', async () => {
  const { url, cookie } = await runClosed();
  for (const [path, login] of [
    ['/', '/login'],
    ['/docs', '/login?next=%2Fdocs'],
    ['/api/addresses?q=a&limit=5', '/login?next=%2Fapi%2Faddresses%3Fq%3Da%26limit%3D5'],
  ] as const) {
    const answer = await open(url + path);
    expect(answer.status, path).toBe(303);
    expect(answer.headers.get('location')).toBe(login);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect((await fetch(url + path)).status, path).toBe(401);
    // A page that asks for data gets an error, not a page, whatever it accepts.
    expect((await open(url + path, { 'sec-fetch-mode': 'cors' })).status, path).toBe(401);
  }
  const headers = { cookie: await cookie() };
  expect((await open(url, headers)).status).toBe(200);
  const login = await open(`${url}/login?next=/docs`, headers);
  expect([login.status, login.headers.get('location')]).toEqual([303, '/docs']);
});

test('[SE1] [SE3] the login page needs no script, has a strict policy and loads nothing that is closed', async () => {
  const { url } = await runClosed();
  const answer = await open(`${url}/login?next=/docs%23errors`);
  expect(answer.status).toBe(200);
  const policy = answer.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe');
  // With `no-referrer` a browser would send the form with `Origin: null`.
  expect(answer.headers.get('referrer-policy')).toBe('same-origin');
  const html = await answer.text();
  expect(html).not.toMatch(/<script>|style="|https?:|\son\w+=/);
  expect(html).toContain('name="next" value="/docs#errors"');
  expect(html).toContain('autocomplete="current-password"');
  const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file);
  expect(files.length).toBeGreaterThan(2);
  for (const file of files) expect((await fetch(url + file)).status, file).toBe(200);
});

test('[SE1] the form logs in and goes on to where one was going', async () => {
  const server = await runClosed();
  const answer = await submit(server, { password: PASSWORD, next: '/#/jobs/J-1', username: 'x' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/#/jobs/J-1']);
  const headers = { cookie: cookieOf(answer) };
  expect((await fetch(`${server.url}/metrics`, { headers })).status).toBe(200);
});

test('[SE1] errors are said in words, in German and in English, with the seconds to wait', async () => {
  const server = await runClosed();
  const wrong = await submit(server, { password: 'wrong', next: '/docs"><b>' });
  expect(wrong.status).toBe(401);
  const german = await wrong.text();
  expect(german).toContain('Das Passwort stimmt nicht');
  expect(german).toContain('<html lang="de">');
  expect(german).not.toContain('"><b>');
  expect(german).toContain('value="/docs%22%3E%3Cb%3E"');
  const english = await (await submit(server, { password: '' }, 'en-GB, de;q=0.7')).text();
  expect(english).toContain('The password is wrong');
  expect(english).toContain('<html lang="en">');
  await submit(server, {});
  const tooMany = await submit(server, { password: PASSWORD });
  expect(tooMany.status).toBe(429);
  expect(tooMany.headers.get('retry-after')).toBe('1');
  expect(tooMany.headers.getSetCookie()).toEqual([]);
  const page = await tooMany.text();
  expect(page).toContain('Zu viele Versuche. In einer Sekunde');
  expect(page).toContain('data-wait="1"');
  const headers = { authorization: `Bearer ${TOKEN}` };
  const metrics = await (await fetch(`${server.url}/metrics`, { headers })).text();
  expect(metrics).toMatch(/\{code="wrong_password"\} 3/);
  expect(metrics).toMatch(/\{code="too_many_attempts"\} 1/);
});

test.each([
  [undefined, 'de'],
  ['', 'de'],
  ['fr, it;q=0.5', 'de'],
  ['en', 'en'],
  ['EN-us,en;q=0.9', 'en'],
  ['fr, en;q=0.5, de;q=0.4', 'en'],
  ['en;q=0.5, de-AT', 'de'],
  ['en;q=0', 'de'],
  ['constructor, __proto__', 'de'],
])('the language for %s is %s', async (accepted, language) => {
  const { url } = await runClosed();
  const page = await open(
    `${url}/login`,
    accepted === undefined ? {} : { 'accept-language': accepted },
  );
  expect(await page.text()).toContain(`<html lang="${language}">`);
});

test.each([
  ['/', '/'],
  ['/docs?x=1#y', '/docs?x=1#y'],
  ['/#/jobs/J 1', '/#/jobs/J%201'],
  ['//elsewhere.example', '/'],
  ['///elsewhere.example', '/'],
  ['/\\elsewhere.example', '/'],
  ['/\t/elsewhere.example', '/'],
  ['/\n\\elsewhere.example', '/'],
  ['/..//elsewhere.example', '/'],
  ['/x/..//elsewhere.example', '/'],
  ['https://elsewhere.example', '/'],
  ['javascript:alert(1)', '/'],
  ['elsewhere', '/'],
  ['', '/'],
  ['/login', '/'],
  ['/login?next=/login', '/'],
  ['/api/session', '/'],
  ['/loginx', '/loginx'],
  ['/a\r\nset-cookie: x=y', '/aset-cookie:%20x=y'],
  [['/a', '/b'], '/'],
  [undefined, '/'],
])('[SE1] after the login %j leads to %s', (wanted, path) => {
  expect(returnPath(wanted)).toBe(path);
});

test('[SE1] without a password there is no form, but a word about why', async () => {
  const { url } = await runClosed({ 'app.access.password': undefined });
  const page = await (await open(`${url}/login`)).text();
  expect(page).toContain('app.access.password');
  expect(page).not.toContain('<form');
});

test('[SE1] where nothing is closed /login leads on', async () => {
  const { url } = await runServer();
  const answer = await open(`${url}/login?next=/docs`);
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/docs']);
});

test('[SE1] behind https the page knows the address that the cookie is for', async () => {
  const { url } = await runClosed({ 'app.server.public-url': 'https://hooks.example.com' });
  expect(await (await open(`${url}/login`)).text()).toContain('href="https://hooks.example.com"');
});

test('[SE2] a link on a page of others leads on with the login, a frame in it does not', async () => {
  const { url, cookie } = await runClosed();
  // A page of another port of the same host, for which browsers send the cookie.
  const foreign = { cookie: await cookie(), 'sec-fetch-site': 'same-site' };
  expect((await open(url, foreign)).status).toBe(200);
  for (const part of ['iframe', 'frame', 'object', 'embed']) {
    const answer = await open(url, { ...foreign, 'sec-fetch-dest': part });
    expect([answer.status, answer.headers.get('location')], part).toEqual([303, '/login']);
  }
});

test('[SE2] a page of others cannot log a browser in or out', async () => {
  const server = await runClosed();
  const session = await server.cookie();
  const foreign = { 'sec-fetch-site': 'cross-site', origin: 'http://elsewhere.example' };
  for (const [method, path] of [
    ['POST', '/login'],
    ['POST', '/api/session'],
    ['DELETE', '/api/session'],
  ]) {
    const answer = await fetch(server.url + path, {
      method: method ?? '',
      headers: { ...foreign, cookie: session },
      ...(method === 'POST' && { body: JSON.stringify({ password: PASSWORD }) }),
    });
    expect(answer.status, path).toBe(403);
    expect(answer.headers.getSetCookie()).toEqual([]);
  }
  const still = await fetch(`${server.url}/metrics`, { headers: { cookie: session } });
  expect(still.status).toBe(200);
});

import { expect, test } from 'vitest';
import { shownPath } from '../src/intake/rejections.ts';
import { rawRequest } from './support/raw-request.ts';
import { runServer } from './support/running-server.ts';

const RIGHT = 's3cret-T0ken/with+signs';
const WRONG = 'guessed-Wr0ng~token';

type Place = [query: string, headers: Record<string, string>];

/** Where a token may stand, and where senders put it by mistake. */
const places = (token: string): Place[] => [
  [`?token=${encodeURIComponent(token)}`, {}],
  [`?token=${token}`, {}],
  [`?token=${encodeURIComponent(token)}&token=twice`, {}],
  [`?access_token=${encodeURIComponent(token)}`, {}],
  ['', { authorization: `Bearer ${token}` }],
  ['', { authorization: `Token ${token}` }],
  ['', { 'x-webhook-token': token }],
  ['', { cookie: `token=${token}`, referer: `https://a.example/?token=${token}` }],
];

/** In the path, where only what the token really is can be told from a name. */
const inPath = (token: string): Place[] => [
  [`%3Ftoken=${encodeURIComponent(token)}`, {}],
  [`/${token}`, {}],
  [`/${encodeURIComponent(token)}`, {}],
  [`;token=${token}`, {}],
];

const PATHS = [
  '/api/webhook',
  '/api/webhook/jobs',
  '/api/webhook/nowhere',
  '/api/webhook/history',
  '/api/addresses',
  '/nowhere',
  '/soap/server1',
];
const BODIES = ['{"a":1}', '{', '', 'x'.repeat(2000)];

test('[IN8] the token is in no answer, log line, metric or refusal, wherever it was sent', async () => {
  const { url, port, post, logLines } = await runServer({
    'app.webhook.token': RIGHT,
    'app.webhook.max-bytes': 1000,
    'app.profiles': ['mock'],
  });
  const seen: string[] = [];
  const keep = async (answer: Response) => {
    // A browser that shows an answer tells nobody the address it came from.
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    seen.push(JSON.stringify([...answer.headers]), await answer.text());
    return answer.status;
  };
  const statuses = new Set<number>();
  const all = [...places(RIGHT), ...inPath(RIGHT), ...places(WRONG)];
  for (const [turn, [query, headers]] of all.entries()) {
    for (const path of PATHS) {
      const body = BODIES[turn % BODIES.length];
      statuses.add(await keep(await post(path + query, body, headers)));
      if (path === '/api/webhook') statuses.add(await keep(await fetch(url + path + query)));
    }
  }
  for (const status of [202, 400, 401, 404, 405]) expect(statuses).toContain(status);

  // What is refused before it is a request.
  const head = `GET /api/webhook?token=${RIGHT}`;
  seen.push(await rawRequest(port, `${head} HTTP/9.9\r\n\r\n`));
  seen.push(await rawRequest(port, `${head}${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`));
  seen.push(await rawRequest(port, `${head} HTTP/1.1\r\nContent-Length: -1\r\n\r\n`));

  const read = ['/metrics', '/api/webhook/rejections', '/api/webhook/history', '/readyz', '/docs'];
  for (const path of read) seen.push(await (await fetch(url + path)).text());
  seen.push(...logLines);
  expect(logLines.join('')).toContain('"code":"unauthorized"');
  expect(seen.join('')).toContain('hookline_requests_rejected_total{code="unauthorized"}');
  for (const token of [RIGHT, WRONG]) {
    for (const text of seen) {
      for (const form of [token, encodeURIComponent(token), token.slice(0, 12)]) {
        expect(text).not.toContain(form);
      }
    }
  }
});

test.each([
  ['/api/webhook/jobs', '/api/webhook/jobs'],
  ['/api/webhook/Kunde-1.a~b', '/api/webhook/Kunde-1.a~b'],
  ['/api/webhook/jobs%3Ftoken=x', '/api/webhook/jobs…'],
  ['/api/webhook/jobs;token=x', '/api/webhook/jobs…'],
  ['/api/webhook/T0', '/api/webhook/…'],
  ['/api/webhook/x/T0/y', '/api/webhook/…'],
  ['/api/webhook/%540', '/api/webhook/…'],
  ['/api/webhook/%25540', '/api/webhook/…'],
  // Its beginning, which needs no escapes, would be shown.
  ['/api/webhook/T%30', '/api/webhook/…'],
  ['/api/webhook/T%2530', '/api/webhook/…'],
  [`/api/webhook/${'x'.repeat(86)}T0`, '/api/webhook/…'],
  ['/api/webhook/kunden/030-23125_001', '/api/webhook/kunden/…'],
  ['/api/webhook/+493023125001/x', '/api/webhook/…'],
  ['/api/webhook/493023125001/x', '/api/webhook/…/x'],
  ['/api/webhook/\u001b[31m"<script>', '/api/webhook/…'],
])('[IN8] the path %j is shown as %s', (path, shown) => {
  expect(shownPath(path, ['T0'])).toBe(shown);
});

test('[IN5] a path is not shown at any length', () => {
  const shown = shownPath(`/api/webhook/${'x'.repeat(10_000)}`, []);
  expect(shown).toHaveLength(101);
});

/** What this server keeps secret, beside the token of the webhook. */
const SECRETS = {
  'app.webhook.token': 'sender/Token+0123456789',
  'app.access.token': 'reader~Token.9876543210',
  'app.access.password': 'früh um fünf in Ulm',
  'app.webhook.secret.kunden': 'whsec_c2VjcmV0T25lMTIz whsec_c2VjcmV0VHdvNDU2',
  'app.webhook.secret.generic': 'a plain signing secret',
} as const;

test('[IN8] no secret of ours is in a path that is shown, whichever it is and however it is written', async () => {
  const { port, url, logLines } = await runServer(SECRETS);
  const secrets = Object.values(SECRETS).flatMap((value) =>
    value.startsWith('whsec_') ? value.split(' ') : value,
  );
  const escaped = (text: string, write: (hex: string) => string) =>
    [...Buffer.from(text)].map((byte) => `%${write(byte.toString(16).padStart(2, '0'))}`).join('');
  const ask = (path: string) =>
    rawRequest(
      port,
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    );
  for (const secret of secrets) {
    const forms = [
      encodeURI(secret),
      encodeURIComponent(secret),
      encodeURIComponent(encodeURIComponent(secret)),
      escaped(secret, (hex) => hex.toUpperCase()),
      escaped(secret, (hex) => hex.toLowerCase()),
      // Cut by whoever typed it.
      encodeURI(secret).slice(0, -2),
      encodeURI(secret).slice(2),
    ];
    for (const form of forms) {
      for (const before of ['/', '/jobs/', `/${'x'.repeat(80)}/`, '/jobs%3Ftoken=']) {
        await ask(`/api/webhook${before}${form}`);
      }
    }
  }
  const headers = { authorization: `Bearer ${SECRETS['app.access.token']}` };
  const shown = await (await fetch(`${url}/api/webhook/rejections`, { headers })).text();
  const metrics = await (await fetch(`${url}/metrics`, { headers })).text();
  expect(shown).toContain('"path":"/api/webhook/…"');
  for (const secret of secrets) {
    for (let from = 0; from + 8 <= secret.length; from++) {
      const part = secret.slice(from, from + 8);
      expect(shown + metrics + logLines.join(''), part).not.toContain(part);
    }
  }
});

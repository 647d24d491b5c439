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
  ['/api/webhook/kunden/030-23125_001', '/api/webhook/kunden/…'],
  ['/api/webhook/+493023125001/x', '/api/webhook/…'],
  ['/api/webhook/493023125001/x', '/api/webhook/…/x'],
  ['/api/webhook/\u001b[31m"<script>', '/api/webhook/…'],
])('[IN8] the path %j is shown as %s', (path, shown) => {
  expect(shownPath(path, 'T0')).toBe(shown);
});

test('[IN5] a path is not shown at any length', () => {
  const shown = shownPath(`/api/webhook/${'x'.repeat(10_000)}`, undefined);
  expect(shown).toHaveLength(101);
});

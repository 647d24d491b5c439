import { expect, test } from 'vitest';
import { rawRequest } from './support/raw-request.ts';
import { runServer } from './support/running-server.ts';

/** A line feed alone in front of a request is skipped by the HTTP server and plain to nobody. */
const FORCED = '\r\n';
const TOKEN = 's3cret';

const post = (target: string, ...lines: string[]) =>
  [`POST ${target} HTTP/1.1`, ...lines, 'Content-Length: 1', '', '1'].join('\r\n');
const HOST = 'Host: localhost';
const RIGHT = `X-Webhook-Token: ${TOKEN}`;

/**
 * Requests of which two readers could think differently. Each is sent as it is, and so that only
 * the HTTP server reads it: the answers have to be the same.
 */
const ODD: readonly (readonly [what: string, request: string, status: number])[] = [
  ['an ordinary one', post('/api/webhook', HOST, RIGHT), 202],
  ['two hosts', post('/api/webhook', HOST, HOST, RIGHT), 400],
  ['two different hosts', post('/api/webhook', HOST, 'Host: other', RIGHT), 400],
  ['a list of hosts', post('/api/webhook', 'Host: localhost, other', RIGHT), 400],
  ['markup as host', post('/api/webhook', 'Host: <b>', RIGHT), 400],
  ['no host', post('/api/webhook', RIGHT), 400],
  ['an empty host', post('/api/webhook', 'Host:', RIGHT), 421],
  ['a host with an empty port', post('/api/webhook', 'Host: localhost:', RIGHT), 202],
  ['a host in capitals', post('/api/webhook', 'HOST: LOCALHOST', RIGHT), 202],
  ['Proxy-Connection: close', post('/api/webhook', HOST, RIGHT, 'Proxy-Connection: close'), 202],
  ['Proxy-Connection', post('/api/webhook', HOST, RIGHT, 'Proxy-Connection: keep-alive'), 202],
  ['Connection: Keep-Alive', post('/api/webhook', HOST, RIGHT, 'Connection: Keep-Alive'), 202],
  ['two tokens', post('/api/webhook', HOST, 'X-Webhook-Token: wrong', RIGHT), 401],
  ['no token', post('/api/webhook', HOST), 401],
  ['a token in the query', post(`/api/webhook?token=${TOKEN}`, HOST), 202],
  ['an escaped token', post('/api/webhook?token=s3%63ret', HOST), 202],
  ['an escaped name', post(`/api/webhook?%74oken=${TOKEN}`, HOST), 202],
  ['a broken escape', post(`/api/webhook?a=%zz&token=${TOKEN}`, HOST), 202],
  ['a broken escape in the token', post(`/api/webhook?token=${TOKEN}%`, HOST), 401],
  ['bytes that are no UTF-8', post(`/api/webhook?a=%ff&token=${TOKEN}`, HOST), 202],
  [
    'a token behind many fields',
    post(`/api/webhook?${'a&'.repeat(1500)}token=${TOKEN}`, HOST),
    202,
  ],
  ['two tokens in the query', post(`/api/webhook?token=${TOKEN}&token=x`, HOST), 401],
  ['a semicolon in the query', post(`/api/webhook?a=1;token=${TOKEN}`, HOST), 401],
  ['a slash at the end', post('/api/webhook/', HOST, RIGHT), 404],
  ['two slashes', post('//api/webhook', HOST, RIGHT), 404],
  ['a dot in the path', post('/api/./webhook', HOST, RIGHT), 404],
  ['a length with zeros', post('/api/webhook', HOST, RIGHT).replace('h: 1', 'h: 0001'), 202],
  ['a foreign origin', post('/api/webhook', HOST, RIGHT, 'Origin: http://elsewhere'), 403],
  ['another site', post('/api/webhook', HOST, RIGHT, 'Sec-Fetch-Site: cross-site'), 403],
  ['an offer to upgrade', post('/api/webhook', HOST, RIGHT, 'Upgrade: h2c'), 202],
  ['a hop-by-hop name', post('/api/webhook', HOST, RIGHT, 'Keep-Alive: timeout=5'), 202],
  ['a name of JavaScript', post('/api/webhook', HOST, RIGHT, 'constructor: a'), 202],
  ['an underscore', post('/api/webhook', HOST, RIGHT, 'X_Webhook_Token: wrong'), 202],
];

test.each(ODD)('[SE4] %s is understood alike by both readers', async (_what, request, status) => {
  const { port } = await runServer({ 'app.webhook.token': TOKEN });
  // Nothing more to come, so that the connection ends after the answer.
  const last = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  const heads = async (bytes: string) => {
    const answer = await rawRequest(port, bytes);
    return [...answer.matchAll(/HTTP\/1\.1 (\d{3})|"code":"(\w+)"/g)].map(([, ...found]) =>
      found.join(''),
    );
  };
  const plain = await heads(request + last);
  const forced = await heads(FORCED + request + last);
  expect(plain).toEqual(forced);
  expect(plain[0]).toBe(String(status));
});

import { expect, test } from 'vitest';
import { runServer } from './support/running-server.ts';

const token = 'a+b/c=%&~"x';

test('[IN8] the token is taken in three places', async () => {
  const { post, logLines } = await runServer({ 'app.webhook.token': token });
  const ways: [string, Record<string, string>][] = [
    ['', { authorization: `Bearer ${token}` }],
    ['', { authorization: `bearer  ${token}` }],
    ['', { 'x-webhook-token': token }],
    [`?token=${encodeURIComponent(token)}`, {}],
    ['?token=wrong', { 'x-webhook-token': token, authorization: 'Basic eDp5' }],
  ];
  for (const [query, headers] of ways) {
    for (const path of ['/api/webhook', '/api/webhook/kunden']) {
      expect((await post(path + query, '{}', headers)).status).toBe(202);
    }
  }
  expect(logLines.join('')).not.toContain(token.slice(0, 5));
});

test('[IN8] a plus sign in the query means itself', async () => {
  const { post } = await runServer({ 'app.webhook.token': 'a+b' });
  expect((await post('/api/webhook?token=a+b', '{}')).status).toBe(202);
});

test('[IN8] missing or wrong is 401 with WWW-Authenticate and creates nothing', async () => {
  const { post, history, url } = await runServer({ 'app.webhook.token': token });
  const ways: [string, Record<string, string>][] = [
    ['', {}],
    ['', { authorization: 'Bearer wrong' }],
    ['', { authorization: `Basic ${token}` }],
    ['', { 'x-webhook-token': `${token}x` }],
    ['', { 'x-webhook-token': '' }],
    ['?token=', {}],
    [`?token=${encodeURIComponent(token)}&token=x`, {}],
    [`?Token=${encodeURIComponent(token)}`, {}],
  ];
  for (const [query, headers] of ways) {
    const answer = await post(`/api/webhook/jobs${query}`, '{}', headers);
    expect(answer.status, query + JSON.stringify(headers)).toBe(401);
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm=/);
    expect(await answer.json()).toMatchObject({ code: 'unauthorized' });
  }
  expect(await history()).toEqual([]);
  const rejections = await (await fetch(`${url}/api/webhook/rejections`)).text();
  expect(rejections).not.toContain(token.slice(0, 5));
});

test('[IN8] without the property the webhook is open', async () => {
  const { post } = await runServer();
  expect((await post('/api/webhook', '{}')).status).toBe(202);
});

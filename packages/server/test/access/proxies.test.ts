import { expect, test } from 'vitest';
import { cookieOf, PASSWORD, runClosed } from './closed-server.ts';

const body = JSON.stringify({ password: PASSWORD });
const wrong = JSON.stringify({ password: 'wrong' });

test('[SE1] a cookie is for encrypted lines when a proxy that is believed says so, and only then', async () => {
  const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.1' };
  const trusting = await runClosed({ 'app.server.trusted-proxies': ['loopback'] });
  const answer = await trusting.post('/api/session', body, forwarded);
  expect(answer.headers.getSetCookie()[0]).toMatch(/^__Host-hookline=.*; Secure$/);
  const ask = async (headers: Record<string, string>) =>
    (await fetch(`${trusting.url}/metrics`, { headers })).status;
  const cookie = cookieOf(answer);
  expect(await ask({ cookie, ...forwarded })).toBe(200);
  expect(await ask({ cookie })).toBe(401);
  const plain = await trusting.post('/api/session', body, { 'x-forwarded-proto': 'http' });
  expect(plain.headers.getSetCookie()[0]).toMatch(/^hookline=.*SameSite=Strict$/);

  const doubting = await runClosed();
  const unheard = await doubting.post('/api/session', body, forwarded);
  expect(unheard.headers.getSetCookie()[0]).toMatch(/^hookline=.*SameSite=Strict$/);
});

test('[SE1] pauses are for the client behind a proxy that is believed, not for who says to be one', async () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const trusting = await runClosed({ 'app.server.trusted-proxies': ['loopback'] });
  for (let n = 0; n < 3; n++) await trusting.post('/api/session', wrong, from('198.51.100.1'));
  const held = await trusting.post('/api/session', body, from('198.51.100.1'));
  expect(held.status).toBe(429);
  expect((await trusting.post('/api/session', body, from('198.51.100.2'))).status).toBe(204);

  const doubting = await runClosed();
  for (let n = 0; n < 3; n++) await doubting.post('/api/session', wrong, from(`198.51.100.${n}`));
  expect((await doubting.post('/api/session', body, from('198.51.100.9'))).status).toBe(429);
});

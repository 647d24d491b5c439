import { expect, test } from 'vitest';
import { Attempts } from '../../src/access/attempts.ts';
import { runClosed } from './closed-server.ts';

const MINUTE = 60_000;

test('[SE1] wrong passwords bring growing pauses, with 429 and Retry-After; the right one ends them', async () => {
  let now = Date.now();
  const { logIn } = await runClosed({}, { now: () => now });
  const waits: number[] = [];
  for (let wrong = 1; wrong <= 14; wrong++) {
    expect((await logIn('wrong')).status).toBe(401);
    if (wrong < 3) continue;
    const refused = await logIn();
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ code: 'too_many_attempts' });
    const seconds = Number(refused.headers.get('retry-after'));
    waits.push(seconds);
    now += seconds * 1000 - 1;
    expect((await logIn()).status).toBe(429);
    now += 1;
  }
  expect(waits.slice(0, 4)).toEqual([1, 2, 4, 8]);
  expect(waits.at(-1)).toBe(900);
  expect((await logIn()).status).toBe(204);
  for (let n = 0; n < 2; n++) expect((await logIn('wrong')).status).toBe(401);
  expect((await logIn()).status).toBe(204);
});

test('[SE1] many tries at once are not all the first one', async () => {
  // At once by its clock too: on a busy machine a pause would be over before the last of them.
  const at = Date.now();
  const { logIn } = await runClosed({}, { now: () => at });
  const answers = await Promise.all(Array.from({ length: 40 }, () => logIn('wrong')));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(3);
  expect(statuses.filter((status) => status === 429)).toHaveLength(37);
});

test('each address has pauses of its own, and all together have some too', () => {
  let now = 0;
  const attempts = new Attempts(() => now);
  for (let n = 0; n < 3; n++) expect(attempts.begin('192.0.2.1')).toBe(0);
  expect(attempts.begin('192.0.2.1')).toBe(1000);
  expect(attempts.begin('192.0.2.2')).toBe(0);
  attempts.succeeded('192.0.2.2');
  for (let n = 0; n < 47; n++) expect(attempts.begin(`198.51.100.${n}`)).toBe(0);
  expect(attempts.begin('203.0.113.1')).toBe(1000);
  // Somebody who has logged in from there before is not held up by strangers.
  expect(attempts.begin('192.0.2.2')).toBe(0);
  now += 60 * MINUTE;
  for (let n = 0; n < 3; n++) expect(attempts.begin('203.0.113.1')).toBe(0);
});

test('whoever is quiet is forgiven, one try after another', () => {
  let now = 0;
  const attempts = new Attempts(() => now);
  for (let n = 0; n < 3; n++) attempts.begin('192.0.2.1');
  now += 15 * MINUTE;
  expect(attempts.begin('192.0.2.1')).toBe(0);
  expect(attempts.begin('192.0.2.1')).toBe(1000);
  now += 60 * MINUTE;
  for (let n = 0; n < 3; n++) expect(attempts.begin('192.0.2.1')).toBe(0);
});

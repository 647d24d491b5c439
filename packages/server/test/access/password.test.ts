import { expect, test } from 'vitest';
import { hashPassword, Password } from '../../src/access/password.ts';
import { password } from '../../src/config/kinds/kinds.ts';
import { readHash } from '../../src/config/kinds/password-hash.ts';
import { HASH, PASSWORD } from './closed-server.ts';

test('[SE1] a hash fits its password only, and is another one each time', async () => {
  const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)]);
  expect(one).not.toBe(other);
  expect(password.parse(one)).toBe(one);
  expect(readHash(one)).toMatchObject({ N: 32_768, r: 8, p: 3 });
  // It passes unharmed through shells, compose files and YAML.
  expect(one).toMatch(/^[\w:-]+$/);
  expect(await new Password(one).matches(PASSWORD)).toBe(true);
  expect(await new Password(one).matches(`${PASSWORD} `)).toBe(false);
});

test('[SE1] guesses wait for each other, and not without end', async () => {
  const right = new Password(HASH);
  const guesses = Array.from({ length: 10 }, (_, n) => right.matches(n === 7 ? PASSWORD : 'wrong'));
  expect(right.isBusy).toBe(true);
  expect((await Promise.all(guesses)).indexOf(true)).toBe(7);
  expect(right.isBusy).toBe(false);
});

test.each([
  ['a word', true],
  ['ä', true],
  ['x'.repeat(1000), true],
  ['x'.repeat(1001), false],
  ['two\nlines', false],
  ['nul\0', false],
  [HASH, true],
  ['scryptic', true],
  // What a shell, a cut or a slip leaves of a hash is not taken for a password.
  ['scrypt:', false],
  [HASH.slice(0, -1), false],
  [HASH.replace('16:1:1', '15:1:1'), false],
  [HASH.replace('16:1:1', '0:1:1'), false],
  [HASH.replace('16:1:1', '1048576:16:1'), false],
  [HASH.replace('16:1:1', '16:0:1'), false],
  [HASH.replaceAll(':', '$'), false],
  [`$${HASH.replaceAll(':', '$')}`, false],
  [`${HASH} `, false],
])('as app.access.password %j is allowed: %s', (value, isAllowed) => {
  expect(password.parse(value)).toBe(isAllowed ? value : undefined);
});

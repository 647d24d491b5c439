import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const files = globSync('{packages,e2e,scripts,fuzz,bench}/**/*.{ts,tsx,sh}', {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
});

test('SECURITY.md names only code and tests that are there', () => {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|sh))`/g)].map(([, file = '']) => file);
  expect(named.length).toBeGreaterThan(20);
  const missing = named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)));
  expect(missing).toEqual([]);
});

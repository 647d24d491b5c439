import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** Packages that are watched; all others may be imported from anywhere. */
const WATCHED = [
  'yaml',
  'fastify',
  'pino',
  'prom-client',
  'saxes',
  'kysely',
  'pg',
  'libphonenumber-js',
  'ws',
  'node:sqlite',
];

/**
 * `packages/server/src/hub/hub.ts` → `server/hub`, `packages/contract/src/x.ts` → `contract`. The
 * rules about phone numbers are an entry of their own: the page must not load the world's tables.
 */
function placeOf(file: string): string {
  const [, packageName = '', , first = ''] = relative(root, file).split('/');
  if (packageName === 'records' && first === 'phone') return 'records/phone';
  return packageName === 'server' ? `server/${first}` : packageName;
}

function importsOf(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  return [...code.matchAll(/(?:from|import\()\s*'([^']+)'/g)].flatMap(([, name = '']) => {
    if (name.startsWith('.'))
      return /\.(json|css)$/.test(name) ? [] : [placeOf(join(dirname(file), name))];
    if (/^hookline-client(\/|$)/.test(name)) return ['client'];
    if (name === '@hookline/records/phone') return ['records/phone'];
    if (name.startsWith('@hookline/')) return [name.split('/')[1] ?? ''];
    return WATCHED.filter((watched) => name === watched || name.startsWith(`${watched}/`));
  });
}

function declared(): Map<string, Set<string>> {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const [, table = ''] = /<!-- imports -->([\s\S]*)<!-- \/imports -->/.exec(text) ?? [];
  const rows = [...table.matchAll(/^\| `([^`]+)` \|(.*)\|$/gm)];
  return new Map(
    rows.map(([, from = '', may = '']) => [
      from,
      new Set([...may.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)),
    ]),
  );
}

const actual = new Map<string, Set<string>>();
for (const file of globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root })) {
  const place = placeOf(join(root, file));
  const found = actual.get(place) ?? new Set();
  for (const name of importsOf(join(root, file))) if (name !== place) found.add(name);
  actual.set(place, found);
}

test('ARCHITECTURE.md names every place, and none that is gone', () => {
  expect([...declared().keys()].sort()).toEqual([...actual.keys()].sort());
});

test.each([...actual])('%s imports only what ARCHITECTURE.md allows', (place, imports) => {
  const allowed = declared().get(place) ?? new Set();
  expect([...imports].filter((name) => !allowed.has(name))).toEqual([]);
  expect(
    [...allowed].filter((name) => !imports.has(name)),
    'allowed but not needed',
  ).toEqual([]);
});

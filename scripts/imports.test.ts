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
  '@nats-io',
];

/**
 * `packages/server/src/hub/hub.ts` → `server/hub`, `packages/contract/src/x.ts` → `contract`. The
 * rules about phone numbers are an entry of their own: the page must not load the world's tables.
 * Of the home page, each page and each kind of parts is a place of its own, and so are the rooms of
 * the archive and the telephone systems: each of those is loaded only where it is configured.
 */
function placeOf(file: string): string {
  const [, packageName = '', , first = '', second = '', third] = relative(root, file).split('/');
  if (packageName === 'records' && first === 'phone') return 'records/phone';
  if (packageName === 'home' && third !== undefined) return `home/${first}/${second}`;
  if (packageName === 'server' && second === 'systems') {
    // What they are configured by, of which the configuration is made.
    return file.endsWith('/properties.ts')
      ? 'server/telephony/systems/properties'
      : 'server/telephony/systems';
  }
  if (packageName === 'server' && second === 'kinds') return 'server/config/kinds';
  if (packageName === 'server' && first === 'archive' && third !== undefined) {
    return `server/archive/${second}`;
  }
  return packageName === 'server' || packageName === 'home'
    ? `${packageName}/${first}`
    : packageName;
}

/** What a file imports, as it is written there; types too. */
function namesIn(file: string): string[] {
  const code = readFileSync(file, 'utf8');
  return [...code.matchAll(/(?:from|import|import\()\s*'([^']+)'/g)]
    .map(([, name = '']) => name)
    .filter((name) => !/^\..*\.(json|css)$/.test(name));
}

function filesIn(file: string): string[] {
  return namesIn(file)
    .filter((name) => name.startsWith('.'))
    .map((name) => join(dirname(file), name));
}

function placesIn(file: string): string[] {
  return namesIn(file).flatMap((name) => {
    if (name.startsWith('.')) return [placeOf(join(dirname(file), name))];
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

const files = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).map((file) =>
  join(root, file),
);
const actual = new Map<string, Set<string>>();
for (const file of files) {
  const place = placeOf(file);
  const found = actual.get(place) ?? new Set();
  for (const name of placesIn(file)) if (name !== place) found.add(name);
  actual.set(place, found);
}

/** The first way found that leads back to where it began. */
function circleIn(graph: ReadonlyMap<string, Iterable<string>>): readonly string[] {
  const done = new Set<string>();
  const search = (name: string, way: readonly string[]): readonly string[] => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return [];
    for (const next of graph.get(name) ?? []) {
      const circle = search(next, [...way, name]);
      if (circle.length > 0) return circle;
    }
    done.add(name);
    return [];
  };
  for (const name of graph.keys()) {
    const circle = search(name, []);
    if (circle.length > 0) return circle;
  }
  return [];
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

test('no place imports one that imports it, directly or through others', () => {
  expect(circleIn(actual)).toEqual([]);
});

test('nor does any file', () => {
  expect(circleIn(new Map(files.map((file) => [file, filesIn(file)])))).toEqual([]);
});

test.each(['home/', 'server/archive'])('no import of %s runs up: its rows are its floors', (of) => {
  const floors = [...declared().keys()].filter((place) => place.startsWith(of));
  const up = floors.flatMap((from, floor) =>
    floors
      .slice(0, floor)
      .filter((to) => actual.get(from)?.has(to))
      .map((to) => `${from} → ${to}`),
  );
  expect(up).toEqual([]);
});

test('no page imports another, and only app.tsx imports pages', () => {
  const pages = [...actual.keys()].filter((place) => place.startsWith('home/pages/'));
  expect(pages.length).toBeGreaterThan(4);
  const importing = (page: string) =>
    [...actual].filter(([, all]) => all.has(page)).map(([from]) => from);
  expect(new Set(pages.flatMap(importing))).toEqual(new Set(['home/app.tsx']));
});

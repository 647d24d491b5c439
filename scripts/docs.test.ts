import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERRORS } from '../packages/contract/src/errors.ts';
import { COURIER_CLASSES, JOB_CLASSES } from '../packages/contract/src/words.ts';
import { loadConfig } from '../packages/server/src/config/load.ts';
import { PROPERTIES } from '../packages/server/src/config/properties.ts';
import { PAGES, readPage } from './commands-in-docs.ts';
import { GENERATED_FILES, pathOf, regenerated } from './generated-docs.ts';

test.each(GENERATED_FILES)('%s agrees with the code (else: npm run docs)', (file) => {
  expect(readFileSync(pathOf(file), 'utf8')).toBe(regenerated(file));
});

test('the tables are really there', () => {
  const configuration = readFileSync(pathOf('docs/configuration.md'), 'utf8');
  for (const name of Object.keys(PROPERTIES)) expect(configuration).toContain(`| \`${name}\` |`);
  const errors = readFileSync(pathOf('docs/errors.md'), 'utf8');
  for (const code of Object.keys(ERRORS)) expect(errors).toContain(`| \`${code}\` |`);
  const archive = readFileSync(pathOf('docs/archive.md'), 'utf8');
  for (const one of [...JOB_CLASSES, ...COURIER_CLASSES])
    expect(archive).toContain(`| \`${one}\` |`);
});

test.each(['ARCHITECTURE.md', 'SECURITY.md'])('every file that %s names is there', (page) => {
  const text = readFileSync(pathOf(page), 'utf8');
  // The places of its table are compared with the code by another test.
  const places = text.replace(/<!-- imports -->.*<!-- \/imports -->/s, '');
  const named = [...places.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  const cwd = new URL('..', import.meta.url).pathname;
  const files = globSync('{packages,e2e,scripts,bench,attacks,fuzz}/**/*.ts', {
    cwd,
    exclude: ['**/node_modules', '**/dist'],
  });
  const missing = named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)));
  expect(missing).toEqual([]);
});

/** The places in a page that can be linked to, as GitHub names them. */
function placesIn(page: string): string[] {
  const titles = readPage(page)
    .replaceAll(/^```.*?^```$/gms, '')
    .matchAll(/^#+ (.+)$/gm);
  return [...titles].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every file and every place that a page leads to is there', () => {
  const wrong: string[] = [];
  let count = 0;
  for (const page of [...PAGES, 'CHANGELOG.md']) {
    const links = readPage(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g);
    for (const [, link, source] of links) {
      const [path = '', place] = (link ?? source ?? '').split('#');
      if (/^https?:/.test(path)) continue;
      count++;
      const { pathname } = path === '' ? pathOf(page) : new URL(path, pathOf(page));
      const target = pathname.slice(pathOf('').pathname.length);
      const isThere = existsSync(pathname) && (!place || placesIn(target).includes(place));
      if (!isThere) wrong.push(`${page}: ${path}#${place}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(count).toBeGreaterThan(100);
});

test('the index leads to every page, and the README stays short', () => {
  const index = readPage('docs/README.md');
  const pages = PAGES.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md');
  const unlisted = pages.filter((page) => !index.includes(`(${page.slice('docs/'.length)}`));
  expect(unlisted).toEqual([]);
  expect(readPage('README.md').split('\n').length).toBeLessThan(150);
});

test('every picture is shown somewhere, and those of the guide are small', () => {
  const images = globSync('docs/images/*', { cwd: pathOf('').pathname });
  const all = PAGES.map(readPage).join('\n');
  expect(images.length).toBeGreaterThan(5);
  expect(images.filter((image) => !all.includes(image.slice('docs/'.length)))).toEqual([]);
  const guide = images.filter((image) => image.includes('leitfaden'));
  const large = guide.filter((image) => readFileSync(pathOf(image)).length > 100_000);
  expect(large).toEqual([]);
});

test('every rule that a test names in its title is in docs/protocol.md', () => {
  const cwd = pathOf('').pathname;
  const files = globSync('{packages/*/test,e2e,scripts,deploy/test}/**/*.test.ts', { cwd });
  const named = files.flatMap((file) =>
    [...readFileSync(pathOf(file), 'utf8').matchAll(/\[([A-Z]{2}\d+)\]/g)].map(([, rule]) => rule),
  );
  const rules = new Set(
    [...readPage('docs/protocol.md').matchAll(/\*\*([A-Z]{2}\d+)\*\*/g)].map(([, rule]) => rule),
  );
  expect(rules.size).toBeGreaterThan(90);
  expect([...new Set(named)].filter((rule) => !rules.has(rule))).toEqual([]);
  expect([...rules].filter((rule) => !named.includes(rule))).toEqual([]);
});

test('every configuration that a page shows is understood', () => {
  const shown = PAGES.flatMap((page) =>
    [...readPage(page).matchAll(/^( *)```yaml\n(.*?)^\1```$/gms)]
      .map(([, , text = '']) => ({ page, text }))
      .filter(({ text }) => /^ *app[.:]/.test(text)),
  );
  expect(shown.length).toBeGreaterThan(7);
  for (const { page, text } of shown) {
    // A hash, as npm run hash-password would have made it.
    const whole = text.replace(/(scrypt:).*?…/, 'a password');
    const loaded = loadConfig(['--config', page], {}, () => whole);
    expect({ page, ...loaded }).toMatchObject({ page, wants: 'run', remarks: [] });
  }
});

import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ERRORS } from '../packages/contract/src/errors.ts';
import { COURIER_CLASSES, JOB_CLASSES } from '../packages/contract/src/job-records.ts';
import { PROPERTIES } from '../packages/server/src/config/properties.ts';
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

test('every file that SECURITY.md names is there', () => {
  const text = readFileSync(pathOf('SECURITY.md'), 'utf8');
  const named = [...text.matchAll(/`([\w./-]+\.ts)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  const cwd = new URL('..', import.meta.url).pathname;
  const files = globSync('{packages/*/{src,test},e2e,scripts,bench}/**/*.ts', { cwd });
  const missing = named.filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)));
  expect(missing).toEqual([]);
});

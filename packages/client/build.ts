// Makes the package that is published: plain JavaScript, types, and a package.json of its own.
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const here = import.meta.dirname;
const root = join(here, '../..');
const out = resolve(process.argv[2] ?? join(here, 'dist'));

// A file whose source is gone must not be published for ever.
rmSync(out, { recursive: true, force: true });
const project = join(here, 'tsconfig.build.json');
execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', project, '--outDir', out], {
  stdio: 'inherit',
});

const manifestIn = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
const { name, version, description, license, type, sideEffects, dependencies } = manifestIn(here);
const { repository, engines } = manifestIn(root);
const entry = (path: string) => ({ types: `${path}.d.ts`, default: `${path}.js` });
const exports = {
  '.': entry('./index'),
  './telephony': entry('./telephony/index'),
  './words': entry('./words'),
};
const manifest = {
  name,
  version,
  description,
  license,
  repository,
  type,
  sideEffects,
  engines,
  exports,
  dependencies,
};
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
cpSync(join(root, 'LICENSE'), join(out, 'LICENSE'));
// What it leads to beside itself is not in the package.
const readme = readFileSync(join(root, 'docs/client.md'), 'utf8').replaceAll(
  /\[([^\]]+)\]\((?!#|https?:)[^)]+\)/g,
  '$1',
);
writeFileSync(join(out, 'README.md'), readme);

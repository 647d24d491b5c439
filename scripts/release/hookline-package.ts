import { cpSync, globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licencesOf } from './licences.ts';
import { packageAt, ROOT, readJson, type ShippedPackage } from './shipped.ts';

/** The command, which has to be executable. */
export const COMMAND = 'bin/hookline.mjs';
/** What only those need who have a clone. */
const FOR_DEVELOPERS = ['docs/benchmarks.md', 'docs/dependencies.md'];

/** The package.json of what is published as `hookline`. */
export function hooklineManifest() {
  const { version, description, license, engines, optionalDependencies, repository } =
    readJson('package.json');
  return {
    name: 'hookline',
    version,
    description,
    keywords: ['webhook', 'sse', 'relay', 'dispatch', 'courier', 'telephony'],
    license,
    repository,
    type: 'module',
    engines,
    bin: { hookline: COMMAND },
    exports: { './package.json': './package.json' },
    optionalDependencies,
  };
}

/** The Nodes of which npm installs the one that fits. */
export const nodePackages = (): ShippedPackage[] =>
  Object.keys(hooklineManifest().optionalDependencies).map((name) =>
    packageAt(`node_modules/${name}`),
  );

/** Lays out everything but server and page, which are built into `server/dist` and `home/dist`. */
export function layOut(folder: string, shipped: readonly ShippedPackage[]): void {
  const copy = (file: string, to = file) => cpSync(join(ROOT, file), join(folder, to));
  for (const file of globSync('bin/*.mjs', { cwd: join(ROOT, 'packages/server') })) {
    copy(`packages/server/${file}`, file);
  }
  for (const file of globSync('docs/*.md', { cwd: ROOT })) {
    if (!FOR_DEVELOPERS.includes(file)) copy(file);
  }
  for (const file of ['LICENSE', 'SECURITY.md', 'CHANGELOG.md']) copy(file);
  copy('packages/server/npm-page.md', 'README.md');
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), licencesOf(shipped));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(hooklineManifest(), null, 2)}\n`);
}

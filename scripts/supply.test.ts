import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');

interface PackageFile {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface LockedPackage {
  readonly link?: boolean;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}

const packageFiles = ['package.json', ...globSync('packages/*/package.json', { cwd: root })];
const { packages } = JSON.parse(read('package-lock.json')) as {
  packages: Record<string, LockedPackage>;
};
const installed = Object.entries(packages).filter(([path]) => path.includes('node_modules/'));

const OURS = /^(@hookline\/.*|hookline-client)$/;
/** Packages that may run a script when they are installed, each with the reason. */
const MAY_RUN_SCRIPTS: Readonly<Record<string, string>> = {};

/** Section of docs/dependencies.md → the packages in its table. */
function documented(): Map<string, string[]> {
  const [, ...sections] = read('docs/dependencies.md').split(/^## /m);
  return new Map(
    sections.map((text) => {
      const [title = ''] = text.split('\n', 1);
      const rows = [...text.matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)];
      return [title, rows.map(([, name = '']) => name)];
    }),
  );
}

function named(...files: [file: string, kind: keyof PackageFile][]): string[] {
  const names = files.flatMap(([file, kind]) =>
    Object.keys((JSON.parse(read(file)) as PackageFile)[kind] ?? {}),
  );
  return [...new Set(names)].filter((name) => !OURS.test(name)).sort();
}

describe('what is installed', () => {
  test.each([
    [
      'Running in production',
      named(
        ['packages/server/package.json', 'dependencies'],
        ['packages/contract/package.json', 'dependencies'],
        ['packages/records/package.json', 'dependencies'],
        ['packages/client/package.json', 'dependencies'],
        ['package.json', 'dependencies'],
      ),
    ],
    [
      'In the home page',
      named(
        ['packages/home/package.json', 'dependencies'],
        ['packages/home/package.json', 'devDependencies'],
      ),
    ],
    ['Node itself', named(['package.json', 'optionalDependencies'])],
    ['Development and tests', named(['package.json', 'devDependencies'])],
  ])('docs/dependencies.md has a line for each: %s', (section, names) => {
    expect(names.length).toBeGreaterThan(0);
    expect(documented().get(section)).toEqual(names);
  });

  test('no package names its dependencies anywhere else', () => {
    expect(packageFiles.toSorted()).toEqual([
      'package.json',
      'packages/client/package.json',
      'packages/contract/package.json',
      'packages/home/package.json',
      'packages/records/package.json',
      'packages/server/package.json',
    ]);
    const kept = named(
      ['packages/server/package.json', 'devDependencies'],
      ['packages/contract/package.json', 'devDependencies'],
      ['packages/records/package.json', 'devDependencies'],
      ['packages/client/package.json', 'devDependencies'],
      ...packageFiles.map((file): [string, keyof PackageFile] => [file, 'optionalDependencies']),
    );
    expect(kept).toEqual(named(['package.json', 'optionalDependencies']));
  });

  test('every version is exact', () => {
    for (const file of packageFiles) {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
        read(file),
      ) as PackageFile;
      const all = { ...dependencies, ...devDependencies, ...optionalDependencies };
      for (const [name, version] of Object.entries(all)) {
        expect(version, `${name} in ${file}`).toMatch(/^\d+\.\d+\.\d+$/);
      }
    }
  });

  test('nothing runs a script when it is installed', () => {
    expect(read('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    const withScript = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
    expect(withScript.map(([path]) => path.replace(/^.*node_modules\//, ''))).toEqual(
      Object.keys(MAY_RUN_SCRIPTS),
    );
  });

  test('the lock file has a checksum for everything and names no registry', () => {
    expect(installed.length).toBeGreaterThan(100);
    for (const [path, { link, resolved, integrity }] of installed) {
      if (link) continue;
      expect(integrity, path).toMatch(/^sha512-/);
      expect(resolved, path).toBeUndefined();
    }
    expect(read('package-lock.json')).not.toMatch(/"resolved": "(https?|git|file)/);
  });
});

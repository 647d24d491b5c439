import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '../..');

/** What the lock file says about a package. */
export interface LockedPackage {
  readonly version: string;
  readonly license?: string;
  readonly integrity?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/** A package of somebody else's that is in what we publish, or comes with it. */
export interface ShippedPackage extends LockedPackage {
  readonly name: string;
  /** From the root of the project, as in the lock file. */
  readonly path: string;
}

export const readJson = (file: string) => JSON.parse(readFileSync(join(ROOT, file), 'utf8'));

const { packages: locked } = readJson('package-lock.json') as {
  packages: Record<string, LockedPackage>;
};

/** The packages that these modules are from, in the order of their names. */
export function packagesOf(modules: Iterable<string>): ShippedPackage[] {
  const paths = new Set([...modules].map(packagePathOf).filter((path) => path !== undefined));
  return [...paths].sort().map(packageAt);
}

/** A few lines of the bundlers themselves are in what they make. */
const OF_BUNDLER = /^\0(rolldown|vite)\//;

function packagePathOf(module: string): string | undefined {
  const file = module.replace(`${ROOT}/`, '');
  const [, bundler] = OF_BUNDLER.exec(file) ?? [];
  if (bundler) return `node_modules/${bundler}`;
  if (file.startsWith('packages/')) return undefined;
  const [found] = /^(?:\/?node_modules\/(?:@[^/]+\/)?[^/]+)+(?=\/)/.exec(file) ?? [];
  if (!found)
    throw new Error(`${JSON.stringify(module)} is in a bundle, and nobody knows whose it is`);
  return found;
}

export function packageAt(path: string): ShippedPackage {
  const about = locked[path];
  if (!about) throw new Error(`${path} is in a bundle and not in package-lock.json`);
  return { ...about, path, name: path.slice(path.lastIndexOf('node_modules/') + 13) };
}

/** Where `name` is found by a package that needs it, as Node looks for it. */
export function pathOf(name: string, from: string): string | undefined {
  for (
    let folder = from;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (locked[path]) return path;
    if (!folder) return undefined;
  }
}

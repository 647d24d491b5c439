import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const CA = '/etc/ssl/certs/ca-certificates.crt';

/** What an image says about how it is to be run. */
export interface ImageConfig {
  readonly User: string;
  readonly Env: readonly string[];
  readonly Entrypoint: readonly string[];
  readonly Cmd: readonly string[] | null;
  readonly WorkingDir: string;
  readonly Volumes: Readonly<Record<string, object>>;
  readonly Labels: Readonly<Record<string, string>>;
  readonly StopSignal: string;
  readonly Healthcheck: { readonly Test: readonly string[] };
}

export interface BuiltImage {
  readonly config: ImageConfig;
  /** What it weighs without the image that it is built from. */
  readonly ownBytes: number;
  /** Its file system. */
  readonly root: string;
  remove(): void;
}

/** Builds `deploy/Containerfile` without an engine, from a stand-in for the image of Node. */
export function buildImage(): BuiltImage {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-image-'));
  const store = ['--storage-driver=vfs', `--root=${folder}/store`, `--runroot=${folder}/run`];
  const buildah = (...words: string[]) =>
    execFileSync('buildah', [...store, ...words], {
      encoding: 'utf8',
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 64 * 1024 * 1024,
    }).trim();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  try {
    const base = buildah('from', 'scratch');
    buildah('copy', base, standIn(folder), '/');
    // As the image of Node has them: both must not show through.
    buildah('config', '--entrypoint=["docker-entrypoint.sh"]', '--cmd=node', base);
    buildah('config', '--env=PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/bin', base);
    buildah('commit', '--rm', base, 'localhost/node-stand-in');
    buildah(
      'build',
      '--pull-never',
      '--isolation=chroot',
      '--format=docker',
      `--secret=id=npmrc,src=${npmConfiguration(folder)}`,
      '--build-arg=NODE_IMAGE=localhost/node-stand-in',
      '--tag=localhost/hookline',
      '--file=deploy/Containerfile',
      '.',
    );
    const inspected = JSON.parse(buildah('inspect', '--type=image', 'localhost/hookline')) as {
      Docker: { config: ImageConfig };
    };
    const files = buildah('mount', buildah('from', '--pull-never', 'localhost/hookline'));
    const size = execFileSync('du', ['--summarize', '--bytes', join(files, 'app')]);
    return {
      config: inspected.Docker.config,
      ownBytes: Number.parseInt(`${size}`, 10),
      root: files,
      remove,
    };
  } catch (error) {
    remove();
    throw error;
  }
}

/** Debian, the Node that npm has brought, npm itself and the user of the image of Node. */
function standIn(folder: string): string {
  const kept = join(root, 'node_modules/.cache/stand-in-base.tar');
  if (!existsSync(kept)) {
    const sources = globSync(['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list']);
    const packages = '--include=libatomic1,libstdc++6,ca-certificates';
    const system = readFileSync('/etc/os-release', 'utf8');
    const [, release = 'stable'] = /^VERSION_CODENAME=(\w+)$/m.exec(system) ?? [];
    mkdirSync(join(kept, '..'), { recursive: true });
    execFileSync(
      'mmdebstrap',
      ['--quiet', '--variant=essential', packages, release, `${kept}.part.tar`, ...sources],
      { stdio: ['ignore', 'ignore', 'inherit'] },
    );
    renameSync(`${kept}.part.tar`, kept);
  }
  const base = join(folder, 'base');
  mkdirSync(base);
  execFileSync('tar', ['-C', base, '--exclude=./dev/*', '-xf', kept]);
  copyFileSync(process.execPath, join(base, 'usr/local/bin/node'));
  const modules = join(base, 'usr/local/lib/node_modules');
  mkdirSync(modules, { recursive: true });
  // The npm that runs this; it knows itself best.
  const npm = globSync(['/usr/lib/node_modules/npm', '/usr/local/lib/node_modules/npm'])[0];
  cpSync(npm ?? join(process.env['npm_execpath'] ?? '', '../..'), join(modules, 'npm'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(base, 'usr/local/bin/npm'));
  appendFileSync(join(base, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/sh\n');
  appendFileSync(join(base, 'etc/group'), 'node:x:1000:\n');
  if (existsSync(CA)) copyFileSync(CA, join(base, CA));
  return base;
}

/** Where this machine gets its packages from, for the build only: it is in no layer of the image. */
function npmConfiguration(folder: string): string {
  const get = (name: string) => {
    const value = execFileSync('npm', ['config', 'get', name], {
      encoding: 'utf8',
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
    return value === 'null' ? [] : [`${name}=${value}`];
  };
  const lines = ['registry', 'proxy', 'https-proxy'].flatMap(get);
  const file = join(folder, 'npmrc');
  writeFileSync(file, [...lines, `cafile=${CA}`, 'update-notifier=false', ''].join('\n'));
  return file;
}

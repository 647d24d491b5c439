import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BuiltFile } from '../packages/server/build.ts';
import { VERSION } from '../packages/server/src/version.ts';
import { provided } from './provided.ts';
import { COMMAND, hooklineManifest, layOut, nodePackages } from './release/hookline-package.ts';
import { ACCEPTED, licencesOf } from './release/licences.ts';
import { sbomOf } from './release/sbom.ts';
import { packagesOf, pathOf, ROOT, readJson } from './release/shipped.ts';
import { tarballOf } from './release/tarball.ts';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const OURS = globSync('packages/*/package.json', { cwd: ROOT });

const modulesOf = (built: readonly BuiltFile[]) => built.flatMap(({ modules }) => modules);

const THREADS = ['writer-thread.mjs', 'reader-thread.mjs', 'aside-thread.mjs'];

/** The modules that are there as soon as these files run. @needs bundle */
function loadedWith(...files: readonly string[]): readonly string[] {
  const built = provided('bundle').files;
  const loaded = [...files];
  for (const file of loaded) {
    const { imports = [] } = built.find(({ name }) => name === file) ?? {};
    loaded.push(...imports.filter((name) => name.endsWith('.mjs') && !loaded.includes(name)));
  }
  expect(loaded.length).toBeGreaterThan(files.length + 5);
  return modulesOf(built.filter(({ name }) => loaded.includes(name)));
}

/** Of what the server and the page of this run were made. */
const shipped = () =>
  packagesOf([
    ...modulesOf(provided('bundle').files),
    ...read('packages/home/dist/.built').split('\n'),
  ]);

test('there is one version', () => {
  expect(VERSION).toMatch(/^\d+\.\d+\.\d+$/);
  const lock = readJson('package-lock.json');
  const told: Record<string, string> = { 'package.json': readJson('package.json').version };
  told['package-lock.json'] = lock.version;
  told['package-lock.json, root'] = lock.packages[''].version;
  for (const file of OURS) {
    const folder = dirname(file);
    for (const [where, about] of [
      [file, readJson(file)],
      [`package-lock.json, ${folder}`, lock.packages[folder]],
    ] as const) {
      told[where] = about.version;
      for (const [name, version] of Object.entries({
        ...about.dependencies,
        ...about.devDependencies,
      })) {
        if (/^(@hookline\/|hookline-)/.test(name)) told[`${where}: ${name}`] = String(version);
      }
    }
  }
  told['deploy/Containerfile'] =
    /^ARG VERSION=(.+)$/m.exec(read('deploy/Containerfile'))?.[1] ?? '';
  told['the package on npm'] = hooklineManifest().version;
  expect(Object.keys(told).length).toBeGreaterThan(20);
  expect(Object.entries(told).filter(([, version]) => version !== VERSION)).toEqual([]);
});

test('the package brings Node along and no other package, and can be started', () => {
  const manifest = hooklineManifest();
  expect(manifest).not.toHaveProperty('dependencies');
  expect(manifest).not.toHaveProperty('private');
  expect(manifest.optionalDependencies).toEqual(readJson('package.json').optionalDependencies);
  expect(read(`packages/server/${COMMAND}`)).toMatch(/^#!\/usr\/bin\/env node\n/);
  // Those of other platforms are in the lock file only.
  expect(nodePackages().every(({ integrity }) => integrity?.startsWith('sha512-'))).toBe(true);
});

describe('the server as it is published', () => {
  const folder = dirname(provided('bundle').program);
  const files = globSync('**/*.*', { cwd: folder });
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');

  test('has nothing of the machine in it where it was built', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(
      files.filter((file) => !/^([\w-]+\.mjs|\w+\/pages\/\w+\.(css|js|svg))$/.test(file)),
    ).toEqual([]);
    const places = [ROOT, tmpdir(), `${homedir()}/`, 'file:///'];
    for (const file of files) {
      const text = textOf(file);
      expect(
        places.filter((place) => text.includes(place)),
        file,
      ).toEqual([]);
      expect(text, file).not.toMatch(/https?:\/\/[\w.-]*(npmjs|registry)[\w.-]*\.\w+/);
    }
  });

  test('loads the cluster and the telephone systems only when they are asked for', () => {
    const atOnce = loadedWith('main.mjs', ...THREADS, 'hookline.mjs');
    const onDemand =
      /node_modules\/@nats-io|telephony\/systems\/(fritzbox|sipgate|placetel|asterisk|sip)\.ts/;
    const waiting = modulesOf(provided('bundle').files).filter((path) => onDemand.test(path));
    expect(waiting.length).toBeGreaterThan(5);
    expect(atOnce.filter((path) => onDemand.test(path))).toEqual([]);
  });

  test.each(THREADS)('loads nothing into %s that checks requests', (thread) => {
    const checks = /node_modules\/(typebox|ajv|fastify)\//;
    expect(loadedWith('main.mjs').some((path) => checks.test(path))).toBe(true);
    expect(loadedWith(thread).filter((path) => checks.test(path))).toEqual([]);
  });
});

describe('the licences', () => {
  test('are there for everything that ships', () => {
    const packages = shipped();
    const names = packages.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['fastify', 'pg', 'react', 'rolldown', 'vite']));
    expect(names).not.toContain('vitest');
    const text = licencesOf(packages);
    for (const { name, version } of packages) expect(text).toContain(`\n${name} ${version} (`);
    const sections = text.split(/^=+\n.+\n=+\n/m).slice(1);
    for (const section of sections)
      expect(section).toMatch(/copyright|public domain|apache license/i);
  });

  test('a package without a licence text, or with one nobody knows, fails the release', () => {
    const [some] = shipped();
    if (!some) throw new Error('nothing ships');
    expect(() => licencesOf([{ ...some, name: 'nobody', path: 'scripts' }])).toThrow(
      'nobody comes without the text of its licence',
    );
    expect(() => licencesOf([{ ...some, license: 'AGPL-3.0-only' }])).toThrow('AGPL-3.0-only');
    expect(() => packagesOf(['/elsewhere/x.js'])).toThrow('nobody knows whose it is');
    expect(() => packagesOf(['node_modules/not-locked/x.js'])).toThrow('not in package-lock.json');
  });
});

test('the SBOM is CycloneDX with purl, hash and licence for everything, and says no time', () => {
  const product = { name: 'hookline', version: VERSION, description: 'x', license: 'MIT' };
  const packages = shipped();
  const text = sbomOf(product, Buffer.from('tarball'), packages, nodePackages());
  const { $schema, bomFormat, specVersion, version, metadata, components, dependencies, ...rest } =
    JSON.parse(text);
  expect({ $schema, bomFormat, specVersion, version, rest }).toEqual({
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    rest: {},
  });
  expect(Object.keys(metadata)).toEqual(['component']);
  expect(components).toHaveLength(packages.length + nodePackages().length);
  for (const one of [metadata.component, ...components]) {
    expect(one.type).toMatch(/^(application|library)$/);
    const name = one.group ? `${one.group.replace('@', '%40')}/${one.name}` : one.name;
    expect(one.purl).toBe(`pkg:npm/${name}@${one.version}`);
    expect(one.hashes).toEqual([
      { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) },
    ]);
    expect(ACCEPTED).toContain(one.licenses[0].license.id);
  }
  const refs = [metadata.component, ...components].map((one) => one['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  const graph = new Map<string, string[]>(
    dependencies.map(({ ref, dependsOn }: { ref: string; dependsOn: string[] }) => [
      ref,
      dependsOn,
    ]),
  );
  expect([...graph.keys()].toSorted()).toEqual(refs.toSorted());
  // Everything hangs together: what nothing leads to would be no part of the product.
  const reached = new Set([metadata.component['bom-ref']]);
  for (const ref of reached) for (const next of graph.get(ref) ?? []) reached.add(next);
  expect([...reached].toSorted()).toEqual(refs.toSorted());
  expect(graph.get(`pkg:npm/pg@${packages.find(({ name }) => name === 'pg')?.version}`)).toEqual(
    expect.arrayContaining([expect.stringMatching(/^pkg:npm\/pg-protocol@/)]),
  );
});

test('a package is found as Node finds it: beside who needs it, else further up', () => {
  const nested = Object.keys(readJson('package-lock.json').packages).find((path) =>
    /^node_modules\/.+\/node_modules\//.test(path),
  );
  const [, above = '', name = ''] = /^(.+)\/node_modules\/(.+?)$/.exec(nested ?? '') ?? [];
  expect(pathOf(name, above)).toBe(nested);
  expect(pathOf('pg-protocol', 'node_modules/pg')).toBe('node_modules/pg-protocol');
  expect(pathOf('not-there', 'node_modules/pg')).toBeUndefined();
});

test('what comes along leads to nothing that does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hookline-laid-out-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  layOut(folder, shipped());
  const files = globSync('**/*', { cwd: folder });
  expect(files).toEqual(expect.arrayContaining(['deploy/nginx.conf', 'examples/tail.mjs']));
  // Server and page are built into it later; nothing else is named that is not there.
  const built = /^(server\/dist\/(main|hookline)\.mjs|node_modules\/\.bin\/node)$/;
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  const named = [
    ...read('deploy/hookline.service').matchAll(
      /\/opt\/hookline\/(?:node_modules\/hookline\/)?([\w./-]+)/g,
    ),
    ...['deploy/Containerfile', 'deploy/compose.yaml', 'deploy/cluster/compose.yaml'].flatMap(
      (file) => [...read(file).matchAll(/\/app\/([\w./-]+\.\w+)/g)],
    ),
  ].map(([, file = '']) => file);
  expect(named.filter((file) => built.test(file)).length).toBeGreaterThan(5);
  expect(named.filter((file) => !built.test(file) && !files.includes(file))).toEqual([]);
  expect(read('deploy/Containerfile')).not.toMatch(/packages\/|--from=| AS /);
  const pages = files.filter((file) => file.endsWith('.md'));
  const links = pages.flatMap((page) =>
    [...readFileSync(join(folder, page), 'utf8').matchAll(/\]\(([^)\s#]+)/g)]
      .map(([, target = '']) => join(dirname(page), target))
      .filter((target) => !target.includes('http')),
  );
  expect(links.length).toBeGreaterThan(50);
  expect(links.filter((target) => !files.includes(target))).toEqual([]);
});

test('of the same files the same tarball, whenever and in whatever order they were written', () => {
  const folder = join(tmpdir(), 'to-be-packed');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = { 'b.txt': 'b'.repeat(512), 'bin/a': '#!', empty: '', 'z/ä.txt': 'ü' };
  const pack = (names: readonly string[], mode: number) => {
    rmSync(folder, { recursive: true, force: true });
    for (const name of names) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), files[name as keyof typeof files], { mode });
    }
    return tarballOf(folder, ['bin/a']);
  };
  const tarball = pack(Object.keys(files), 0o600);
  expect(pack(Object.keys(files).toReversed(), 0o755).equals(tarball)).toBe(true);
  const lines = execFileSync('tar', ['-tzv', '--full-time', '--utc', '--numeric-owner'], {
    input: tarball,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  }).trim();
  expect(lines.split('\n').map((line) => line.split(/\s+/).join(' '))).toEqual([
    '-rw-r--r-- 0/0 512 1985-10-26 08:15:00 package/b.txt',
    '-rwxr-xr-x 0/0 2 1985-10-26 08:15:00 package/bin/a',
    '-rw-r--r-- 0/0 0 1985-10-26 08:15:00 package/empty',
    '-rw-r--r-- 0/0 2 1985-10-26 08:15:00 package/z/ä.txt',
  ]);
});

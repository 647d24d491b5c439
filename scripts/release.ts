// Makes what is published, in dist/ or the folder that is named: see CONTRIBUTING.md.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildServer } from '../packages/server/build.ts';
import { COMMAND, layOut, nodePackages } from './release/hookline-package.ts';
import { type Product, sbomOf } from './release/sbom.ts';
import { packagesOf, ROOT, type ShippedPackage } from './release/shipped.ts';
import { tarballOf } from './release/tarball.ts';

const out = resolve(process.argv[2] ?? join(ROOT, 'dist'));
const laidOut = join(out, 'packages');
const server = join(laidOut, 'hookline');
const home = join(server, 'home/dist');
const client = join(laidOut, 'hookline-client');
const run = (...parameters: string[]) =>
  execFileSync(process.execPath, parameters, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });

rmSync(out, { recursive: true, force: true });
mkdirSync(server, { recursive: true });

run('packages/home/build.ts', home);
run('packages/client/build.ts', client);
const modules = [
  ...(await buildServer(join(server, 'server/dist'))).flatMap(({ modules }) => modules),
  ...readFileSync(join(home, '.built'), 'utf8').split('\n'),
];
rmSync(join(home, '.built'));
const shipped = packagesOf(modules);
layOut(server, shipped);

const sums = [
  ...publish(server, [COMMAND], shipped, nodePackages()),
  ...publish(client, [], [], []),
];
writeFileSync(join(out, 'SHA256SUMS'), sums.join(''));
rmSync(laidOut, { recursive: true });

/** Writes tarball and SBOM, tells their sizes, and answers their lines of SHA256SUMS. */
function publish(
  folder: string,
  executable: readonly string[],
  bundled: readonly ShippedPackage[],
  besides: readonly ShippedPackage[],
): string[] {
  const product = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Product;
  const name = `${product.name}-${product.version}`;
  const tarball = tarballOf(folder, executable);
  const files = {
    [`${name}.tgz`]: tarball,
    [`${name}.cdx.json`]: Buffer.from(sbomOf(product, tarball, bundled, besides)),
  };
  return Object.entries(files).map(([file, content]) => {
    writeFileSync(join(out, file), content);
    const sum = createHash('sha256').update(content).digest('hex');
    console.log(
      `${(content.length / 1024).toFixed(0).padStart(6)} KiB  ${sum.slice(0, 12)}…  ${file}`,
    );
    return `${sum}  ${file}\n`;
  });
}

import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { licencesOf } from './licences.ts';
import { packageAt, ROOT, readJson, type ShippedPackage } from './shipped.ts';

/** The command, which has to be executable. */
export const COMMAND = 'bin/hookline.mjs';
/** What only those need who have a clone. */
const FOR_DEVELOPERS = ['docs/benchmarks.md', 'docs/dependencies.md'];
/** What documents lead to and is of use without a clone. */
const TO_COPY_FROM = [
  'deploy/{,cluster/}{Caddyfile,*.conf}',
  'deploy/{alerts.yaml,grafana-dashboard.json}',
  'deploy/{,cluster/}compose.yaml',
  'deploy/{hookline.service,Containerfile}',
  'examples/*',
];

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
  for (const file of globSync(['docs/*.md', ...TO_COPY_FROM], { cwd: ROOT })) {
    if (!FOR_DEVELOPERS.includes(file)) copy(file);
  }
  for (const file of ['LICENSE', 'SECURITY.md', 'CHANGELOG.md']) copy(file);
  copy('packages/server/npm-page.md', 'README.md');
  const change = (files: readonly string[], changed: (text: string, at: string) => string) => {
    for (const file of globSync(files, { cwd: folder })) {
      const path = join(folder, file);
      writeFileSync(path, changed(readFileSync(path, 'utf8'), dirname(path)));
    }
  };
  change(['*.md', 'docs/*.md'], withoutDeadLinks);
  change(['deploy/Containerfile'], asBuilt);
  change(['deploy/{,cluster/}{compose.yaml,Containerfile}', 'deploy/hookline.service'], (text) =>
    text
      .replaceAll('/app/packages/server/dist', '/app/server/dist')
      .replaceAll('/opt/hookline/packages/server', '/opt/hookline/node_modules/hookline/server')
      .replaceAll('/opt/hookline/docs', '/opt/hookline/node_modules/hookline/docs'),
  );
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES'), licencesOf(shipped));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(hooklineManifest(), null, 2)}\n`);
}

/** Of the stages that make an image the last one, with what they would have built. */
function asBuilt(containerfile: string): string {
  const stages = containerfile.split(/^(?=FROM )/m);
  const [head = '', last = ''] = [stages[0], stages.at(-1)];
  const copied =
    'COPY LICENSE THIRD-PARTY-LICENSES package.json ./\nCOPY server server\nCOPY home home\n';
  return head + last.replace(/^COPY [\s\S]+?^COPY --from=production .*\n/m, copied);
}

/** Of a link to what does not come along its words stay, of a picture nothing does. */
function withoutDeadLinks(text: string, folder: string): string {
  return text.replaceAll(
    /(!?)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)/g,
    (link, picture: string, words: string, target: string) => {
      if (/^https?:/.test(target) || existsSync(join(folder, target))) return link;
      return picture ? '' : words;
    },
  );
}

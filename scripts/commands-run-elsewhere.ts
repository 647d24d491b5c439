/** A command of the docs that no test types as it stands there. */
export interface Elsewhere {
  /** How it begins. */
  readonly starts: string;
  readonly why: string;
  /** The file that does the same another way, and a text in it that would be gone if it did not. */
  readonly by?: readonly [file: string, text: string];
}

/** With whole words, so that `npm run dev` is not taken for all that begins with these letters. */
export function startsWith(command: string, starts: string): boolean {
  return `${command} `.startsWith(/\w$/.test(starts) ? `${starts} ` : starts);
}

const CONTAINER = ['deploy/test/image.ts', 'deploy/Containerfile'] as const;
const SYSTEMD = ['deploy/test/boot-systemd.sh', 'useradd --system --user-group'] as const;

const AS_ROOT = 'as root, on a machine of its own: npm run test:systemd boots one with the unit';
const NO_ENGINE =
  'needs an engine for containers: npm run test:container builds and runs the image';
const MINUTES = 'takes minutes and a machine that does nothing else';

export const ELSEWHERE: readonly Elsewhere[] = [
  {
    starts: 'npm install hookline',
    why: 'needs the package on npm; npm run test:release installs its tarball',
    by: ['deploy/test/release.test.ts', 'npx hookline serve has page'],
  },
  {
    starts: 'npm install hookline-client',
    why: 'needs the package on npm; npm run test:release installs its tarball',
    by: ['deploy/test/release.test.ts', 'is live in Node, with its types'],
  },
  {
    starts: 'npx --package openapi-typescript',
    why: 'fetches it from the registry; npm run test:release does',
    by: ['deploy/test/release.test.ts', 'a client that openapi-typescript makes'],
  },
  {
    starts: 'npm run release',
    why: 'makes what is published; npm run test:release does it twice',
    by: ['deploy/test/release.test.ts', 'two runs make the same bytes'],
  },
  {
    starts: 'npm start',
    why: 'installs and builds in this folder',
    by: ['e2e/process.test.ts', "['npm', 'start', '--', '--profile', 'mock']"],
  },
  { starts: 'npm test', why: 'it is what runs this' },
  { starts: 'npm run test:unit', why: 'a part of what runs this' },
  { starts: 'npx vitest', why: 'is what npm test runs', by: ['scripts/test.sh', 'vitest.mjs run'] },
  { starts: 'HEADED=1 npx vitest', why: 'needs a screen' },
  {
    starts: 'npm run demo',
    why: 'has a test of its own',
    by: ['e2e/demo.test.ts', "['npm', 'run', 'demo', '--']"],
  },
  ...['npm run hash-password', 'npx hookline hash-password'].map(
    (starts): Elsewhere => ({
      starts,
      why: 'asks a person',
      by: ['e2e/hash-password.test.ts', "'npm', ['run', '-s', 'hash-password']"],
    }),
  ),
  {
    starts: 'hookline serve',
    why: 'has a test of its own',
    by: ['e2e/hookline-command.test.ts', "'serve', '--profile', 'mock'"],
  },
  {
    starts: 'sudo ln -s',
    why: 'changes the machine',
    by: ['e2e/hookline-command.test.ts', 'works through links'],
  },

  // Backups are made and restored word for word.
  ...['node_modules/.bin/hookline backup', 'npx hookline backup', 'hookline backup'].map(
    (starts): Elsewhere => ({
      starts,
      why: 'needs an archive that is in use',
      by: ['packages/server/test/archive/backup/manual.test.ts', "follow('backup'"],
    }),
  ),
  ...['node_modules/.bin/hookline restore', 'hookline restore', 'mkdir data/', 'mv data/'].map(
    (starts): Elsewhere => ({
      starts,
      why: 'needs that backup',
      by: ['packages/server/test/archive/backup/manual.test.ts', "follow('restore'"],
    }),
  ),
  {
    starts: 'hookline move-archive',
    why: 'needs another database',
    by: ['packages/server/test/archive/backup/round-trip.test.ts', "succeed('move-archive'"],
  },
  ...['if [ -e data/', 'umask 077', 'cd /var/lib/hookline', 'mkdir -p backups', 'ls backups/'].map(
    (starts): Elsewhere => ({
      starts,
      why: 'needs that backup, or the places of the unit',
      by: ['packages/server/test/archive/backup/manual.test.ts', "follow('nightly backup'"],
    }),
  ),
  {
    starts: '/opt/hookline/node_modules/.bin/hookline backup',
    why: 'needs the places of the unit',
    by: ['packages/server/test/archive/backup/manual.test.ts', "follow('nightly backup'"],
  },
  {
    starts: 'psql',
    why: 'needs a PostgreSQL',
    by: ['packages/server/test/archive/backup/manual.test.ts', "follow('postgres role'"],
  },

  ...['mkdir after-upgrade', 'mv hookline.db*', 'cp "after-upgrade/'].map(
    (starts): Elsewhere => ({
      starts,
      why: 'needs an archive that was upgraded',
      by: ['packages/server/test/archive/engine/upgrades.test.ts', "follow('sqlite way back'"],
    }),
  ),

  { starts: 'podman build', why: NO_ENGINE, by: CONTAINER },
  { starts: 'podman run', why: NO_ENGINE, by: CONTAINER },
  ...['podman exec', 'podman stop', 'podman start', 'podman cp'].map(
    (starts): Elsewhere => ({
      starts,
      why: NO_ENGINE,
      by: ['deploy/test/container.test.ts', 'podman exec hookline (node'],
    }),
  ),
  {
    starts: 'docker compose --file deploy/compose.yaml exec',
    why: 'needs an engine; the command itself is run on both databases',
    by: ['packages/server/test/archive/backup/manual.test.ts', "follow('backup'"],
  },
  {
    starts: 'HOOKLINE_NAME=hooks.example.com docker compose',
    why: 'needs an engine; what the file says is compared with the code',
    by: ['scripts/compose.test.ts', "'compose.yaml'"],
  },

  { starts: 'useradd', why: AS_ROOT, by: SYSTEMD },
  { starts: 'git clone', why: AS_ROOT },
  ...['git fetch', '(cd ../hookline-next', '../hookline-next/', 'git worktree remove'].map(
    (starts): Elsewhere => ({ starts, why: 'needs a clone that has somewhere to fetch from' }),
  ),
  { starts: 'cd /opt/hookline && npm run build', why: AS_ROOT },
  { starts: 'install --', why: AS_ROOT },
  { starts: 'cd /var/lib/hookline', why: AS_ROOT, by: SYSTEMD },
  { starts: 'setpriv', why: AS_ROOT, by: SYSTEMD },
  { starts: 'cp deploy/hookline.service', why: AS_ROOT, by: SYSTEMD },
  { starts: 'systemctl', why: AS_ROOT, by: SYSTEMD },

  { starts: 'npm run dev', why: 'watches the sources until it is ended' },
  { starts: 'npm run dev:home', why: 'watches the sources until it is ended' },
  {
    starts: 'npm run build',
    why: 'npm test begins with it',
    by: ['scripts/prepare-tests.ts', 'scripts/build.sh'],
  },
  { starts: 'npm run check', why: 'has a test', by: ['scripts/check.test.ts', "'biome'"] },
  { starts: 'npm run format', why: 'changes the sources; npm run check says whether it would' },
  { starts: 'npm run docs', why: 'has a test', by: ['scripts/docs.test.ts', 'regenerated(file)'] },
  { starts: 'npm run screenshots', why: 'takes pictures anew, which nobody can compare' },
  { starts: 'npm run fuzz', why: MINUTES, by: ['e2e/fuzz.test.ts', 'fuzz/'] },
  { starts: 'npm run bench', why: MINUTES },
  { starts: 'npm run bench:', why: MINUTES },
  { starts: 'npm run soak', why: MINUTES },
  ...['alerts', 'attacks', 'cluster', 'container', 'network', 'release', 'systemd', 'upgrade'].map(
    (tier): Elsewhere => ({
      starts: `npm run test:${tier}`,
      why: 'a tier of its own: it asks something of the machine that npm test cannot',
      by: ['package.json', `"test:${tier}"`],
    }),
  ),
];

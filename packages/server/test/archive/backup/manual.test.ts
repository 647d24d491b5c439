import { spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { provided } from '../../../../../scripts/provided.ts';
import { DATABASES, emptyDatabase, execute } from '../../support/databases.ts';
import { follow } from '../../support/operator-steps.ts';
import { temporaryFolder, WrittenArchive } from '../../support/written-archive.ts';

const ROOT = join(import.meta.dirname, '../../../../..');

/** As the folder of Hookline, which has its commands in it. */
function ownFolder(): string {
  const folder = temporaryFolder();
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

async function fill(written: WrittenArchive): Promise<void> {
  for (let i = 0; i < 50; i++) {
    written.webhook('jobs', { jobId: i % 25, status: 'new', kunde: { tel: '030 23125-100' } });
  }
  await written.settled();
}

describe.each(DATABASES)('[OP1] %s', (kind) => {
  test('a backup as the manual tells it is looked at and restored as it tells that', async () => {
    const folder = ownFolder();
    const place = () =>
      kind === 'sqlite' ? `sqlite:${join(folder, 'data/hookline.db')}` : emptyDatabase(kind);
    const [url, spool] = [await place(), join(folder, 'data/spool')];
    mkdirSync(spool, { recursive: true });
    const written = await WrittenArchive.at(url, spool);
    await fill(written);
    const jobs = await written.jobs();
    const busy = setInterval(() => written.webhook(null, 'null'), 1);
    follow('backup', folder, { APP_ARCHIVE_URL: url });
    clearInterval(busy);
    follow('backup test', folder, { APP_ARCHIVE_URL: url });
    await written.close();
    const moved = await place();
    // Of PostgreSQL there is no file to be put away.
    if (kind === 'postgres') writeFileSync(join(folder, 'data/hookline.db'), '');
    follow('restore', folder, { APP_ARCHIVE_URL: moved });
    expect(readdirSync(join(folder, 'data'))).toContain('before-restore');
    const restored = await WrittenArchive.at(moved, spool);
    expect(await restored.jobs()).toEqual(jobs);
    expect(restored.archive.troubles()).toEqual([]);
  });
});

test('[AR11] role and database of PostgreSQL are made as the manual tells it', async () => {
  const server = provided('postgres').url;
  onTestFinished(() => execute(server, 'drop role if exists hookline'));
  onTestFinished(() => execute(server, 'drop database if exists hookline with (force)'));
  follow('postgres role', temporaryFolder(), { ADMIN_URL: server });
  const { host, search } = new URL(server);
  const url = `postgres://hookline:a-long-random-text@${host}/hookline${search}`;
  const written = await WrittenArchive.at(url);
  await fill(written);
  expect(written.archive.troubles()).toEqual([]);
  await written.close();
});

/** @needs systemd */
test('[OP1] every night a backup is made as the manual tells it, and fourteen are kept', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  mkdirSync(join(data, 'spool'), { recursive: true });
  const written = await WrittenArchive.at(`sqlite:${data}/hookline.db`, join(data, 'spool'));
  await fill(written);
  await written.archive.eraseNumber('069 90009-100', false);
  const yaml = join(folder, 'hookline.yaml');
  writeFileSync(yaml, 'app.archive.url: sqlite:./data/hookline.db\n');
  const places = {
    '/var/lib/hookline': folder,
    '/opt/hookline': ROOT,
    '/etc/hookline/hookline.yaml': yaml,
  };
  const night = () => follow('nightly backup', folder, {}, 'operations.md', places);
  night();
  const backups = join(folder, 'backups');
  const [first = '', ...others] = readdirSync(backups).toSorted().reverse();
  expect([first, ...others]).toEqual([
    expect.stringMatching(/^hookline-20\d\d-\d\d-\d\d\.ndjson\.gz$/),
    'erasures',
  ]);
  expect(statSync(backups).mode & 0o777).toBe(0o700);
  for (let day = 10; day < 26; day++) {
    writeFileSync(join(backups, `hookline-2001-01-${day}.ndjson.gz`), '');
  }
  night();
  const kept = readdirSync(backups)
    .filter((name) => name.startsWith('hookline-'))
    .toSorted();
  expect(kept).toHaveLength(14);
  expect(kept).toContain(first);
  expect(kept).not.toContain('hookline-2001-01-12.ndjson.gz');

  const manual = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  expect(manual).toMatch(/^(\d+ ){2}\* \* \* hookline sh -eu \/etc\/hookline\/backup\.sh$/m);
  const units = [...manual.matchAll(/<!-- unit: (\S+) -->\n```ini\n(.*?)```/gs)];
  const files = units.map(([, name = '', text = '']) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  expect(files).toHaveLength(2);
  const verified = spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' });
  expect(verified.stderr.split('\n').filter((line) => line.includes('hookline'))).toEqual([]);
});

import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { provided } from '../../../../../scripts/provided.ts';
import { execute } from '../../support/databases.ts';
import { follow } from '../../support/operator-steps.ts';
import { ALL, temporaryFolder, WrittenArchive } from '../../support/written-archive.ts';

const NUMBER = '030 23125-100';

function fill(written: WrittenArchive): Promise<void> {
  for (let i = 0; i < 100; i++) {
    written.webhook('kunden', { number: `069 90009-${100 + i}`, name: `Süß ${i}`, x: 1.5 });
    written.webhook('jobs', { jobId: i % 50, status: 'new', kunde: { tel: NUMBER } });
  }
  written.report({ callId: 'c', state: 'ringing', from: NUMBER });
  return written.settled();
}

async function contentsOf(written: WrittenArchive) {
  return {
    addresses: await written.addresses(),
    found: await written.addresses({ q: 'suess 9' }),
    calls: await written.calls(),
    jobs: await written.jobs(),
    job: await written.archive.job('7', ALL),
    caller: await written.archive.caller(NUMBER),
  };
}

/** Takes a backup of a service that goes on storing; answers what it held when it was begun. */
async function backedUp(written: WrittenArchive, backup: () => void) {
  await fill(written);
  const contents = await contentsOf(written);
  const busy = setInterval(() => written.webhook(null, 'null'), 1);
  const { stored } = written.archive.figures();
  await expect.poll(() => written.archive.figures().stored).toBeGreaterThan(stored + 20);
  backup();
  clearInterval(busy);
  written.webhook('kunden', { number: '040 66969-1', name: 'after the backup' });
  await written.settled();
  expect(await contentsOf(written)).not.toEqual(contents);
  await written.close();
  return contents;
}

async function expectRestored(url: string, contents: object): Promise<void> {
  const restored = await WrittenArchive.at(url);
  await restored.settled();
  expect(await contentsOf(restored)).toEqual(contents);
  // Whole, and not a picture only: it goes on.
  restored.webhook('kunden', { number: '069 90009-100', name: 'Neu' });
  await restored.settled();
  expect(await restored.addresses({ number: '069 90009-100' })).toMatchObject([{ name: 'Neu' }]);
  expect(restored.archive.troubles()).toEqual([]);
}

test('[AR11] sqlite: a backup as the manual tells it reads the same when restored', async () => {
  const folder = temporaryFolder();
  // As in the folder of Hookline, which has its own Node in it.
  const modules = join(import.meta.dirname, '../../../../../node_modules');
  symlinkSync(modules, join(folder, 'node_modules'));
  const url = `sqlite:${join(folder, 'data/hookline.db')}`;
  const contents = await backedUp(await WrittenArchive.at(url), () =>
    follow('sqlite backup', folder),
  );
  follow('sqlite restore', folder);
  expect(readdirSync(join(folder, 'data')).toSorted()).toEqual(['before-restore', 'hookline.db']);
  await expectRestored(url, contents);
});

test('[AR11] postgres: a backup as the manual tells it reads the same when restored', async () => {
  const folder = temporaryFolder();
  const server = provided('postgres').url;
  onTestFinished(() => execute(server, 'drop role if exists hookline'));
  onTestFinished(() => execute(server, 'drop database if exists hookline with (force)'));
  follow('postgres role', folder, { ADMIN_URL: server });
  const place = new URL(server);
  const urlOf = (database: string) =>
    `postgres://hookline:a-long-random-text@${place.host}/${database}${place.search}`;
  const [url, restoredUrl] = [urlOf('hookline'), urlOf('hookline_restored')];
  const contents = await backedUp(await WrittenArchive.at(url), () =>
    follow('postgres backup', folder, { ARCHIVE_URL: url }),
  );
  onTestFinished(() => execute(server, 'drop database if exists hookline_restored with (force)'));
  follow('postgres restore', folder, { ADMIN_URL: server, RESTORED_URL: restoredUrl });
  await expectRestored(restoredUrl, contents);
});

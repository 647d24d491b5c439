import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sqlitePath } from '../../../src/archive/engine/store/sqlite-file.ts';
import { openStore } from '../../../src/archive/engine/store/store.ts';
import { WrittenArchive } from '../../support/written-archive.ts';

const NAME = 'Muster-Erasable';
const NUMBER = '030 23125-100';

/** Everything that SQLite has on disk, its write-ahead log included. */
function bytesOf(url: string): string {
  const paths = ['', '-wal', '-shm'].map((suffix) => sqlitePath(url) + suffix);
  return paths.map((path) => (existsSync(path) ? readFileSync(path, 'latin1') : '')).join();
}

test('[AR13] right after an erasure neither name nor number is left in any file of SQLite', async () => {
  const written = await WrittenArchive.on('sqlite');
  written.webhook('kunden', { name: NAME, telefon: NUMBER });
  written.webhook('jobs', { jobId: 7, kunde: NAME, telefon: NUMBER });
  written.report({ callId: 'c', from: NUMBER, name: NAME, state: 'ringing' });
  await written.settled();
  await written.events();
  expect(bytesOf(written.url)).toContain(NAME);
  await written.archive.eraseNumber(NUMBER, false);
  const left = bytesOf(written.url).replace(/[\s()/.-]/g, '');
  expect(left).not.toContain(NAME.replace('-', ''));
  expect(left).not.toContain('23125100');
});

test('[AR13] a reader that holds the log up delays the answer, and the log is emptied after it', async () => {
  const written = await WrittenArchive.on('sqlite');
  written.webhook('kunden', { name: NAME, telefon: NUMBER });
  await written.settled();
  const reader = openStore(written.url, 'read');
  await reader.db.connection().execute(async (db) => {
    const rows = db.selectFrom('events').select('payload').stream(1);
    await rows.next();
    await written.archive.eraseNumber(NUMBER, false);
    await rows.return?.(undefined);
  });
  await reader.close();
  await expect.poll(() => bytesOf(written.url)).not.toContain(NAME);
});

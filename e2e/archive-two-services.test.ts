import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { serviceWith, settled, storedIds } from './support/archive.ts';
import { acceptedIds, mixed, postAll } from './support/load.ts';
import { ownDatabase } from './support/postgres.ts';
import { type Program, runService, temporaryFolder } from './support/service.ts';

function second(url: string, spoolFolder: string): Program {
  return runService(['--app.server.port=0'], {
    APP_ARCHIVE_URL: url,
    APP_ARCHIVE_SPOOL_DIR: spoolFolder,
  });
}

test('[AR12] a second service on the same SQLite file refuses to start', async () => {
  const folder = temporaryFolder();
  const url = `sqlite:${folder}/hookline.db`;
  const first = await serviceWith(url, folder);
  const answers = await postAll(first, 50, mixed);
  expect(await second(url, temporaryFolder()).outcome).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `hookline: the file ${folder}/hookline.db is used by another Hookline that is running; end that one, or set app.archive.url\n`,
  });
  await settled(first);
  expect(await storedIds(url)).toEqual(acceptedIds(answers));
});

test('[AR12] a second service on the same journal refuses to start, also with another database', async () => {
  const folder = temporaryFolder();
  await serviceWith(await ownDatabase(), folder);
  expect(await second(await ownDatabase(), `${folder}/spool`).outcome).toMatchObject({
    code: 1,
    stdout: '',
    stderr: `hookline: the folder ${folder}/spool is used by another Hookline that is running; end that one, or set app.archive.spool-dir\n`,
  });
});

test.each(['SIGKILL', 'SIGTERM'] as const)(
  '[AR12] after %s file and journal are free for the next start',
  async (signal) => {
    const folder = temporaryFolder();
    const url = `sqlite:${folder}/hookline.db`;
    const first = await serviceWith(url, folder);
    const before = await postAll(first, 20, mixed);
    await settled(first);
    first.program.child.kill(signal);
    await first.program.outcome;
    expect(readdirSync(folder)).toContain('hookline.db.lock');
    const next = await serviceWith(url, folder);
    await postAll(next, 20, mixed);
    await settled(next);
    expect((await storedIds(url)).length).toBe(before.length + 20);
  },
);

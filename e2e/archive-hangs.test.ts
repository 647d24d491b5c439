import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import {
  becomesReady,
  complains,
  reasonsOf,
  rowsOf,
  serviceWith,
  settled,
  spooledIn,
  storedIds,
} from './support/archive.ts';
import { type Answer, acceptedIds, mixed, postAll, startLoad } from './support/load.ts';
import { ownDatabase, ownPostgres } from './support/postgres.ts';
import { type Service, startService, temporaryFolder } from './support/service.ts';

/** Ends it as an operator would: with 0, for after its own limit it would give up with 1. */
async function end({ program }: Service): Promise<void> {
  program.child.kill('SIGTERM');
  expect(await program.outcome).toMatchObject({ code: 0 });
}

function isAllAccepted(answers: readonly Answer[]): boolean {
  return answers.every(({ status }) => status === 202);
}

/** Takes every connection and never says a word. */
async function silentServer(): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return `postgres://postgres@127.0.0.1:${port}/postgres`;
}

test('[AR2] a database that takes connections and never answers delays neither a request nor the end', async () => {
  const folder = temporaryFolder();
  const hanging = await serviceWith(await silentServer(), folder);
  const answers = await postAll(hanging, 200, mixed);
  expect(isAllAccepted(answers)).toBe(true);
  await expect.poll(() => reasonsOf(hanging)).toMatch(/does not answer|timeout/);
  await end(hanging);
  expect(spooledIn(folder).length).toBeGreaterThan(0);

  const url = await ownDatabase();
  const next = await serviceWith(url, folder);
  await settled(next);
  expect(await storedIds(url)).toEqual(acceptedIds(answers));
  expect(spooledIn(folder)).toEqual([]);
});

test('[AR12] PostgreSQL that freezes under load: nothing delayed, nothing missing, nothing twice', async () => {
  const postgres = await ownPostgres();
  const folder = temporaryFolder();
  const service = await serviceWith(postgres.url, folder);
  const server = await freezer(postgres.url);
  const load = startLoad(service, mixed);
  await load.goesOn(200);
  server.freeze();
  await expect.poll(() => reasonsOf(service)).toMatch(/does not answer/);
  await load.goesOn(200);
  server.thaw();
  await load.goesOn(100);
  const before = await load.stop();
  expect(isAllAccepted(before)).toBe(true);
  expect(await settled(service)).toMatchObject({ stored: before.length, dropped: 0 });
  await becomesReady(service);
  expect(await storedIds(postgres.url)).toEqual(acceptedIds(before));

  // And once more, with the end of the process in it.
  server.freeze();
  const during = await postAll(service, 100, mixed);
  expect(isAllAccepted(during)).toBe(true);
  await end(service);
  expect(spooledIn(folder).length).toBeGreaterThan(0);
  server.thaw();
  const next = await serviceWith(postgres.url, folder);
  await settled(next);
  const ids = await storedIds(postgres.url);
  expect(ids).toEqual([...acceptedIds(before), ...acceptedIds(during)]);
});

test('[AR12] a SQLite file that another program keeps locked: in the journal, and stored by the next start', async () => {
  const folder = temporaryFolder();
  const url = `sqlite:${folder}/hookline.db`;
  const service = await serviceWith(url, folder);
  const before = await postAll(service, 10, mixed);
  await settled(service);
  const other = new DatabaseSync(`${folder}/hookline.db`);
  onTestFinished(() => {
    if (other.isOpen) other.close();
  });
  other.exec('begin immediate');
  const during = await postAll(service, 100, mixed);
  expect(isAllAccepted(during)).toBe(true);
  await end(service);
  other.close();
  const next = await serviceWith(url, folder);
  await settled(next);
  expect(await storedIds(url)).toEqual(acceptedIds([...before, ...during]));
});

/** A service whose journal is on a disk that hangs while the file `hanging` is there. */
function onHangingDisk(folder: string, url: string, hanging: string): Promise<Service> {
  const preload = new URL('./support/hanging-writes.mjs', import.meta.url);
  return startService([], {
    APP_ARCHIVE_URL: url,
    APP_ARCHIVE_SPOOL_DIR: `${folder}/spool`,
    HANGING_WRITES: hanging,
    NODE_OPTIONS: `--import=${preload}`,
  });
}

test('[AR2] [AR12] a journal on a disk that hangs delays nobody, and what is accepted meanwhile is stored', async () => {
  const folder = temporaryFolder();
  const url = `sqlite:${folder}/hookline.db`;
  const hanging = `${folder}/hanging`;
  const service = await onHangingDisk(folder, url, hanging);
  const answers = [...(await postAll(service, 20, mixed))];
  writeFileSync(hanging, '');
  answers.push(...(await postAll(service, 50, mixed)));
  await complains(service, /the journal cannot be written: a write takes long/);
  expect(await settled(service)).toMatchObject({ stored: 70, dropped: 0 });

  rmSync(hanging);
  await becomesReady(service);
  answers.push(...(await postAll(service, 20, mixed)));
  service.program.child.kill('SIGKILL');
  const { stdout } = await service.program.outcome;
  expect(stdout.match(/the journal cannot be written/g)).toHaveLength(1);
  await settled(await serviceWith(url, folder));
  expect(isAllAccepted(answers)).toBe(true);
  expect(await storedIds(url)).toEqual(acceptedIds(answers));
});

test('[AR2] [AR12] a disk that hangs at the start does not keep the service from starting', async () => {
  const folder = temporaryFolder();
  const url = `sqlite:${folder}/hookline.db`;
  const hanging = `${folder}/hanging`;
  writeFileSync(hanging, '');
  const service = await onHangingDisk(folder, url, hanging);
  const answers = [...(await postAll(service, 10, mixed))];
  await complains(service, /the journal cannot be written: its folder does not answer/);
  expect(await settled(service)).toMatchObject({ stored: 10, dropped: 0 });
  rmSync(hanging);
  await becomesReady(service);
  answers.push(...(await postAll(service, 10, mixed)));
  service.program.child.kill('SIGKILL');
  await service.program.outcome;
  await settled(await serviceWith(url, folder));
  expect(await storedIds(url)).toEqual(acceptedIds(answers));
});

/** Stops every process of a PostgreSQL where it stands, as a machine that hangs would. */
async function freezer(url: string): Promise<{ freeze(): void; thaw(): void }> {
  const [row] = await rowsOf(url, "select current_setting('data_directory') as folder");
  const [main] = readFileSync(`${row?.['folder']}/postmaster.pid`, 'utf8').split('\n', 1);
  const signal = (name: NodeJS.Signals) => {
    // The one that would start others comes first.
    for (const pid of [Number(main), ...childrenOf(Number(main))]) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended by itself.
      }
    }
  };
  const thaw = () => signal('SIGCONT');
  // Frozen, it could not be stopped either.
  onTestFinished(thaw);
  return { freeze: () => signal('SIGSTOP'), thaw };
}

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

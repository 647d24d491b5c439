import { execFileSync } from 'node:child_process';
import {
  closeSync,
  cpSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ThreadArchive } from '../packages/server/src/archive/threads/thread-archive.ts';
import {
  becomesReady,
  complains,
  figuresOf,
  garbage,
  reasonsOf,
  rowsOf,
  serviceWith,
  settled,
  spooledIn,
  storedIds,
  until,
} from './support/archive.ts';
import { earlierLife } from './support/earlier-life.ts';
import { type Answer, acceptedIds, mixed, postAll } from './support/load.ts';
import { Program, SERVICE, temporaryFolder } from './support/service.ts';

const PAGE = 4096;
const fileLeft = earlierLife();

const damages: [string, (bytes: Buffer) => Buffer][] = [
  ['a header of garbage', (bytes) => Buffer.concat([garbage(100), bytes.subarray(100)])],
  [
    'pages of garbage',
    (bytes) => Buffer.concat([bytes.subarray(0, PAGE), garbage(bytes.length - PAGE)]),
  ],
  [
    'its second half missing',
    (bytes) => bytes.subarray(0, PAGE * Math.ceil(bytes.length / PAGE / 2)),
  ],
];

test.each(damages)(
  '[AR2] a SQLite file with %s is set aside unchanged and a fresh one begun',
  async (_, damage) => {
    const folder = temporaryFolder();
    const path = join(folder, 'hookline.db');
    const url = `sqlite:${path}`;
    const damaged = damage(await fileLeft());
    writeFileSync(path, damaged);

    const service = await serviceWith(url, folder);
    const [, keptAs = ''] = await complains(service, /damaged and is kept as (\S+\.corrupt-\S+)/);
    expect(readFileSync(keptAs).equals(damaged)).toBe(true);
    const answers = await postAll(service, 20, mixed);
    expect(await settled(service)).toMatchObject({ stored: 20, dropped: 0 });
    expect(await storedIds(url)).toEqual(acceptedIds(answers));
    expect(await rowsOf(url, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  },
);

test('[AR2] damage among old records, found by a reader, has the file set aside too', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'hookline.db');
  const url = `sqlite:${path}`;
  const options = {
    url,
    spoolFolder: join(folder, 'spool'),
    phone: { country: 'DE' as const },
    jobs: { referenceNames: [], statusWords: {}, timeZone: 'Europe/Berlin' },
    retention: { events: undefined, calls: undefined, jobs: undefined, addresses: undefined },
    log: { info() {}, warn() {}, error() {} },
    now: Date.now,
  };
  const event = (id: number) => ({
    id,
    receivedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, id)).toISOString(),
    channel: null,
    payload: Buffer.from(`"${'x'.repeat(1000)}"`),
  });
  const first = new ThreadArchive(options);
  await first.open('first');
  await first.start();
  for (let id = 1; id <= 2000; id++) first.store(event(id));
  await expect.poll(() => first.figures().stored).toBe(2000);
  await first.close();
  const bytes = readFileSync(path);
  const middle = Math.floor(bytes.length / PAGE / 2) * PAGE;
  garbage(PAGE * 20).copy(bytes, middle);
  writeFileSync(path, bytes);

  const archive = new ThreadArchive(options);
  onTestFinished(() => archive.close());
  await archive.open('second');
  await archive.start();
  const readAll = async () => {
    let cursor: string | undefined;
    let count = 0;
    do {
      const page = await archive.events({}, { limit: 500, cursor }, 'json');
      count += page.items.length;
      cursor = page.next ?? undefined;
    } while (cursor !== undefined);
    return count;
  };
  await expect(until(readAll, () => false)).rejects.toMatchObject({ reason: 'unavailable' });
  const [trouble] = await until(
    () => archive.troubles(),
    (troubles) => troubles.length > 0,
  );
  expect(trouble).toMatch(/damaged and is kept as \S+\.corrupt-/);
  archive.store(event(2001));
  expect(
    await until(
      () => readAll().catch(() => 0),
      (count) => count > 0,
    ),
  ).toBe(1);
});

const serviceOn = ({ folder, command }: SmallDisk) =>
  serviceWith(`sqlite:${folder}/hookline.db`, folder, command);

test('[AR2] a full disk, at the start and later: the relay goes on and everything is stored when there is room', async () => {
  const disk = await smallDisk(16 * 1024 * 1024);
  const url = () => `sqlite:${disk.copy()}/hookline.db`;
  // Enough to begin with the schema and not enough to finish it.
  disk.fill(100 * 1024);
  const service = await serviceOn(disk);
  await expect.poll(() => reasonsOf(service)).toMatch(/cannot store.*full/);
  const first = await postAll(service, 150, mixed);
  disk.free();
  await settled(service);
  await becomesReady(service);
  expect(await storedIds(url())).toEqual(acceptedIds(first));

  const isFull = async () => /cannot store.*full/.test(await reasonsOf(service));
  const second: Answer[] = [];
  while (!(await isFull())) {
    // Its log may get shorter behind our back, and then there is room again.
    disk.fill();
    // More than the room that the files have inside.
    const large = 'x'.repeat(10_000);
    second.push(...(await postAll(service, 100, () => ['/api/webhook', `"${large}"`])));
    await until(
      async () => (await isFull()) || (await figuresOf(service)).queue_bytes === 0,
      (isOver) => isOver,
    );
  }
  await expect.poll(() => reasonsOf(service)).toMatch(/journal cannot be written.*ENOSPC/);
  disk.free();
  expect(await settled(service)).toMatchObject({
    stored: first.length + second.length,
    dropped: 0,
    dead_letters: 0,
  });
  await becomesReady(service);
  const answers = [...first, ...second];
  expect(answers.every(({ status }) => status === 202)).toBe(true);
  expect(await storedIds(url())).toEqual(acceptedIds(answers));
  expect(await rowsOf(url(), 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  service.program.child.kill('SIGTERM');
  await service.program.outcome;
});

test('[AR2] a read-only folder: the relay goes on and everything is stored once it can be written', async () => {
  const disk = await smallDisk(16 * 1024 * 1024);
  disk.remount('ro');
  const url = () => `sqlite:${disk.copy()}/hookline.db`;
  const service = await serviceOn(disk);
  await expect.poll(() => reasonsOf(service)).toMatch(/cannot store.*EROFS: read-only file system/);
  const answers = await postAll(service, 100, mixed);
  expect(answers.every(({ status }) => status === 202)).toBe(true);
  await expect.poll(() => reasonsOf(service)).toMatch(/journal cannot be written/);
  disk.remount('rw');
  expect(await settled(service)).toMatchObject({ stored: 100, dropped: 0 });
  await becomesReady(service);
  expect(await storedIds(url())).toEqual(acceptedIds(answers));
  service.program.child.kill('SIGTERM');
  await service.program.outcome;
});

test('[AR12] no folder and no journal: memory is bounded, what it cannot hold is counted, the rest is stored', async () => {
  const folder = temporaryFolder();
  const inTheWay = join(folder, 'data');
  writeFileSync(inTheWay, 'a file where the folder should be');
  const url = `sqlite:${inTheWay}/hookline.db`;
  const service = await serviceWith(url, inTheWay);
  await expect.poll(() => reasonsOf(service)).toMatch(/cannot store.*(ENOTDIR|EEXIST)/);
  const large = `"${'x'.repeat(1_000_000)}"`;
  const answers = await postAll(service, 75, () => ['/api/webhook', large]);
  expect(answers.every(({ status }) => status === 202)).toBe(true);
  const { dropped } = await figuresOf(service);
  expect(dropped).toBeGreaterThan(0);
  await expect.poll(() => reasonsOf(service)).toContain(`${dropped} records were dropped`);

  rmSync(inTheWay);
  const after = await settled(service);
  expect(after).toMatchObject({ dropped, stored: answers.length - dropped });
  const ids = await storedIds(url);
  expect(ids).toEqual(acceptedIds(answers).slice(0, answers.length - dropped));
});

test('[AR12] a file in the journal that is no batch does not block the others and is kept', async () => {
  const folder = temporaryFolder();
  const spool = join(folder, 'spool');
  mkdirSync(spool);
  writeFileSync(join(spool, '000000000000000.batch'), 'cut off');
  const url = `sqlite:${folder}/hookline.db`;
  const service = await serviceWith(url, folder);
  const answers = await postAll(service, 5);
  await until(
    () => storedIds(url).catch(() => []),
    (ids) => ids.length === 5,
  );
  expect(await storedIds(url)).toEqual(acceptedIds(answers));
  await expect.poll(() => spooledIn(folder)).toEqual(['000000000000000.batch.unreadable']);
});

const root = join(import.meta.dirname, '../..');

interface SmallDisk {
  /** Where it is for whoever is started with `command`. */
  readonly folder: string;
  /** Starts the service where the disk is. */
  readonly command: string[];
  /** Leaves no room at all, or so many bytes. */
  fill(butFor?: number): void;
  free(): void;
  remount(access: 'ro' | 'rw'): void;
  /** A copy of what is on it: SQLite does not find its way to a disk in another namespace. */
  copy(): string;
}

/**
 * A file system of its own, in memory. It is mounted in a namespace, which takes no rights on the
 * machine and is gone with the last process in it.
 */
async function smallDisk(bytes: number): Promise<SmallDisk> {
  const folder = temporaryFolder();
  const mount = `mount -t tmpfs -o size=${bytes} tmpfs '${folder}'`;
  const holder = new Program('unshare', [
    '--user',
    '--map-root-user',
    '--mount',
    'sh',
    '-c',
    `${mount} && echo mounted && exec sleep infinity`,
  ]);
  await holder.line(/^mounted$/);
  const inside = ['--user', '--mount', '--preserve-credentials', `--wd=${root}`];
  const enter = ['--target', String(holder.child.pid), ...inside];
  const seenFromOutside = `/proc/${holder.child.pid}/root${folder}`;
  const filling = join(seenFromOutside, 'filling');
  return {
    folder,
    command: ['nsenter', ...enter, ...SERVICE],
    fill(butFor = 0) {
      const room = Buffer.alloc(4096, 1);
      const spare = join(seenFromOutside, 'spare');
      write(spare, Buffer.alloc(butFor, 1));
      try {
        for (;;) write(filling, room);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
      rmSync(spare);
    },
    free: () => rmSync(filling),
    remount(access) {
      // Of the mount alone: the options of the disk itself may only be named again by root.
      const words = ['mount', '-o', `remount,bind,${access}`, folder];
      execFileSync('nsenter', [...enter, ...words]);
    },
    copy() {
      const copy = temporaryFolder();
      cpSync(seenFromOutside, copy, { recursive: true });
      return copy;
    },
  };
}

function write(path: string, bytes: Buffer): void {
  const file = openSync(path, 'a');
  try {
    if (writeSync(file, bytes) < bytes.length) {
      throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });
    }
  } finally {
    closeSync(file);
  }
}

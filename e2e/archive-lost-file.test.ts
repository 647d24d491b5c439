import {
  copyFileSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import {
  complains,
  figuresOf,
  garbage,
  rowsOf,
  serviceWith,
  settled,
  storedIds,
  until,
} from './support/archive.ts';
import { earlierLife } from './support/earlier-life.ts';
import { acceptedIds, mixed, postAll, startLoad } from './support/load.ts';
import { type Service, temporaryFolder, type WhenOver } from './support/service.ts';

/** What may happen to a file under a running service, and what is said of it. */
const losses: [string, (path: string) => void, RegExp][] = [
  ['removed', (path) => rmSync(path), /file was removed/],
  [
    'removed with its log',
    (path) => {
      for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix);
    },
    /file was removed/,
  ],
  ['moved away', (path) => renameSync(path, `${path}.moved`), /file was removed/],
  [
    'replaced by another database',
    (path) => renameSync(otherDatabase(path), path),
    /file was replaced/,
  ],
  [
    'overwritten with another database',
    (path) => copyFileSync(otherDatabase(path), path),
    /damaged and is kept as \S+\.corrupt-/,
  ],
  ['cut to nothing', (path) => truncateSync(path, 0), /damaged and is kept as \S+\.corrupt-/],
  [
    'cut to its half',
    (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
    /damaged and is kept as \S+\.corrupt-/,
  ],
  [
    'overwritten with garbage',
    (path) => writeFileSync(path, garbage(statSync(path).size)),
    /damaged and is kept as \S+\.corrupt-/,
  ],
];

/** The database of another epoch: it is sound, and has none of this one's records. */
function otherDatabase(path: string): string {
  const other = `${path}.other`;
  const db = new DatabaseSync(other);
  db.exec('create table notes (text)');
  db.close();
  return other;
}

const fileLeft = earlierLife();

async function filled(
  whenOver: WhenOver,
): Promise<{ service: Service; url: string; path: string }> {
  const folder = temporaryFolder(whenOver);
  const path = `${folder}/hookline.db`;
  const url = `sqlite:${path}`;
  writeFileSync(path, await fileLeft());
  const service = await serviceWith(url, folder, undefined, whenOver);
  await postAll(service, 20, mixed);
  await settled(service);
  return { service, url, path };
}

/** Every event that was accepted after the loss is there, once, and the file is sound. */
async function expectKept(url: string, ids: readonly number[]): Promise<void> {
  const stored = await storedIds(url);
  expect(ids.filter((id) => !stored.includes(id))).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
  expect(await rowsOf(url, 'pragma integrity_check')).toEqual([{ integrity_check: 'ok' }]);
}

// Side by side: what is lost while nothing comes in is noticed some seconds later.
test.concurrent.for(losses)(
  '[AR2] a SQLite file that is %s under load: said, and nothing accepted after is missing',
  async ([, lose, said], { onTestFinished }) => {
    const { service, url, path } = await filled(onTestFinished);
    // One sender: eight services have theirs at once, for as long as the loss is not noticed.
    const load = startLoad(service, mixed, 1);
    await until(
      () => load.answers.length,
      (count) => count > 50,
    );
    const before = load.sent;
    lose(path);
    await complains(service, said);
    await until(
      () => load.answers.length,
      (count) => count > before + 100,
    );
    // What was under way in that moment may be in the lost file.
    const answers = (await load.stop()).filter(({ turn }) => turn >= before);
    expect(answers.every(({ status }) => status === 202)).toBe(true);
    await settled(service);
    await expectKept(url, acceptedIds(answers));
    const list = await fetch(`${service.url}/api/archive/events?limit=1`);
    expect(list.status).toBe(200);
    service.program.child.kill('SIGTERM');
    expect(await service.program.outcome).toMatchObject({ code: 0 });
    await expectKept(url, acceptedIds(answers));
  },
);

test.concurrent.for(losses)(
  '[AR2] a SQLite file that is %s while nothing comes in is noticed',
  async ([, lose, said], { onTestFinished }) => {
    const { service, url, path } = await filled(onTestFinished);
    lose(path);
    await complains(service, said);
    const answers = await postAll(service, 20, mixed);
    await until(
      () => figuresOf(service),
      ({ stored }) => stored === 40,
    );
    await expectKept(url, acceptedIds(answers));
  },
);

test('[AR2] what is set aside is the file with its log, unchanged', async ({ onTestFinished }) => {
  const { service, path } = await filled(onTestFinished);
  const rubbish = garbage(statSync(path).size);
  writeFileSync(path, rubbish);
  const [, keptAs = ''] = await complains(service, /is kept as (\S+)/);
  expect(readFileSync(keptAs).equals(rubbish)).toBe(true);
  expect(statSync(`${keptAs}-wal`).size).toBeGreaterThan(0);
});

import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { sqlitePath } from '../../../src/archive/engine/store/sqlite-file.ts';
import { migrate, openStore } from '../../../src/archive/engine/store/store.ts';
import { emptyDatabase } from '../../support/database.ts';
import { earlierArchive } from '../../support/earlier-archive.ts';

/** The first step that the earliest archive lacks. */
const COPY = '.before-002-call-age-and-wide-event-ids';
const FIRST = ['001-first'];

async function migrated(path: string): Promise<void> {
  const url = `sqlite:${path}`;
  const store = openStore(url, 'write');
  try {
    await migrate(store, url);
  } finally {
    await store.close();
  }
}

function open(path: string): DatabaseSync {
  return new DatabaseSync(path);
}

/** Which steps a file has, and whether the event is in it that a test has put there. */
function look(path: string) {
  const db = open(path);
  try {
    const steps = db.prepare('select name from kysely_migration order by name').all();
    return {
      steps: steps.map(({ name }) => name),
      events: db.prepare("select payload from events where id = 'e'").all(),
    };
  } finally {
    db.close();
  }
}

/** An archive of the first version, with another event in it. */
async function earlier(change = ''): Promise<{ path: string; db: DatabaseSync }> {
  const path = sqlitePath(await earlierArchive('sqlite', 'first'));
  const db = open(path);
  db.exec(`pragma journal_mode = wal;
    insert into events (id, instance, event_id, payload, received_at)
      values ('e', 'i', 1, '1.0', '2026-03-01T08:00:00.000Z');
    ${change}`);
  return { path, db };
}

const THERE = [{ payload: '1.0' }];

test('[AR11] a SQLite file is copied before it is migrated', async () => {
  const { path, db } = await earlier();
  // As after an end without goodbye: the event still stands in the write-ahead log only.
  const left = ['', '-wal'].map((suffix) => [path + suffix, `${path}.left${suffix}`] as const);
  for (const [file, copy] of left) copyFileSync(file, copy);
  db.close();
  for (const [file, copy] of left) copyFileSync(copy, file);
  await migrated(path);
  const { steps, events } = look(path);
  expect(steps.length).toBeGreaterThan(1);
  expect(events).toEqual(THERE);
  expect(look(path + COPY)).toEqual({ steps: FIRST, events: THERE });
});

test('[AR11] who went back to the copy and upgrades again gets a new one', async () => {
  const { path, db } = await earlier();
  db.close();
  // Of an epoch of the service before this one.
  writeFileSync(path + COPY, 'of weeks ago');
  await migrated(path);
  expect(look(path + COPY)).toEqual({ steps: FIRST, events: THERE });
});

test('[AR11] a migration that fails leaves the file as it was, and its copy', async () => {
  // What a later step wants to make is there already: those before it have been taken by then.
  const { path, db } = await earlier('create table sources (id text)');
  db.close();
  await expect(migrated(path)).rejects.toThrow('sources');
  expect(look(path)).toEqual({ steps: FIRST, events: THERE });
  expect(look(path + COPY)).toEqual({ steps: FIRST, events: THERE });
  const again = open(path);
  again.exec('drop table sources');
  again.close();
  await migrated(path);
  expect(look(path).events).toEqual(THERE);
});

test('[AR11] a first start and one without a new step copy nothing', async () => {
  const path = sqlitePath(await emptyDatabase('sqlite'));
  await migrated(path);
  await migrated(path);
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
});

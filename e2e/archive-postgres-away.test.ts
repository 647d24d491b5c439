import { expect, test } from 'vitest';
import { provided } from '../scripts/provided.ts';
import {
  becomesReady,
  complains,
  figuresOf,
  reasonsOf,
  rowsOf,
  serviceWith,
  settled,
  storedIds,
  until,
} from './support/archive.ts';
import { acceptedIds, mixed, postAll, startLoad } from './support/load.ts';
import { ownDatabase, ownPostgres } from './support/postgres.ts';
import { temporaryFolder } from './support/service.ts';

/** Each version is the whole of its event, which has the text. */
const TEXTS =
  'select events.payload from job_versions join events on events.id = job_versions.event';

test('[AR12] PostgreSQL away at the start: accepted, in the journal, then stored once and in order', async () => {
  const postgres = await ownPostgres();
  postgres.stop();
  const folder = temporaryFolder();
  const service = await serviceWith(postgres.url, folder);
  // Before anything was posted: whoever deploys looks at it right away.
  await expect.poll(() => reasonsOf(service)).toMatch(/cannot store.*ECONNREFUSED/);
  const answers = await postAll(service, 300, mixed);
  expect(answers.every(({ status }) => status === 202)).toBe(true);
  await until(
    () => figuresOf(service),
    ({ queue_bytes, journal_bytes }) => queue_bytes === 0 && journal_bytes > 0,
  );
  await expect.poll(() => reasonsOf(service)).toMatch(/\d+ KiB wait in the journal/);

  postgres.start();
  expect(await settled(service)).toMatchObject({ stored: 300, dropped: 0, dead_letters: 0 });
  await becomesReady(service);
  expect(await storedIds(postgres.url)).toEqual(acceptedIds(answers));
  const jobs = await rowsOf(postgres.url, `${TEXTS} order by job_versions.id`);
  expect(jobs.map(({ payload }) => JSON.parse(String(payload)).n)).toEqual(
    Array.from({ length: 100 }, (_, place) => place * 3 + 1),
  );

  // Once more, while nothing comes in.
  postgres.stop();
  await expect.poll(() => reasonsOf(service)).toMatch(/cannot store/);
  postgres.start();
  await becomesReady(service);
});

test('[AR12] PostgreSQL stopped several times under load: nothing missing, nothing twice', async () => {
  const postgres = await ownPostgres();
  const service = await serviceWith(postgres.url, temporaryFolder());
  const load = startLoad(service, mixed);
  for (let times = 0; times < 3; times++) {
    await load.goesOn(200);
    postgres.stop();
    await complains(service, /cannot store/);
    await load.goesOn(60);
    postgres.start();
  }
  await load.goesOn(100);
  const answers = await load.stop();
  expect(answers.every(({ status }) => status === 202)).toBe(true);
  const { stored, dropped, dead_letters } = await settled(service);
  expect({ stored, dropped, dead_letters }).toEqual({
    stored: answers.length,
    dropped: 0,
    dead_letters: 0,
  });
  await becomesReady(service);
  expect(await storedIds(postgres.url)).toEqual(acceptedIds(answers));
  const jobs = await rowsOf(postgres.url, "select id from events where channel = 'jobs'");
  const versions = await rowsOf(postgres.url, TEXTS);
  expect(versions.length).toBe(jobs.length);
  expect(new Set(versions.map(({ payload }) => payload)).size).toBe(jobs.length);
  expect(await rowsOf(postgres.url, 'select count(*)::int as n from addresses')).toEqual([
    { n: 40 },
  ]);
});

test('[AR12] a database that is dropped under load and made anew: nothing accepted since is missing', async () => {
  const url = await ownDatabase();
  const name = new URL(url).pathname.slice(1);
  const administer = (statement: string) => rowsOf(provided('postgres').url, statement);
  const service = await serviceWith(url, temporaryFolder());
  const load = startLoad(service, mixed);
  await until(
    () => load.answers.length,
    (count) => count > 100,
  );
  await administer(`drop database ${name} with (force)`);
  const lost = load.answers.length;
  await complains(service, /cannot store/);
  await until(
    () => load.answers.length,
    (count) => count > lost + 100,
  );
  await administer(`create database ${name}`);
  const answers = await load.stop();
  expect(answers.every(({ status }) => status === 202)).toBe(true);
  expect(await settled(service)).toMatchObject({ dropped: 0, dead_letters: 0 });
  await becomesReady(service);
  const stored = await storedIds(url);
  const due = acceptedIds(answers.slice(lost));
  expect(due.filter((id) => !stored.includes(id))).toEqual([]);
  expect(new Set(stored).size).toBe(stored.length);
});

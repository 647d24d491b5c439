import { expect, test } from 'vitest';
import {
  becomes,
  figuresOf,
  ownPostgres,
  pause,
  rowsOf,
  serviceWith,
  settled,
  storedIds,
  until,
} from './support/archive.ts';
import { acceptedIds, type Post, postAll, startLoad } from './support/load.ts';
import { temporaryFolder } from './support/service.ts';

/** Every kind of event in turn, so that all tables are written to. */
const mixed: Post = (turn) => {
  if (turn % 3 === 1) return ['/api/webhook/jobs', `{"job_id":"J${turn % 50}","n":${turn}}`];
  if (turn % 3 === 2) {
    const number = `030 9018${String(turn % 40).padStart(2, '0')}`;
    return ['/api/webhook/kunden', `{"name":"K${turn}","telefon":"${number}"}`];
  }
  return ['/api/webhook', `{"n":${turn}}`];
};

test('[AR12] PostgreSQL away at the start: accepted, spooled, then stored once and in order', async () => {
  const postgres = await ownPostgres();
  postgres.stop();
  const folder = temporaryFolder();
  const service = await serviceWith(postgres.url, folder);
  // Before anything was posted: whoever deploys looks at it right away.
  expect(await becomes(service, 'degraded')).toMatch(/cannot store.*ECONNREFUSED/);
  const answers = await postAll(service, 300, mixed);
  expect(answers.every(({ status }) => status === 202)).toBe(true);
  await until(
    () => figuresOf(service),
    ({ queue_bytes, spooled_batches }) => queue_bytes === 0 && spooled_batches > 0,
  );
  expect(await becomes(service, 'degraded')).toMatch(/\d+ batches wait in the spool/);

  postgres.start();
  expect(await settled(service)).toMatchObject({ stored: 300, dropped: 0, set_aside: 0 });
  expect(await becomes(service, 'ready')).toBe('');
  expect(await storedIds(postgres.url)).toEqual(acceptedIds(answers));
  const jobs = await rowsOf(postgres.url, 'select payload from job_versions order by id');
  expect(jobs.map(({ payload }) => JSON.parse(String(payload)).n)).toEqual(
    Array.from({ length: 100 }, (_, place) => place * 3 + 1),
  );
});

test('[AR12] PostgreSQL stopped several times under load: nothing missing, nothing twice', async () => {
  const postgres = await ownPostgres();
  const service = await serviceWith(postgres.url, temporaryFolder());
  const load = startLoad(service, mixed, 4);
  for (let times = 0; times < 3; times++) {
    await pause(1000);
    postgres.stop();
    await becomes(service, 'degraded');
    await pause(300);
    postgres.start();
  }
  await pause(500);
  const answers = await load.stop();
  expect(answers.every(({ status }) => status === 202)).toBe(true);
  const { stored, dropped, set_aside } = await settled(service);
  expect({ stored, dropped, set_aside }).toEqual({
    stored: answers.length,
    dropped: 0,
    set_aside: 0,
  });
  await becomes(service, 'ready');
  expect(await storedIds(postgres.url)).toEqual(acceptedIds(answers));
  const jobs = await rowsOf(postgres.url, "select id from events where channel = 'jobs'");
  const versions = await rowsOf(postgres.url, 'select payload from job_versions');
  expect(versions.length).toBe(jobs.length);
  expect(new Set(versions.map(({ payload }) => payload)).size).toBe(jobs.length);
  expect(await rowsOf(postgres.url, 'select count(*)::int as n from addresses')).toEqual([
    { n: 40 },
  ]);
}, 60_000);

test('[AR2] PostgreSQL that goes while nothing comes in is told too, and edits work when it is back', async () => {
  const postgres = await ownPostgres();
  const service = await serviceWith(postgres.url, temporaryFolder());
  await postAll(service, 1);
  await settled(service);
  postgres.stop();
  expect(await becomes(service, 'degraded')).toMatch(/cannot store/);
  postgres.start();
  expect(await becomes(service, 'ready')).toBe('');
});

test('[AR14] what PostgreSQL refuses is set aside with its reason, and the rest is stored', async () => {
  const postgres = await ownPostgres();
  const service = await serviceWith(postgres.url, temporaryFolder());
  const refused = String.raw`{"name":"a\u0000b","telefon":"030 901899"}`;
  const load = startLoad(service, mixed, 4);
  const [bad] = await postAll(service, 1, () => ['/api/webhook/kunden', refused]);
  await until(
    () => load.answers.length,
    (count) => count > 200,
  );
  const answers = [...(await load.stop()), ...(bad ? [bad] : [])];
  const { stored, set_aside } = await settled(service);
  expect({ stored, set_aside }).toEqual({ stored: answers.length, set_aside: 1 });
  expect(await becomes(service, 'degraded')).toContain('the database refused 1 record');
  // The event itself is text like any other.
  expect(await storedIds(postgres.url)).toEqual(acceptedIds(answers));
  const [row, ...more] = await rowsOf(postgres.url, 'select kind, reason, content from set_aside');
  expect(row).toMatchObject({ kind: 'kunden', content: refused });
  expect(row?.['reason']).toMatch(/0x00|null character/i);
  expect(more).toEqual([]);
});

test('[AR6] two services that report the same numbers at once make one record each and lose no field', async () => {
  const postgres = await ownPostgres();
  const services = await Promise.all(
    ['first', 'second'].map(() => serviceWith(postgres.url, temporaryFolder())),
  );
  const loads = services.map((service, which) =>
    startLoad(
      service,
      (turn) => {
        const number = `030 9018${String((turn * (which + 3)) % 20).padStart(2, '0')}`;
        const report = { name: 'N', telefon: number, [`${which ? 'b' : 'a'}${turn % 7}`]: turn };
        return ['/api/webhook/kunden', JSON.stringify(report)];
      },
      4,
    ),
  );
  await pause(3000);
  const answers = await Promise.all(loads.map((load) => load.stop()));
  for (const service of services)
    expect(await settled(service)).toMatchObject({ dropped: 0, set_aside: 0 });
  expect((await storedIds(postgres.url)).length).toBe(answers.flat().length);
  const rows = await rowsOf(postgres.url, 'select dedup_key, fields from addresses');
  expect(rows.length).toBe(20);
  for (const { fields } of rows) {
    expect(
      Object.keys(JSON.parse(String(fields))).filter((name) => /^[ab]\d$/.test(name)),
    ).toHaveLength(14);
  }
});

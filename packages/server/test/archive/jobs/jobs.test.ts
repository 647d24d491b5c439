import type { Job, JobVersion } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { ALL, emptiedArchive, WrittenArchive } from '../../support/written-archive.ts';

const emptied = emptiedArchive();

describe.each(DATABASES)('%s: jobs', (kind) => {
  const history = async (written: WrittenArchive, reference: string) => {
    const page = await written.archive.job(reference, ALL);
    const versions: JobVersion[] = page?.items.map((item) => JSON.parse(item)) ?? [];
    const { status }: Job = JSON.parse(`{${page?.now}}`);
    return { status, versions };
  };

  test('[AR7] every version is kept, the newest is the state', async () => {
    const written = await emptied(kind);
    written.webhook('jobs', { jobId: 7, status: 'new', ort: 'Berlin' });
    written.webhook('jobs', { jobId: '7', status: 'picked up', ort: 'Bonn' });
    written.webhook('jobs', { data: { job_id: 7, state: 'Zugestellt', ort: 'Köln' } });
    await written.settled();
    expect(await written.jobs()).toMatchObject([{ reference: '7', status: 'Zugestellt' }]);
    const { status, versions } = await history(written, '7');
    expect(status).toBe('Zugestellt');
    expect(versions.map((version) => version.status)).toEqual(['Zugestellt', 'picked up', 'new']);
    expect(await written.jobs({ q: 'köln' })).toHaveLength(1);
    expect(await written.jobs({ q: 'berlin' })).toHaveLength(0);
    expect(written.changes).toContain('jobs');
  });

  test('[RE2] a number of somebody else leads to the job, and joins no others', async () => {
    const written = await emptied(kind);
    const shared = { external_id: 'SHOP-77', manifest: { reference: 'REZ-7714' } };
    written.webhook('jobs', { jobId: 'A-1', status: 'done', ...shared });
    await written.settled();
    expect((await history(written, 'REZ-7714')).status).toBe('done');
    written.webhook('jobs', { jobId: 'A-2', status: 'new', external_id: 'SHOP-77' });
    await written.settled();
    expect(await written.jobs()).toHaveLength(2);
    expect((await history(written, 'SHOP-77')).status).toBe('new');
    expect((await history(written, 'A-1')).status).toBe('done');
    // As soon as a job goes by it, it means that.
    written.webhook('jobs', { jobId: 'SHOP-77', status: 'picked up' });
    await written.settled();
    expect((await history(written, 'SHOP-77')).status).toBe('picked up');
    expect(await written.jobs()).toHaveLength(3);
  });

  test('[AR7] open until a status says that nobody has to care any more', async () => {
    const written = await emptied(kind);
    const references = async (open: boolean) =>
      (await written.jobs({ open })).map(({ reference }) => reference).toSorted();
    const statuses = ['new', 'ZUGESTELLT', 'cancelled', 'canceled', null, 'almost done', ' done '];
    written.webhook(
      'jobs',
      statuses.map((status, i) => ({ jobId: `j${i}`, status })),
    );
    await written.settled();
    expect(await references(true)).toEqual(['j0', 'j4', 'j5']);
    expect(await references(false)).toEqual(['j1', 'j2', 'j3', 'j6']);
    written.webhook('jobs', { jobId: 'j1', status: 'reopened' });
    await written.settled();
    expect(await references(true)).toEqual(['j0', 'j1', 'j4', 'j5']);
  });

  test('[AR7] an older version that another service stores late is kept and turns nothing back', async () => {
    const written = await emptied(kind);
    const late = await WrittenArchive.at(written.url);
    await late.settled();
    const tel = '030 23125-100';
    written.webhook('jobs', { jobId: 7, status: 'delivered', tel }, '2026-03-01T10:00:00.000Z');
    await written.settled();
    late.webhook('jobs', { jobId: 7, status: 'new', tel }, '2026-03-01T09:00:00.000Z');
    await late.settled();
    expect(await written.jobs()).toMatchObject([
      { status: 'delivered', receivedAt: '2026-03-01T10:00:00.000Z' },
    ]);
    const { status, versions } = await history(written, '7');
    expect(status).toBe('delivered');
    expect(versions).toHaveLength(2);
    // Else another job would push it out of the last five of its caller.
    expect(await written.rows('job_numbers')).toMatchObject([
      { number_key: '+493023125100', received_at: '2026-03-01T10:00:00.000Z' },
    ]);
  });

  test('[AR7] each job of a list is a record, with its part of the text', async () => {
    const written = await emptied(kind);
    const first = '{ "nummer":"A-1","betrag":1.0, "stops":[{"id":1},{"id":2}] }';
    const second = '{"nummer":"A-2","id":12345678901234567890}';
    written.webhook('jobs', `{"jobs":[${first},\n${second},3]}`);
    await written.settled();
    const rows = await written.rows('job_versions');
    expect(new Map(rows.map((row) => [row['name'], row['payload']]))).toEqual(
      new Map([
        ['A-1', first],
        ['A-2', second],
      ]),
    );
  });

  test('[AR7] jobs without a reference stay apart', async () => {
    const written = await emptied(kind);
    for (let i = 0; i < 2; i++) written.webhook('jobs', { status: 'new', ort: 'Berlin' });
    await written.settled();
    expect(await written.jobs()).toHaveLength(2);
  });

  test('[AR10] a job is found by the numbers that it carries', async () => {
    const written = await emptied(kind);
    written.webhook('jobs', {
      jobId: 7,
      kunde: { telefon: '030 23125-100' },
      stops: [{ kontakt: { mobil: '0171 39200-11' } }],
    });
    await written.settled();
    for (const number of ['+49 30 23125100', '01713920011']) {
      expect(JSON.parse(await written.archive.caller(number))).toMatchObject({
        jobs: [{ reference: '7' }],
      });
    }
  });
});

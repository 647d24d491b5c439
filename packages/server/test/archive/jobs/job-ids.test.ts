import type { JobHistory } from '@hookline/contract';
import { NumberFinder } from '@hookline/records/phone';
import { describe, expect, test } from 'vitest';
import { eraseNumber } from '../../../src/archive/privacy/erase-number.ts';
import { purgeAll } from '../../../src/archive/privacy/retention.ts';
import { jobRebuilder, rebuildAll } from '../../../src/archive/threads/rebuild.ts';
import { DATABASES } from '../../support/databases.ts';
import { DeskOffice } from '../../support/desk-office.ts';
import { HOUSE } from '../../support/house.ts';
import { ALL, KEEP_ALL } from '../../support/written-archive.ts';

const NUMBER = '030 23125-100';
const KEYS = ['+493023125100'];

async function historyOf(office: DeskOffice, name: string): Promise<JobHistory | undefined> {
  const page = await office.reader().job(name, ALL);
  return page && JSON.parse(`{${page.now},"versions":[${page.items.join(',')}]}`);
}

async function idsOf(office: DeskOffice): Promise<readonly string[]> {
  return (await office.listed()).map(({ id, reference }) => `${reference} ${id}`).toSorted();
}

const rebuildBy = ({ context }: DeskOffice) =>
  rebuildAll((work) => work(context), [jobRebuilder({ jobs: undefined })], {
    progress() {},
    changed() {},
  });

describe.each(DATABASES)('%s: the ids of jobs', (kind) => {
  test('[AR7] a job keeps the id of its first version, and that of any leads to it', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 7, status: 'new' });
    const [first] = await office.listed();
    await office.jobs({ jobId: 7, status: 'unterwegs' }, { jobId: 7, status: 'zugestellt' });
    expect(await office.listed()).toMatchObject([{ id: first?.id, status: 'zugestellt' }]);
    const { id, versions = [] } = (await historyOf(office, '7')) ?? {};
    expect(id).toBe(first?.id);
    expect(versions.map((version) => version.id)).toContain(first?.id);
    for (const version of versions) {
      expect(await historyOf(office, version.id)).toMatchObject({ id, reference: '7' });
    }
    expect(await historyOf(office, `${id}0`)).toBeUndefined();
    // Not even a sender who calls another job so can lead it elsewhere.
    await office.jobs({ jobId: id, status: 'new' });
    expect(await historyOf(office, id ?? '')).toMatchObject({ reference: '7' });
  });

  test('[AR7] two that turn out to be one go by the older id, and apart again by their own', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ id: 'shipment-1', status: 'new' }, { orderNumber: 'X-1', status: 'new' });
    const before = await idsOf(office);
    const [shipment, order] = before.map((one) => one.split(' ')[1] ?? '').toSorted();
    await office.jobs({ orderNumber: 'X-1', id: 'shipment-1' });
    expect(await idsOf(office)).toEqual([`X-1 ${shipment}`]);
    for (const name of [shipment, order, 'X-1', 'shipment-1']) {
      expect(await historyOf(office, name ?? '')).toMatchObject({
        id: shipment,
        versions: [{}, {}, {}],
      });
    }
    // Beside two numbers it was the sender's own.
    await office.jobs({ orderNumber: 'X-2', id: 'shipment-1' });
    expect(await idsOf(office)).toEqual(expect.arrayContaining([...before]));
    expect(await office.listed()).toHaveLength(3);
  });

  test('[AR7] one that was accepted before all others and stored late gives the job its id', async () => {
    const office = await DeskOffice.on(kind);
    const early = office.now;
    await office.jobs({ jobId: 7, status: 'zugestellt' });
    const [{ id } = { id: '' }] = await office.listed();
    await office.jobs([early - 1000, { jobId: 7, status: 'new' }]);
    const [job] = await office.listed();
    expect(job).toMatchObject({ status: 'zugestellt' });
    expect((job?.id ?? '') < id).toBe(true);
    expect(await historyOf(office, id)).toMatchObject({ id: job?.id });
  });

  test('[AR7] [AR13] a link outlives the version it was made with', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 7, tel: NUMBER }, { jobId: 7, status: 'new' }, { jobId: 8, x: 1 });
    const [id = ''] = (await office.listed({ reference: '7' })).map((job) => job.id);
    const { context } = office;
    await eraseNumber((work) => work(context), new NumberFinder(KEYS, context.rules), KEYS);
    const [left] = await office.listed({ reference: '7' });
    expect(left?.id).not.toBe(id);
    expect(await historyOf(office, id)).toMatchObject({ id: left?.id, versions: [{}] });
  });

  test('[AR7] deriving everything anew gives the same ids, by whatever rules it was read', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs(
      { jobs: [{ jobId: 1, status: 'new' }, { jobId: 2 }, { status: 'new', ort: 'Ulm' }] },
      { id: 'shipment-1', status: 'new' },
      { orderNumber: 'X-1', id: 'shipment-1' },
      { jobId: 1, status: 'done' },
    );
    for (const name of ['1', 'X-1']) {
      await office.changeJob(name, { note: `Notiz ${name}`, claimedBy: 'Platz 1', by: 'Platz 1' });
    }
    const before = await office.listed({ sort: 'changed' });
    const other = office.another({ ...HOUSE, referenceNames: ['ort'] });
    await rebuildBy(other);
    expect((await other.listed()).map(({ reference }) => reference)).toContain('Ulm');
    await rebuildBy(office);
    expect(await office.listed({ sort: 'changed' })).toEqual(before);
  });
});

describe.each(DATABASES)('%s: the texts of versions', (kind) => {
  const textsOf = async ({ db }: DeskOffice) => {
    const rows = await db.selectFrom('job_versions').select('payload').orderBy('name').execute();
    return rows.map(({ payload }) => payload);
  };

  test('[AR7] one that is the whole message is held once, with its event', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 1, n: 1 }, [office.now, [{ jobId: 2 }, { jobId: 3 }]]);
    expect(await textsOf(office)).toEqual(['', '{"jobId":2}', '{"jobId":3}']);
    expect((await historyOf(office, '1'))?.versions).toMatchObject([
      { payload: { jobId: 1, n: 1 } },
    ]);
    expect(await office.listed({ reference: '1' })).toMatchObject([{ payload: { n: 1 } }]);
    // Read anew, it stays so.
    await rebuildBy(office.another({ ...HOUSE, statusWords: { x: 'done' } }));
    expect((await textsOf(office))[0]).toBe('');
  });

  test('[AR7] [AR13] the text goes with the last of both', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 1, ort: 'Ulm' }, { jobId: 2, ort: 'Bonn' });
    const { context, db } = office;
    const purge = (retention: Partial<typeof KEEP_ALL>) =>
      purgeAll(
        (work) => work(context),
        { ...KEEP_ALL, ...retention },
        office.now + 10_000,
        () => {},
      );
    await purge({ events: 1 });
    expect(await db.selectFrom('events').select('id').execute()).toEqual([]);
    expect((await historyOf(office, '1'))?.versions).toMatchObject([{ payload: { ort: 'Ulm' } }]);
    expect(await office.listed({ q: 'bonn' })).toMatchObject([{ payload: { ort: 'Bonn' } }]);
    await purge({ jobs: 1 });
    expect(await textsOf(office)).toEqual([]);
  });

  test('[AR7] [AR14] beside a record that the database refuses, each version has its own text', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 1, ort: 'Ulm' }, { jobId: 'B\0nn' }, { jobId: 3 });
    // SQLite takes anything.
    const isRefused = kind === 'postgres';
    expect((await textsOf(office))[0]).toBe(isRefused ? '{"jobId":1,"ort":"Ulm"}' : '');
    for (const reference of ['1', '3']) {
      const { versions } = (await historyOf(office, reference)) ?? {};
      expect(versions).toMatchObject([{ payload: { jobId: Number(reference) } }]);
    }
  });
});

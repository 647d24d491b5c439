import type { JobChange } from '@hookline/contract';
import { NumberFinder } from '@hookline/records/phone';
import { describe, expect, test } from 'vitest';
import { settleStaleJobs } from '../../../src/archive/jobs/stale-jobs.ts';
import { eraseNumber } from '../../../src/archive/privacy/erase-number.ts';
import { purgeAll } from '../../../src/archive/privacy/retention.ts';
import { jobRebuilder, rebuildAll } from '../../../src/archive/threads/rebuild.ts';
import { DATABASES } from '../../support/databases.ts';
import { DeskOffice } from '../../support/desk-office.ts';
import { earlierArchive } from '../../support/earlier-archive.ts';
import { HOUSE } from '../../support/house.ts';
import { collected, KEEP_ALL } from '../../support/written-archive.ts';
import { knownJobs } from '../earlier/made-up-week.ts';

const JANA = 'Platz 21, Jana';
const CLOSE: JobChange = { closed: true, by: JANA };
const NUMBER = '030 23125-100';
const KEYS = ['+493023125100'];

describe.each(DATABASES)('%s: jobs and what desks do to them', (kind) => {
  const erase = ({ context }: DeskOffice) =>
    eraseNumber((work) => work(context), new NumberFinder(KEYS, context.rules), KEYS);
  const rowsIn = ({ db }: DeskOffice) => db.selectFrom('job_assignments').selectAll().execute();

  test('[DI2] a job closed by hand is done, until a version brings another status', async () => {
    const office = await DeskOffice.on(kind);
    const due = '2026-03-10T07:00:00Z';
    await office.jobs({ jobId: 7, status: 'unterwegs', deliverBy: due });
    expect(await office.job('7')).toMatchObject({ late: true, closedBy: null });
    expect(await office.changeJob('7', CLOSE)).toMatchObject({
      status: 'unterwegs',
      statusClass: 'done',
      late: false,
      closedBy: { desk: JANA, at: office.at() },
    });
    const closedAt = office.at();
    // What is closed twice was closed by the first.
    await office.changeJob('7', { closed: true, by: 'Platz 22' });
    for (const same of [{ status: 'unterwegs' }, { eta: 'bald' }, { note: 'x' }]) {
      await office.jobs({ jobId: 7, ...same });
      expect(await office.job('7')).toMatchObject({
        statusClass: 'done',
        late: false,
        closedBy: { desk: JANA, at: closedAt },
      });
    }
    // Nor does the next version keep that it was tried again.
    await office.changeJob('7', { closed: true, by: 'Platz 22' });
    expect(await rowsIn(office)).toMatchObject([{ closed_by: JANA }]);
    expect(await office.listed({ open: true })).toEqual([]);
    expect(await office.listed({ late: true })).toEqual([]);
    expect(await office.listed({ class: 'done' })).toHaveLength(1);
    // What a status means is not what one desk has made of one job.
    expect(JSON.parse(await office.reader().jobStatuses()).statuses).toEqual([
      { status: 'unterwegs', statusClass: 'underway', open: true, count: 1, isMore: false },
    ]);
    await office.jobs({ jobId: 7, status: 'Problem' });
    const open = { status: 'Problem', statusClass: 'problem', late: true, closedBy: null };
    expect(await office.job('7')).toMatchObject(open);
    // Once that has ended it, the old status does not bring it back.
    await office.jobs({ jobId: 7, status: 'unterwegs' });
    expect(await office.job('7')).toMatchObject({ statusClass: 'underway', closedBy: null });
  });

  test('[DI2] one batch that brings another status and the old one again ends it too', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 7, status: 'new' });
    await office.changeJob('7', CLOSE);
    await office.jobs({ jobId: 7, status: 'Problem' }, { jobId: 7, status: 'new' });
    expect(await office.job('7')).toMatchObject({ statusClass: 'new', closedBy: null });
  });

  test('[DI2] what was told before the closing and comes late does not end it', async () => {
    const office = await DeskOffice.on(kind);
    const early = office.now;
    await office.jobs({ jobId: 7, status: 'unterwegs' });
    await office.changeJob('7', CLOSE);
    await office.jobs([early, { jobId: 7, status: 'new', pickup: { name: 'Labor' } }]);
    expect(await office.job('7')).toMatchObject({
      statusClass: 'done',
      closedBy: { desk: JANA },
      facts: { pickup: { name: 'Labor' } },
    });
    // Nobody at the desk has seen what waited in the journal.
    await office.jobs([office.now - 500, { jobId: 7, status: 'Problem' }]);
    expect(await office.job('7')).toMatchObject({ statusClass: 'problem', closedBy: null });
  });

  test('[DI2] it is opened again by hand, and what its sender closed stays closed', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 7, status: 'new' }, { jobId: 8, status: 'storniert' }, { jobId: 9 });
    await office.changeJob('7', CLOSE);
    const reopen = { closed: false, by: 'Platz 22' };
    const open = { statusClass: 'new', closedBy: null };
    expect(await office.changeJob('7', reopen)).toMatchObject(open);
    expect(await office.listed({ open: true, reference: '7' })).toHaveLength(1);
    expect(await office.changeJob('8', CLOSE)).toMatchObject({
      statusClass: 'canceled',
      closedBy: { desk: JANA },
    });
    expect(await office.changeJob('8', reopen)).toMatchObject({ statusClass: 'canceled' });
    // One that nobody has told a status of is open, and so it can be closed.
    expect(await office.changeJob('9', CLOSE)).toMatchObject({ status: null, statusClass: 'done' });
    await office.jobs({ jobId: 9, status: 'new' });
    expect(await office.job('9')).toMatchObject({ status: 'new', closedBy: null });
  });

  test('[DI2] a job is named by any of its names, or by the id of a version', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 'A/1', status: 'new' }, { status: 'new', ort: 'Ulm' });
    const [named, nameless] = ['A/1', null].map(
      (reference) => (jobs: Awaited<ReturnType<DeskOffice['listed']>>) =>
        jobs.find((job) => job.reference === reference)?.id ?? '',
    );
    const jobs = await office.listed();
    for (const name of ['A/1', named?.(jobs) ?? '', nameless?.(jobs) ?? '']) {
      expect(await office.changeJob(name, { note: name, by: JANA })).toMatchObject({ note: name });
    }
    expect((await office.listed()).map(({ note }) => note).toSorted()).toEqual(
      [named?.(jobs), nameless?.(jobs)].toSorted(),
    );
    for (const nobody of ['A/2', '', '#', '\0', `#${nameless?.(jobs)}`]) {
      expect(await office.changeJob(nobody, CLOSE)).toBeUndefined();
    }
  });

  test('[DI2] a note is found, has no NUL, and goes with who wrote it', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 7, status: 'new' });
    const note = 'Tor\0 zwei, Klingel "Süß"\nanrufen';
    expect(await office.changeJob('7', { note, by: JANA })).toMatchObject({
      note: note.replace('\0', ''),
      noteBy: { desk: JANA, at: office.at() },
    });
    expect(await office.listed({ q: 'klingel suess' })).toHaveLength(1);
    await office.jobs({ jobId: 7, status: 'unterwegs' });
    expect(await office.listed({ q: 'klingel' })).toMatchObject([{ noteBy: { desk: JANA } }]);
    const page = await office.reader().job('7', { limit: 1, cursor: undefined });
    expect(JSON.parse(`{${page?.now}}`)).toMatchObject({ noteBy: { desk: JANA } });
    expect(await office.changeJob('7', { note: null, by: 'Platz 22' })).toMatchObject({
      note: null,
      noteBy: null,
    });
    expect(await office.listed({ q: 'klingel' })).toEqual([]);
  });

  test('[DI2] jobs that become one keep what was done to both', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ orderNumber: 'X-1', status: 'new' }, { id: 'shipment-1', status: 'new' });
    await office.changeJob('X-1', { note: 'Tor zwei', claimedBy: JANA, by: JANA });
    await office.changeJob('shipment-1', { note: 'eilt', closed: true, by: 'Platz 22' });
    expect(await office.listed()).toHaveLength(2);
    await office.jobs({ orderNumber: 'X-1', id: 'shipment-1' });
    expect(await office.listed()).toMatchObject([
      {
        note: 'Tor zwei\neilt',
        noteBy: { desk: 'Platz 22' },
        claimedBy: { desk: JANA },
        closedBy: { desk: 'Platz 22' },
        statusClass: 'done',
      },
    ]);
    await office.jobs({ orderNumber: 'X-1', status: 'Problem' });
    expect(await office.listed()).toMatchObject([{ closedBy: null, note: 'Tor zwei\neilt' }]);
    // Beside two numbers it was the sender's own: each goes with the version it was done by.
    await office.jobs({ orderNumber: 'X-2', id: 'shipment-1' });
    const notes = (await office.listed()).map(({ reference, note }) => `${reference} ${note}`);
    expect(notes.toSorted()).toEqual(['X-1 Tor zwei', 'X-2 null', 'shipment-1 eilt']);
  });

  test('[DI2] of two that become one, a closing ends by what the other was told after it', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ orderNumber: 'X-1', status: 'new' });
    await office.changeJob('X-1', CLOSE);
    await office.jobs({ id: 'shipment-1', status: 'unterwegs' });
    await office.jobs({ orderNumber: 'X-1', id: 'shipment-1' });
    expect(await office.listed()).toMatchObject([{ statusClass: 'underway', closedBy: null }]);
  });

  const rebuild = ({ context }: DeskOffice) =>
    rebuildAll((work) => work(context), [jobRebuilder({ jobs: undefined })], {
      progress() {},
      changed() {},
    });

  test('[DI2] [RE4] what is read anew by other words stays closed', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 7, status: 'in Prüfung' }, { jobId: 7, status: 'in Prüfung' });
    await office.changeJob('7', CLOSE);
    await office.jobs({ jobId: 7, status: 'in Prüfung' });
    const other = office.another({ ...HOUSE, statusWords: { 'in Prüfung': 'problem' } });
    await rebuild(other);
    expect(await other.job('7')).toMatchObject({ statusClass: 'done', closedBy: { desk: JANA } });
    expect(await other.changeJob('7', { closed: false, by: JANA })).toMatchObject({
      statusClass: 'problem',
    });
  });

  test('[DI2] [RE5] jobs of an earlier version keep it when they are read anew', async () => {
    const office = await DeskOffice.at(await earlierArchive(kind));
    office.now = Date.now();
    const before = await office.listed({ sort: 'changed' });
    for (const [n, { id }] of before.entries()) {
      await office.changeJob(id, { note: `Notiz ${n}`, claimedBy: JANA, closed: true, by: JANA });
    }
    await rebuild(office);
    const jobs = await office.listed({ sort: 'changed' });
    // What was taken apart is one again.
    expect(jobs.length).toBe(knownJobs().length);
    expect(jobs.length).toBeLessThan(before.length);
    const notes = jobs.flatMap(({ note }) => note?.split('\n') ?? []);
    expect(notes.toSorted()).toEqual(before.map((_, n) => `Notiz ${n}`).toSorted());
    for (const job of jobs) expect(job.claimedBy, job.reference ?? '').not.toBeNull();
    await rebuild(office);
    expect(await office.listed({ sort: 'changed' })).toEqual(jobs);
  });

  test('[AR13] [DI2] what was done by hand goes with its job, by age and by erasure', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 'old', status: 'new' });
    await office.changeJob('old', CLOSE);
    const end = office.now + 500;
    await office.jobs({ jobId: 'her', tel: NUMBER }, { jobId: 'his', tel: '069 90009-200' });
    for (const job of ['her', 'his']) {
      await office.changeJob(job, { note: `Notiz ${job}`, claimedBy: JANA, by: JANA });
    }
    const { context } = office;
    const retention = { ...KEEP_ALL, jobs: 1000 };
    await purgeAll(
      (work) => work(context),
      retention,
      end + 1000,
      () => {},
    );
    expect((await rowsIn(office)).map(({ name }) => name).toSorted()).toEqual(['her', 'his']);
    const exported = await collected(office.reader().exportNumber(NUMBER));
    expect(exported.jobHandling).toEqual([
      {
        job: 'her',
        note: 'Notiz her',
        noteBy: { desk: JANA, at: expect.any(String) },
        claimedBy: { desk: JANA, at: expect.any(String) },
        closedBy: null,
      },
    ]);
    await erase(office);
    expect(await rowsIn(office)).toMatchObject([{ name: 'his', note: 'Notiz his' }]);
  });

  test('[AR13] [DI2] a note that names the number goes, the claim and the closing stay', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 7, status: 'new' }, { jobId: 8, tel: NUMBER }, { jobId: 8, x: 1 });
    await office.changeJob('7', { note: 'Rückruf 030/23125-100', claimedBy: JANA, ...CLOSE });
    await office.changeJob('8', { ...CLOSE, claimedBy: `Handy ${NUMBER}` });
    const exported = await collected(office.reader().exportNumber(NUMBER));
    expect(exported.jobHandling).toMatchObject([{ job: '7' }, { job: '8' }]);
    expect(await erase(office)).toMatchObject({ jobs: 3 });
    expect(await office.job('7')).toMatchObject({
      note: null,
      noteBy: null,
      claimedBy: { desk: JANA },
      statusClass: 'done',
    });
    // The version that it stood by is left; the one that named her is gone.
    expect(await office.job('8')).toMatchObject({ claimedBy: null, closedBy: { desk: JANA } });
    const { db } = office;
    const all = [await rowsIn(office), await db.selectFrom('jobs').selectAll().execute()];
    expect(JSON.stringify(all)).not.toMatch(/23125/);
    expect((await collected(office.reader().exportNumber(NUMBER))).jobHandling).toEqual([]);
  });

  test('[DI2] a job with very many versions is closed and reopened as any other', async () => {
    const office = await DeskOffice.on(kind);
    const early = office.now;
    const places = Array.from({ length: 2100 }, (_, n) => ({ jobId: 7, lat: n }));
    await office.jobs({ jobId: 7, status: 'unterwegs' }, ...places);
    await office.changeJob('7', CLOSE);
    const settle = () => settleStaleJobs((work) => work(office.context));
    await office.jobs([early, { jobId: 7, status: 'new' }]);
    expect(await office.job('7')).toMatchObject({ statusClass: 'done' });
    await settle();
    expect(await office.job('7')).toMatchObject({ status: 'unterwegs', statusClass: 'done' });
    await office.jobs([early, { jobId: 7, x: 1 }], { jobId: 7, status: 'Problem' });
    await settle();
    expect(await office.job('7')).toMatchObject({ statusClass: 'problem', closedBy: null });
  });
});

describe.each(DATABASES)('%s: calls', (kind) => {
  test('[DI2] notes and settling say who did it; without a desk nobody did', async () => {
    const office = await DeskOffice.on(kind);
    const id = await office.call();
    expect(await office.changeCall(id, { note: 'x', settled: true })).toMatchObject({
      note: 'x',
      noteBy: null,
      settled: true,
      settledBy: null,
    });
    const done = { note: 'y', settled: true, by: JANA };
    const by = () => ({ desk: JANA, at: office.at() });
    expect(await office.changeCall(id, done)).toMatchObject({ settledBy: by(), noteBy: by() });
    const first = by();
    // What is settled twice was settled by the first.
    expect(await office.changeCall(id, { settled: true, by: 'Platz 22' })).toMatchObject({
      settledBy: first,
    });
    expect(await office.changeCall(id, { settled: false, note: null, by: JANA })).toMatchObject({
      settled: false,
      settledBy: null,
      note: null,
      noteBy: null,
    });
    expect(await office.changeCall('nobody', done)).toBeUndefined();
    expect(await office.changeCall('\0', done)).toBeUndefined();
  });

  test('[HP19] a call says how often it was tried to call back, by whom and when', async () => {
    const office = await DeskOffice.on(kind);
    const id = await office.call();
    const first = { desk: JANA, at: office.at(office.now + 1000) };
    expect(await office.changeCall(id, { attempted: true, by: JANA })).toMatchObject({
      attempts: [first],
    });
    const second = { desk: 'Platz 22', at: office.at(office.now + 1000) };
    expect(await office.changeCall(id, { attempted: true, by: 'Platz 22' })).toMatchObject({
      attempts: [first, second],
    });
    const backed = await office.changeCall(id, { attempted: false, by: JANA });
    expect(backed?.attempts).toEqual([first]);
    for (let n = 0; n < 2; n++) await office.changeCall(id, { attempted: false, by: JANA });
    expect(await office.calls()).toMatchObject([{ attempts: [] }]);
    for (let n = 0; n < 101; n++) await office.changeCall(id, { attempted: true, by: JANA });
    const [call] = await office.calls();
    expect(call?.attempts).toHaveLength(100);
    expect(call?.attempts.at(-1)?.at).toBe(office.at());
  });

  test('[HP19] a reminder is for one desk, and an attempt ends the one whose time has come', async () => {
    const office = await DeskOffice.on(kind);
    const id = await office.call();
    const remindAt = office.at(office.now + 3_600_000);
    const reminded = { remindAt, remindBy: JANA };
    expect(await office.changeCall(id, { remindAt, by: JANA })).toMatchObject(reminded);
    const tried = { attempted: true, by: 'Platz 22' };
    expect(await office.changeCall(id, tried)).toMatchObject(reminded);
    office.now += 3_600_000;
    expect(await office.changeCall(id, tried)).toMatchObject({ remindAt: null, remindBy: null });
    await office.changeCall(id, { remindAt, by: JANA });
    expect(await office.changeCall(id, { remindAt: null, by: JANA })).toMatchObject({
      remindAt: null,
      remindBy: null,
    });
    // A report that comes later takes nothing of it back.
    await office.changeCall(id, { remindAt, by: JANA });
    await office.changeCall(id, tried);
    office.now = Date.parse(remindAt);
    await office.call();
    expect(await office.calls({ missed: true })).toHaveLength(2);
  });

  test('[HP20] a call is put to a job, whatever that is called later', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ id: 'shipment-1' }, { lat: 1 });
    const [nameless, named] = await office.listed();
    const id = await office.call();
    expect(await office.changeCall(id, { job: 'shipment-1', note: 'x' })).toMatchObject({
      job: 'shipment-1',
    });
    await office.jobs({ orderNumber: 'A-1', id: 'shipment-1' });
    for (const job of ['A-1', 'shipment-1', named?.id ?? '']) {
      expect(await office.calls({ job })).toMatchObject([{ id, job: 'A-1', note: 'x' }]);
    }
    expect(await office.calls({ job: 'A-2' })).toEqual([]);
    expect(await office.calls({ job: '\0' })).toEqual([]);
    expect(await office.changeCall(id, { job: 'A-2' })).toBeUndefined();
    expect(await office.changeCall(id, { job: nameless?.id ?? '' })).toMatchObject({
      job: nameless?.id,
    });
    expect(await office.changeCall(id, { job: null })).toMatchObject({ job: null, note: 'x' });
    expect(await office.calls({ job: 'A-1' })).toEqual([]);
    // Of a job that is gone nothing is said.
    await office.changeCall(id, { job: 'A-1' });
    await office.db.deleteFrom('jobs').execute();
    expect(await office.calls()).toMatchObject([{ job: null }]);
  });

  test('[AR5] a call is with the one of several contacts that a desk has chosen', async () => {
    const office = await DeskOffice.on(kind);
    const id = await office.call();
    const chosen = { name: 'Süß GmbH', contact: 'Süß GmbH' };
    expect(await office.changeCall(id, { contact: 'Süß GmbH' })).toMatchObject(chosen);
    expect(await office.calls({ q: 'suess' })).toMatchObject([chosen]);
    expect(await office.changeCall(id, { contact: null })).toMatchObject({ name: null });
  });
});

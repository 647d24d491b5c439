import type { Courier, CourierList, CourierView } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { emptiedArchive, only, START, type WrittenArchive } from '../../support/written-archive.ts';

const NUMBER = '0171 39200-01';
const LINE = '+491713920001';
const at = (seconds: number) => new Date(START + seconds * 1000).toISOString();

async function couriersOf({ archive }: WrittenArchive): Promise<readonly Courier[]> {
  const { items, isMore } = JSON.parse(await archive.couriers()) as CourierList;
  expect(isMore).toBe(false);
  return items;
}

async function courierOf({ archive }: WrittenArchive, id: string): Promise<CourierView> {
  return JSON.parse((await archive.courier(id)) ?? 'null');
}

const emptied = emptiedArchive();

describe.each(DATABASES)('%s: couriers', (kind) => {
  test('[AR6] a report that changes nothing moves seenAt, once a minute, and tells the pages', async () => {
    const written = await emptied(kind);
    const report = (seconds: number) =>
      written.webhook('kuriere', { name: 'Max Kern', tel: NUMBER, status: 'frei' }, at(seconds));
    report(0);
    await written.settled();
    const [before] = await written.rows('addresses');
    written.changes.length = 0;

    report(59);
    await written.settled();
    expect(await written.rows('addresses')).toEqual([before]);
    expect(written.changes).toEqual([]);

    report(60);
    // What comes late is no sign of life.
    report(30);
    await written.settled();
    expect(await written.rows('addresses')).toEqual([{ ...before, seen_at: at(60) }]);
    expect(written.changes).toEqual(['addresses']);
    const { seenAt, updatedAt } = await written.address();
    expect({ seenAt, updatedAt }).toEqual({ seenAt: at(60), updatedAt: at(0) });

    // A phone book that lists the courier is none either.
    written.phoneBook([{ name: 'Max Kern', number: NUMBER, role: 'courier' }]);
    written.webhook('kunden', { name: 'Max Kern', number: NUMBER }, at(900));
    await written.settled();
    expect(await written.address()).toMatchObject({
      seenAt: at(60),
      roles: ['customer', 'courier'],
    });
    const csv = await written.archive.addresses({}, { limit: 1, cursor: undefined }, 'csv');
    expect(only(csv.items)).toContain(at(60));
  });

  test.each([
    ['their own id', { fahrer_nr: 'F-12' }, { fahrer_nr: 'F-13' }],
    ['a plain id', { id: 7 }, { id: 8 }],
    ['their names', { name: 'Ayşe Öztürk' }, { name: 'Bodo Rast' }],
  ])('[AR5] without a number couriers are told apart by %s', async (_, one, other) => {
    const written = await emptied(kind);
    for (const status of ['frei', 'unterwegs', 'Pause']) {
      written.webhook('kuriere', { ...one, status });
      written.webhook('kuriere', { ...other, status });
    }
    await written.settled();
    const couriers = await couriersOf(written);
    expect(couriers.map(({ status, state }) => [status, state])).toEqual([
      ['Pause', 'break'],
      ['Pause', 'break'],
    ]);
    expect(await written.addresses()).toHaveLength(2);
  });

  test.each([
    ['one by one', true],
    ['all at once', false],
  ])('[AR5] a number that is learned later joins the entry, %s', async (_, isOneByOne) => {
    const written = await emptied(kind);
    const tell = async (report: object) => {
      written.webhook('kuriere', report);
      if (isOneByOne) await written.settled();
    };
    await tell({ kurierId: 'K7', name: 'Max Kern', fahrzeug: 'Rad 4' });
    await tell({ kurierId: 'K7', telefon: NUMBER, status: 'frei' });
    // Two names of one courier: the last one counts.
    await tell({ kurierId: 'K7', name: 'Maximilian Kern', status: 'unterwegs' });
    await tell({ name: 'Maximilian Kern', status: 'Pause' });
    await written.settled();
    expect(await written.address()).toMatchObject({
      name: 'Maximilian Kern',
      number: NUMBER,
      line: LINE,
      fields: { kurierId: 'K7', fahrzeug: 'Rad 4', status: 'Pause' },
    });
    expect(only(await couriersOf(written))).toMatchObject({
      name: 'Maximilian Kern',
      line: LINE,
      vehicle: 'Rad 4',
      state: 'break',
    });
    // By its number it is one with whoever the phone book knows.
    expect(await written.addresses({ number: NUMBER })).toHaveLength(1);
  });

  test('[AR5] the number of somebody who is known already makes one of both', async () => {
    const written = await emptied(kind);
    written.phoneBook([{ number: NUMBER, name: 'Kern, Max', ort: 'Altona' }]);
    written.webhook('kuriere', { id: 'K7', name: 'Max Kern', status: 'frei' });
    await written.settled();
    expect(await written.addresses()).toHaveLength(2);
    written.webhook('kuriere', { id: 'K7', name: 'Max Kern', tel: NUMBER });
    await written.settled();
    expect(await written.address()).toMatchObject({
      name: 'Max Kern',
      line: LINE,
      roles: ['courier'],
      fields: { ort: 'Altona', id: 'K7', status: 'frei' },
    });
  });

  test('[AR5] two of one name stay two, and who has another telephone stays one courier', async () => {
    const written = await emptied(kind);
    written.webhook('kuriere', { id: 'K1', name: 'Max Kern', tel: NUMBER });
    written.webhook('kuriere', { id: 'K2', name: 'Max Kern', tel: '0171 39200-02' });
    await written.settled();
    expect(await couriersOf(written)).toHaveLength(2);
    written.webhook('kuriere', { id: 'K1', name: 'Max Kern', tel: '0171 39200-03' }, at(300));
    written.webhook('jobs', { jobId: 'A-1', status: 'neu', kurier: { telefon: NUMBER } });
    await written.settled();
    // The number is what an address goes by; of the courier there is one.
    expect(await written.addresses()).toHaveLength(3);
    const couriers = await couriersOf(written);
    expect(couriers.map(({ line, openJobs }) => [line, openJobs])).toEqual([
      ['+491713920003', 1],
      ['+491713920002', 0],
    ]);
  });

  test('[AR5] a list in a message with an id is still a list of several', async () => {
    const written = await emptied(kind);
    written.webhook('kuriere', { id: 'm-1', kuriere: [{ name: 'Eva Lund' }, { name: 'Bo Rast' }] });
    written.webhook('kuriere', { id: 'm-2', kuriere: [{ name: 'Eva Lund' }, { name: 'Bo Rast' }] });
    await written.settled();
    expect((await couriersOf(written)).map(({ name }) => name).toSorted()).toEqual([
      'Bo Rast',
      'Eva Lund',
    ]);
  });

  test('[DI3] open jobs belong to the line, else the id, else the name of a courier', async () => {
    const written = await emptied(kind);
    written.webhook('kuriere', { id: 'K7', name: 'Max Kern', tel: NUMBER, status: 'im Einsatz' });
    written.webhook('kuriere', { name: 'Ayşe Öztürk', status: 'frei', fahrzeug: 'Bulli' });
    const job = (jobId: string, kurier: unknown, more: object = {}) =>
      written.webhook('jobs', { jobId, status: 'zugeteilt', kurier, ...more });
    job(
      'A-1',
      { name: 'M. Kern', telefon: '+49 171 3920001' },
      { deliverBy: '2026-03-01T09:00:00Z' },
    );
    job('A-2', { id: 'K7' }, { deliverBy: '2099-03-01T09:00:00Z' });
    job('A-3', 'MAX KERN');
    job('A-4', 'AYŞE ÖZTÜRK');
    job('A-5', 'Ayşe Öztürk', { status: 'zugestellt' });
    job('A-6', 'Wer anders');
    job('A-7', { name: 'Wer  anders', telefon: '0171 39200-77' });
    job('A-8', 'F-99');
    job('A-9', null);
    await written.settled();

    const couriers = await couriersOf(written);
    const known = new Map(couriers.map((courier) => [courier.name, courier]));
    expect(known.get('Max Kern')).toMatchObject({
      number: NUMBER,
      display: '0171 3920001',
      status: 'im Einsatz',
      state: 'busy',
      openJobs: 3,
      lateJobs: 1,
      nextDueAt: '2026-03-01T09:00:00.000Z',
      references: ['A-1', 'A-2', 'A-3'],
    });
    expect(known.get('Ayşe Öztürk')).toMatchObject({
      state: 'free',
      vehicle: 'Bulli',
      number: null,
      nextDueAt: null,
    });
    const onlyNamed = couriers.filter(({ addressId }) => addressId === null);
    const shown = onlyNamed.map(({ name, ownId, references }) => `${name ?? ownId}: ${references}`);
    expect(shown.toSorted()).toEqual(['F-99: A-8', 'Wer  anders: A-7', 'Wer anders: A-6']);

    // From a job to its courier, and back.
    const max = known.get('Max Kern')?.id ?? '';
    const jobs = new Map((await written.jobs()).map((one) => [one.reference, one]));
    for (const reference of ['A-1', 'A-2', 'A-3']) {
      expect(jobs.get(reference)?.courierId, reference).toBe(max);
    }
    expect(jobs.get('A-9')?.courierId).toBeNull();
    for (const { id } of onlyNamed) {
      const one = await courierOf(written, id);
      expect(one.jobs.map(({ courierId }) => courierId)).toEqual([id]);
    }
    const { jobs: open, openJobs } = await courierOf(written, max);
    expect(open.map(({ reference, late }) => [reference, late])).toEqual([
      ['A-1', true],
      ['A-2', false],
      ['A-3', false],
    ]);
    expect(openJobs).toBe(3);
    expect(await written.archive.courier('nobody')).toBeUndefined();
    expect(await written.archive.courier('\0')).toBeUndefined();

    const without = await written.jobs({ courier: 'none' });
    expect(without.map(({ reference }) => reference)).toEqual(['A-9']);
    expect(await written.jobs({ courier: 'none', open: false })).toEqual([]);
    expect(await written.jobs({ courier: 'none', open: true, sort: 'due' })).toHaveLength(1);
  });

  test('[DI3a] who has an open job that is under way is busy, whatever was reported', async () => {
    const written = await emptied(kind);
    written.webhook('kuriere', { id: 'K7', name: 'Max Kern', status: 'frei' });
    written.webhook('jobs', { jobId: 'A-1', status: 'zugeteilt', kurier: { id: 'K7' } });
    const max = async () => {
      await written.settled();
      return only(await couriersOf(written));
    };
    expect(await max()).toMatchObject({ state: 'free', reportedState: 'free', openJobs: 1 });
    written.webhook('jobs', { jobId: 'A-1', status: 'unterwegs', kurier: { id: 'K7' } });
    expect(await max()).toMatchObject({ status: 'frei', state: 'busy', reportedState: 'free' });
    written.webhook('jobs', { jobId: 'A-1', status: 'zugestellt' });
    expect(await max()).toMatchObject({ state: 'free', openJobs: 0 });
  });

  test('[DI3a] jobs that fit two couriers are no third one, until one of both is meant', async () => {
    const written = await emptied(kind);
    written.webhook('kuriere', { kurierId: 'K1', name: 'Max Kern', tel: NUMBER });
    written.webhook('kuriere', { kurierId: 'K2', name: 'Max Kern', tel: '0171 39200-02' });
    written.webhook('jobs', { jobId: 'A-1', status: 'neu', kurier: 'Max Kern' });
    written.webhook('jobs', {
      jobId: 'A-2',
      status: 'neu',
      kurier: { name: 'Max Kern', id: 'K2' },
    });
    await written.settled();
    const couriers = await couriersOf(written);
    const ids = couriers.map(({ id }) => id);
    expect(couriers.map(({ openJobs }) => openJobs).sort()).toEqual([0, 1]);
    const { unclear } = JSON.parse(await written.archive.couriers()) as CourierList;
    const [one] = unclear;
    expect(unclear).toMatchObject([{ openJobs: 1, references: ['A-1'] }]);
    expect(one?.couriers.toSorted()).toEqual(ids.toSorted());
    const jobs = new Map((await written.jobs()).map((job) => [job.reference, job]));
    expect(jobs.get('A-1')?.courierId).toBeNull();
    expect(jobs.get('A-1')?.courierCandidates.toSorted()).toEqual(ids.toSorted());
    expect(jobs.get('A-2')).toMatchObject({ courierCandidates: [] });
    expect(ids).toContain(jobs.get('A-2')?.courierId);

    const second = (await written.addresses({ number: '0171 39200-02' }))[0]?.id ?? '';
    await written.archive.deleteAddress(second);
    expect(only(await couriersOf(written))).toMatchObject({ line: LINE, openJobs: 2 });
  });

  test('[DI3a] two who share a telephone are two', async () => {
    const written = await emptied(kind);
    for (const [kurierId, name, status] of [
      ['K1', 'Max Kern', 'frei'],
      ['K2', 'Eva Lund', 'Pause'],
      ['K1', 'Max Kern', 'unterwegs'],
    ]) {
      written.webhook('kuriere', { kurierId, name, status, tel: NUMBER });
      await written.settled();
    }
    written.webhook('jobs', {
      jobId: 'A-1',
      status: 'neu',
      kurier: { name: 'Eva Lund', tel: NUMBER },
    });
    await written.settled();
    const couriers = await couriersOf(written);
    expect(couriers.map((one) => [one.name, one.status, one.references]).sort()).toEqual([
      ['Eva Lund', 'Pause', ['A-1']],
      ['Max Kern', 'unterwegs', []],
    ]);
    await written.archive.eraseNumber(NUMBER, false);
    expect(await couriersOf(written)).toEqual([]);
  });

  test('[DI3a] a sign of life is that of who gave it, not of who shares the telephone', async () => {
    const written = await emptied(kind);
    const report = (kurierId: string, name: string, seconds: number) =>
      written.webhook('kuriere', { kurierId, name, tel: NUMBER }, at(seconds));
    report('K1', 'Max Kern', 0);
    report('K2', 'Eva Lund', 0);
    report('K2', 'Eva Lund', 120);
    await written.settled();
    report('K2', 'Eva Lund', 240);
    await written.settled();
    const seen = new Map((await couriersOf(written)).map(({ name, seenAt }) => [name, seenAt]));
    expect([seen.get('Max Kern'), seen.get('Eva Lund')]).toEqual([at(0), at(240)]);
    report('K1', 'Max Kern', 360);
    await written.settled();
    const later = new Map((await couriersOf(written)).map(({ name, seenAt }) => [name, seenAt]));
    expect([later.get('Max Kern'), later.get('Eva Lund')]).toEqual([at(360), at(240)]);
  });

  test('[DI3a] two who learn the number that they share at once stay two', async () => {
    const written = await emptied(kind);
    const couriers = [
      { kurierId: 'K1', name: 'Max Kern' },
      { kurierId: 'K2', name: 'Eva Lund' },
    ];
    for (const one of couriers) written.webhook('kuriere', { ...one, status: 'frei' });
    await written.settled();
    for (const one of couriers) written.webhook('kuriere', { ...one, tel: NUMBER });
    await written.settled();
    expect(await written.addresses()).toHaveLength(1);
    expect(
      (await couriersOf(written)).map(({ name, line, status }) => [name, line, status]).sort(),
    ).toEqual([
      ['Eva Lund', LINE, 'frei'],
      ['Max Kern', LINE, 'frei'],
    ]);
    expect(await written.rows('dead_letters')).toEqual([]);
  });

  test('[DI3a] who loses the contact with the newest telephone is still there by the other', async () => {
    const written = await emptied(kind);
    written.webhook('kuriere', { kurierId: 'K1', name: 'Max Kern', tel: NUMBER }, at(0));
    written.webhook('kuriere', { kurierId: 'K1', name: 'Max Kern', tel: '0171 39200-03' }, at(300));
    await written.settled();
    const before = only(await couriersOf(written));
    expect(before.line).toBe('+491713920003');
    // What is corrected in the older one is not how the courier is now.
    const older = (await written.addresses({ number: NUMBER }))[0]?.id ?? '';
    await written.archive.changeAddress(older, { name: 'Max K.' });
    expect(only(await couriersOf(written))).toMatchObject({ name: 'Max Kern' });
    await written.archive.deleteAddress(before.addressId ?? '');
    expect(only(await couriersOf(written))).toMatchObject({ id: before.id, line: LINE });
    await written.archive.changeAddress(older, { roles: [] });
    expect(await couriersOf(written)).toEqual([]);
  });

  test('[AR13] what was erased is nobody on the board', async () => {
    const written = await emptied(kind);
    written.webhook('kuriere', { id: 'K7', name: 'Max Kern', tel: NUMBER });
    written.webhook('jobs', { jobId: 'A-1', status: 'neu', kurier: { name: 'Max', tel: NUMBER } });
    await written.settled();
    expect(only(await couriersOf(written)).openJobs).toBe(1);
    await written.archive.eraseNumber(NUMBER, false);
    expect(await couriersOf(written)).toEqual([]);
    // Told anew, it is a new one, and nothing of before is left.
    written.webhook('kuriere', { id: 'K7', name: 'Max Kern' });
    await written.settled();
    expect(only(await couriersOf(written))).toMatchObject({ number: null, openJobs: 0 });
  });

  test('[DI3a] of more than are shown each is found by its id, with its jobs', async () => {
    const written = await emptied(kind);
    const report = (n: number) => ({ fahrer_nr: `F-${n}`, name: `Fahrer ${n}` });
    written.webhook('kuriere', report(0), at(0));
    written.webhook('jobs', { jobId: 7, status: 'neu', kurier: { name: 'Fahrer 0' } }, at(1));
    await written.settled();
    const oldest = only(await couriersOf(written));
    const others = Array.from({ length: 2001 }, (_, n) => report(n + 1));
    written.webhook('kuriere', others, at(60));
    await written.settled();
    const { items, isMore } = JSON.parse(await written.archive.couriers()) as CourierList;
    expect(isMore).toBe(true);
    expect(items).toHaveLength(2000);
    expect(items.map(({ id }) => id)).not.toContain(oldest.id);
    expect(await courierOf(written, oldest.id)).toMatchObject({
      ...oldest,
      openJobs: 1,
      jobs: [{ reference: '7' }],
    });
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { DeskOffice } from '../../support/desk-office.ts';
import { WrittenArchive } from '../../support/written-archive.ts';

const [JANA, OMAR, KIM] = ['Platz 21, Jana', 'Platz 22, Omar', 'Platz 23, Kim'];
const claim = (desk: string, from?: string) => ({
  claimedBy: desk,
  by: desk,
  ...(from !== undefined && { from }),
});
const release = (by: string, from?: string) => ({
  claimedBy: null,
  by,
  ...(from !== undefined && { from }),
});

describe.each(DATABASES)('%s: claims', (kind) => {
  /** The same for calls and jobs. */
  async function both(office: DeskOffice) {
    await office.jobs({ jobId: 7, status: 'new' });
    const id = await office.call();
    return [
      (change: ReturnType<typeof claim> | ReturnType<typeof release>) =>
        office.changeJob('7', change),
      (change: ReturnType<typeof claim> | ReturnType<typeof release>) =>
        office.changeCall(id, change),
    ];
  }

  test('[DI2] what a desk holds is taken by another only from it, and says who holds it', async () => {
    const office = await DeskOffice.on(kind);
    for (const change of await both(office)) {
      expect(await change(claim(JANA))).toMatchObject({
        claimedBy: { desk: JANA, at: office.at() },
        noteBy: null,
      });
      const since = office.at();
      const held = { reason: 'claimed', inTheWay: { claimedBy: { desk: JANA, at: since } } };
      await expect(change(claim(OMAR))).rejects.toMatchObject(held);
      await expect(change(claim(OMAR, KIM))).rejects.toMatchObject(held);
      await expect(change(release(OMAR))).rejects.toMatchObject(held);
      // Whoever claims twice has held it all the time.
      expect(await change(claim(JANA))).toMatchObject({ claimedBy: { desk: JANA, at: since } });
      expect(await change(claim(OMAR, JANA))).toMatchObject({
        claimedBy: { desk: OMAR, at: office.at() },
      });
      expect(await change(release(JANA, OMAR))).toMatchObject({ claimedBy: null });
      // Where nobody holds it, there is nobody to take it from.
      expect(await change(claim(KIM, OMAR))).toMatchObject({ claimedBy: { desk: KIM } });
      expect(await change(release(KIM))).toMatchObject({ claimedBy: null });
      expect(await change(release(KIM))).toMatchObject({ claimedBy: null });
      // From one desk to another, by the one that holds it.
      await change(claim(JANA));
      expect(await change({ claimedBy: OMAR, by: JANA })).toMatchObject({
        claimedBy: { desk: OMAR },
      });
    }
  });

  test('[DI2] a claim that is refused changes nothing else, and is not announced', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 7, status: 'new' });
    const id = await office.call();
    await office.changeJob('7', claim(JANA));
    await office.changeCall(id, claim(JANA));
    office.changes.length = 0;
    const change = { ...claim(OMAR), note: 'x' };
    await expect(office.changeJob('7', { ...change, closed: true })).rejects.toThrow(JANA);
    await expect(office.changeCall(id, { ...change, settled: true })).rejects.toThrow(JANA);
    expect(await office.job('7')).toMatchObject({ note: null, closedBy: null, statusClass: 'new' });
    expect(await office.calls()).toMatchObject([{ note: null, settled: false }]);
    expect(office.changes).toEqual([]);
    // A note needs no claim.
    await office.changeJob('7', { note: 'ruft an', by: OMAR });
    expect(await office.job('7')).toMatchObject({
      note: 'ruft an',
      noteBy: { desk: OMAR },
      claimedBy: { desk: JANA },
    });
    expect(office.changes).toEqual(['jobs']);
  });

  test('[DI2] of desks that claim at once, at several services, exactly one wins', async () => {
    const first = await DeskOffice.on(kind);
    // Of services there is one at a file, and may be many at a PostgreSQL.
    const offices =
      kind === 'postgres' ? [first, first.another(), first.another()] : [first, first, first];
    await first.jobs(...Array.from({ length: 12 }, (_, n) => ({ jobId: n, status: 'new' })));
    const id = await first.call();
    const race = async (claims: ((office: DeskOffice, desk: string) => Promise<unknown>)[]) => {
      for (const one of claims) {
        const desks = offices.flatMap((office, o) =>
          ['a', 'b'].map((name) => [office, `${o}${name}`] as const),
        );
        const ends = await Promise.allSettled(desks.map(([office, desk]) => one(office, desk)));
        const won = ends.filter(({ status }) => status === 'fulfilled');
        expect(won).toHaveLength(1);
        const desk = desks[ends.findIndex(({ status }) => status === 'fulfilled')]?.[1];
        for (const end of ends) {
          if (end.status === 'rejected') {
            expect(end.reason).toMatchObject({
              reason: 'claimed',
              inTheWay: { claimedBy: { desk } },
            });
          }
        }
      }
    };
    await race(
      Array.from(
        { length: 12 },
        (_, n) => (office: DeskOffice, desk: string) => office.changeJob(String(n), claim(desk)),
      ),
    );
    await race([(office, desk) => office.changeCall(id, claim(desk))]);
  });

  test('[DI2] whatever desks do, one that was not told so never loses what it holds', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 7, status: 'new' });
    const desk = fc.constantFrom(JANA, OMAR, KIM);
    const act = fc.record({
      by: desk,
      claimedBy: fc.option(desk),
      from: fc.option(desk, { nil: undefined }),
    });
    let holder = (await office.job('7'))?.claimedBy?.desk ?? null;
    await fc.assert(
      fc.asyncProperty(act, async ({ by, claimedBy, from }) => {
        const change = { by, claimedBy, ...(from !== undefined && { from }) };
        const mayChange = holder === null || [by, from, claimedBy].includes(holder);
        const done = await office.changeJob('7', change).catch((error) => error);
        if (mayChange) holder = claimedBy;
        else
          expect(done).toMatchObject({
            reason: 'claimed',
            inTheWay: { claimedBy: { desk: holder } },
          });
        expect((await office.job('7'))?.claimedBy?.desk ?? null).toBe(holder);
      }),
      { numRuns: 60 },
    );
  });

  test('[DI2] lists of what one desk takes care of', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 1 }, { jobId: 2 }, { jobId: 3 });
    const id = await office.call();
    await office.changeJob('1', claim(JANA));
    await office.changeJob('3', claim(OMAR));
    await office.changeCall(id, claim(JANA));
    for (const sort of ['due', 'changed'] as const) {
      expect(await office.listed({ claimedBy: JANA, sort })).toMatchObject([{ reference: '1' }]);
    }
    expect(await office.listed({ claimedBy: JANA, open: true })).toHaveLength(1);
    expect(await office.calls({ claimedBy: JANA })).toMatchObject([{ id }]);
    for (const nobody of [KIM, '', '\0']) {
      expect(await office.listed({ claimedBy: nobody })).toEqual([]);
      expect(await office.calls({ claimedBy: nobody })).toEqual([]);
    }
  });

  test('[DI2] the threads say who holds it, and tell all desks of every change', async () => {
    const written = await WrittenArchive.on(kind);
    written.webhook('jobs', { jobId: 7, status: 'new' });
    await written.settled();
    written.changes.length = 0;
    await written.archive.changeJob('7', claim(JANA));
    await expect(written.archive.changeJob('7', claim(OMAR))).rejects.toMatchObject({
      name: 'ArchiveError',
      reason: 'claimed',
      inTheWay: { claimedBy: { desk: JANA, at: expect.any(String) } },
    });
    expect(written.changes).toEqual(['jobs']);
    // What came in before is stored before.
    written.webhook('jobs', { jobId: 8, status: 'new' });
    expect(await written.archive.changeJob('8', claim(OMAR))).toContain(OMAR);
    // A moment after its erasure a job is nobody's.
    written.webhook('jobs', { jobId: 9, tel: '030 23125-100' });
    const claims = [written.archive.changeJob('9', claim(KIM))];
    const erased = written.archive.eraseNumber('030 23125-100', false);
    expect(await claims[0]).toContain(KIM);
    expect(await erased).toMatchObject({ jobs: 1 });
    expect(await written.archive.changeJob('9', claim(KIM))).toBeUndefined();
    expect(await written.archive.changeJob('\0', claim(KIM))).toBeUndefined();
    expect(await written.rows('job_assignments')).toHaveLength(2);
  });
});

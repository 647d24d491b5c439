import type { Call, Job } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { DeskOffice } from '../../support/desk-office.ts';

const [JANA, OMAR] = ['Platz 21, Jana', 'Platz 22, Omar'];

interface Noting {
  readonly note: string | null;
  readonly noteWas?: string | null;
  readonly by: string;
}

describe.each(DATABASES)('%s: notes of several desks', (kind) => {
  /** The same for calls and jobs. */
  async function both(office: DeskOffice) {
    await office.jobs({ jobId: 7, status: 'new' });
    const id = await office.call();
    type Kept = Pick<Job | Call, 'note' | 'noteBy'> | undefined;
    return [
      [(change: Noting): Promise<Kept> => office.changeJob('7', change), () => office.job('7')],
      [
        (change: Noting): Promise<Kept> => office.changeCall(id, change),
        async () => (await office.calls())[0],
      ],
    ] as const;
  }

  test('[DI2] a note replaces no other than the one that it was written after', async () => {
    const office = await DeskOffice.on(kind);
    for (const [change, kept] of await both(office)) {
      await change({ note: 'Tor 4', noteWas: null, by: JANA });
      await change({ note: 'Tor 5', noteWas: 'Tor 4', by: OMAR });
      const newer = { note: 'Tor 5', noteBy: { desk: OMAR, at: office.at() } };
      office.changes.length = 0;
      for (const noteWas of ['Tor 4', null, '']) {
        for (const note of ['Tor 6', '', null]) {
          await expect(change({ note, noteWas, by: JANA })).rejects.toMatchObject({
            reason: 'note_changed',
            inTheWay: newer,
          });
        }
      }
      expect(await kept()).toMatchObject(newer);
      expect(office.changes).toEqual([]);
      expect(await change({ note: 'Tor 6', noteWas: 'Tor 5', by: JANA })).toMatchObject({
        note: 'Tor 6',
        noteBy: { desk: JANA, at: office.at() },
      });
    }
  });

  test('[DI2] what is sent twice, what replaces nothing, and what names no note is stored', async () => {
    const office = await DeskOffice.on(kind);
    for (const [change] of await both(office)) {
      for (const _ of ['by the page that goes', 'by the page that comes']) {
        const sent = { note: 'Tor 4\0', noteWas: null, by: JANA };
        expect(await change(sent)).toMatchObject({ note: 'Tor 4' });
      }
      // Taken away by another desk meanwhile.
      await change({ note: null, by: OMAR });
      expect(await change({ note: 'Tor 5', noteWas: 'Tor 4', by: JANA })).toMatchObject({
        note: 'Tor 5',
      });
      expect(await change({ note: '', noteWas: 'Tor 5', by: JANA })).toMatchObject({ note: '' });
      expect(await change({ note: 'Tor 6', noteWas: null, by: OMAR })).toMatchObject({
        note: 'Tor 6',
      });
      expect(await change({ note: 'Tor 7', by: JANA })).toMatchObject({ note: 'Tor 7' });
    }
  });

  test('[DI2] a note that is refused changes nothing else, and a claim is refused as a claim', async () => {
    const office = await DeskOffice.on(kind);
    await office.jobs({ jobId: 7, status: 'new' });
    const id = await office.call();
    const both = [
      (change: object) => office.changeJob('7', { by: JANA, ...change }),
      (change: object) => office.changeCall(id, { by: JANA, ...change }),
    ];
    for (const change of both) {
      await change({ note: 'Hof', by: OMAR });
      const late = { note: 'Tor', noteWas: null };
      await expect(change({ ...late, claimedBy: JANA })).rejects.toMatchObject({
        reason: 'note_changed',
      });
      expect(await change({ claimedBy: OMAR, by: OMAR })).toMatchObject({ note: 'Hof' });
      await expect(change({ ...late, claimedBy: JANA })).rejects.toMatchObject({
        reason: 'claimed',
        inTheWay: { claimedBy: { desk: OMAR } },
      });
    }
    expect(await office.job('7')).toMatchObject({ note: 'Hof', claimedBy: { desk: OMAR } });
    expect(await office.calls()).toMatchObject([{ note: 'Hof', claimedBy: { desk: OMAR } }]);
  });

  test('[DI2] of desks that write at once, each after the same note, one is stored', async () => {
    const first = await DeskOffice.on(kind);
    // Of services there is one at a file, and may be many at a PostgreSQL.
    const offices =
      kind === 'postgres' ? [first, first.another(), first.another()] : [first, first];
    await first.jobs({ jobId: 7, status: 'new' });
    await first.changeJob('7', { note: 'Tor', by: JANA });
    const ends = await Promise.allSettled(
      offices.map((office, n) =>
        office.changeJob('7', { note: `Tor ${n}`, noteWas: 'Tor', by: `Platz ${n}` }),
      ),
    );
    const won = ends.findIndex(({ status }) => status === 'fulfilled');
    const lost = ends.filter((end) => end.status === 'rejected');
    expect(lost).toHaveLength(offices.length - 1);
    for (const { reason } of lost) {
      expect(reason).toMatchObject({ reason: 'note_changed', inTheWay: { note: `Tor ${won}` } });
    }
    expect(await first.job('7')).toMatchObject({ note: `Tor ${won}` });
  });
});

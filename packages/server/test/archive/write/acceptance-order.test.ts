import { readdirSync } from 'node:fs';
import type { JobVersion } from '@hookline/contract';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { absentDatabase, DATABASES } from '../../support/databases.ts';
import { HOUSE } from '../../support/house.ts';
import { ALL, WrittenArchive } from '../../support/written-archive.ts';

const SECOND = 1000;
const HOUR = 3600 * SECOND;
const DAY = 24 * HOUR;
const TEL = '030 23125-100';
const AHEAD = [
  ['10 s', 10 * SECOND],
  ['1 h', HOUR],
  ['400 d', 400 * DAY],
] as const;
const NOON = Date.parse('2026-03-01T12:00:00.000Z');
const OPEN = { jobId: 7, status: 'new', pickup: { name: 'Labor', phone: TEL }, note: 'a' };
const DELIVERED = { jobId: 7, status: 'delivered', pickup: { name: 'Praxis', phone: TEL } };

const at = (ms: number) => new Date(NOON + ms).toISOString();

/** The job as it is, and what its timeline says, newest first. */
async function jobIn(written: WrittenArchive) {
  const [job] = await written.jobs({ reference: '7' });
  const page = await written.archive.job('7', ALL);
  const versions: JobVersion[] = page?.items.map((item) => JSON.parse(item)) ?? [];
  return {
    status: job?.status,
    statusClass: job?.statusClass,
    pickup: job?.facts.pickup?.name,
    receivedAt: job?.receivedAt,
    timeline: versions.map(({ status, receivedAt }) => [status, receivedAt]),
  };
}

const done = (ahead: number) => ({
  status: 'delivered',
  statusClass: 'done',
  pickup: 'Praxis',
  receivedAt: at(2 * SECOND),
  timeline: [
    ['delivered', at(2 * SECOND)],
    ['new', at(ahead)],
  ],
});

describe.each(DATABASES)('%s: a clock that was ahead and is right again', (kind) => {
  test.each(AHEAD)(
    '[RE11] by %s: in one run, the job is what was accepted last',
    async (_, ahead) => {
      const written = await WrittenArchive.on(kind);
      written.webhook('jobs', OPEN, at(ahead));
      written.webhook('jobs', DELIVERED, at(2 * SECOND));
      await written.settled();
      expect(await jobIn(written)).toEqual(done(ahead));
    },
  );

  test.each(AHEAD)('[RE11] by %s: over a restart, and read anew', async (_, ahead) => {
    const before = await WrittenArchive.on(kind);
    before.webhook('jobs', OPEN, at(ahead));
    await before.settled();
    await before.close();
    const after = await WrittenArchive.at(before.url, before.spoolFolder);
    after.webhook('jobs', DELIVERED, at(2 * SECOND));
    await after.settled();
    expect(await jobIn(after)).toEqual(done(ahead));
    await after.close();
    const words = { ...HOUSE, statusWords: { delivered: 'canceled' } };
    const anew = await WrittenArchive.at(before.url, before.spoolFolder, words);
    await expect
      .poll(() => jobIn(anew), { interval: 50 })
      .toEqual({ ...done(ahead), statusClass: 'canceled' });
  });

  test.each(AHEAD)('[RE11] by %s: through the spool, over two restarts', async (_, ahead) => {
    const { url, create } = await absentDatabase(kind);
    const first = await WrittenArchive.at(url);
    first.webhook('jobs', OPEN, at(ahead));
    await first.close();
    const second = await WrittenArchive.at(url, first.spoolFolder);
    second.webhook('jobs', { jobId: 7, status: 'picked up' }, at(SECOND));
    await second.close();
    expect(readdirSync(first.spoolFolder).filter((name) => name.endsWith('.batch'))).toHaveLength(
      2,
    );
    await create();
    const third = await WrittenArchive.at(url, first.spoolFolder);
    third.webhook('jobs', DELIVERED, at(2 * SECOND));
    await third.settled();
    const { timeline, ...job } = done(ahead);
    expect(await jobIn(third)).toEqual({
      ...job,
      timeline: [timeline[0], ['picked up', at(SECOND)], timeline[1]],
    });
  });

  test('[RE11] what a desk has closed stays closed until another status is accepted', async () => {
    const written = await WrittenArchive.on(kind);
    written.webhook('jobs', OPEN, at(DAY));
    await written.settled();
    await written.archive.changeJob('7', { closed: true, by: 'Platz 1' });
    written.webhook('jobs', OPEN, at(0));
    await written.settled();
    expect(await written.jobs()).toMatchObject([{ statusClass: 'done' }]);
    written.webhook('jobs', { jobId: 7, status: 'picked up' }, at(SECOND));
    await written.settled();
    expect(await written.jobs()).toMatchObject([{ statusClass: 'underway' }]);
  });

  test('[RE11] however the clock jumps, the job is that of a steady clock', async () => {
    const written = await WrittenArchive.on(kind);
    const said = [
      { status: 'new', pickup: { name: 'Labor' } },
      { status: 'picked up' },
      { status: 'delivered', pickup: { name: 'Praxis' } },
      { dropoff: { name: 'Klinik' } },
      { pickup: null },
      { status: 'cancelled', courier: { name: 'Omar' } },
    ];
    let jobId = 0;
    const message = fc.record({
      what: fc.constantFrom(...said),
      clock: fc.integer({ min: -400 * DAY, max: 400 * DAY }),
      isAlone: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(message, { minLength: 2, maxLength: 8 }), async (messages) => {
        const [jumping, steady] = [`j${++jobId}`, `s${jobId}`];
        for (const [n, { what, clock, isAlone }] of messages.entries()) {
          written.webhook('jobs', { jobId: jumping, ...what }, at(clock));
          written.webhook('jobs', { jobId: steady, ...what }, at(n));
          if (isAlone) await written.settled();
        }
        await written.settled();
        const [one, other] = await Promise.all(
          [jumping, steady].map(async (reference) => {
            const [job] = await written.jobs({ reference });
            const page = await written.archive.job(reference, ALL);
            const versions: JobVersion[] = page?.items.map((item) => JSON.parse(item)) ?? [];
            return {
              status: job?.status,
              statusClass: job?.statusClass,
              facts: job?.facts,
              timeline: versions.map(({ status }) => status),
            };
          }),
        );
        expect(one).toEqual(other);
      }),
      { numRuns: 20 },
    );
  });
});
